import { withAscii } from "./compatible-characters.ts";
import { encodedTexts, listedTexts } from "./encoded-texts.ts";
import { foldedText } from "./foreign-letters.ts";
import { hasEscapes, hasTurnedEscapes, normalForm, plainForm, type Units } from "./normal-form.ts";
import { formsWithoutCodes } from "./numeric-escapes.ts";
import { createPatternSearch, type Pattern } from "./pattern-search.ts";
import {
  isAlphanumeric,
  minSecretLength,
  type SearchedSecret,
  secretForms,
} from "./secret-forms.ts";

/** Where a secret is in a text, in any form. */
export interface SecretPlace {
  /** Index of its first character. */
  readonly start: number;
  /** Index after its last character. */
  readonly end: number;
  /** The index of the secret. */
  readonly secret: number;
  /** Whether no secret is there as a whole. */
  readonly isPart: boolean;
}

/** Finds secrets in a text. */
export type SecretFinder = (text: string) => readonly SecretPlace[];

/** How often what is encoded may be encoded again, beyond the forms of `secretForms`. */
const mostCodings = 2;

/**
 * The most characters that are decoded in a text for each of its own, and in any case. What is encoded once or twice
 * has about one for each; a text that can be read at every alignment, and what it encodes again, has twelve.
 */
const mostDecoded = 2;
const alwaysDecoded = 4 * 1024;

/** The secret of a place that was not searched to the end, since too much was encoded there. */
export const unsearched = -1;

/**
 * A function that finds secrets in a text, in any form that `secretForms` lists, also encoded in base64, in
 * hexadecimal or as a list of character codes once or twice more, and with its escapes read backwards. Its time is
 * linear in the length of the text, and a few times that of a text in which nothing is encoded: one with more is a
 * single place. The places are in their order and don't overlap; where secrets do, the place covers them all and names
 * the longest of the first whole ones.
 */
export function createSecretFinder(secrets: readonly SearchedSecret[]): SecretFinder {
  const forms = secrets.map(secretForms);
  const inPlain = createPatternSearch(forms.flatMap(({ plain }) => plain));
  const inNormal = createPatternSearch(forms.flatMap(({ normal }) => normal));
  const inAlphanumeric = createPatternSearch(forms.flatMap((one) => one.alphanumeric));
  const folded = forms.flatMap((one) => one.folded);
  const inFolded = folded.length === 0 ? null : createPatternSearch(folded);

  const findDirectly = (text: string): SecretPlace[] => {
    const places: SecretPlace[] = [];
    const base64End = createRunEnd(text, isBase64);
    const wordEnd = createRunEnd(text, isInWord);
    const note = ({ from }: Units, first: number, last: number, pattern: Pattern) => {
      const start = from[first] ?? 0;
      const end = from[last + 1] ?? text.length;
      const { secret, inBase64, isPart, isBeginning } = pattern;
      const place = { start, end, secret, isPart };
      // The text may have been cut, and the rest of the secret be shorter than any pattern.
      const whole = isBeginning ? { ...place, end: wordEnd(place) } : place;
      // Joined at once, since a text may have one at every character.
      addPlace(places, inBase64 ? inBase64Run(text, whole, base64End) : whole);
    };
    const search = (form: Units) => {
      inNormal(form.units, form.count, (index, pattern) =>
        note(form, index, index + pattern.units.length - 1, pattern),
      );
      const { units, at, count } = alphanumericOf(form);
      inAlphanumeric(units, count, (index, pattern) =>
        note(form, at[index] ?? 0, at[index + pattern.units.length - 1] ?? 0, pattern),
      );
    };
    const plain = plainForm(text);
    const all = readings(text);
    if (!hasEscapes(text) && all.length === 1) {
      search(plain);
      return places;
    }
    for (const reading of all) {
      const normal = normalForm(reading);
      search(normal);
      for (const form of formsWithoutCodes(reading, normal)) search(form);
    }
    // What looks like the end of an escape may belong to the secret.
    inPlain(plain.units, plain.count, (index, pattern) =>
      note(plain, index, index + pattern.units.length - 1, pattern),
    );
    return places;
  };

  /** A match at an odd index begins within a character. */
  const findFolded = (text: string): readonly SecretPlace[] => {
    if (inFolded === null) return [];
    const places: SecretPlace[] = [];
    const { units, from } = foldedText(text);
    inFolded(units, units.length, (index, { units: found, secret, isPart }) => {
      const [first, after] = [index / 2, (index + found.length) / 2];
      if (index % 2 === 0)
        places.push({ start: from[first] ?? 0, end: from[after] ?? text.length, secret, isPart });
    });
    return places;
  };

  const find = (text: string, codings: number, room: { left: number }): readonly SecretPlace[] => {
    if (text.length < minSecretLength) return [];
    const places = findDirectly(text);
    for (const place of findFolded(text)) addPlace(places, place);
    if (hasTurnedEscapes(text)) {
      const turned = findDirectly(text.split("").toReversed().join(""));
      for (const { start, end, ...one } of turned)
        places.push({ ...one, start: text.length - end, end: text.length - start });
    }
    // A list of codes is a form of the secret itself, which may be encoded as often as others.
    for (const inner of codings > 0 ? encodedTexts(text) : codings === 0 ? listedTexts(text) : []) {
      room.left -= inner.text.length;
      if (room.left < 0) break;
      for (const place of find(inner.text, codings - 1, room)) {
        const [start, end] = [inner.startOf(place.start), inner.endOf(place.end)];
        addPlace(places, { ...place, start, end });
      }
    }
    return places.length === 0 ? places : merged(places);
  };

  return (text) => {
    const room = { left: alwaysDecoded + mostDecoded * text.length };
    const places = find(text, mostCodings, room);
    if (room.left >= 0) return places;
    return merged([{ start: 0, end: text.length, secret: unsearched, isPart: true }, ...places]);
  };
}

