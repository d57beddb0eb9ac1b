import { isObject, listAt, objectAt, textAt } from "../../contracts/json.ts";
import { UsageError } from "../configuration/usage-error.ts";
import { createRedactor, type Redact, type Secret } from "../exchanges/redaction.ts";
import { isOrdinary, looksOpaque, namesCredential } from "../redaction/credentials.ts";
import { minSecretLength } from "../redaction/secret-forms.ts";
import { headersOf } from "./har-entry.ts";
import { isShownHeader } from "./shown-headers.ts";

const placeholder = "[redacted key]";
/** So many different ones are in the traffic of a few thousand users. */
const mostSecrets = 20_000;
/** The encodings of more would take too much memory. */
const mostWithEncodings = 500;
/** Longer values are documents rather than credentials. */
const longestSecret = 8_192;
const deepestBody = 200;

/** A placeholder in a recording is not a key. */
const isPlaceholder = (value: string) => value.startsWith("$") || value.startsWith("[redacted");

/**
 * Everything in recorded traffic that may open something: the values of headers and parameters for
 * credentials, of every cookie, and of members for credentials in bodies.
 */
export interface HarSecrets {
  /** Takes an entry into account, even if it belongs to another service. */
  look(entry: unknown): void;
  /**
   * Removes these values from a text, and anything else that looks like a key of the service.
   * @throws UsageError if there are too many
   */
  redactor(known: readonly Secret[]): Redact;
}

export function createHarSecrets(): HarSecrets {
  const found = new Set<string>();
  const add = (value: string) => {
    const text = value.trim();
    if (text.length < minSecretLength || text.length > longestSecret) return;
    if (!isPlaceholder(text) && !isOrdinary(text)) found.add(text);
  };
  const addNamed = (name: string, value: string) => {
    const answer = namesCredential(name);
    if (answer === "yes" || (answer === "maybe" && looksOpaque(value))) addCredential(value, add);
  };
  return {
    look(entry) {
      if (!isObject(entry)) return;
      const request = objectAt(entry, "request");
      const response = objectAt(entry, "response");
      addUrl(textAt(request, "url"), addNamed, add);
      addUrl(textAt(response, "redirectURL"), addNamed, add);
      for (const message of [request, response]) {
        for (const { name, value } of namedValues(message, "cookies")) addCookie(name, value, add);
        for (const [name, value] of Object.entries(headersOf(message))) {
          if (name === "cookie") for (const one of value.split(";")) addPair(one, addCookie, add);
          else if (name === "set-cookie") addSetCookie(value, add);
          else if (isShownHeader(name)) addNamed(name, value);
          else if (namesCredential(name) !== "no" || looksOpaque(value)) addCredential(value, add);
          if (urlHeaders.has(name)) addUrl(value, addNamed, add);
          if (name === "location") addOpaqueParts(value, add);
        }
      }
      for (const { name, value } of namedValues(request, "queryString")) addNamed(name, value);
      const post = objectAt(request, "postData");
      for (const { name, value } of namedValues(post, "params")) addNamed(name, value);
      addBody(textAt(post, "text"), addNamed);
      const content = objectAt(response, "content");
      const text = textAt(content, "text");
      const isBase64 = textAt(content, "encoding")?.toLowerCase() === "base64";
      addBody(isBase64 && text !== null ? Buffer.from(text, "base64").toString() : text, addNamed);
    },
    redactor(known) {
      if (found.size > mostSecrets) {
        throw new UsageError(
          `the traffic contains more than ${mostSecrets} different credentials and cookies`,
          "Record a shorter time or only the hosts of the service, or split the recording into several files.",
        );
      }
      const isMany = found.size > mostWithEncodings;
      const secrets = [...found]
        .sort()
        .map((value): Secret => ({ value, placeholder, ...(isMany && { encodings: false }) }));
      const redact = createRedactor([...known, ...secrets]);
      // Specification: Authentication, 3.
      return (text) => redact(text).replace(/\bbk_[\w-]{4,}/g, placeholder);
    },
  };
}

const urlHeaders = new Set(["location", "content-location", "referer", "link", "refresh"]);

type Add = (value: string) => void;
type AddNamed = (name: string, value: string) => void;

/** The credential in a header, also if several are listed or a scheme stands before it. */
function addCredential(value: string, add: Add): void {
  if (value.length > longestSecret) return;
  add(value);
  for (const sent of value.split(",")) {
    const [scheme = "", ...rest] = sent.trim().split(/\s+/);
    if (rest.length === 0) continue;
    // Such as `Digest username="…", response="…"`.
    for (const part of rest) add(part.slice(part.indexOf("=") + 1).replaceAll('"', ""));
    add(rest.join(" "));
    if (scheme.toLowerCase() !== "basic") continue;
    for (const part of Buffer.from(rest.join(""), "base64").toString("utf8").split(":")) add(part);
  }
}

function addCookie(_name: string, value: string, add: Add): void {
  add(value);
  add(decoded(value));
}

/** A `name=value` text. */
function addPair(
  text: string,
  to: (name: string, value: string, add: Add) => void,
  add: Add,
): void {
  const equals = text.indexOf("=");
  if (equals > 0) to(text.slice(0, equals).trim(), text.slice(equals + 1).replaceAll('"', ""), add);
}

/** Several may be joined with commas, which dates contain as well. */
function addSetCookie(value: string, add: Add): void {
  for (const cookie of value.split(/,(?=[^;,=]{1,256}=)|\n/))
    addPair(cookie.split(";")[0] ?? "", addCookie, add);
}

/** Credentials of a URL: user and password, query, and the parameters that a fragment may contain. */
function addUrl(text: string | null, addNamed: AddNamed, add: Add): void {
  if (text === null) return;
  const url = URL.canParse(text, "https://any.example")
    ? new URL(text, "https://any.example")
    : null;
  if (url === null) return;
  for (const part of [url.username, url.password]) add(decoded(part));
  for (const pairs of [url.searchParams, new URLSearchParams(url.hash.slice(1))]) {
    for (const [name, value] of pairs) addNamed(name, value);
  }
}

/** Whatever a redirect hands over in its URL, under any name. */
function addOpaqueParts(text: string, add: Add): void {
  for (const part of text.slice(0, longestSecret).split(/[/?#&=;,\s]+/)) {
    if (looksOpaque(part)) {
      add(part);
      add(decoded(part));
    }
  }
}

/** Members of JSON, or parameters of a form. */
function addBody(text: string | null, addNamed: AddNamed): void {
  if (text === null || text === "") return;
  const parsed = parsedJson(text);
  if (parsed !== undefined) addMembers(parsed, addNamed, 0);
  else if (/^[\w.%+[\]-]{1,100}=/.test(text))
    for (const [name, value] of new URLSearchParams(text)) addNamed(name, value);
}

function parsedJson(text: string): unknown {
  if (!/^\s{0,100}[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function addMembers(value: unknown, addNamed: AddNamed, depth: number): void {
  if (typeof value !== "object" || value === null || depth > deepestBody) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "string") addNamed(name, inner);
    else addMembers(inner, addNamed, depth + 1);
  }
}

function namedValues(holder: unknown, list: string): readonly { name: string; value: string }[] {
  if (!isObject(holder)) return [];
  return listAt(holder, list).flatMap((one) => {
    const name = isObject(one) ? textAt(one, "name") : null;
    const value = isObject(one) ? textAt(one, "value") : null;
    return name === null || value === null ? [] : [{ name, value }];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
