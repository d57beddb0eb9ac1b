import { isObject } from "../../contracts/json.ts";
import { UsageError } from "../settings/usage-error.ts";
import { parseBaseUrl } from "./base-url.ts";
import { parseDescriptionLocation } from "./description-location.ts";
import { looksLikeKey } from "./key-like.ts";
import type { Known } from "./known.ts";
import { hasLiteralSecret, headerFromVariable } from "./literal-secret.ts";
import type { MemberMistake, MemberPath } from "./member-path.ts";
import { suggestion } from "./nearest.ts";

type Judge = (text: string) => Pick<MemberMistake, "what" | "hint"> | null;

/**
 * Checks that the schema can't express: names from the contracts and the register, dates that do not
 * exist, URLs. Values that break the schema are skipped.
 */
export function entryMistakes(content: unknown, known: Known): readonly MemberMistake[] {
  const requirement = oneOf("requirement", known.requirements);
  const endpoint = oneOf("endpoint", known.endpoints);
  const version = oneOf("version", known.versions);
  const values: readonly (readonly [pattern: string, judge: Judge])[] = [
    ["waivers.*.requirement", requirement],
    ["waivers.*.endpoint", endpoint],
    ["waivers.*.version", version],
    ["waivers.*.until", isDay],
    ["exclusions.*.requirement", requirement],
    ["exclusions.*.endpoint", endpoint],
    ["exclusions.*.version", version],
    ["surfaces.*.baseUrl", readable((text) => parseBaseUrl(text, ""))],
    ["surfaces.*.openapi", readable((text) => parseDescriptionLocation(text, "", "/"))],
  ];
  const names: readonly (readonly [pattern: string, judge: Judge])[] = [
    ["surfaces.*.parameters.*.*", version],
    ["network.headers", isFree],
  ];
  return [
    ...values.flatMap(([pattern, judge]) =>
      placesOf(content, pattern.split(".")).flatMap(({ path, value }) =>
        typeof value === "string" ? judged(path, judge(value)) : [],
      ),
    ),
    ...names.flatMap(([pattern, judge]) =>
      placesOf(content, pattern.split(".")).flatMap(({ path, value }) =>
        isObject(value)
          ? Object.keys(value).flatMap((name) => judged([...path, name], judge(name)))
          : [],
      ),
    ),
    ...literalSecrets(content),
  ];
}

/** The values of headers that should come from the environment. */
function literalSecrets(content: unknown): readonly MemberMistake[] {
  return placesOf(content, ["network", "headers", "*"]).flatMap(({ path, value }) => {
    const header = String(path.at(-1));
    if (typeof value !== "string" || !hasLiteralSecret(header, value)) return [];
    const hint = `Set it in the environment and write ${headerFromVariable(header)}.`;
    return [{ path, what: " contains a secret, or is a header for one", hint }];
  });
}

function judged(path: MemberPath, mistake: ReturnType<Judge>): readonly MemberMistake[] {
  return mistake === null ? [] : [{ path, ...mistake }];
}

interface Place {
  readonly path: MemberPath;
  readonly value: unknown;
}

/** Every value at a path, where `*` stands for any member or entry. */
function placesOf(root: unknown, steps: readonly string[]): readonly Place[] {
  return steps.reduce<readonly Place[]>(
    (places, step) =>
      places.flatMap(({ path, value }) =>
        entriesOf(value)
          .filter(([name]) => step === "*" || step === name)
          .map(([name, inner]) => ({ path: [...path, name], value: inner })),
      ),
    [{ path: [], value: root }],
  );
}

function entriesOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : [];
}

function oneOf(what: string, candidates: readonly string[]): Judge {
  return (name) =>
    candidates.includes(name)
      ? null
      : {
          what: `: unknown ${what}${looksLikeKey(name) ? "" : ` ${JSON.stringify(name)}`}`,
          hint: () => suggestion(name, candidates),
        };
}

function isDay(text: string): ReturnType<Judge> {
  const date = new Date(`${text}T00:00:00Z`);
  const isInCalendar = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isInCalendar ? null : { what: `: ${text} is not a date`, hint: null };
}

/** A parser's message without the source name at its beginning. */
function readable(parse: (text: string) => unknown): Judge {
  return (text) => {
    try {
      parse(text);
      return null;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { what: error.message, hint: error.hint };
    }
  };
}

/** If one of these were sent with every request, no request would lack a key or a version. */
const tested = new Set(["api-key", "x-api-key", "api-version", "host", "content-length"]);

/** Of the connection and of how the message is framed, which the client decides: others don't get through. */
const ofTheConnection = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function isFree(header: string): ReturnType<Judge> {
  if (ofTheConnection.has(header.toLowerCase()))
    return {
      what: ": this header belongs to the connection, which the suite opens itself",
      hint: "Remove it. network.headers is for gateways in front of the service.",
    };
  if (!tested.has(header.toLowerCase())) return null;
  return {
    what: ": the suite itself varies this header",
    hint: "network.headers is for gateways in front of the service; keys come from the environment only.",
  };
}
