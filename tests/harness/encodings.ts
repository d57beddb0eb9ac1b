export const base64 = (text: string) => Buffer.from(text).toString("base64");
export const base64url = (text: string) => Buffer.from(text).toString("base64url");

const each = (text: string, form: (code: number) => string) =>
  Array.from(Buffer.from(text), (byte) => form(byte)).join("");
const units = (text: string, form: (code: number) => string) =>
  Array.from({ length: text.length }, (_, index) => form(text.charCodeAt(index))).join("");
/** Of the characters that are neither letters nor digits. */
const signs = (text: string, form: (code: number) => string) =>
  text.replaceAll(/[^A-Za-z0-9]/g, (sign) => each(sign, form));
const octal = (code: number, digits = 1) => code.toString(8).padStart(digits, "0");
const hex = (code: number, digits = 2) => code.toString(16).padStart(digits, "0");
const percent = (text: string) => each(text, (byte) => `%${hex(byte)}`);
export const reversed = (text: string) => [...text].toReversed().join("");

/** In a mathematical alphabet, with letters from elsewhere where it has none: pairs of a letter and its form. */
function withLetterlike(
  text: string,
  pairs: string,
  first: Parameters<typeof inOtherLetters>[1],
): string {
  const others = new Map(pairs.split(" ").map(([letter = "", form = ""]) => [letter, form]));
  return [...text].map((one) => others.get(one) ?? inOtherLetters(one, first)).join("");
}

/** Each ASCII character that is less than an alphabet after one of these, as many after another. */
function inOtherLetters(text: string, others: Readonly<Record<string, number>>): string {
  const sizes: Readonly<Record<string, number>> = { a: 26, A: 26, "0": 10, " ": 95 };
  return [...text]
    .map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      const first = Object.keys(others).find(
        (one) => code >= one.charCodeAt(0) && code < one.charCodeAt(0) + (sizes[one] ?? 0),
      );
      return first === undefined
        ? letter
        : String.fromCodePoint((others[first] ?? 0) + code - first.charCodeAt(0));
    })
    .join("");
}

/** In tags, which are invisible. */
const hidden = (text: string) => inOtherLetters(text, { " ": 0xe0020 });

const asAsciiJson = (text: string) =>
  text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);

