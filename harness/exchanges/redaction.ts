import { surfaces } from "../../contracts/vocabulary.ts";
import type { Configuration, Keys } from "../configuration/types.ts";
import { escapeRegExp } from "../escape-regexp.ts";
import { redactedHeader } from "../http/request.ts";
import { keyExpression, keyValue } from "./key-names.ts";

export interface Secret {
  readonly value: string;
  /** Its placeholder, such as `$AGGREGATOR_API_KEY`. */
  readonly placeholder: string;
}

export type Redact = (text: string) => string;

/**
 * Shorter values may be ordinary words: they are not redacted in text; as headers they are redacted by
 * name.
 */
export const minSecretLength = 6;

/** Everything that must not be written or printed: all keys, and the values of configured headers. */
export function secretsOf(
  configuration: Pick<Configuration, "surfaces" | "network">,
  keys: Keys,
): readonly Secret[] {
  const secrets: Secret[] = [];
  for (const surface of surfaces) {
    for (const key of ["own", "revoked", "revocable"] as const) {
      const value = keys[surface][key];
      const revoke = configuration.surfaces[surface]?.revoke ?? null;
      if (value !== null) {
        secrets.push({ value, placeholder: keyExpression(surface, key, revoke) });
      }
    }
    // These are sent as well, and would reveal the key.
    if (keys[surface].own === null) continue;
    for (const key of ["shortened", "recased"] as const) {
      secrets.push({
        value: keyValue(surface, key, keys),
        placeholder: keyExpression(surface, key, null),
      });
    }
  }
  for (const [name, value] of Object.entries(configuration.network.headers)) {
    secrets.push({ value, placeholder: redactedHeader(name) });
  }
  return secrets;
}

/**
 * A function that replaces every occurrence of every secret: plain, percent-encoded, escaped as in JSON
 * or HTML, in base64 (alone or as the beginning of a longer text, such as `key:` in HTTP Basic), in any
 * letter case, the longest first. Text must be redacted before it is trimmed, since half a key is not
 * recognised.
 */
export function createRedactor(secrets: readonly Secret[]): Redact {
  const usable = secrets
    .filter(({ value }) => value.length >= minSecretLength)
    .sort((a, b) => b.value.length - a.value.length);
  if (usable.length === 0) return (text) => text;
  const alternatives = usable.map(
    ({ value }) => `(${[inAnyEscape(value), ...inBase64(value)].join("|")})`,
  );
  const expression = new RegExp(alternatives.join("|"), "gi");
  return (text) =>
    text.replace(expression, (matched, ...groups: unknown[]) => {
      return usable[groups.indexOf(matched)]?.placeholder ?? "[redacted]";
    });
}

/**
 * The source of a regular expression that matches a value in any escaping. Encoders differ in which
 * characters they escape, so each character is matched separately.
 */
function inAnyEscape(value: string): string {
  return Array.from(value, (character) => {
    if (/[A-Za-z0-9_]/.test(character)) return character;
    return `(?:${[...escapesOf(character)].join("|")})`;
  }).join("");
}

/** Each level of JSON nesting adds a backslash before an escaped character. */
function escapesOf(character: string): ReadonlySet<string> {
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, "0"));
  const escapes = new Set([
    bytes.map((byte) => `%${byte}`).join(""),
    units.map((unit) => `\\\\+u${unit}`).join(""),
    `&#0*${character.codePointAt(0)};`,
    `&#x0*${character.codePointAt(0)?.toString(16)};`,
  ]);
  const named = namedEntities[character];
  if (named !== undefined) escapes.add(named);
  if (character === " ") escapes.add("\\+");
  if (character === "\t") escapes.add("\\\\+t");
  // Last, since `%` and `&` start escapes themselves.
  escapes.add(character === "\\" ? "\\\\+" : `\\\\*${escapeRegExp(character)}`);
  return escapes;
}

const namedEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/**
 * Base64 encodes three bytes at a time, so the complete triples of the secret look the same whatever
 * follows; the rest of the base64 text is replaced too, since it contains the last bytes of the secret.
 */
function inBase64(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const triples = bytes.subarray(0, bytes.length - (bytes.length % 3));
  const heads = new Set([triples.toString("base64"), triples.toString("base64url")]);
  return [...heads].map((head) => `${escapeRegExp(head)}[A-Za-z0-9+/_-]*={0,2}`);
}

/** Headers whose values are always redacted. */
const sensitive = new Set([
  "api-key",
  "x-api-key",
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
]);

/**
 * Headers in redacted form: headers with credentials are redacted by name, all others as text.
 *
 * @param configured names of the headers that the configuration adds to every request
 */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redact: Redact,
  configured: readonly string[],
): Record<string, string> {
  const ours = new Set(configured.map((name) => name.toLowerCase()));
  const shown = (name: string, value: string): string => {
    const lower = name.toLowerCase();
    if (ours.has(lower)) return redactedHeader(lower);
    return sensitive.has(lower) ? "[redacted]" : redact(value);
  };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, shown(name, value)]),
  );
}
