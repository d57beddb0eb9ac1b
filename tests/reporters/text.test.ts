import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { cellLines } from "../../reporters/model/cell-text.ts";
import { clip, displayWidth, foldCommand, labelled, wrap } from "../../reporters/text/columns.ts";
import {
  visibleBlock,
  visibleJson,
  visibleJsonLine,
  visibleLine,
} from "../../reporters/text/visible.ts";
import { excerpt } from "../../reporters/view/excerpt.ts";
import { locate } from "../../reporters/view/locate.ts";
import { result } from "./fixtures.ts";

test("a word of a million columns is wrapped too", () => {
  const lines = wrap("<".repeat(1_000_000), 8);
  expect(lines.length).toBe(125_000);
  expect(lines.every((line) => line === "<<<<<<<<")).toBe(true);
});

describe("what can't be seen is made visible", () => {
  const cases: readonly [string, string][] = [
    ["plain – ünï 漢字 😀", "plain – ünï 漢字 😀"],
    ["\u001b[31mred\u001b[0m", "\\u001b[31mred\\u001b[0m"],
    ["\u009b31m", "\\u009b31m"],
    ["\u0000\u0007\u007f", "\\u0000\\u0007\\u007f"],
    ["a\nb\r\tc", "a\\nb\\r\\tc"],
    ["\u202eevil\u2066\u200f", "\\u202eevil\\u2066\\u200f"],
    ["\ufeffx\u200b", "\\ufeffx\\u200b"],
    ["\ufffe\uffff\u{1fffe}", "\\ufffe\\uffff\\u{1fffe}"],
    ["\ud800x\udc00", "\\ud800x\\udc00"],
    ["\u{e0041}", "\\u{e0041}"],
    ["👩\u200d🔬 ⚠\ufe0f 👩🏽\u200d🚀", "👩\u200d🔬 ⚠\ufe0f 👩🏽\u200d🚀"],
    ["a\u200db\ufe0f👩\u200d", "a\\u200db\\ufe0f👩\\u200d"],
    ["⚠\ufe0f\ufe0f", "⚠\ufe0f\\ufe0f"],
  ];
  test.for(cases)("%j", ([text, expected]) => expect(visibleLine(text)).toBe(expected));

  const ignorable = [
    ...[0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x180f, 0x200c, 0x200d],
    ...[
      0x2064, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0x1bca0, 0x1d173, 0xe0001, 0xe0100, 0xe01ef,
    ],
  ];
  test.for(ignorable)("what Unicode lets programs ignore, between letters: U+%i", (code) => {
    const text = `b${String.fromCodePoint(code)}k`;
    expect(visibleLine(text)).toMatch(/^b\\u[\da-f{}]+k$/);
    for (const json of [visibleJson([text]), visibleJsonLine([text], (one) => one)]) {
      expect(json).toMatch(/^[ -~\n]+$/);
      expect(JSON.parse(json)).toEqual([text]);
    }
  });

  test("a block keeps its lines", () => {
    expect(visibleBlock("a\r\n\tb\n\rc")).toBe("a\n  b\n\\rc");
  });
});

describe("where a pointer points", () => {
  const body = '{ "a": [1, {"b": "x]}", "c/d": {"~": null}}], "e": "\\"a\\"", "k\\u0065y": true }';
  const cases: readonly [string, string | null][] = [
    ["", '{ "a"'],
    ["/a", '[1, {"b'],
    ["/a/0", "1, {"],
    ["/a/1/b", '"x]}"'],
    ["/a/1/c~1d/~0", "null}"],
    ["/e", '"\\"a'],
    ["/key", "true"],
    ["/a/1/missing", '{"b": "x'],
    ["/missing/deeper", '{ "a"'],
    ["/a/7", "[1, {"],
  ];
  test.for(cases)("%s", ([pointer, begins]) => {
    const at = locate(body, pointer);
    expect(body.slice(at ?? -1).startsWith(begins ?? "")).toBe(true);
    expect(at).not.toBeNull();
  });

  const odd: readonly [string, string, number | null][] = [
    ["", "/a", null],
    ["<html>", "/a", null],
    ['{"a": 1, "a": 22}', "/a", 14],
    ['{"a": {"b": "cut o', "/a/b", 12],
    ['{"x": "cut', "/a", 0],
    ["[1, 2", "/1", 4],
    ['{"a" 1}', "/a", 0],
    ["[}", "/0", 0],
    ["{,,}", "/a", 0],
  ];
  test.for(odd)("%j at %s", ([text, pointer, expected]) => {
    expect(locate(text, pointer)).toBe(expected);
  });

  test("agrees with JSON.parse on a large body, also with very long strings", () => {
    const items = Array.from({ length: 200 }, (_, index) => ({
      title: 'x\\"'.repeat(1000),
      index,
    }));
    const text = JSON.stringify({ items });
    const at = locate(text, "/items/150/index") ?? 0;
    expect(text.slice(at, at + 4)).toBe("150}");
    const long = JSON.stringify({ a: "\\".repeat(3_000_000), b: 1 });
    expect(locate(long, "/b")).toBe(long.length - 2);
  });
});

