import { sentParameters } from "../model/sent-parameters.ts";
import { shortLine } from "./short-line.ts";

/** A request as cards and reports have it. */
interface Sent {
  readonly url: string;
  readonly headers: Iterable<readonly [name: string, value: string]>;
}

/** Parameters that an ordinary request has. */
const ordinary = new Set(["q", "query", "location"]);
const mostParameters = 3;

/**
 * What is special about a request, in brackets: a key that was revoked, and parameters beside those of an ordinary one.
 * Empty if nothing is, or if what was expected already says to what.
 */
export function conditionText({ url, headers }: Sent, expected: string): string {
  if (/ to [^ =]+=/.test(expected)) return "";
  const isRevoked = [...headers].some(([, value]) => /_REVOKED_KEY\b/.test(value));
  const [path = ""] = url.split("?", 1);
  const parameters = sentParameters(url);
  const names = parameters.map((one) => one.split("=", 1)[0] ?? "");
  // The name of the topic is the server's own.
  const isTopic = path.endsWith("/topics") && names.length === 1;
  const isSpecial = !isTopic && names.some((name) => !ordinary.has(name));
  const shown = parameters.slice(0, mostParameters).join("&");
  const more = parameters.length > mostParameters ? "&…" : "";
  const said = [
    ...(isRevoked ? ["the revoked key"] : []),
    ...(isSpecial ? [shortLine(shown + more, 60)] : []),
  ];
  return said.length === 0 ? "" : ` (with ${said.join(", ")})`;
}
