import { isObject, listAt, objectAt, textAt } from "../../contracts/json.ts";
import { UsageError } from "../configuration/usage-error.ts";
import { createRedactor, type Redact, type Secret } from "../exchanges/redaction.ts";
import { isOrdinary, looksOpaque, namesCredential } from "../redaction/credentials.ts";
import { minSecretLength } from "../redaction/secret-forms.ts";
import { credentialsInText } from "./credentials-in-text.ts";
import { headersOf } from "./har-entry.ts";
import { isShownHeader } from "./shown-headers.ts";

const placeholder = "[redacted key]";
/** So many different ones are in the traffic of a few thousand users. */
const mostSecrets = 20_000;
/** The characters of all of them; searching for one takes about 50 bytes of memory. */
const mostCharacters = 4_000_000;
/** The encodings of more would take too much memory. */
const mostWithEncodings = 500;
const mostCharactersWithEncodings = 100_000;
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
  let characters = 0;
  const isTooMuch = () => found.size > mostSecrets || characters > mostCharacters;
  const add = (value: string) => {
    const text = value.trim();
    if (text.length < minSecretLength || text.length > longestSecret) return;
    if (isPlaceholder(text) || isOrdinary(text) || found.has(text) || isTooMuch()) return;
    // A copy, since a part of a text would keep the whole text in memory.
    found.add(Buffer.from(text, "utf16le").toString("utf16le"));
    characters += text.length;
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
      for (const one of [entry, request, response]) addText(textAt(one, "comment") ?? "", add);
      addText(textAt(response, "statusText") ?? "", add);
      addUrl(textAt(request, "url"), addNamed, add);
      addUrl(textAt(response, "redirectURL"), addNamed, add);
      for (const message of [request, response]) {
        for (const { name, value } of namedValues(message, "cookies")) addCookie(name, value, add);
        for (const [name, value] of Object.entries(headersOf(message))) {
          if (name === "cookie") for (const one of value.split(";")) addPair(one, addCookie, add);
          else if (name === "set-cookie") addSetCookie(value, add);
          else if (isShownHeader(name)) {
            addNamed(name, value);
            addText(value, add);
          } else if (namesCredential(name) !== "no" || looksOpaque(value))
            addCredential(value, add);
          if (urlHeaders.has(name)) addUrl(value, addNamed, add);
          if (name === "location") addOpaqueParts(value, add);
        }
      }
      for (const { name, value } of namedValues(request, "queryString")) addNamed(name, value);
      const post = objectAt(request, "postData");
      for (const { name, value } of namedValues(post, "params")) addNamed(name, value);
      addBody(textAt(post, "text"), addNamed, add);
      const content = objectAt(response, "content");
      const text = textAt(content, "text");
      const isBase64 = textAt(content, "encoding")?.toLowerCase() === "base64";
      const body = isBase64 && text !== null ? Buffer.from(text, "base64").toString() : text;
      addBody(body, addNamed, add);
    },
    redactor(known) {
      if (isTooMuch()) {
        throw new UsageError(
          `the traffic contains more than ${mostSecrets} different credentials and cookies, or more than ${mostCharacters / 1_000_000} million characters of them`,
          "Record a shorter time or only the hosts of the service, or split the recording into several files.",
        );
      }
      const isMany = found.size > mostWithEncodings || characters > mostCharactersWithEncodings;
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

function addText(text: string, add: Add): void {
  for (const value of credentialsInText(text)) add(value);
}

/** Members of JSON, parameters of a form, or any other text. */
function addBody(text: string | null, addNamed: AddNamed, add: Add): void {
  if (text === null || text === "") return;
  const parsed = parsedJson(text);
  if (parsed !== undefined) addMembers(parsed, "", { addNamed, add }, 0);
  else {
    if (/^[\w.%+[\]-]{1,100}=/.test(text))
      for (const [name, value] of new URLSearchParams(text)) addNamed(name, value);
    addText(text, add);
  }
}

function parsedJson(text: string): unknown {
  if (!/^\s{0,100}[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param within the nearest name that says that its value opens something; empty if none does */
function addMembers(
  value: unknown,
  within: string,
  to: { readonly addNamed: AddNamed; readonly add: Add },
  depth: number,
): void {
  if (depth > deepestBody) return;
  if (typeof value === "string") {
    // A list of tokens, or an object with a token and what belongs to it.
    if (within !== "" && looksOpaque(value)) to.addNamed(within, value);
    const inner = parsedJson(value);
    if (inner === undefined) addText(value, to.add);
    else addMembers(inner, within, to, depth + 1);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === "string") to.addNamed(name, inner);
      addMembers(inner, namesCredential(name) === "no" ? within : name, to, depth + 1);
    }
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
