import { asciiTable } from "./ascii-table.ts";
import { codeLists } from "./code-lists.ts";
import type { EncodedText } from "./encoded-text.ts";
import { indexedCharacters } from "./indexed-characters.ts";

interface Coding {
  /** 1 for the code of each character that may be encoded. */
  readonly isCoded: Uint8Array;
  /** Shorter runs of them have no room for a secret that is encoded twice. */
  readonly fewest: number;
  /** The characters that begin a byte below 0x80. */
  readonly beginsAscii: ReadonlySet<number>;
  /** The number of characters after which the next byte begins where this one does. */
  readonly period: number;
  /** The number of characters for each byte. */
  readonly ratio: number;
  readonly name: "base64" | "hex";
}

const codes = (signs: string): ReadonlySet<number> =>
  new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));

const codings: readonly Coding[] = [
  {
    isCoded: asciiTable((sign) => Number(/[\w+/-]/.test(sign))),
    fewest: 24,
    beginsAscii: codes("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"),
    // Three bytes are four characters, of which the first begins with a byte.
    period: 4,
    ratio: 4 / 3,
    name: "base64",
  },
  {
    isCoded: asciiTable((sign) => Number(/[\da-f]/i.test(sign))),
    fewest: 32,
    beginsAscii: codes("01234567"),
    period: 2,
    ratio: 2,
    name: "hex",
  },
];

/**
 * The ASCII texts that are encoded in a text in base64 or hexadecimal, at any alignment, or character by character,
 * decoded one after the other. Linear in time: what can't be ASCII is recognised by the characters that begin a byte,
 * and is not decoded.
 */
export function* encodedTexts(text: string): Iterable<EncodedText> {
  for (const coding of codings) yield* encodedInRuns(text, coding);
  yield* listedTexts(text);
}

/** The texts that are written character by character in a text: as lists of codes, or with indices. */
export function* listedTexts(text: string): Iterable<EncodedText> {
  yield* codeLists(text);
  yield* indexedCharacters(text);
}

/** Without an expression: a text of escapes has a short run in each, and a match for every one of them. */
function* encodedInRuns(text: string, coding: Coding): Iterable<EncodedText> {
  const { isCoded, fewest } = coding;
  let start = 0;
  for (let end = 0; end <= text.length; end += 1) {
    // Not for characters outside the table, and not at the end of the text.
    if (isCoded[text.charCodeAt(end)] === 1) continue;
    if (end - start >= fewest) yield* encodedIn(text.slice(start, end), start, coding);
    start = end + 1;
  }
}

function* encodedIn(
  run: string,
  offset: number,
  { fewest, beginsAscii, period, ratio, name }: Coding,
): Iterable<EncodedText> {
  for (let alignment = 0; alignment < period; alignment += 1) {
    let begin = alignment;
    for (let index = alignment; index < run.length + period; index += period) {
      if (index < run.length && beginsAscii.has(run.charCodeAt(index))) continue;
      const end = Math.min(index, run.length);
      if (end - begin >= fewest) {
        const text = Buffer.from(run.slice(begin, end), name).toString("latin1");
        const start = offset + begin;
        yield {
          text,
          startOf: (at) => start + Math.floor(ratio * at),
          endOf: (at) => Math.min(offset + end, start + Math.ceil(ratio * at)),
        };
      }
      begin = index + period;
    }
  }
}
