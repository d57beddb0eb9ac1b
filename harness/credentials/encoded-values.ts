import { type InflateRoom, inflated } from "./inflate.ts";
import { piecesOf } from "./pieces.ts";
import { textOfBytes } from "./text-of-bytes.ts";

/** Shorter runs hold nothing that is searched for. */
const shortestRun = 12;
/** Shorter texts in them do not either. */
const shortestText = 7;
/** A name with its value, or a key of the service in either direction. */
const telling = /[=:]|bk_|_kb/i;
/** What compressed bytes begin with in base64. */
const gzip = "H4sI";
const mostGzips = 4;
/** Shorter texts are not worth compressing. */
const shortestDeflated = 40;

const run = /[\w+/-]+/g;

/**
 * The texts that a text contains in base64 or base64url, whatever precedes and follows it (`v1:…`, `data:…`, the
 * parts of a path): in UTF-8, or in another encoding around ASCII, or compressed. Together they are hardly longer than
 * the text, apart from what was compressed.
 */
export function* encodedValues(text: string, room: InflateRoom): Iterable<string> {
  if (text.length < shortestRun) return;
  for (const { 0: signs } of text.matchAll(run)) {
    // Words, numbers and hexadecimal are in one letter case.
    if (signs.length < shortestRun || !/[A-Z]/.test(signs) || !/[a-z]/.test(signs)) continue;
    const found = textsInRun(signs);
    yield* found;
    const characters = found.reduce((sum, { length }) => sum + length, 0);
    const isOther = 2 * characters < signs.length && signs.length >= text.length - 2;
    yield* compressedIn(signs, isOther, room);
  }
}

/** Where a byte begins depends on what precedes the run: of the four ways, those with the longest texts are taken. */
function textsInRun(signs: string): readonly string[] {
  const found: string[] = [];
  for (let alignment = 0; alignment < 4; alignment += 1) {
    const aligned = alignment === 0 ? signs : signs.slice(alignment);
    for (const one of textsIn(Buffer.from(aligned, "base64"))) found.push(one);
  }
  found.sort((a, b) => b.length - a.length);
  let left = signs.length;
  return found.filter(({ length }) => {
    left -= length;
    return left >= 0;
  });
}

function* compressedIn(signs: string, mayBeDeflated: boolean, room: InflateRoom): Iterable<string> {
  let at = signs.indexOf(gzip);
  for (let count = 0; at !== -1 && count < mostGzips; count += 1) {
    yield* textOf(Buffer.from(signs.slice(at), "base64"), room, false);
    at = signs.indexOf(gzip, at + 1);
  }
  if (mayBeDeflated && signs.length >= shortestDeflated && !signs.startsWith(gzip))
    yield* textOf(Buffer.from(signs, "base64"), room, true);
}

function* textOf(bytes: Buffer, room: InflateRoom, orRaw: boolean): Iterable<string> {
  const found = inflated(bytes, room, orRaw);
  if (found !== null) yield textOfBytes(found, room, 1);
}

const [other, ascii] = [0, 1];
const kinds = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13 ? ascii : other,
);
/** Wide encodings have as many beside a character that is ASCII. */
const mostNuls = 3;

/** Base64 that was encoded once more, which has no sign of a name or a value. */
function isEncodedAgain(text: string): boolean {
  const isBase64 = text.length >= shortestRun && !/[^\w+/=-]/.test(text);
  return isBase64 && /[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text);
}

/** The texts in bytes that have a name and a value in them, or are encoded in turn. */
function* textsIn(bytes: Buffer): Iterable<string> {
  let begin = 0;
  let mayTell = false;
  for (let index = 0; index <= bytes.length; ) {
    const length = index === bytes.length ? 0 : lengthAt(bytes, index, index > begin);
    if (length > 0) {
      const byte = bytes[index];
      // `=`, `:` and `_`
      mayTell ||= byte === 0x3d || byte === 0x3a || byte === 0x5f;
      index += length;
      continue;
    }
    const isWhole = begin === 0 && index === bytes.length;
    if ((mayTell || isWhole) && index - begin >= shortestText) {
      const text = bytes.toString("utf8", begin, index).replaceAll("\0", "");
      if (text.length >= shortestText && (telling.test(text) || (isWhole && isEncodedAgain(text))))
        yield text;
    }
    index += 1;
    begin = index;
    mayTell = false;
  }
}

/** The bytes of the character at an index, 0 if they are not of a text. */
function lengthAt(bytes: Buffer, index: number, isWithin: boolean): number {
  const byte = bytes[index] ?? 0;
  if (kinds[byte] === ascii) return 1;
  if (byte === 0) {
    if (!isWithin) return 0;
    let count = 1;
    while (count <= mostNuls && bytes[index + count] === 0) count += 1;
    return count > mostNuls ? 0 : count;
  }
  const isNext = (offset: number) => ((bytes[index + offset] ?? 0) & 0xc0) === 0x80;
  if (byte >= 0xc2 && byte < 0xe0 && isNext(1)) return 2;
  if (byte >= 0xe0 && byte < 0xf0 && isNext(1) && isNext(2)) return 3;
  if (byte >= 0xf0 && byte < 0xf5 && isNext(1) && isNext(2) && isNext(3)) return 4;
  // A letter of Latin-1 or the low byte of a wide character, between others.
  const next = bytes[index + 1] ?? 0x20;
  return byte >= 0xa0 && isWithin && (kinds[next] === ascii || next === 0) ? 1 : 0;
}

/** A text in base64 alone, without the white space in it; otherwise null. */
export function withoutSpaces(text: string): string | null {
  if (text.length < shortestRun || /[^\w+/=\s-]/.test(text)) return null;
  const bare = /\s/.test(text) ? text.replaceAll(/\s+/g, "") : text;
  const equals = bare.indexOf("=");
  return equals === -1 || equals >= bare.length - 2 ? bare : null;
}

const wrapped = /[\w+/-]\r?\n[ \t]{0,50}[\w+/=-]/;
const foreign = /[^\w+/=-]/;

/** The runs of base64 in a text that continue from one line to the next, each without the line breaks. */
export function* wrappedRuns(text: string): Iterable<string> {
  if (!wrapped.test(text)) return;
  let parts: string[] = [];
  const take = function* () {
    if (parts.length > 1) yield parts.join("");
    parts = [];
  };
  for (const lines of piecesOf(text, "\n")) {
    for (const one of lines) {
      const line = one.trim();
      if (line !== "" && !foreign.test(line)) {
        parts.push(line);
        continue;
      }
      const head = line.search(foreign);
      if (parts.length > 0 && head > 0) parts.push(line.slice(0, head));
      yield* take();
      parts.push(tailOf(line));
    }
  }
  yield* take();
}

/** The end of a line that may continue in the next one. */
function tailOf(line: string): string {
  let begin = line.length;
  while (begin > 0 && !foreign.test(line.charAt(begin - 1))) begin -= 1;
  return line.slice(begin);
}
