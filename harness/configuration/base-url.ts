import { parseUrl } from "../../contracts/parse-url.ts";
import { withoutTrailingSlashes } from "../../contracts/without-trailing-slashes.ts";
import { UsageError } from "../settings/usage-error.ts";
import { refuseKeyLike } from "./key-in-url.ts";
import { refusePlaceholderInUrl } from "./placeholder.ts";

/**
 * A base URL without its trailing slash.
 *
 * @param source where it comes from, such as `--news-url`, for messages
 * @throws UsageError if it is not a plain http or https URL, or has a key in it
 */
export function parseBaseUrl(text: string, source: string): string {
  refusePlaceholderInUrl(text, source);
  refuseKeyLike(text, source);
  const url = parseUrl(text);
  if (url === null) {
    throw new UsageError(
      `${source} is not a URL`,
      "A base URL looks like https://staging.example/headlines.",
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new UsageError(`${source} must begin with http:// or https://`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      `${source} must not contain a user name or password`,
      "Put the credentials of a gateway into network.headers, with an environment variable in place of the secret.",
    );
  }
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(text)) {
    throw new UsageError(`${source} must not have a query or a fragment`);
  }
  return withoutTrailingSlashes(url.href);
}
