import { isObject, type JsonObject, objectAt, textAt } from "../../contracts/json.ts";
import { isRandomCode, looksOpaque, namesCredential } from "../credentials/credentials.ts";
import { strongest } from "../credentials/findings.ts";
import {
  createFoundSecrets,
  type FoundSecrets,
  mostCharacters,
  mostSecrets,
} from "../credentials/found-secrets.ts";
import { inflateRoom } from "../credentials/inflate.ts";
import { readMembers } from "../credentials/json-members.ts";
import { tokensOfValue } from "../credentials/json-tokens.ts";
import { piecesOf } from "../credentials/pieces.ts";
import { textOfBytes } from "../credentials/text-of-bytes.ts";
import { decodedComponent, readValues } from "../credentials/values-of-text.ts";
import { betweenNewCookies } from "../http/cookie-jar.ts";
import { createRedactor, type Redact, type Secret } from "../secrets/redaction.ts";
import { UsageError } from "../settings/usage-error.ts";
import { decodedBody, type RecordedBytes, recordedBytes } from "./har-entry.ts";
import { namedValues } from "./named-values.ts";
import { otherMembers } from "./other-members.ts";
import { isShownHeader } from "./shown-headers.ts";

const placeholder = "[redacted key]";
/** The encodings of more would take too much memory; those of longer ones are decoded where they are. */
const mostWithEncodings = 500;
const mostCharactersWithEncodings = 100_000;

/**
 * Everything in recorded traffic that may grant access: the values of headers and parameters for
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
      readMembers(tokensOfValue(otherMembers(entry)), "no", found, (text, within) => {
        readValues(text, within, found);
        lookAtLines(text, found);
      });
      const redirect = textAt(response, "redirectURL");
      if (redirect !== null) addOpaqueParts(redirect, found);
      for (const message of [request, response]) lookAtHeaders(message, found);
      lookAtPairs(request.queryString, found);
      lookAtPairs(objectAt(request, "postData").params, found);
      const body = recordedBytes(response);
      if (body?.coding !== undefined) readValues(await textOf(body), "no", found);
      else if (body !== null) readValues(bodyText(body.bytes), "no", found);
    },
    redactor(known) {
      if (found.isTooMuch()) {
        throw new UsageError(
          `the traffic contains more than ${mostSecrets} different credentials and cookies, or more than ${mostCharacters / 1_000_000} million characters of them`,
          "Record a shorter time or only the hosts of the service, or split the recording into several files.",
        );
      }
      const encoded = withEncodings([...found.values.keys()]);
      const secrets = [...found.values]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(
          ([value, goesOn]): Secret => ({
            value,
            placeholder,
            ...(goesOn && { goesOn }),
            ...(!encoded.has(value) && { encodings: false }),
          }),
        );
      const redact = createRedactor([...known, ...secrets]);
      // Specification: Authentication, 3.
      return (text) => redact(text).replace(/(?<![A-Za-z0-9])bk_[\w-]{4}[\w-]*/g, placeholder);
    },
  };
}

/** The values whose encodings are searched for: the shortest, since what a short text encodes is not decoded. */
function withEncodings(values: readonly string[]): ReadonlySet<string> {
  const encoded = new Set<string>();
  let characters = 0;
  for (const value of values.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    characters += value.length;
    if (encoded.size === mostWithEncodings || characters > mostCharactersWithEncodings) break;
    encoded.add(value);
  }
  return encoded;
}

/** As it is judged and shown; nothing of one that is too large for that. */
async function textOf(body: RecordedBytes): Promise<string> {
  const decoded = await decodedBody(body);
  return decoded === "too-large" ? "" : bodyText(decoded);
}

function bodyText(bytes: Uint8Array): string {
  return textOfBytes(bytes, inflateRoom(bytes.length));
}

function lookAtHeaders(message: JsonObject, found: FoundSecrets): void {
  for (const { name, value } of namedValues(message.cookies)) addCookie(`${name}=${value}`, found);
  for (const { name: given, value } of namedValues(message.headers)) {
    const name = given.trim().toLowerCase();
    if (name === "cookie") addCookies(value, ";", found);
    else if (name === "set-cookie") addCookies(value, betweenNewCookies, found);
    // `:path` is a part of the URL.
    else if (name.startsWith(":")) readValues(value, "no", found);
    else lookAtHeader(name, value.trim(), found);
  }
}

function lookAtHeader(name: string, value: string, found: FoundSecrets): void {
  const own = namesCredential(name);
  const isMade = looksOpaque(value) || isRandomCode(value);
  const isHidden = !isShownHeader(name) && (own !== "no" || isMade);
  if (isHidden) found.credential(value);
  else found.named(name, value, "no");
  readValues(value, isHidden ? strongest(own, "maybe") : own, found);
  if (name === "location") addOpaqueParts(value, found);
}

/** A cookie may grant access under any name, and without one. */
function addCookie(text: string, found: FoundSecrets): void {
  const equals = text.indexOf("=");
  const value = text.slice(equals + 1).replaceAll('"', "");
  const decoded = decodedComponent(value);
  found.add(value);
  found.add(decoded);
  if (equals !== -1) found.named(text.slice(0, equals).trim(), decoded, "no");
  // With a prefix and a signature: `s:….…`.
  for (const part of decoded.length > longestUrl ? [] : decoded.split(/[.:|,~!\s]+/))
    if (looksOpaque(part)) found.add(part);
  // With its quotes, if it is JSON.
  readValues(decodedComponent(text.slice(equals + 1).trim()), "maybe", found);
}

/** Each without its attributes. */
function addCookies(value: string, separator: RegExp | string, found: FoundSecrets): void {
  for (const cookies of piecesOf(value, separator)) {
    for (const cookie of cookies) addCookie(cookie.slice(0, cookie.search(/;|$/)), found);
  }
}

const cookieLine = /^[ \t]{0,10}(set-)?cookie[ \t]{0,10}:/i;

/** The cookies of a message as it was sent. */
function lookAtLines(text: string, found: FoundSecrets): void {
  for (const lines of piecesOf(text, "\n")) {
    for (const line of lines) {
      const begin = cookieLine.exec(line);
      if (begin === null) continue;
      const separator = begin[1] === undefined ? ";" : betweenNewCookies;
      addCookies(line.slice(begin[0].length), separator, found);
    }
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

function lookAtPairs(list: unknown, found: FoundSecrets): void {
  for (const { name, value } of namedValues(list)) {
    found.named(name, value, "no");
    readValues(value, namesCredential(name), found);
  }
}
