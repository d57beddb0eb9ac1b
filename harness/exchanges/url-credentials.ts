import { isUrl } from "../configuration/description-location.ts";
import { looksLikeCode, looksOpaque, namesCredential } from "../redaction/credentials.ts";

/**
 * The values in a URL that grant access, such as a signature or the token of a file that is not public: of the
 * parameters whose names say so.
 * @param location a URL, or the path of a file, which has none
 */
export function credentialsInUrl(location: string | null): readonly string[] {
  if (location === null || !isUrl(location) || !URL.canParse(location)) return [];
  return [...new URL(location).searchParams]
    .filter(([name, value]) => {
      const named = namesCredential(name);
      return named === "yes" || (named === "maybe" && (looksOpaque(value) || looksLikeCode(value)));
    })
    .map(([, value]) => value);
}
