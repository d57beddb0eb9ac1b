import { parseUrl } from "../../contracts/parse-url.ts";
/** A base URL may contain the user and password of a gateway, which must not be published. */
export function withoutUser(baseUrl: string | null): string | null {
  const url = baseUrl?.includes("@") ? parseUrl(baseUrl) : null;
  if (url === null) return baseUrl;
  url.username = "";
  url.password = "";
  return url.href;
}