describe("excerpts", () => {
  test("a short body is shown whole", () => {
    expect(excerpt('{"a":\n\t1}', "/a", false)).toBe('{"a":\n  1}');
  });
  test("a long body is shown around the place", () => {
    const text = JSON.stringify({ padding: "p".repeat(3000), wrong: 7, rest: "r".repeat(3000) });
    const shown = excerpt(text, "/wrong", false);
    expect(shown).toContain('"wrong":7');
    expect(shown.length).toBeLessThan(620);
    expect([shown.at(0), shown.at(-1)]).toEqual(["…", "…"]);
  });
  test("without a pointer its beginning is shown", () => {
    expect(excerpt("x".repeat(2000), null, false)).toBe(`${"x".repeat(600)}…`);
  });
  test("no surrogate pair is cut in two", () => {
    expect(excerpt(`x${"😀".repeat(600)}`, null, false)).toBe(`x${"😀".repeat(299)}…`);
  });
  test("many lines are cut, and so is what was cut before", () => {
    expect(excerpt("l\n".repeat(100), null, false).split("\n")).toHaveLength(20);
    expect(excerpt("{", null, true)).toBe("{…");
  });
});

describe("lines", () => {
  test("width counts columns, not code units", () => {
    expect(["abc", "漢字", "😀", "e\u0301", "👩\u200d🔬"].map(displayWidth)).toEqual([
      3, 4, 2, 1, 2,
    ]);
    expect(["🇩🇪", "שלום", "ｱ", "👩🏽"].map(displayWidth)).toEqual([2, 4, 1, 2]);
  });
  test("whatever letters are beside each other", () => {
    const letters = [
      "a",
      "é",
      "e\u0301",
      "Ж",
      "\u0483",
      "漢",
      "か",
      "\u3099",
      "한",
      "ᆫ",
      "ｶ",
      "ﾞ",
      "क",
      "\u094d",
    ];
    const signs = ["😀", "🇩", "🇪", "\u200d", "🏽", "\ufe0f"];
    const all = [...letters, ...signs];
    const segments = new Intl.Segmenter();
    const texts = all.flatMap((a) => all.flatMap((b) => all.map((c) => `x${a}${b}${c}`)));
    const expected = (text: string) =>
      [...segments.segment(text)].reduce((sum, { segment }) => sum + stringWidth(segment), 0);
    expect(texts.filter((text) => displayWidth(text) !== expected(text))).toEqual([]);
  });
  test("nothing is cut inside of what a reader sees as one character", () => {
    expect(clip("abe\u0301\u0323def", 4)).toBe("abe\u0301\u0323…");
    expect(clip("👩\u200d🔬👩\u200d🔬👩\u200d🔬", 5)).toBe("👩\u200d🔬👩\u200d🔬…");
    expect(wrap("👨\u200d👩\u200d👧".repeat(5), 8)).toEqual([
      "👨\u200d👩\u200d👧".repeat(4),
      "👨\u200d👩\u200d👧",
    ]);
  });
  test("a pile of marks that is wider than the page is wrapped all the same", () => {
    const pile = `ก${"\u0903".repeat(40)}`;
    const lines = wrap(pile, 10);
    expect(lines.join("")).toBe(pile);
    expect(lines.length).toBeGreaterThan(1);
  });
  test("clip", () => {
    expect(clip("abcdef", 4)).toBe("abc…");
    expect(clip("漢字漢字", 6)).toBe("漢字…");
    expect(clip("abc", 3)).toBe("abc");
  });
  test("wrap breaks at spaces, inside of long words, and keeps line breaks", () => {
    expect(wrap("one two three\nfour", 8)).toEqual(["one two", "three", "four"]);
    expect(wrap("a 0123456789abcdefgh z", 8)).toEqual(["a", "01234567", "89abcdef", "gh z"]);
    expect(wrap("漢字漢字漢字", 8)).toEqual(["漢字漢字", "漢字"]);
  });
  test("labelled indents what follows", () => {
    expect(labelled("key: ", "one two three", 13)).toEqual(["key: one two", "     three"]);
  });
  test("a folded command has the same words", () => {
    const command =
      "curl -sS -H 'api-version: 2024-01-01' -H \"api-key: $KEY\" 'http://x.example/a?b=c d'";
    const folded = foldCommand(command, 40);
    expect(folded).toEqual([
      "curl -sS -H 'api-version: 2024-01-01' \\",
      '  -H "api-key: $KEY" \\',
      "  'http://x.example/a?b=c d'",
    ]);
    expect(folded.map((line) => line.replace(/ \\$/, "").trim()).join(" ")).toBe(command);
    expect(foldCommand("curl x", 40)).toEqual(["curl x"]);
  });
});

describe("cells in few lines", () => {
  const at = (version: string, auth: "api-key" | "bearer" | null) => result({ version, auth });
  test("versions with the same styles share a line", () => {
    const cells = [
      at("2024-01-01", "api-key"),
      at("2024-01-01", "bearer"),
      at("2022-01-01", "api-key"),
      at("2022-01-01", "bearer"),
      at("default", null),
      result({ surface: "news", endpoint: "/ping", version: "default" }),
    ];
    expect(cellLines(cells)).toEqual([
      "aggregator GET /topics at 2024-01-01, 2022-01-01 (api-key, bearer)",
      "aggregator GET /topics at default",
      "news GET /ping at default",
    ]);
  });
});
