import { looksLikeKey } from "./key-like.ts";
import type { MemberMistake, MemberPath } from "./member-path.ts";

/** Member names that suggest a key, without their separators. */
const suspicious = new Set(["key", "apikey", "token", "secret", "password", "bearer"]);

const hint =
  "Keys come from the environment only: AGGREGATOR_API_KEY, NEWS_API_KEY, AGGREGATOR_REVOKED_KEY, NEWS_REVOKED_KEY.";

/**
 * Finds keys in a file. Keys come from the environment only, since a file is committed, copied and shown.
 * The result has the place of each and never its value.
 */
export function secretMistakes(value: unknown, path: MemberPath = []): readonly MemberMistake[] {
  if (typeof value === "string") {
    return looksLikeKey(value) ? [{ path, what: " looks like an API key", hint }] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => secretMistakes(entry, [...path, index]));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = [...path, name];
    if (looksLikeKey(name))
      return [{ path: here, what: ": this name looks like an API key", hint }];
    if (suspicious.has(normalised(name)) && !isHeaders(path)) {
      return [{ path: here, what: " must not contain a key", hint }];
    }
    return secretMistakes(inner, here);
  });
}

/** A gateway may need a header of any name; its value is a template. */
function isHeaders(path: MemberPath): boolean {
  return path.join(".") === "network.headers";
}

function normalised(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}
