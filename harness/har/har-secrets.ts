import { isObject, type JsonObject, listAt, objectAt, textAt } from "../../contracts/json.ts";
import { UsageError } from "../configuration/usage-error.ts";
import { createRedactor, type Redact, type Secret } from "../exchanges/redaction.ts";
import { looksOpaque, namesCredential } from "../redaction/credentials.ts";
import { strongest } from "./findings.ts";
import {
  createFoundSecrets,
  type FoundSecrets,
  mostCharacters,
  mostSecrets,
} from "./found-secrets.ts";
import { decodedBody, headersOf, type RecordedBytes, recordedBytes } from "./har-entry.ts";
import { piecesOf } from "./pieces.ts";
import { isShownHeader } from "./shown-headers.ts";
import { decodedComponent, readValues } from "./values-of-text.ts";

const placeholder = "[redacted key]";
/** The encodings of more would take too much memory. */
const mostWithEncodings = 500;
const mostCharactersWithEncodings = 100_000;

/**
 * Everything in recorded traffic that may open something: the values of headers and parameters for
 * credentials, of every cookie, and of members for credentials in bodies.
 */
export interface HarSecrets {
  /** Takes an entry into account, even if it belongs to another service. */
  look(entry: unknown): Promise<void>;
  /**
   * Removes these values from a text, and anything else that looks like a key of the service.
   * @throws UsageError if there are too many
   */
  redactor(known: readonly Secret[]): Redact;
}

export function createHarSecrets(): HarSecrets {
  const found = createFoundSecrets();
  return {
    async look(entry) {
      if (!isObject(entry)) return;
      const request = objectAt(entry, "request");
      const response = objectAt(entry, "response");
      for (const one of [entry, request, response]) read(textAt(one, "comment"), found);
      read(textAt(response, "statusText"), found);
      read(textAt(request, "url"), found);
      read(textAt(response, "redirectURL"), found);
      for (const message of [request, response]) lookAtHeaders(message, found);
      lookAtPairs(request, "queryString", found);
      const post = objectAt(request, "postData");
      lookAtPairs(post, "params", found);
      read(textAt(post, "text"), found);
      const body = recordedBytes(response);
      if (body?.coding !== undefined) read(await textOf(body), found);
      else if (body !== null) read(decodedText(body.bytes), found);
    },
    redactor(known) {
      if (found.isTooMuch()) {
        throw new UsageError(
          `the traffic contains more than ${mostSecrets} different credentials and cookies, or more than ${mostCharacters / 1_000_000} million characters of them`,
          "Record a shorter time or only the hosts of the service, or split the recording into several files.",
        );
      }
      const isMany =
        found.values.size > mostWithEncodings || found.characters() > mostCharactersWithEncodings;
      const secrets = [...found.values]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(
          ([value, goesOn]): Secret => ({
            value,
            placeholder,
            ...(goesOn && { goesOn }),
            ...(isMany && { encodings: false }),
          }),
        );
      const redact = createRedactor([...known, ...secrets]);
      // Specification: Authentication, 3.
      return (text) => redact(text).replace(/\bbk_[\w-]{4,}/g, placeholder);
    },
  };
}

function read(text: string | null, found: FoundSecrets): void {
  if (text !== null) readValues(text, "no", found);
}

/** As it is judged and shown; nothing of one that is too large for that. */
async function textOf(body: RecordedBytes): Promise<string> {
  const decoded = await decodedBody(body);
  return decoded === "too-large" ? "" : decodedText(decoded);
}

/** In UTF-8, or in UTF-16 if it begins as that. */
function decodedText(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(bytes);
}

function lookAtHeaders(message: JsonObject, found: FoundSecrets): void {
  for (const { name, value } of namedValues(message, "cookies"))
    addCookie(`${name}=${value}`, found);
  for (const [name, value] of Object.entries(headersOf(message))) {
    if (name === "cookie") addCookies(value, ";", found);
    else if (name === "set-cookie") addCookies(value, betweenNewCookies, found);
    else lookAtHeader(name, value, found);
  }
}

function lookAtHeader(name: string, value: string, found: FoundSecrets): void {
  const own = namesCredential(name);
  const isHidden = !isShownHeader(name) && (own !== "no" || looksOpaque(value));
  if (isHidden) found.credential(value);
  else found.named(name, value, "no");
  readValues(value, isHidden ? strongest(own, "maybe") : own, found);
  if (name === "location") addOpaqueParts(value, found);
}

/** A cookie opens something under any name, and without one. */
function addCookie(text: string, found: FoundSecrets): void {
  const equals = text.indexOf("=");
  const value = text.slice(equals + 1).replaceAll('"', "");
  const decoded = decodedComponent(value);
  found.add(value);
  found.add(decoded);
  // With its quotes, if it is JSON.
  readValues(decodedComponent(text.slice(equals + 1).trim()), "maybe", found);
}

/** Several may be joined with commas, which dates contain as well. */
const betweenNewCookies = /,(?=[^;,=]{1,256}=)|\n/g;

/** Each without its attributes. */
function addCookies(value: string, separator: RegExp | string, found: FoundSecrets): void {
  for (const cookies of piecesOf(value, separator)) {
    for (const cookie of cookies) addCookie(cookie.slice(0, cookie.search(/;|$/)), found);
  }
}

/** The beginning of a URL that is looked at more closely. */
const longestUrl = 8_192;

/** Whatever a redirect hands over in its URL, under any name. */
function addOpaqueParts(text: string, found: FoundSecrets): void {
  for (const part of text.slice(0, longestUrl).split(/[/?#&=;,\s]+/)) {
    if (!looksOpaque(part)) continue;
    found.add(part);
    found.add(decodedComponent(part));
  }
}

function lookAtPairs(holder: JsonObject, list: string, found: FoundSecrets): void {
  for (const { name, value } of namedValues(holder, list)) {
    found.named(name, value, "no");
    readValues(value, namesCredential(name), found);
  }
}

function namedValues(
  holder: JsonObject,
  list: string,
): readonly { readonly name: string; readonly value: string }[] {
  return listAt(holder, list).flatMap((one) => {
    const name = isObject(one) ? textAt(one, "name") : null;
    const value = isObject(one) ? textAt(one, "value") : null;
    return name === null || value === null ? [] : [{ name, value }];
  });
}
