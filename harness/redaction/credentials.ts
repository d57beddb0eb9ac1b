/** Words in the names of headers, parameters, cookies and members whose values open something. */
const telling = new Set([
  ...["auth", "authorization", "authentication", "authenticator", "credential", "credentials"],
  ...["key", "apikey", "token", "tokens", "jwt", "bearer", "assertion", "ticket", "otp", "nonce"],
  ...["secret", "secrets", "password", "passwd", "passphrase", "passcode", "pwd", "pass", "pin"],
  ...["signature", "sig", "hmac", "mac", "session", "sessionid", "sid", "csrf", "xsrf", "cookie"],
  ...["accesstoken", "refreshtoken", "idtoken", "authtoken", "clientsecret", "accesskey"],
  ...["secretkey", "privatekey", "gate"],
]);

/**
 * Whether a name says that its value opens something: `X-Gateway-Token`, `client_secret`, `sessionId`,
 * `X-Amz-Signature`.
 */
export function isCredentialName(name: string): boolean {
  const words = name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => telling.has(word));
}

/** Shorter parts are mostly ordinary words and numbers. */
const shortestOpaque = 12;

/**
 * Whether a text looks made by a machine, and is long enough to open something: base64, hexadecimal, a
 * UUID, a JWT or the like. Dates, versions, paths and names of hosts are not.
 */
export function looksOpaque(text: string): boolean {
  return text
    .split(/[^A-Za-z0-9+=]+/)
    .some((part) => part.length >= shortestOpaque && /\d/.test(part) && /[A-Za-z]/.test(part));
}
