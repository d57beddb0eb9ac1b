import { isAbsolute, resolve } from "node:path";
import { UsageError } from "./usage-error.ts";

/**
 * Where a description stands: an http or https URL, or the absolute path of a file.
 *
 * @param source where it comes from, such as `--openapi-news`, for messages
 * @param folder where a relative path begins
 * @throws UsageError where it is a URL of another kind, or one that holds a secret
 */
export function parseDescriptionLocation(text: string, source: string, folder: string): string {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || isAbsolute(text)) {
    if (text.trim() === "") throw new UsageError(`${source} must not be empty`);
    return resolve(folder, text);
  }
  if ((scheme !== "http" && scheme !== "https") || !URL.canParse(text)) {
    throw new UsageError(
      `${source} is neither a file nor a URL that begins with http:// or https://`,
    );
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      `${source} must not hold a user or a password`,
      "What a gate wants goes into network.headers, with a variable of the environment in place of the secret.",
    );
  }
  return url.href;
}

/** Whether a description has to be fetched. */
export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}
