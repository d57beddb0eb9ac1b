import { isRace } from "../../contracts/in-flight.ts";
import { shortLine } from "../text/short-line.ts";
import type { Neighbour, NeighbourOrder } from "./neighbour.ts";

/** A request as cards and reports have it. */
interface Sent {
  readonly url: string;
  readonly headers: Iterable<readonly [name: string, value: string]>;
}

const relations: Readonly<Record<NeighbourOrder, string>> = {
  before: "after",
  meanwhile: "at the same time as",
  after: "before",
  compared: "unlike",
};

/** The same request, whose response was right. */
const sameRequest: Readonly<Record<NeighbourOrder, string>> = {
  before: "the same request was answered correctly before",
  meanwhile: "the same request was answered correctly at the same time",
  after: "the same request was answered correctly afterwards",
  compared: "unlike the same request at another time",
};

/**
 * How the neighbour of a wrong exchange relates to it in time and differs from it, in brackets:
 * ` (after the same URL with $NEWS_API_KEY)`.
 *
 * @param expected what was expected of the wrong response
 */
export function neighbourText(
  own: Sent,
  { order, isCopied }: Pick<Neighbour, "order" | "isCopied">,
  neighbour: Sent,
  expected: string,
): string {
  const [ours, theirs] = [partsOf(own), partsOf(neighbour)];
  const differs = (part: keyof Parts) => ours[part] !== theirs[part];
  const details = [
    ...(differs("version")
      ? [theirs.version === "" ? "without api-version" : `at ${theirs.version}`]
      : []),
    ...(differs("key") ? [theirs.key === "" ? "without a key" : `with ${theirs.key}`] : []),
  ];
  // What was expected says with which other query it is compared.
  if (order === "compared" && differs("url")) return "";
  if (!differs("url") && details.length === 0) {
    // What was expected says already when the request was answered correctly.
    return isRace({ expected }) ? "" : ` (${sameRequest[order]})`;
  }
  const what = differs("url") ? shortLine(theirs.target, 60) : "the same URL";
  const copied = order === "before" ? copyText(isCopied) : "";
  return ` (${[relations[order], what, ...details].join(" ")}${copied})`;
}

/** Whether a cache has mixed it up, or something that requests share. */
function copyText(isCopied: boolean | null): string {
  if (isCopied === null) return "";
  return isCopied ? ", whose response this is" : ", but not its response";
}

type Parts = Record<"url" | "target" | "version" | "key", string>;

const keyHeaders = new Set(["api-key", "x-api-key", "authorization"]);

function partsOf({ url, headers }: Sent): Parts {
  const named = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const);
  const key = named.find(([name]) => keyHeaders.has(name))?.[1] ?? "";
  const version = named.find(([name]) => name === "api-version")?.[1] ?? "";
  return {
    // The same query is sent in other letter cases where a URL of its own is needed.
    url: url.toLowerCase(),
    target: url.replace(/^[a-z]+:\/\/[^/]*/i, ""),
    version: shortLine(version, 20),
    key: shortLine(key.replace(/^Bearer /i, ""), 40),
  };
}
