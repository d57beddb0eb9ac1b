/** A base URL may contain the user and password of a gateway, which must not be published. */
export function withoutUser(baseUrl: string | null): string | null {
  if (baseUrl === null || !baseUrl.includes("@") || !URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  url.username = "";
  url.password = "";
  return url.href;
}
