import { backslash } from "../../contracts/json-bytes.ts";
import {
  ampersand,
  closingBrace,
  digitOf,
  formWithCodes,
  hash,
  isInvisible,
  letterO,
  letterU,
  letterX,
  type NormalForm,
  openingBrace,
  semicolon,
  UnitStack,
  type Units,
} from "./normal-form.ts";

/** What an escape stands for, and where it ends. */
interface Escape {
  readonly code: number;
  readonly end: number;
}

/** In what base the digits after a backslash are: as in C (`\137`), or as in CSS (`\5f `). */
type Base = 8 | 16;

/** How often these escapes may be nested in each other. */
const mostRounds = 3;

/**
 * The other forms that a text has because the length of some escapes depends on what follows, so that they can't be
 * replaced character by character: entities without a semicolon (`&#95`, `&#x5f`, `&amp`), `\137` and `\0137`,
 * `\5f ` and `\00005f`, `\o{137}`, `\x{5f}`, `\U0000005f`; and `=5F`, which is more often the value of a parameter.
 * None for most texts. Linear in time.
 */
export function* formsWithoutCodes(text: string, normal: NormalForm): Iterable<Units> {
  const begun = normal.hasCodes ? formWithCodes(text) : normal;
  const bases: readonly Base[] = normal.hasCodes ? [8, 16] : [8];
  for (const base of bases) {
    let form = begun;
    for (let round = 0; round < mostRounds && hasAny(form, base); round += 1) {
      const found = withoutCodes(form, base, false);
      yield found;
      form = found.hasCodes ? withoutCodes(form, base, true) : found;
    }
  }
}

const equals = 0x3d;
/** Mostly the number of a page or the like: `?page=42`. Something else than a digit of a secret is encoded too. */
const isDecimal = (code: number) => code > 0 && code % 16 < 10;

function hasAny(form: Units, base: Base): boolean {
  const units = form.units.subarray(0, form.count);
  return [backslash, ampersand, equals].some((sign) => {
    for (let at = units.indexOf(sign); at !== -1; at = units.indexOf(sign, at + 1)) {
      const found = escapeAt(form, at, base);
      if (found !== null && !(sign === equals && isDecimal(found.code))) return true;
    }
    return false;
  });
}

function withoutCodes(form: Units, base: Base, keepsCodes: boolean): NormalForm {
  const { units, from, count } = form;
  const stack = new UnitStack(count, keepsCodes);
  for (let index = 0; index < count; ) {
    const found = escapeAt(form, index, base);
    stack.add(found?.code ?? units[index] ?? 0, from[index] ?? 0);
    index = found?.end ?? index + 1;
  }
  return stack.end(from[count] ?? 0);
}

function escapeAt(form: Units, index: number, base: Base): Escape | null {
  switch (form.units[index]) {
    case backslash:
      return afterBackslash(form, index + 1, base);
    case ampersand:
      return form.units[index + 1] === hash
        ? numberedEntity(form, index + 2)
        : namedEntity(form, index + 1);
    case equals:
      return quotedPrintable(form, index + 1);
    default:
      return null;
  }
}

function afterBackslash(form: Units, begin: number, base: Base): Escape | null {
  const { units } = form;
  const letter = units[begin];
  if (letter === letterU || letter === letterX || letter === letterO) {
    if (units[begin + 1] === openingBrace) {
      const code = numberAt(form, begin + 2, letter === letterO ? 8 : 16);
      return code !== null && units[code.end] === closingBrace ? past(code) : null;
    }
    return letter === letterU ? numberAt(form, begin + 1, 16, 8) : null;
  }
  if (base === 8) return numberAt(form, begin, 8, 4);
  const code = numberAt(form, begin, 16, 6);
  return code !== null && isSpace(units[code.end]) ? past(code) : code;
}

const isSpace = (unit: number | undefined) => unit === 0x20 || unit === 0x09 || unit === lineFeed;
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

function past({ code, end }: Escape): Escape {
  return { code, end: end + 1 };
}

function numberedEntity(form: Units, begin: number): Escape | null {
  const code =
    form.units[begin] === letterX ? numberAt(form, begin + 1, 16) : numberAt(form, begin, 10);
  return code !== null && form.units[code.end] === semicolon ? past(code) : code;
}

/** The names that need no semicolon (HTML, 13.5), as far as they stand for ASCII or something invisible. */
const names: readonly (readonly [name: readonly number[], code: number])[] = Object.entries({
  amp: 0x26,
  gt: 0x3e,
  lt: 0x3c,
  nbsp: 0x20,
  quot: 0x22,
  shy: 0xad,
}).map(([name, code]) => [[...Buffer.from(name)], code]);

function namedEntity({ units, count }: Units, begin: number): Escape | null {
  for (const [name, code] of names) {
    const end = begin + name.length;
    if (end <= count && name.every((unit, index) => units[begin + index] === unit))
      return { code, end };
  }
  return null;
}

/** After `=`: two digits (RFC 2045, 6.7), or a line break that was inserted. */
function quotedPrintable(form: Units, begin: number): Escape | null {
  const { units } = form;
  const lineEnd = units[begin] === carriageReturn ? begin + 1 : begin;
  if (units[lineEnd] === lineFeed) return { code: 0, end: lineEnd + 1 };
  const [first, second] = [digitOf(units[begin]), digitOf(units[begin + 1])];
  const isCode = first >= 2 && second >= 0 && begin + 1 < form.count;
  return isCode ? { code: first * 16 + second, end: begin + 2 } : null;
}

/**
 * The number at an index. Where digits of the text may follow it, that is the longest one that stands for a printable
 * ASCII character: `&#x5fdi` is `_di`.
 */
function numberAt(
  { units, count }: Units,
  begin: number,
  base: 8 | 10 | 16,
  mostDigits = count,
): Escape | null {
  let value = 0;
  let printable: Escape | null = null;
  let end = begin;
  for (const last = Math.min(count, begin + mostDigits); end < last; end += 1) {
    const digit = digitOf(units[end]);
    if (digit < 0 || digit >= base) break;
    value = Math.min(value * base + digit, 0x110000);
    if (value >= 0x20 && value < 0x7f) printable = { code: value, end: end + 1 };
  }
  if (end === begin) return null;
  return printable === null || isInvisible(value) ? { code: value, end } : printable;
}
