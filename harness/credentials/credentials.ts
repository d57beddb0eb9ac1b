/**
 * Words in the names of headers, parameters, cookies and members whose values grant access, in addition to those in
 * `strongEnds`.
 */
const strong = new Set([
  ...["authorization", "authentication", "bearer", "assertion", "passcode", "pwd", "otp"],
  ...["sid", "csrf", "xsrf", "cookie", "cookies", "psk", "mnemonic", "totp"],
  ...["pw", "cred", "creds", "jws", "jwe", "senha", "contrasena", "kennwort", "motdepasse"],
  ...["wachtwoord", "haslo", "lozinka", "parola", "passkey", "dsn"],
]);
/** Words that also name other things. */
const weak = new Set([
  ...["auth", "key", "keys", "ticket", "nonce", "pass", "pin", "sig", "mac", "session", "gate"],
  ...["code", "state", "sso", "saml", "samlresponse", "verifier", "challenge", "opaque"],
  ...["sign", "sgn", "oauth", "sas", "tok", "tkn", "tempauth", "rlkey", "pat", "private"],
  ...["magic", "otk", "ott", "onetime", "activation", "viewstate", "authenticity", "refresh"],
]);
/** Words after which a value says something about a credential: `token_type`, `expires`. */
const about = new Set(["type", "expires", "expiry", "expiration"]);
/** Words after which it mostly does, but also the credential itself may stand: `token_count`, `password_at`. */
const mostlyAbout = new Set(["in", "at", "count", "length"]);

/** What such words are made up of, with or without signs between: `api-key`, `accesstoken`. */
const compound =
  /(?:api|app|access|secret|master|priv|private|encryption|signing|auth|session|client)(?:key|token|secret)|(?:access|secret|private|signing|auth|session|client|api)id|connectionstring|seedphrase/;
/** A password in other letters: in Russian, Ukrainian, Chinese, Japanese and Korean. */
const strongElsewhere = /парол|密[码碼]|パスワード|비밀번호/i;

/** What a word of a name may be, or end in after the name of a product: `token`, `wstoken`, `PHPSESSID`. */
const strongEnds = [
  ...["token", "secret", "password", "passwd", "passphrase", "passwort", "credential", "jwt"],
  ...["sessid", "sessionid", "signature", "hmac", "apikey"],
] as const;

/** Last words of names that describe a credential, or how it is used, next to it. */
const describing = new Set([
  ...["realm", "domain", "algorithm", "alg", "qop", "nc", "charset", "stale", "headers", "method"],
  ...["uri", "url", "path", "host", "scope", "scopes", "grant", "issuer", "iss", "audience", "aud"],
  ...["kind", "format", "version", "status", "message", "error", "description", "title", "label"],
  ...["name", "comment"],
  ...["timestamp", "ts", "time", "date", "created", "updated", "issued", "used", "limit", "size"],
]);

/** What a longer name is for is said at its beginning or at its end. */
const longestName = 100;

function wordsOf(name: string): readonly string[] {
  return inAscii(shortened(name))
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== "");
}

function shortened(name: string): string {
  if (name.length <= longestName) return name;
  return `${name.slice(0, longestName / 2)} ${name.slice(-longestName / 2)}`;
}

/** Fullwidth letters and those with accents as the letters that they are. */
function inAscii(name: string): string {
  return /^[ -~]*$/.test(name) ? name : name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
}

/** Without the number of a version: `key2`, `secretv2`. */
function unnumbered(word: string): string {
  return word.replace(/v?\d{1,3}$/, "");
}

/** Also with a number, and in the plural: `password1`, `userpasswords`. */
function endsStrongly(word: string): boolean {
  const bare = unnumbered(word).replace(/s$/, "");
  return strongEnds.some((end) => bare.endsWith(end));
}

/**
 * Whether a name says that its value grants access: `X-Gateway-Token`, `client_secret`, `sessionId`,
 * `X-Amz-Signature`. `maybe`: it depends on the value, as for `key` and `code`.
 */
