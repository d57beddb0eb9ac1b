import { digit, kinds, other } from "./ascii-table.ts";
import type { EncodedText } from "./encoded-text.ts";

/** Fewer characters have no room for a secret, or a part of one. */
const fewestCharacters = 6;
/** Between an index and its character: `":"`, `] => `. */
const mostBefore = 8;
/** Between a character and the next index: a quotation mark, a comma, a line break, a name. */
const mostBehind = 64;
/** At the beginning, which are no letters or digits. */
const mostSigns = 8;
/** Of an index. */
const mostDigits = 4;

/**
 * The texts that are written character by character, each with its index: `{"0":"b","1":"k"}`, `[0] => b`,
 * `k[0]=b&k[1]=k`. Whatever is between them has to repeat. Linear in time.
 */
export function* indexedCharacters(text: string): Iterable<EncodedText> {
  for (let begin = 0; begin < text.length; begin += 1) {
    if (kinds[text.charCodeAt(begin)] !== digit) continue;
    const end = endOf(digit, text, begin, mostDigits);
    const places = end - begin > mostDigits ? [] : charactersFrom(text, begin, end);
    if (places.length >= fewestCharacters) yield spread(text, places);
    // No place is looked at twice: the characters of one text may be digits too.
    begin = Math.max(end, places.at(-1) ?? 0) - 1;
  }
}

/** Where the characters of a kind end that begin at an index, of which more than `most` don't matter. */
function endOf(kind: number, text: string, begin: number, most: number): number {
  const last = Math.min(text.length, begin + most + 1);
  let end = begin;
  while (end < last && (kinds[text.charCodeAt(end)] ?? other) === kind) end += 1;
  return end;
}

/** Where the characters are whose first index is at a place. The first one tells what is between them. */
function charactersFrom(text: string, begin: number, end: number): readonly number[] {
  const first = endOf(other, text, end, mostBefore);
  if (first === end || first - end > mostBefore || first >= text.length) return [];
  const index = Number(text.slice(begin, end));
  let next = first + 1;
  while (next - first <= mostBehind && kinds[text.charCodeAt(next)] !== digit) next += 1;
  if (!text.startsWith(String(index + 1), next)) return [];
  const before = text.slice(end, first);
  const between = (after: number) => text.slice(first + 1, next) + after + before;
  const places = [first];
  // One that is no letter or digit looked as if it were before the next one.
  for (let one = index - 1, at = first; one >= 0 && index - one <= mostSigns; one -= 1) {
    at -= between(one + 1).length + 1;
    if (at < 0 || !text.startsWith(between(one + 1), at + 1)) break;
    if (!text.startsWith(one + before, at - before.length - String(one).length)) break;
    places.unshift(at);
  }
  for (let one = index + 1, at = first + 1; ; one += 1) {
    const passed = between(one);
    if (!text.startsWith(passed, at) || at + passed.length >= text.length) return places;
    at += passed.length + 1;
    places.push(at - 1);
  }
}

function spread(text: string, places: readonly number[]): EncodedText {
  return {
    text: places.map((at) => text.charAt(at)).join(""),
    startOf: (index) => places[index] ?? 0,
    endOf: (index) => (places[index - 1] ?? 0) + 1,
  };
}
