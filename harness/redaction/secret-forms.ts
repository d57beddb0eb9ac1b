import { isAscii } from "node:buffer";
import { encodeComponent } from "../../contracts/encode-component.ts";
import { pointerToken } from "../../contracts/json.ts";
import { backslash } from "../../contracts/json-bytes.ts";
import { foldedSecret } from "./foreign-letters.ts";
import { normalForm, plainForm, type Units } from "./normal-form.ts";
import type { Pattern } from "./pattern-search.ts";

/** A value to search for, and how. */
export interface SearchedSecret {
  readonly value: string;
  /** false: as it is and escaped only, since there are very many. */
  readonly encodings?: false;
  /** true: parts of it as well, also in hexadecimal and base64, since a text may have been cut. */
  readonly parts?: true;
  /** true: it is the beginning of a longer one, and whatever follows it in a text is hidden with it. */
  readonly goesOn?: true;
}

/** What to search for in each form of a text. */
export interface SecretForms {
  readonly plain: readonly Pattern[];
  readonly normal: readonly Pattern[];
  /** In the letters and digits of the normal form alone. */
  readonly alphanumeric: readonly Pattern[];
  /** In the folded text: of a secret that has too little of ASCII for the other forms. */
  readonly folded: readonly Pattern[];
}

/** Shorter values may be ordinary words: they are not searched for in texts. */
export const minSecretLength = 6;
/** Shorter values are ordinary words more often when they are read backwards. */
const minReversedLength = 8;
/** Without its signs, a shorter value may be in an ordinary sentence. */
const minAlphanumericLength = 16;
/** Shorter values have no parts, and shorter parts may be ordinary words. */
const minLengthWithParts = 16;
const partLength = 12;
/** Of a longer value, only this beginning has parts: each character of it begins about ten patterns. */
const longestWithParts = 128;
/** A text may have been cut within a longer one, of which the beginning is searched for as well. */
const longSecret = 200;
/** Long, so that two URLs of one service, say, are rarely taken for each other. */
const beginningLength = 128;

/**
 * Every form of a secret that is searched for. Plain, escaped and in any letter case, it is found in the
 * forms of the text; the alphanumeric patterns are encodings: hexadecimal and decimal codes with any
 * separators, base64 at each alignment (`Bearer <key>`, `user:<key>`) in both alphabets and with line
 * breaks, each of them backwards, and each of them encoded once more.
 *
 * @param secret its index, which the patterns name
 */
export function secretForms(
  { value, encodings, parts, goesOn }: SearchedSecret,
  secret: number,
): SecretForms {
  const pattern = (units: Uint8Array, how: Partial<Pattern> = {}): Pattern => {
    const isBeginning = goesOn === true;
    return { units, secret, inBase64: false, isPart: false, isBeginning, ...how };
  };
  const plain = usedUnits(plainForm(value));
  const normal = normalUnits(value);
  // A backslash of the value is lost before the signs of another escape.
  const escaped = value.includes("\\")
    ? [value, percentEncoded(value), entities(value), escapedAsJson(value)]
    : [value];
  // As the name of a member, it is in the path of what is wrong there.
  const normals = [...new Set([...escaped, pointerToken(value).slice(1)])].map(normalUnits);
  const alone = alphanumeric(normal);
  const backwards = value.length < minReversedLength ? [] : [normalUnits(reversed(value))];
  const encoded = encodings === false ? { base64: [], others: [] } : alphanumericEncodings(value);
  const hasParts = parts === true && value.length >= minLengthWithParts && isTelling(value);
  const divided = value.slice(0, longestWithParts);
  const partly = hasParts ? [divided, reversed(divided)].map(partsOf) : [];
  const isPart = true;
  const isForeign = !isLongEnough(plain) && value.length >= minSecretLength;
  return {
    folded: isForeign ? [value, reversed(value)].map((text) => pattern(foldedSecret(text))) : [],
    plain: searched([pattern(plain)]),
    normal: searched([
      ...[...normals, ...backwards].map((units) => pattern(units)),
      ...partly.flatMap(({ plain }) => plain).map((text) => pattern(normalUnits(text), { isPart })),
    ]),
    alphanumeric: searched([
      ...(alone.length < minAlphanumericLength ? [] : [alone, alone.toReversed()]).map((units) =>
        pattern(units),
      ),
      ...encoded.base64.map((text) => pattern(unitsOf(text), { inBase64: true })),
      ...encoded.others.map((text) => pattern(unitsOf(text))),
      ...partly
        .flatMap(({ base64 }) => base64)
        .map((text) => pattern(unitsOf(text), { inBase64: true, isPart })),
      ...partly
        .flatMap(({ hexadecimal, turned }) => [...hexadecimal, ...turned])
        .map((text) => pattern(unitsOf(text), { isPart })),
    ]),
  };
}

/** Those that are long enough to be searched for, and the beginnings of the long ones. */
function searched(patterns: readonly Pattern[]): readonly Pattern[] {
  const whole = patterns.filter(({ units }) => isLongEnough(units));
  const beginnings = whole
    .filter(({ units }) => units.length > longSecret)
    .map((one) => ({
      ...one,
      units: one.units.subarray(0, beginningLength),
      isPart: true,
      isBeginning: true,
    }));
  return [...whole, ...beginnings];
}

interface Parts {
  readonly plain: readonly string[];
  readonly base64: readonly string[];
  readonly hexadecimal: readonly string[];
  /** In hexadecimal or base64 that is written backwards. */
  readonly turned: readonly string[];
}

