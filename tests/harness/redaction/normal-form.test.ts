import { describe, expect, test } from "vitest";
import {
  hasEscapes,
  hasTurnedEscapes,
  normalForm,
  plainForm,
  type Units,
} from "../../../harness/redaction/normal-form.ts";

/** The units as text, with `·` for those that are not ASCII. */
const shown = ({ units, count }: Units) =>
  String.fromCharCode(...units.subarray(0, count)).replaceAll("\x80", "·");
const places = ({ from, count }: Units) => [...from.subarray(0, count + 1)];

describe("the normal form", () => {
  test.each([
    ["Plain Text 09", "plain text 09"],
    ["[@`{", "[@`{"],
    ["a+b", "a b"],
    ["a\0b", "ab"],
    ["é€x😀", "·x·"],
    ["a\u034fb\ufe0f\u200dc\u3164\u00ad", "abc"],
    ["a\u{e0100}b\u{1d173}c\u{1d11e}", "abc·"],
    ["a\\u034fb\\udb40\\udd00c\\u{e0100}d", "abcd"],
    ["a&#847;b&#xe0100;c&shy;&ZeroWidthSpace;d", "abcd"],
    ["\\\u034fu0041", "a"],
    ["\ud83da\ude00", "·a·"],
    ["%41%5A", "az"],
    ["%2541", "a"],
    ["%4F", "o"],
    ["%z0041", "%z0041"],
    ["\\u0000a", "a"],
    ["\\u{0}a", "a"],
    ["&#0;a", "a"],
    ["\\x{41}", "\\x{41}"],
    [`${"x".repeat(70)}&#65;`, `${"x".repeat(70)}a`],
    ["%4", "%4"],
    ["%4g", "%4g"],
    ["%/1 %:1", "%/1 %:1"],
    ["%é1", "%·1"],
    ["%C3%A9x", "·x"],
    ["%00a", "a"],
    ["\\x41", "a"],
    ["x41", "x41"],
    ["\\u0041", "a"],
    ["\\u00e9", "·"],
    ["%u0041", "a"],
    ["u0041", "u0041"],
    ["\\u004", "\\u004"],
    ["\\\\\\u0041", "a"],
    ["\\u{41}", "a"],
    ["\\u{0000041}", "a"],
    ["\\u{00000041}", "\\u{00000041}"],
    ["\\u{}", "\\u{}"],
    ["\\u{4g}", "\\u{4g}"],
    ["\\u{4{1}", "\\u{4{1}"],
    ["\\v{41}", "v{41}"],
    ["/u{41}", "/u{41}"],
    ["u{41}", "u{41}"],
    ["{41}", "{41}"],
    ["}", "}"],
    ["\\n", "n"],
    ["\\t", "\t"],
    ["\\\\t", "\t"],
    ["\\/", "/"],
    ["a\\", "a\\"],
    ["&#65;", "a"],
    ["&#x41;", "a"],
    ["&#X41;", "a"],
    ["&#65", "&#65"],
    ["#65;", "#65;"],
    ["&65;", "&65;"],
    ["&#;", "&#;"],
    ["&#x;", "&#x;"],
    ["&#4a;", "&#4a;"],
    ["&#x4g;", "&#x4g;"],
    ["&#233;", "·"],
    ["&#99999999999999999999;", "·"],
    ["&;", "&;"],
    ["&nothing;", "&nothing;"],
    ["&LT;", "<"],
    ["&amp;#65;", "a"],
    ["&amp;amp;lt;", "<"],
    ["&a&#65;", "&aa"],
    [`&#${"0".repeat(60)}65;`, "a"],
    [`&#${"0".repeat(61)}65;`, `&#${"0".repeat(61)}65;`],
    ["%26%2365%3B", "a"],
    ["&#37;41", "a"],
    ["&#92;x41", "a"],
    ["\\u0025\\u0034\\u0031", "a"],
  ])("of %j is %j", (text, expected) => {
    expect(shown(normalForm(text))).toBe(expected);
  });

  test.each([
    [
      "every sign by its name in HTML",
      "&excl;&quot;&num;&dollar;&percnt;&amp;&apos;&lpar;&rpar;&ast;&comma;&period;&sol;&colon;&semi;" +
        "&lt;&equals;&gt;&quest;&commat;&lsqb;&rsqb;&hat;&lowbar;&grave;&lcub;&verbar;&rcub;&bsol;",
      "!\"#$%&'()*,./:;<=>?@[]^_`{|}\\",
    ],
    ["its other names", "&lbrack;&rbrack;&lbrace;&rbrace;&underbar;&vert;", "[]{}_|"],
    ["invisible ones", "a&lrm;b&rlm;c&nobreak;d&zwj;e&zwnj;f&shy;g", "abcdefg"],
    ["white space", "a&nbsp;b&tab;c&plus;d", "a b\tc d"],
  ])("knows %s", (_, text, expected) => {
    expect(shown(normalForm(text))).toBe(expected);
  });

  test.each([
    ["ab", [0, 1, 2]],
    ["x%41y", [0, 1, 4, 5]],
    ["x&#65;y", [0, 1, 6, 7]],
    ["x\\u{41}y", [0, 1, 7, 8]],
    ["x\\u0041y", [0, 1, 7, 8]],
    ["x\\x41y", [0, 1, 5, 6]],
    ["x\\\\ny", [0, 1, 4, 5]],
    ["éé€x", [0, 3, 4]],
    ["a\0b", [0, 2, 3]],
    ["a\u034fb\u{e0100}c", [0, 2, 5, 6]],
    ["a😀b", [0, 1, 3, 4]],
    ["", [0]],
  ])("of %j begins at %j", (text, expected) => {
    expect(places(normalForm(text))).toEqual(expected);
  });
});