/** How a server may send back what it was sent. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
  "no encoding": (text) => text,
  "upper case": (text) => text.toUpperCase(),
  "lower case": (text) => text.toLowerCase(),
  "the reverse": reversed,
  hex: (text) => each(text, hex),
  "hex in upper case": (text) => each(text, hex).toUpperCase(),
  "hex with spaces": (text) => each(text, (byte) => `${hex(byte)} `),
  "hex on lines of its own": (text) => each(text, (byte) => `${hex(byte)}\n`),
  "hex as in C": (text) => each(text, (byte) => `0x${hex(byte)}, `),
  "hex in reverse": (text) => reversed(each(text, hex)),
  "a list of bytes": (text) => JSON.stringify(Buffer.from(text)),
  "a list of bytes on lines of their own": (text) =>
    JSON.stringify([...Buffer.from(text)], null, 8),
  octal: (text) => each(text, (byte) => `\\${octal(byte, 3)}`),
  base64,
  base64url,
  "base64 with line breaks": (text) => base64(text).replaceAll(/.{7}/g, "$&\r\n"),
  "base64 in reverse": (text) => reversed(base64(text)),
  "base64, percent-encoded": (text) => encodeURIComponent(base64(text)),
  "base64 of base64": (text) => base64(base64(text)),
  "base64 of hex": (text) => base64(each(text, hex)),
  "base64 of upper case": (text) => base64(text.toUpperCase()),
  "base64 of the reverse": (text) => base64(reversed(text)),
  "hex of base64": (text) => each(base64(text), hex),
  "base64 of UTF-16": (text) => Buffer.from(text, "utf16le").toString("base64"),
  "percent-encoding of what needs it": encodeURIComponent,
  "percent-encoding of everything": percent,
  "percent-encoding of every other character": (text) =>
    each(text, (byte) =>
      byte % 2 === 0 || byte > 126 || byte === 0x25 ? `%${hex(byte)}` : String.fromCharCode(byte),
    ),
  "double percent-encoding": (text) => encodeURIComponent(percent(text)),
  "percent-encoding many times": (text) => percent(percent(percent(percent(text)))),
  "the reverse, percent-encoded": (text) => percent(reversed(text)),
  "escapes as in JSON": (text) => JSON.stringify(text),
  "escapes of everything as in JSON": (text) => units(text, (code) => `\\u${hex(code, 4)}`),
  "escapes of everything as in JSON, in upper case": (text) =>
    units(text, (code) => `\\u${hex(code, 4).toUpperCase()}`),
  "JSON in JSON in JSON": (text) => JSON.stringify(JSON.stringify(JSON.stringify(text))),
  "escapes of everything, in JSON": (text) =>
    JSON.stringify(units(text, (code) => `\\u${hex(code, 4)}`)),
  "escapes as in JavaScript": (text) => units(text, (code) => `\\x${hex(code)}`),
  "escapes with braces": (text) => units(text, (code) => `\\u{${hex(code)}}`),
  "escapes of old JavaScript": (text) => units(text, (code) => `%u${hex(code, 4)}`),
  "decimal entities": (text) => units(text, (code) => `&#${code};`),
  "decimal entities with zeros": (text) => units(text, (code) => `&#000000000000000${code};`),
  "hexadecimal entities": (text) => units(text, (code) => `&#x${hex(code)};`),
  "hexadecimal entities in upper case": (text) =>
    units(text, (code) => `&#X${hex(code).toUpperCase()};`),
  "entities of entities": (text) => units(text, (code) => `&amp;#${code};`),
  "entities, percent-encoded": (text) => percent(units(text, (code) => `&#${code};`)),
  "escapes, percent-encoded, in entities": (text) =>
    units(percent(units(text, (code) => `\\u${hex(code, 4)}`)), (code) => `&#${code};`),
  "invisible characters as in JSON": (text) =>
    units(
      text,
      (code) => JSON.stringify(String.fromCharCode(code)).slice(1, -1) + String.raw`\u180e`,
    ),
  "hex as in assembler": (text) => each(text, (byte) => `,${hex(byte)}h`),
  "hex of 32 bits": (text) => each(text, (byte) => `,0x${hex(byte, 8)}`),
  "hex of 32 bits, without a mark": (text) => each(text, (byte) => ` ${hex(byte, 8)}`),
  "octal as in JavaScript": (text) => each(text, (byte) => `, 0o${octal(byte)}`),
  "octal in braces": (text) => each(text, (byte) => `\\o{${octal(byte)}}`),
  "decimal codes of three digits": (text) => each(text, (byte) => String(byte).padStart(3, "0")),
  "a list of bytes in elements": (text) => each(text, (byte) => `<i4>${byte}</i4>`),
  "entities without semicolons": (text) => each(text, (byte) => `&#${byte}`),
  "hexadecimal entities with zeros, without semicolons": (text) =>
    each(text, (byte) => `&#x${hex(byte, 6)}`),
  "hexadecimal entities without semicolons, of signs": (text) =>
    signs(text, (byte) => `&#x${hex(byte)}`),
  "octal, of signs": (text) => signs(text, (byte) => `\\${octal(byte)}`),
  "octal with a zero, of signs": (text) => signs(text, (byte) => `\\0${octal(byte)}`),
  "escapes as in CSS": (text) => each(text, (byte) => `\\${hex(byte, 6)}`),
  "escapes as in CSS, of signs": (text) => signs(text, (byte) => `\\${hex(byte)} `),
  "escapes as in Perl, of signs": (text) => signs(text, (byte) => `\\x{${hex(byte)}}`),
  "escapes as in Python, of signs": (text) => signs(text, (byte) => `\\U${hex(byte, 8)}`),
  "quoted-printable of everything": (text) => each(text, (byte) => `=${hex(byte).toUpperCase()}`),
  "quoted-printable of signs": (text) => signs(text, (byte) => `=${hex(byte).toUpperCase()}`),
  "NUL after each character": (text) => units(text, (code) => `${String.fromCharCode(code)}\0`),
};

/** Other characters of Unicode that stand for those of ASCII, as they are or escaped. */
export const otherCharacters: Readonly<Record<string, (text: string) => string>> = {
  "mathematical letters": (text) => inOtherLetters(text, { a: 0x1d41a, A: 0x1d400, "0": 0x1d7ce }),
  "script letters": (text) =>
    withLetterlike(text, "eℯ gℊ oℴ Bℬ Eℰ Fℱ Hℋ Iℐ Lℒ Mℳ Rℛ", { a: 0x1d4b6, A: 0x1d49c }),
  "double-struck letters": (text) =>
    withLetterlike(text, "Cℂ Hℍ Nℕ Pℙ Qℚ Rℝ Zℤ", { a: 0x1d552, A: 0x1d538, "0": 0x1d7d8 }),
  "Fraktur letters": (text) => withLetterlike(text, "Cℭ Hℌ Iℑ Rℜ Zℨ", { a: 0x1d51e, A: 0x1d504 }),
  "segmented digits": (text) => inOtherLetters(text, { "0": 0x1fbf0 }),
  "small signs": (text) => text.replaceAll("_", "﹍").replaceAll("-", "﹣").replaceAll("+", "﹢"),
  "circled letters": (text) => inOtherLetters(text, { a: 0x24d0, A: 0x24b6 }),
  "letters of flags": (text) => inOtherLetters(text, { a: 0x1f1e6, A: 0x1f1e6 }),
  "lowered digits": (text) => inOtherLetters(text, { "0": 0x2080 }),
  tags: hidden,
  "tags as in JSON": (text) => asAsciiJson(hidden(text)),
  "tags as entities": (text) =>
    [...hidden(text)].map((tag) => `&#x${hex(tag.codePointAt(0) ?? 0)};`).join(""),
  "variation selectors": (text) => inOtherLetters(text, { " ": 0xe0110 }),
};
