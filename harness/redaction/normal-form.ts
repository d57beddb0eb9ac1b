import { backslash } from "../../contracts/json-bytes.ts";
import { namedEntities } from "./named-entities.ts";

/**
 * A text as units, in which a secret is searched for: lower-case ASCII, with `notAscii` for each run of
 * other characters, since a byte that is not ASCII is read differently by every program.
 */
export interface Units {
  /** At least `count` of them. */
  readonly units: Uint8Array;
  /** The index in the text of each unit's first character, and after the last the length of the text. */
  readonly from: Int32Array;
  readonly count: number;
}

const notAscii = 0x80;
/** How far the fullwidth forms are from ASCII, which some programs take for the same: a URL does. */
const fullwidth = 0xfee0;

/** The text as it is, in units. */
export function plainForm(text: string): Units {
  const units = new Uint8Array(text.length);
  const from = new Int32Array(text.length + 1);
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = unitOf(text.charCodeAt(index));
    if (unit === notAscii && count > 0 && units[count - 1] === notAscii) continue;
    units[count] = unit;
    from[count] = index;
    count += 1;
  }
  from[count] = text.length;
  return { units, from, count };
}

/**
 * The text without any of its escapes: percent-encoding, `\u0041`, `\x41` and `\u{41}`, HTML entities, and
 * backslashes before anything else, mixed and nested in any depth. NUL is left out, which UTF-16 has
 * beside every ASCII character, and so are invisible characters; `+` is a space, as in forms. Linear in time:
 * each character is added once, and an escape that it completes is replaced by what it stands for.
 */
export function normalForm(text: string): NormalForm {
  const stack = new UnitStack(text.length);
  for (let index = 0; index < text.length; index += 1) stack.add(text.charCodeAt(index), index);
  return stack.end(text.length);
}

/** The normal form, but with backslashes before what may be a code of any length, and with `\u0000`. */
export function formWithCodes(text: string): Units {
  const stack = new UnitStack(text.length, true);
  for (let index = 0; index < text.length; index += 1) stack.add(text.charCodeAt(index), index);
  return stack.end(text.length);
}

export interface NormalForm extends Units {
  /** Whether `formWithCodes` is another one. */
  readonly hasCodes: boolean;
}

/** Whether a text has anything that a form without escapes has not: otherwise, its plain form is its only one. */
export function hasEscapes(text: string): boolean {
  return /[%\\&+\0\p{Default_Ignorable_Code_Point}]|=(?:[2-7][a-f]|\r?\n)/iu.test(text);
}