export function namesCredential(name: string): "yes" | "maybe" | "no" {
  if (name.length > longestName) return answerFor(name);
  const known = answers.get(name);
  if (known !== undefined) return known;
  const answer = answerFor(name);
  // A copy, since a part of a text would keep the whole text in memory.
  if (answers.size < mostAnswers)
    answers.set(Buffer.from(name, "utf16le").toString("utf16le"), answer);
  return answer;
}

/** Traffic has the same few names in every entry. */
const answers = new Map<string, "yes" | "maybe" | "no">();
const mostAnswers = 2_000;

function answerFor(name: string): "yes" | "maybe" | "no" {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (about.has(last)) return "no";
  const joined = words.join("");
  const isStrong =
    strongElsewhere.test(name) ||
    words.some((word) => strong.has(word) || endsStrongly(word)) ||
    compound.test(joined) ||
    endsStrongly(joined);
  if (mostlyAbout.has(last)) return isStrong ? "maybe" : "no";
  if (isStrong) return "yes";
  return words.some((word) => weak.has(unnumbered(word))) ? "maybe" : "no";
}

/** Whether a name next to a credential is that of something else: the realm, the time, who issued it. */
export function describesCredential(name: string): boolean {
  const last = wordsOf(name).at(-1) ?? "";
  return about.has(last) || mostlyAbout.has(last) || describing.has(last);
}

/** Shorter parts are mostly ordinary words and numbers. */
const shortestOpaque = 12;

/**
 * Whether a text looks made by a machine, and is long enough to grant access: base64, hexadecimal, a
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
  if (/^(?:\d{1,9}|[A-Za-z]{2}[-_][A-Za-z]{2})$/.test(text)) return true;
  return /^[A-Za-z]{1,15}$/.test(text) && !areRandomLetters(text);
}

/** Names in camel case have fewer: `isDarkModeOn`. */
const leastShortParts = 3;

/** Whether letters change their case more often than words do: `SplxlOBeZQQYbAQ`. */
function areRandomLetters(text: string): boolean {
  const parts = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return parts.filter(({ length }) => length <= 2).length >= leastShortParts;
}

/** Shorter values next to a credential are mostly ordinary words. */
const shortestPassword = 8;
/** A day or a time, a URL, a media type: what else occurs next to a credential. */
const noPassword = /^(?:\d{4}-\d\d|[A-Za-z]{2,20}:\/\/|[a-z]{4,11}\/[a-z])/;

/**
 * Whether a text that stands next to a credential may be one itself, however ordinary its words are:
 * `correct-horse-battery-staple`.
 */
export function mayBePassword(text: string): boolean {
  return (
    text.length >= shortestPassword &&
    !/\s/.test(text) &&
    !isOrdinary(text) &&
    !noPassword.test(text)
  );
}

/** Shorter ones are mostly words. */
const shortestCode = 16;

/**
 * Whether a parameter of a URL may be a code that is good for one time, which may be letters alone:
 * `code=SplxlOBeZQQYbYSWxSbIA`.
 */
export function looksLikeCode(text: string): boolean {
  return (
    text.length >= shortestCode &&
    !/[^A-Za-z]/.test(text) &&
    /[a-z]/.test(text) &&
    /[A-Z]/.test(text)
  );
}

/** Whether a text looks like such a code, and like no name in camel case: `InvalidAuthenticationHeader`. */
export function isRandomCode(text: string): boolean {
  return looksLikeCode(text) && areRandomLetters(text);
}

const oneTime = new Set(["otp", "totp", "passcode", "mfa"]);
/** Of a code that is good for one time. */
const oneTimeKinds = new Set(["sms", "2fa", "onetime", "verification", "confirmation", "security"]);

/** Whether the value of a name may be a few digits that are good for one time: `otp`, `sms_code`. */
export function namesOneTimeCode(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (oneTime.has(last)) return true;
  return last === "code" && words.some((word) => oneTime.has(word) || oneTimeKinds.has(word));
}
