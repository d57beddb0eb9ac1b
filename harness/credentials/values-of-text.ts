import { unescapedText } from "../redaction/unescaped.ts";
import { looksOpaque, mayBePassword, namesCredential } from "./credentials.ts";
import { credentialsInText } from "./credentials-in-text.ts";
import { encodedValues, withoutSpaces, wrappedRuns } from "./encoded-values.ts";
import { type Findings, type Likelihood, strongest } from "./findings.ts";
import { type InflateRoom, inflated, inflateRoom, isGzip } from "./inflate.ts";
import { readJsonMembers } from "./json-members.ts";
import { readMarkup } from "./markup-values.ts";
import { readMultipart } from "./multipart.ts";
import { piecesOf } from "./pieces.ts";
import { textOfBytes } from "./text-of-bytes.ts";

/** A value may be a text in turn: JSON in base64 in a cookie. Each depth is read once at most. */
const deepest = 8;
/** Shorter texts have nothing in them that is searched for. */
const shortest = 6;

/** What may stand before JSON: a byte order mark, a guard against its use as a script, a call. */
const json =
  /^\s{0,100}(?:\)\]\}',?\s{0,10}|for\s?\(;;\);\s{0,10}|while\s?\(1\);\s{0,10}|(?:\/\*\*\/)?[\w.$]{1,100}\(\s{0,10})?[[{]\s{0,100}(?:["[\]{}\d-]|true|false|null)/;

/**
 * Reads every value with a name in a text: members of JSON, parameters of a form, a URL or a header, pairs
 * of a cookie, elements, parts, sentences, any of these compressed, in base64, escaped or percent-encoded, and within
 * each other. Its time is linear in the length of the text.
 *
 * @param within what the names around the text say
 */
export function readValues(text: string, within: Likelihood, to: Findings): void {
  readAt(text, within, to, { depth: 0, asForm: true, room: inflateRoom(text.length) });
}

interface Place {
  readonly depth: number;
  /** Whether a plus sign may be a space: the text is read in both ways, and what is in the second one once only. */
  readonly asForm: boolean;
  readonly room: InflateRoom;
}

/** Longer texts seldom occur again. */
const longestKnown = 256;
const mostKnown = 20_000;

/** What was read already, by who received what it has: the values of a recording occur in many of its responses. */
const known = new WeakMap<Findings, Set<string>>();

function readAt(text: string, within: Likelihood, to: Findings, place: Place): void {
  const { depth, asForm, room } = place;
  if (depth > deepest || text.length < shortest) return;
  if (text.length > longestKnown) {
    readFirst(text, within, to, place);
    return;
  }
  const read = known.get(to) ?? new Set();
  known.set(to, read);
  const key = `${depth} ${asForm} ${within} ${text}`;
  if (read.has(key)) return;
  const { attempts } = room;
  readFirst(text, within, to, place);
  // There may be more room for what it has in it next time.
  if (room.attempts === attempts && read.size < mostKnown) read.add(key);
}

function readFirst(text: string, within: Likelihood, to: Findings, place: Place): void {
  const { depth, room } = place;
  // Only one of the readers reads on in what it finds, so that each depth takes the time of one.
  const readOn: ReadOn = (value, around, asForm = place.asForm) =>
    readAt(value, around, to, { depth: depth + 1, asForm, room });
  const readEncoded = (value: string) => {
    let found = false;
    for (const one of encodedValues(value, room)) {
      found = true;
      readOn(one, within);
    }
    return found;
  };
  if (readCompressed(text, room, (plain) => readOn(plain, within))) return;
  if (json.test(text)) {
    readJsonMembers(text, within, to, readOn);
    return;
  }
  const unquoted = quotedText(text);
  if (unquoted !== null) {
    readOn(unquoted, within);
    return;
  }
  for (const value of credentialsInText(text)) to.add(value);
  if (text.includes(": ") || text.includes(":\t") || text.includes(" =") || text.includes("\t="))
    readLines(text, within, to);
  if (assigned.test(text)) readAssignments(text, within, to);
  readUserAndPassword(text, to);
  if (readMultipart(text, (name, value) => readNamed(name, value, within, to, readOn))) return;
  if (text.includes("<")) readMarkup(text, within, to);
  if (text.includes("{")) readJsonMembers(text, within, to, () => {});
  const plain = unescapedText(text);
  if (plain !== text) {
    readQuoted(text, within, to);
    readOn(plain, within);
    return;
  }
  const bare = withoutSpaces(text);
  if (bare !== null && readEncoded(bare)) return;
  if (text.includes("\n")) for (const run of wrappedRuns(text)) readEncoded(run);
  if (text.includes("=")) readPairs(text, 0, within, to, readOn, readEncoded);
  else readEnd(text, within, readOn, readEncoded);
}

