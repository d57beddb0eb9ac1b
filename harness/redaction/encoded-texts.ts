import { codeLists } from "./code-lists.ts";
import type { EncodedText } from "./encoded-text.ts";

interface Coding {
  /** Characters that may be encoded. Shorter ones have no room for a secret that is encoded twice. */
  readonly run: RegExp;
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
    run: /[\w+/-]+/g,
    fewest: 24,
    beginsAscii: codes("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"),
    // Three bytes are four characters, of which the first begins with a byte.
    period: 4,
    ratio: 4 / 3,
    name: "base64",
  },
  {
    run: /[\da-f]+/gi,
    fewest: 32,
    beginsAscii: codes("01234567"),
    period: 2,
    ratio: 2,
    name: "hex",
  },
];

/**
 * The ASCII texts that are encoded in a text in base64 or hexadecimal, at any alignment, or as lists of codes, decoded
 * one after the other. Linear in time: what can't be ASCII is told by the characters that begin a byte, and is not
 * decoded.
 */
export function* encodedTexts(text: string): Iterable<EncodedText> {
  for (const coding of codings) yield* encodedInRuns(text, coding);
  yield* codeLists(text);
}

/** A run is measured afterwards: an expression that counts in it keeps every character on its stack. */
function* encodedInRuns(text: string, coding: Coding): Iterable<EncodedText> {
  for (const { 0: run, index } of text.matchAll(coding.run)) {
    if (run.length >= coding.fewest) yield* encodedIn(run, index, coding);
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
