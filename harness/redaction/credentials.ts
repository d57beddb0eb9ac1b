/** Words in the names of headers, parameters, cookies and members whose values open something. */
const strong = new Set([
  ...["authorization", "authentication", "credential", "credentials"],
  ...["token", "tokens", "jwt", "bearer", "assertion", "secret", "secrets"],
  ...["refreshtoken", "idtoken", "password", "passwd", "passphrase", "passcode", "pwd", "otp"],
  ...["signature", "hmac", "sid", "csrf", "xsrf", "cookie"],
]);
/** Words that also name other things. */
const weak = new Set([
  ...["auth", "key", "keys", "ticket", "nonce", "pass", "pin", "sig", "mac", "session", "gate"],
  ...["code", "state", "sso", "saml", "samlresponse", "verifier", "challenge", "opaque"],
]);
/** Words after which a value says something about a credential: `token_type`, `expires`. */
const about = new Set(["type", "expires", "expiry", "expiration", "in", "at", "count", "length"]);

/** What such words are made up of, with or without signs between: `api-key`, `accesstoken`. */
const compound = /(?:api|access|secret|private|signing|auth|session|client)(?:key|token|secret|id)/;

const longestName = 100;

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/**
 * Whether a name says that its value opens something: `X-Gateway-Token`, `client_secret`, `sessionId`,
 * `X-Amz-Signature`. `maybe`: it depends on the value, as for `key` and `code`.
 */
export function namesCredential(name: string): "yes" | "maybe" | "no" {
  if (name.length > longestName) return "no";
  const words = wordsOf(name);
  if (about.has(words.at(-1) ?? "")) return "no";
  if (words.some((word) => strong.has(word)) || compound.test(words.join(""))) return "yes";
  return words.some((word) => weak.has(word)) ? "maybe" : "no";
}

/** Shorter parts are mostly ordinary words and numbers. */
const shortestOpaque = 12;

/**
 * Whether a text looks made by a machine, and is long enough to open something: base64, hexadecimal, a
 * UUID, a JWT or the like. Dates, versions, paths and names of hosts are not.
 */
export function looksOpaque(text: string): boolean {
  if (text.length < shortestOpaque) return false;
  return text
    .split(/[^A-Za-z0-9+=]+/)
    .some((part) => part.length >= shortestOpaque && /\d/.test(part) && /[A-Za-z]/.test(part));
}

/** Whether a text is an ordinary word or a short number, which would be removed from every sentence. */
export function isOrdinary(text: string): boolean {
  return /^(?:[A-Za-z]{1,15}|\d{1,9}|[A-Za-z]{2}[-_][A-Za-z]{2})$/.test(text);
}