const lineBreaks: Readonly<Record<string, string>> = { n: "\n", r: "\r", f: "\f", v: "\v" };

/**
 * A text as it is; with its escaped line breaks as such, which may be anywhere in a secret that is encoded: the letter of
 * `\n` may be one of the secret too; and with ASCII in place of the characters that stand for it. Each only where it
 * differs. Every character keeps its place, and NUL is left out of the forms of a text.
 */
function readings(text: string): readonly string[] {
  const broken = text.replaceAll(/\\([nrfv])/g, (_, letter: string) => `\0${lineBreaks[letter]}`);
  return [...new Set([text, broken, withAscii(text)])];
}

/** 1 for each unit that is a letter or digit. */
const alphanumeric = Uint8Array.from({ length: 256 }, (_, unit) => Number(isAlphanumeric(unit)));

/** The letters and digits of a form, and the index of each in the form. */
function alphanumericOf({ units, count }: Units) {
  const kept = new Uint8Array(count);
  const at = new Int32Array(count);
  let length = 0;
  for (let index = 0; index < count; index += 1) {
    const unit = units[index] ?? 0;
    // The next one is written over what is none.
    kept[length] = unit;
    at[length] = index;
    length += alphanumeric[unit] ?? 0;
  }
  return { units: kept, at, count: length };
}

/** Widens a place in base64: the character before, and all after it, may hold bits of the secret. */
function inBase64Run(text: string, place: SecretPlace, runEnd: RunEnd): SecretPlace {
  let end = runEnd(place);
  for (let padding = 0; padding < 2 && text[end] === "="; padding += 1) end += 1;
  const hasBefore = place.start > 0 && isBase64.test(text.charAt(place.start - 1));
  return { ...place, start: hasBefore ? place.start - 1 : place.start, end };
}

const isBase64 = /[\w+/-]/;
const isInWord = /[^\s"]/;

type RunEnd = (place: SecretPlace) => number;

/** Where the characters of one kind end that follow a place. Places have to come in their order. */
function createRunEnd(text: string, kind: RegExp): RunEnd {
  let run = { start: 0, end: 0 };
  return ({ start, end }) => {
    // Each run is followed once only.
    let last = start >= run.start && end <= run.end ? run.end : end;
    while (last < text.length && kind.test(text.charAt(last))) last += 1;
    run = { start, end: last };
    return last;
  };
}

function merged(places: readonly SecretPlace[]): readonly SecretPlace[] {
  const ordered = places.toSorted(
    (a, b) => a.start - b.start || b.end - a.end || a.secret - b.secret,
  );
  const apart: SecretPlace[] = [];
  for (const place of ordered) addPlace(apart, place);
  return apart;
}

/** Adds a place, or joins it with the last one if it begins there. A whole secret names both. */
function addPlace(places: SecretPlace[], place: SecretPlace): void {
  const last = places.at(-1);
  if (last === undefined || place.start < last.start || place.start >= last.end) {
    places.push(place);
    return;
  }
  const named = last.isPart && !place.isPart ? place : last;
  const end = Math.max(last.end, place.end);
  if (named !== last || end > last.end) places.splice(-1, 1, { ...named, start: last.start, end });
}
