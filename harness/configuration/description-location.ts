import { isAbsolute, resolve } from "node:path";
import { parseUrl } from "../../contracts/parse-url.ts";
import { UsageError } from "../settings/usage-error.ts";
import { refuseKeyLike } from "./key-in-url.ts";

/**
 * The location of a description: an http or https URL, or the absolute path of a file.
 *
 * @param source where it comes from, such as `--openapi-news`, for messages
 * @param folder base of relative paths
 * @throws UsageError for a URL of another scheme, or one that contains a secret
 */
export function parseDescriptionLocation(text: string, source: string, folder: string): string {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || isAbsolute(text)) {
    if (text.trim() === "") throw new UsageError(`${source} must not be empty`);
    return resolve(folder, text);
  }
  const url = parseUrl(text);
  if ((scheme !== "http" && scheme !== "https") || url === null) {
    throw new UsageError(`${source} must be a file, or a URL that begins with http:// or https://`);
  }
  refuseKeyLike(text, source);
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      `${source} must not contain a user name or password`,
      "Put the credentials of a gateway into network.headers, with an environment variable in place of the secret.",
    );
  }
  return url.href;
}