describe("the plain form", () => {
  test.each([
    ["Aé€\\%41+\0z", "a·\\%41+\0z", [0, 1, 3, 4, 5, 6, 7, 8, 9, 10]],
    ["é", "·", [0, 1]],
    ["\uff21\uff3a\uff01\uff5e", "az!~", [0, 1, 2, 3, 4]],
    ["a\uff00b\uff5f", "a·b·", [0, 1, 2, 3, 4]],
    ["aéaé", "a·a·", [0, 1, 2, 3, 4]],
    ["", "", [0]],
  ])("of %j is %j", (text, expected, from) => {
    expect(shown(plainForm(text))).toBe(expected);
    expect(places(plainForm(text))).toEqual(from);
  });
});

test.each([
  ["a%", true],
  ["a\\b", true],
  ["a&b", true],
  ["a+b", true],
  ["a\0", true],
  ["a\u034fb", true],
  ["a\u{e0100}b", true],
  ["a=5Fb", true],
  ["a=2db", true],
  ["a=\nb", true],
  ["a=\r\nb", true],
  ["a-b/c=d", false],
  ["a=42;b=1f;c=8a", false],
])("%j may have escapes: %s", (text, expected) => {
  expect(hasEscapes(text)).toBe(expected);
});

test.each([
  ["14%24%34%44%", true],
  ["4A%4b%4C%4d%", true],
  ["14%24%34%", false],
  ["g4%24%34%44%", false],
  ["1400u\\2400u\\3400u\\4400u\\", true],
  ["1400u\\2400u\\3400u\\", false],
  ["A4x\\24x\\34x\\44x\\", true],
  ["14x\\24x\\34x\\", false],
  [";56#&;66#&;76#&;001#&", true],
  [";56#&;66#&;76#&", false],
  [";6#&;6#&;6#&;6#&", false],
  [";14x#&;2Ax#&;34x#&;44x#&", true],
  [";14x#&;24x#&;34x#&", false],
  ["%41%42%43%44", false],
])("%j has escapes that are written backwards: %s", (text, expected) => {
  expect(hasTurnedEscapes(text)).toBe(expected);
});
