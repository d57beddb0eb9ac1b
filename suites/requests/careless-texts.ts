import { array, constantFrom, integer, oneof, shuffledSubarray, string, tuple } from "fast-check";

/** Letters of different kinds of scripts: with and without case, joined, stacked, right to left. */
const scripts: readonly (readonly [first: number, last: number])[] = [
  [0x00e0, 0x00f6], // Latin with accents
  [0x03b1, 0x03c9], // Greek
  [0x0430, 0x044f], // Cyrillic
  [0x0561, 0x0586], // Armenian
  [0x05d0, 0x05ea], // Hebrew
  [0x0627, 0x063a], // Arabic
  [0x0905, 0x0914], // Devanagari
  [0x0e01, 0x0e2e], // Thai
  [0x10d0, 0x10f0], // Georgian
  [0x3042, 0x3082], // Hiragana
  [0x4e00, 0x9fa5], // Chinese
  [0xac00, 0xd7a3], // Korean
  [0x20000, 0x2a6d6], // Chinese beyond the first 65 536 characters
];

/** What people type and paste besides letters. */
const oddities: readonly (readonly string[])[] = [
  ["🙂", "🚀", "🦊", "🎉"],
  ["👩‍👩‍👧‍👦", "👍🏽", "🇬🇧", "🏳️‍🌈"],
  // Combining marks where there is a composed form too.
  ["e\u0301", "o\u0308", "n\u0303"],
  // The same where there is none, and more of them than any language uses.
  ["q\u0323\u0307", "z\u0351\u036b\u0343\u036a"],
  ["\u202eabc\u202c", "\u200fשלום", "\u2067مرحبا\u2069"],
  ["a\u200bb", "\ufefftext", "co\u00adoperate", "a\u00a0b"],
  ["it's", "O'Neill", "rock 'n' roll"],
  ['"quoted"', '6" gun', '"'],
  ["„so“", "«là»", "“so”", "`so`"],
  ["<b>bold</b>", "a < b > c", "<!-- a -->"],
  ["100%", "5 % off", "%"],
  ["%20", "%2F", "%25"],
  ["(a OR b", "a AND", "NOT", "field:", "-a", "a~", "*", "[1 TO"],
  ["０１２", "½", "²", "Ⅷ", "ﬁ", "ß", "İ"],
];