/** Four in a row, of each kind. */
const turnedEscapes = [
  /([\da-f]{2}%){4}/i,
  /([\da-f]{4}u\\){4}/i,
  /([\da-f]{2}x\\){4}/i,
  /(;\d{2,3}#&){4}/,
  /(;[\da-f]{2}x#&){4}/i,
];

/** Whether a text has escapes that are written backwards. Most texts have none of their signs. */
export function hasTurnedEscapes(text: string): boolean {
  return /[%\\;]/.test(text) && turnedEscapes.some((escapes) => escapes.test(text));
}

/** The unit of each ASCII character. */
const lowerCase = Uint8Array.from({ length: notAscii }, (_, code) =>
  code >= 0x41 && code <= 0x5a ? code + 0x20 : code,
);

function unitOf(character: number): number {
  const code = isFullwidth(character) ? character - fullwidth : character;
  return code < notAscii ? (lowerCase[code] ?? code) : notAscii;
}

function isFullwidth(character: number): boolean {
  return character > 0xff00 && character < 0xff5f;
}

/** What Unicode lets programs ignore: joiners, fillers, variation selectors, tags. */
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
/** For each UTF-16 code unit whether it is such a character; 0 if it was not asked for yet. */
const known = new Uint8Array(0x10000);
const [isSeen, isNotSeen] = [1, 2];

export function isInvisible(code: number): boolean {
  if (code < notAscii || code > 0x10ffff) return false;
  if (code > 0xffff) return invisible.test(String.fromCodePoint(code));
  known[code] ||= invisible.test(String.fromCharCode(code)) ? isNotSeen : isSeen;
  return known[code] === isNotSeen;
}

const tab = 0x09;
const space = 0x20;
export const hash = 0x23;
const percent = 0x25;
export const ampersand = 0x26;
const plus = 0x2b;
export const semicolon = 0x3b;
export const [letterO, letterT, letterU, letterX] = [0x6f, 0x74, 0x75, 0x78];
export const [openingBrace, closingBrace] = [0x7b, 0x7d];

/** The value of a hexadecimal digit in lower case; -1 for any other unit. */
export function digitOf(unit: number | undefined): number {
  if (unit === undefined) return -1;
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  return unit >= 0x61 && unit <= 0x66 ? unit - 0x57 : -1;
}

/** The units of a text that is added character by character, without the escapes that these complete. */
export class UnitStack {
  readonly #units: Uint8Array;
  readonly #from: Int32Array;
  readonly #keepsCodes: boolean;
  #hasCodes = false;
  #count = 0;
  /** The indices of each `&` that may begin an entity. */
  readonly #entities: number[] = [];
  /** The last high surrogate, and the units with it: `\udb40\udd00` together are invisible. */
  #high = { unit: 0, count: -1, isOwn: false };

  /** @param keepsCodes whether the backslashes stay with which codes of any length begin: `\137` */
  constructor(size: number, keepsCodes = false) {
    this.#units = new Uint8Array(size);
    this.#from = new Int32Array(size + 1);
    this.#keepsCodes = keepsCodes;
  }

  end(length: number): NormalForm {
    this.#from[this.#count] = length;
    const hasCodes = this.#hasCodes;
    return { units: this.#units, from: this.#from, count: this.#count, hasCodes };
  }

  /** Adds a character that begins at an index of the text. */
  add(code: number, index: number): void {
    if (code >= 0xd800 && code <= 0xdfff) this.#addSurrogate(code, index);
    else if (code !== 0 && !isInvisible(code)) this.#addSeen(code, index);
  }

  #addSurrogate(unit: number, index: number): void {
    if (unit < 0xdc00) {
      const isOwn = this.#count === 0 || this.#units[this.#count - 1] !== notAscii;
      this.#addSeen(unit, index);
      this.#high = { unit, count: this.#count, isOwn };
      return;
    }
    const { unit: high, count, isOwn } = this.#high;
    const isPair = count === this.#count;
    this.#high.count = -1;
    if (!isPair) this.#addSeen(unit, index);
    else if (isInvisible(((high & 0x3ff) << 10) + (unit & 0x3ff) + 0x10000) && isOwn)
      this.#count -= 1;
  }

  #addSeen(code: number, index: number): void {
    let unit = code === plus ? space : unitOf(code);
    let start = index;
    const before = this.#count > 0 ? this.#units[this.#count - 1] : 0;
    if (before === backslash) {
      // Each level of nesting adds a backslash.
      if (unit === backslash) return;
      if (unit !== letterU && unit !== letterX && !this.#isKept(unit)) {
        if (unit === letterT) unit = tab;
        this.#count -= 1;
        start = this.#from[this.#count] ?? index;
      }
    } else if (unit === notAscii && before === notAscii) return;
    this.#units[this.#count] = unit;
    this.#from[this.#count] = start;
    this.#count += 1;
    if (unit === ampersand) this.#entities.push(this.#count - 1);
    else if (unit === semicolon) this.#endEntity();
    else if (unit === closingBrace) this.#endBraces();
    else if (digitOf(unit) >= 0) this.#endDigits();
  }

  /** Whether the backslash before a unit stays. */
  #isKept(unit: number): boolean {
    const mayBeCode = digitOf(unit) >= 0 || unit === letterO;
    this.#hasCodes ||= mayBeCode;
    return mayBeCode && this.#keepsCodes;
  }

  /** The units from an index on are an escape, which stands for one character. */
  #replace(index: number, code: number): void {
    this.#count = index;
    this.add(code, this.#from[index] ?? 0);
  }

  /** After a digit: `%41`, `\x41`, `\u0041` and `%u0041`. */
  #endDigits(): void {
    const end = this.#count;
    const at = (back: number) => this.#units[end - back];
    if (at(3) === percent || (at(4) === backslash && at(3) === letterX)) {
      const code = this.#number(end - 2, end, 16);
      if (code >= 0) this.#replace(at(3) === percent ? end - 3 : end - 4, code);
    } else if (at(5) === letterU && (at(6) === backslash || at(6) === percent)) {
      const code = this.#number(end - 4, end, 16);
      // Four more digits may follow: `\U00000041`.
      this.#hasCodes ||= code === 0;
      if (code > 0 || (code === 0 && !this.#keepsCodes)) this.#replace(end - 6, code);
    }
  }

  /** After `}`: `\u{41}`. */
  #endBraces(): void {
    const end = this.#count - 1;
    for (let open = end - 2; open >= Math.max(2, end - 8); open -= 1) {
      if (this.#units[open] !== openingBrace) continue;
      const code = this.#number(open + 1, end, 16);
      const isEscape =
        this.#units[open - 1] === letterU && this.#units[open - 2] === backslash && code >= 0;
      if (isEscape) this.#replace(open - 2, code);
      return;
    }
  }

  /** After `;`: `&#65;`, `&#x41;` and named entities. Each `&` is looked at once only. */
  #endEntity(): void {
    const end = this.#count - 1;
    const begin = this.#entities.pop() ?? end;
    if (end - begin > longestEntity || this.#units[begin] !== ampersand) return;
    const code = this.#entityCode(begin + 1, end);
    if (code >= 0) this.#replace(begin, code);
  }

  #entityCode(begin: number, end: number): number {
    if (this.#units[begin] === hash) {
      const isHex = this.#units[begin + 1] === letterX;
      return isHex ? this.#number(begin + 2, end, 16) : this.#number(begin + 1, end, 10);
    }
    const name = String.fromCharCode(...this.#units.subarray(begin, end));
    return namedEntities.get(name)?.charCodeAt(0) ?? -1;
  }

  /** The number that some units are the digits of; -1 if they are not. */
  #number(begin: number, end: number, base: 10 | 16): number {
    let value = 0;
    for (let index = begin; index < end; index += 1) {
      const digit = digitOf(this.#units[index]);
      if (digit < 0 || digit >= base) return -1;
      value = Math.min(value * base + digit, 0x110000);
    }
    return begin < end ? value : -1;
  }
}

const longestEntity = 64;
