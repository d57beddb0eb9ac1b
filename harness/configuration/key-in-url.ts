import { type Mistake, UsageError } from "../settings/usage-error.ts";
import { looksLikeKey } from "./key-like.ts";

/** @param source where the URL comes from, such as `--news-url` */
export function keyInUrl(source: string): Mistake {
  return {
    message: `${source} contains a key, which would appear in everything that is written about the run`,
    hint: "Keys are sent in headers only. Use a URL without one.",
  };
}

/**
 * Refuses a URL with what looks like a key of this service, whether or not it is one of the environment.
 *
 * @throws UsageError
 */
export function refuseKeyLike(url: string, source: string): void {
  if (!looksLikeKey(url)) return;
  const { message, hint } = keyInUrl(source);
  throw new UsageError(message, hint);
}