/** A part without digits and in one letter case may be in other texts too, such as the name of a company in a URL. */
function isTelling(part: string): boolean {
  return /[0-9]/.test(part) || (/[a-z]/.test(part) && /[A-Z]/.test(part));
}

/** All parts of one length, since longer ones consist of them. */
function partsOf(value: string): Parts {
  const bytes = Buffer.from(value);
  const windows = (text: string, length: number) =>
    Array.from({ length: Math.max(0, text.length - length + 1) }, (_, begin) =>
      text.slice(begin, begin + length),
    );
  return {
    plain: windows(value, partLength).filter(isTelling),
    base64: base64Of(bytes).flatMap((text) => windows(text, (partLength * 4) / 3)),
    hexadecimal: windows(hexOf(bytes), partLength * 2),
    turned: [
      ...windows(reversed(hexOf(bytes)), partLength * 2),
      ...base64Of(bytes).flatMap((text) => windows(reversed(text), (partLength * 4) / 3)),
    ],
  };
}

/** Units that are not ASCII stand for any of them, so they don't make a pattern longer. */
function isLongEnough(units: Uint8Array): boolean {
  let count = 0;
  for (const unit of units) {
    if (unit < 0x80) count += 1;
    if (count === minSecretLength) return true;
  }
  return false;
}

function normalUnits(value: string): Uint8Array {
  const units = usedUnits(normalForm(value));
  // What follows in the text would take a backslash at the end for its own.
  return units.at(-1) === backslash ? units.subarray(0, -1) : units;
}

function reversed(text: string): string {
  const bytes = Buffer.from(text);
  // A list of the characters takes eight times as much, and the forms of a long key have millions.
  return isAscii(bytes) ? bytes.reverse().toString("latin1") : [...text].toReversed().join("");
}

function usedUnits({ units, count }: Units): Uint8Array {
  return units.slice(0, count);
}

export function isAlphanumeric(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

function alphanumeric(units: Uint8Array): Uint8Array {
  let count = 0;
  for (const unit of units) if (isAlphanumeric(unit)) count += 1;
  const kept = new Uint8Array(count);
  let index = 0;
  for (const unit of units) {
    if (!isAlphanumeric(unit)) continue;
    kept[index] = unit;
    index += 1;
  }
  return kept;
}

/** The letters and digits of an encoding, which is ASCII. */
function unitsOf(text: string): Uint8Array {
  return alphanumeric(Buffer.from(text.toLowerCase(), "latin1"));
}

interface Encodings {
  readonly base64: readonly string[];
  readonly others: readonly string[];
}

function alphanumericEncodings(value: string): Encodings {
  const variants = distinct([value, value.toLowerCase(), value.toUpperCase(), reversed(value)]);
  const bytes = variants.flatMap(bytesOf);
  const once = {
    base64: bytes.flatMap(base64Of),
    others: bytes.flatMap((one) => [hexOf(one), ...codesOf(one)]),
  };
  const escaped = [encodeComponent(value), percentEncoded(value), escapedAsJson(value)];
  const ownBytes = bytesOf(value);
  const own = [
    ...ownBytes.flatMap((one) => [...base64Of(one), ...base64UrlOf(one)]),
    ...ownBytes.flatMap((one) => [hexOf(one), hexOf(one).toUpperCase()]),
  ];
  const twice = distinct([...escaped, ...own])
    .filter((text) => text !== value)
    .map((text) => Buffer.from(text));
  const wide = Buffer.from(value, "utf16le");
  return {
    base64: distinct([...once.base64, ...[...twice, wide].flatMap(base64Of)]),
    others: distinct([
      ...[...once.others, ...twice.map(hexOf), hexOf(wide)],
      ...[...own, ...ownBytes.flatMap(codesOf)].map(reversed),
      ...[...twice, wide].flatMap((one) => [hexOf(one), ...base64Of(one)]).map(reversed),
    ]),
  };
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

/** As a header has them, and as a body has them; mostly the same. */
function bytesOf(text: string): readonly Buffer[] {
  const utf8 = Buffer.from(text);
  const latin1 = Buffer.from(text, "latin1");
  return utf8.equals(latin1) ? [utf8] : [utf8, latin1];
}

function hexOf(bytes: Buffer): string {
  return bytes.toString("hex");
}

/** The codes of all bytes: decimal (lists of bytes, `&#98&#107`, `098107`), octal, `0x62, 0x6b`, `&#x62`, `U+0062`. */
function codesOf(bytes: Buffer): readonly string[] {
  const written = (before: string, base: number, digits: number) =>
    Array.from(bytes, (byte) => before + byte.toString(base).padStart(digits, "0")).join("");
  return [
    written("", 10, 1),
    written("", 10, 3),
    written("", 8, 3),
    written("0x", 16, 2),
    written("x", 16, 2),
    written("u", 16, 4),
    written("", 16, 4),
  ];
}

/**
 * The characters of base64 that depend on these bytes alone, after none, one and two other bytes: base64
 * encodes three bytes at a time.
 */
function base64Of(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const begin = Math.ceil((before * 8) / 6);
    return text.slice(begin, Math.floor(((before + bytes.length) * 8) / 6));
  });
}

function base64UrlOf(bytes: Buffer): readonly string[] {
  return base64Of(bytes).map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
}

/** With every character escaped. */
function percentEncoded(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

function entities(text: string): string {
  return Array.from(text, (character) => `&#${character.codePointAt(0)};`).join("");
}

function escapedAsJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
