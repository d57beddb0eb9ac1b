/** User and password in the base64 of HTTP Basic (RFC 7617), joined and each alone; none if it is something else. */
export function userAndPassword(base64: string): readonly string[] {
  const bytes = Buffer.from(base64, "base64");
  const utf8 = bytes.toString("utf8");
  const both = utf8.includes("\ufffd") ? bytes.toString("latin1") : utf8;
  // A password may contain colons, a user's name may not.
  const colon = both.indexOf(":");
  if (colon === -1 || /\p{Cc}/u.test(both)) return [];
  return [both, both.slice(0, colon), both.slice(colon + 1)];
}