/** The punctuation of ASCII, each character of which is special to some parser. */
const signs = [..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"];

const words = scripts.map(([min, max]) =>
  string({
    unit: integer({ min, max }).map((code) => String.fromCodePoint(code)),
    minLength: 2,
    maxLength: 3,
  }),
);

const fragments = [
  shuffledSubarray(signs, { minLength: signs.length }).map((all) => all.join("")),
  ...words,
  ...oddities.map((texts) => constantFrom(...texts)),
];

/** What a parser of queries does not expect at the beginning and at the end of a text. */
const first = constantFrom("-", "*", "?", "+", ")");
const last = constantFrom("AND", "OR", "NOT", "\\", "~");

/** One fragment of every kind in one text, so that one request tries them all; shrinking finds the cause. */
export const denseText = tuple(...fragments).chain((all) =>
  tuple(first, shuffledSubarray(all, { minLength: all.length }), last).map(
    ([begin, parts, end]) => `${begin}${parts.join(" ")} ${end}`,
  ),
);

/** Words alone, as people write them: in every script, with accents, an apostrophe, a hyphen and an emoji. */
export const writtenText = tuple(
  ...words,
  constantFrom("it's", "O'Neill"),
  constantFrom("e-mail", "Jean-Luc"),
  constantFrom("🙂", "🚀", "🦊", "🎉"),
).chain((all) => shuffledSubarray(all, { minLength: all.length }).map((parts) => parts.join(" ")));

/** A few fragments, for servers that refuse the dense text for one of its parts. */
export const sparseText = array(oneof(...fragments), { minLength: 1, maxLength: 6 }).map((parts) =>
  parts.join(" "),
);

/** Texts that consist of one thing only, which a parser of queries may not expect. */
export const wholeText = constantFrom(
  " ",
  "",
  "*",
  "?",
  "!?…",
  "🦊",
  "AND",
  "NOT x",
  "+",
  "-",
  '""',
  "field:value",
  "https://example.com/a?b=c&d=e#f",
  "(a OR b",
  '"a b',
  "a\\",
  "*a",
  "a b AND",
);

/** A plain word that no server should object to. */
export const word = string({
  unit: integer({ min: 0x61, max: 0x7a }).map((code) => String.fromCharCode(code)),
  minLength: 3,
  maxLength: 9,
});

/** Control characters, each next to a letter: NUL, CR LF, tab, escape, delete and others. */
export const controlText = shuffledSubarray(
  ["\0", "\u0001", "\u0007", "\b", "\t", "\n", "\r\n", "\u001b[31m", "\u007f", "\u0085", "\u2028"],
  { minLength: 11 },
).map((parts) => parts.map((part) => `a${part}`).join(""));

/** Long, but with the rest of the URL still below the 2,000 characters that gateways commonly accept. */
export const longText = array(word, { minLength: 280, maxLength: 300, size: "max" }).map((words) =>
  words.join("-").slice(0, 1500),
);

/** Percent-encoding that is cut off, not hexadecimal, or not UTF-8, as it appears in a URL. */
export const brokenEncoding = shuffledSubarray(
  ["%", "%z", "%zz", "%4", "%u0041", "%E0%A4", "%C3%28", "%FF", "%C0%AF", "%ED%A0%80", "caf%E9"],
  { minLength: 11 },
).map((parts) => parts.join("a"));

/** Parameters that a client framework, a tracker or a mistake adds. */
export const unknownPairs = shuffledSubarray(
  [
    ["utm_source", "news & more"],
    ["callback", "done"],
    ["debug", "true"],
    ["_", "1700000000000"],
    ["filter[name]", "x"],
    ["ids[]", "1"],
    ["__proto__", "x"],
    ["constructor", "x"],
    ["$where", "1"],
    ["größe", "ü"],
    ["", "x"],
  ] as const,
  { minLength: 11 },
);

/** What programs add to a URL against caches, for scripts of other sites and for logs. */
export const undefinedParameters = [
  ["_", "1700000000000"],
  ["callback", "done"],
  ["debug", "true"],
] as const;

/** An id that has the form of those that the specification describes, and that no server need know. */
export const opaqueTopicId = "CAAqJggKIiBDQkFTRWdvSUwyMHZNRFZ4ZERBU0FtVnVHZ0pWVXlnQVAB";

/** Values of a field that was left empty, or filled in incorrectly, by what belongs there. */
export const unexpectedValue = {
  text: oneof(
    { weight: 1, arbitrary: constantFrom("") },
    {
      weight: 2,
      arbitrary: constantFrom(
        " ",
        "0",
        "-1",
        "1e309",
        "null",
        "undefined",
        "true",
        "[]",
        "{}",
        "１２",
      ),
    },
  ),
  integer: oneof(
    { weight: 4, arbitrary: constantFrom("0", "-1", "1000000", "99999999999999999999") },
    {
      weight: 1,
      arbitrary: constantFrom("", " ", "1e309", "NaN", "12,5", "0x10", "１２", "null", "[]"),
    },
  ),
  id: oneof(
    { weight: 2, arbitrary: constantFrom(opaqueTopicId) },
    { weight: 1, arbitrary: constantFrom("technology", "", " ", "0", "-1", "null", "{}") },
  ),
  domain: oneof(
    constantFrom("zqxv-kjwp.example.co.uk", "www.example.com", "münchen.example", "example"),
    constantFrom("", " ", "https://example.com/a?b=c", "*.example.com", "null", "[]"),
  ),
  date: oneof(
    constantFrom("2026-13-45", "2026-02-30", "0000-00-00", "31.12.2026", "yesterday"),
    constantFrom("", " ", "0", "-1", "1700000000", "null", "{}"),
  ),
} as const;

/** Values of `api-version` that HTTP allows and that are not versions. */
export const oddVersion = oneof(
  constantFrom(
    "",
    "latest",
    "v9",
    "*",
    "2026-5-25",
    "2026-13-45",
    '"2026-05-25"',
    "2026-05-25, 2024-01-01",
    "2026-05-25; q=1",
    "2026-05-25T00:00:00Z",
    "../2026-05-25",
    "{}",
    "%00",
    "2026\t05",
    "caf\u00e9",
    "9".repeat(300),
  ),
  string({
    unit: integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 20,
  }),
);

/** A path that no surface has. */
export const unknownPath = string({
  unit: integer({ min: 0x61, max: 0x7a }).map((code) => String.fromCharCode(code)),
  minLength: 12,
  maxLength: 12,
}).map((letters) => `/${letters}`);
