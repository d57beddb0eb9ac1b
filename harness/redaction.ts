import { surfaces } from "../contracts/words.ts";
import type { Configuration, Keys } from "./configuration/types.ts";
import { keyVariable } from "./key-names.ts";
import { percentEncode, redactedHeader } from "./request.ts";

export interface Secret {
  readonly value: string;
  /** What is shown in its place, such as `$AGGREGATOR_API_KEY`. */
  readonly placeholder: string;
}

export type Redact = (text: string) => string;

/**
 * Shorter values are too likely to be ordinary words: in text they are left alone, as headers they
 * are redacted by name.
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
        secrets.push({ value, placeholder: `$${keyVariable(surface, key, revoke)}` });
      }
    }
  }
  for (const [name, value] of Object.entries(configuration.network.headers)) {
    secrets.push({ value, placeholder: redactedHeader(name) });
  }
  return secrets;
}

/**
 * A function that replaces every occurrence of every secret: plain, percent-encoded, escaped as in
 * JSON or HTML, in base64 (alone or as the beginning of something longer, such as `key:` in HTTP
 * Basic), in any letter case, the longest first. Whoever trims a text redacts it before, since half
 * a key is not recognised.
 */
export function createRedactor(secrets: readonly Secret[]): Redact {
  const patterns = new Map<string, string>();
  for (const { value, placeholder } of secrets) {
    if (value.length < minSecretLength) continue;
    for (const pattern of patternsOf(value)) {
      if (!patterns.has(pattern)) patterns.set(pattern, placeholder);
    }
  }
  if (patterns.size === 0) return (text) => text;
  const ordered = [...patterns].sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));
  const expression = new RegExp(ordered.map(([pattern]) => `(${pattern})`).join("|"), "gi");
  const placeholders = ordered.map(([, placeholder]) => placeholder);
  return (text) =>
    text.replace(expression, (matched, ...groups: unknown[]) => {
      const index = groups.indexOf(matched);
      return placeholders[index] ?? "[redacted]";
    });
}

/** Regular expressions, as text, of the forms in which a value may turn up. */
function patternsOf(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const forms = new Set([
    value,
    encodeURIComponent(value),
    encodeURI(value),
    percentEncode(value),
    encodeURIComponent(value).replaceAll("%20", "+"),
    json,
    json.replaceAll("/", "\\/"),
    JSON.stringify(json).slice(1, -1),
    asciiJson(json),
    asHtml(value),
  ]);
  return [...[...forms].map(literally), ...base64Patterns(value)];
}

/**
 * Base64 spells three bytes at a time, so the whole triples of the secret look the same whatever
 * follows it; the rest of the run is taken along, since it holds the secret's last bytes.
 */
function base64Patterns(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const triples = bytes.subarray(0, bytes.length - (bytes.length % 3));
  const heads = new Set([triples.toString("base64"), triples.toString("base64url")]);
  return [...heads].map((head) => `${literally(head)}[A-Za-z0-9+/_-]*={0,2}`);
}

function asciiJson(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function asHtml(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** Headers whose values are nobody's business, whoever sent them. */
const sensitive = new Set([
  "api-key",
  "x-api-key",
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
]);

/**
 * Headers as they may be shown: the values of those that carry credentials are gone by their names,
 * all others are redacted as text.
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
