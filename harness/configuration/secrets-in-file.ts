import { memberPath } from "./member-path.ts";
import { UsageError } from "./usage-error.ts";

/** Names of members under which people put keys, without their separators. */
const suspicious = new Set(["key", "apikey", "token", "secret", "password", "bearer"]);

/** What a key of this service looks like, at the beginning of a text or as a word in it. */
const keyLike = /(^|[\s=:"'])bk_[^\s"']*/g;

/** The text without anything that looks like a key. */
export function withoutSecrets(text: string): string {
  return text.replace(keyLike, "$1[redacted]");
}

function looksLikeKey(text: string): boolean {
  return text.startsWith("bk_") || /[\s=:"']bk_[A-Za-z0-9_-]{6}/.test(text);
}

/**
 * Keys come from the environment only: a file is committed, copied and shown. Says where one stands,
 * and never its value.
 *
 * @throws UsageError for the first one
 */
export function refuseSecrets(file: string, content: unknown): void {
  visit(file, content, []);
}

function visit(file: string, value: unknown, path: readonly (string | number)[]): void {
  if (typeof value === "string" && looksLikeKey(value)) {
    refuse(file, `${memberPath(path)} looks like an API key`);
  }
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) visit(file, entry, [...path, index]);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (looksLikeKey(name)) refuse(file, `a name in ${memberPath(path)} looks like an API key`);
      if (suspicious.has(normalised(name)) && !isHeaders(path)) {
        refuse(file, `${memberPath([...path, name])} is no place for a key`);
      }
      visit(file, inner, [...path, name]);
    }
  }
}

/** A gate may want a header of any name; its value is a template. */
function isHeaders(path: readonly (string | number)[]): boolean {
  return path.join(".") === "network.headers";
}

function normalised(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

function refuse(file: string, message: string): never {
  throw new UsageError(
    `${file}: ${message}`,
    "Keys come from the environment only: AGGREGATOR_API_KEY, NEWS_API_KEY, AGGREGATOR_REVOKED_KEY, NEWS_REVOKED_KEY.",
  );
}