/** What ends a text within a page or a program. */
const quotes = /(?<!\\)["'<>]/g;

/** JSON that is escaped within quotes, as in `<a data-page="{&quot;…&quot;}">`. */
function readQuoted(text: string, within: Likelihood, to: Findings): void {
  if (!text.includes("{")) return;
  for (const pieces of piecesOf(text, quotes)) {
    for (const piece of pieces) {
      if (piece.includes("{")) readJsonMembers(unescapedText(piece), within, to, () => {});
    }
  }
}

/** A text without names: percent-encoded, or with base64 in it. */
function readEnd(
  text: string,
  within: Likelihood,
  readOn: ReadOn,
  readEncoded: (text: string) => void,
): void {
  const plain = decodedComponent(text);
  if (plain !== text) readOn(plain, within);
  else readEncoded(text);
}

/** Bytes that a recorder wrote as characters. */
function readCompressed(text: string, room: InflateRoom, to: (plain: string) => void): boolean {
  const signs = Uint8Array.of(text.charCodeAt(0), text.charCodeAt(1));
  if (text.charCodeAt(0) > 0xff || !isGzip(signs)) return false;
  const bytes = inflated(Buffer.from(text, "latin1"), room);
  if (bytes === null) return false;
  to(textOfBytes(bytes, room, 1));
  return true;
}

/** The text that JSON consists of if it is one, or of an object as Python writes it; otherwise null. */
function quotedText(text: string): string | null {
  if (/^\s{0,100}[[{]\s{0,100}'/.test(text)) return text.replaceAll("'", '"');
  if (!text.startsWith('"') || !text.includes("\\")) return null;
  try {
    return String(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Of a header, of YAML or of a file of settings. What has more words is a sentence. */
const line =
  /^[\s>*-]{0,20}["']?([\w.-]{1,100})["']?(?::[ \t]{1,20}|[ \t]{1,20}=[ \t]{1,20})(?:(?:basic|bearer|token|apikey|negotiate)[ \t]{1,5})?(\S{8,})[ \t\r]{0,5}$/i;

function readLines(text: string, within: Likelihood, to: Findings): void {
  for (const lines of piecesOf(text, "\n")) {
    for (const one of lines) {
      const found = line.exec(one);
      const value = found?.[2]?.replaceAll(/["']/g, "") ?? "";
      const name = found?.[1] ?? "";
      if (namesCredential(name) !== "no" && mayBePassword(value)) to.named(name, value, within);
    }
  }
}

/** Of a program, in quotes: `{password: '…'}`, `token = "…"`, `settings["password"] = "…"`. */
const assigned = /[:=>]\s{0,10}["']/;
const assignment =
  /(?<![\w.-])([\w.-]{1,100})["']?\]?\s{0,10}(?::|=>?)\s{0,10}(["'])([^"'\s]{8,8192})\2/g;

function readAssignments(text: string, within: Likelihood, to: Findings): void {
  for (const [, name = "", , value = ""] of text.matchAll(assignment))
    if (namesCredential(name) !== "no" && mayBePassword(value)) to.named(name, value, within);
}

type ReadOn = (value: string, within: Likelihood, asForm?: boolean) => void;

function readNamed(
  name: string,
  value: string,
  within: Likelihood,
  to: Findings,
  readOn: ReadOn,
): void {
  to.named(name, value, within);
  readOn(value, strongest(within, namesCredential(name)));
}

/**
 * What separates pairs, the outermost first: lines, parameters of a form or URL, the URL's parts, cookies,
 * parameters of headers, what some gateways put into one parameter, and words.
 */
const separators = [/[\r\n]+/g, /&/g, /[?#]/g, /;/g, /,/g, /[~|]/g, /\s+/g] as const;
/** A value may contain what separates the parts within it, but neither lines nor parameters. */
const firstWithin = 2;

const pair = /^[\s"'<]{0,10}([\w.:%[\]@$-]{1,100})=/;

function readPairs(
  text: string,
  level: number,
  within: Likelihood,
  to: Findings,
  readOn: ReadOn,
  readEncoded: (text: string) => void,
): void {
  const name = text.includes("=") ? pair.exec(text) : null;
  const value = name === null ? "" : text.slice(name[0].length);
  const isLast = level === separators.length;
  const own = decodedComponent(name?.[1] ?? "");
  const likely = namesCredential(own);
  if (isLast ? name !== null : level >= firstWithin && likely !== "no") {
    for (const one of new Set([value, decodedComponent(value), decodedForm(value)])) {
      to.named(own, one.replaceAll('"', ""), isLast ? within : "no");
    }
  }
  if (isLast) {
    // What ends in equals signs is base64.
    if (name === null || value === "" || value === "=") {
      if (within !== "no" && looksOpaque(text)) to.add(text);
      readEnd(text, within, readOn, readEncoded);
      return;
    }
    const around = strongest(within, likely);
    readOn(decodedComponent(value), around);
    if (value.includes("+")) readOn(decodedForm(value), around, false);
    return;
  }
  const separator = separators[level];
  if (separator === undefined) return;
  for (const pieces of piecesOf(text, separator)) {
    for (const piece of pieces) {
      if (piece.length >= shortest) readPairs(piece, level + 1, within, to, readOn, readEncoded);
    }
  }
}

/** User and password of every URL in a text: `https://user:…@host`, `postgres://…`. */
function readUserAndPassword(text: string, to: Findings): void {
  if (!text.includes("@")) return;
  const authority = /[^/?#\s"'<>\\]{1,2000}/y;
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 3)) {
    authority.lastIndex = at + 3;
    const found = authority.exec(text)?.[0] ?? "";
    const end = found.lastIndexOf("@");
    if (end === -1) continue;
    const colon = found.slice(0, end).indexOf(":");
    const password = found.slice(colon + 1, end);
    for (const part of colon === -1 ? [password] : [found.slice(0, colon), password]) {
      to.add(part);
      to.add(decodedComponent(part));
    }
  }
}

/** Percent-decoded, if it can be. */
export function decodedComponent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** As in a form, where a space is a plus sign. */
function decodedForm(text: string): string {
  return decodedComponent(text.replaceAll("+", " "));
}
