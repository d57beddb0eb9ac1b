import { describe, expect, test, vi } from "vitest";
import { encodedTexts } from "../../../harness/redaction/encoded-texts.ts";
import { createSecretFinder, unsearched } from "../../../harness/redaction/find-secrets.ts";
import { base64 } from "../encodings.ts";

/** The text with `[index of the secret]` for each place. */
function shown(values: readonly string[], text: string, encodings?: false): string {
  const find = createSecretFinder(
    values.map((value) => (encodings === undefined ? { value } : { value, encodings })),
  );
  let rest = text;
  for (const { start, end, secret } of find(text).toReversed()) {
    rest = `${rest.slice(0, start)}[${secret}]${rest.slice(end)}`;
  }
  return rest;
}

test.each([
  ["whatever follows it", 'a "0123456789-and the rest" b', 'a "[] the rest" b'],
  [
    "what follows it in base64",
    `a ${Buffer.from("0123456789-and").toString("base64")} b`,
    "a [] b",
  ],
  ["nothing", "a 0123456789- b", "a [] b"],
])("a secret that goes on is found with %s", (_, text, expected) => {
  const [place] = createSecretFinder([{ value: "0123456789-", goesOn: true }])(text);
  expect(`${text.slice(0, place?.start)}[]${text.slice(place?.end)}`).toBe(expected);
});

describe("a text that is cut within a long secret", () => {
  const long = Array.from({ length: 80 }, (_, index) => `part${index}.`).join("");
  const cut = (length: number) => `a ${long.slice(0, length)}… b`;
  test.each([
    ["whole", `a ${long} b`, "a [0] b"],
    ["whole, and more", `a ${long}more b`, "a [0]more b"],
    ["its beginning", cut(200), "a [0] b"],
    ["its beginning, where quotation marks end", `"${long.slice(0, 300)}"`, '"[0]"'],
    ["its beginning, twice", `${cut(200)} ${cut(300)}`, "a [0] b a [0] b"],
    ["its beginning at the end", `a ${long.slice(0, 500)}`, "a [0]"],
    ["its beginning in upper case", cut(400).toUpperCase(), "A [0] B"],
    [
      "the beginning of it in base64",
      `a ${Buffer.from(long).toString("base64").slice(0, 300)}… b`,
      "a [0] b",
    ],
    [
      "the beginning of it in hexadecimal",
      `a ${Buffer.from(long).toString("hex").slice(0, 300)}… b`,
      "a [0] b",
    ],
    ["the least of its beginning", cut(128), "a [0] b"],
    ["not less of it", cut(127), cut(127)],
    ["not its end", `a ${long.slice(-300)} b`, `a ${long.slice(-300)} b`],
  ])("%s", (_, text, expected) => {
    expect(shown([long], text)).toBe(expected);
    expect(shown(["another secret", long].toReversed(), text)).toBe(expected);
  });

  test("a short one is not found by its beginning", () => {
    expect(shown([long.slice(0, 150)], cut(140))).toBe(cut(140));
  });
});

describe("a secret is covered exactly", () => {
  test.each([
    ["as it is", "a Key-42! b", "a [0] b"],
    ["alone", "Key-42!", "[0]"],
    ["twice", "Key-42!Key-42!", "[0][0]"],
    ["in upper case", "aKEY-42!b", "a[0]b"],
    ["percent-encoded", "%61%4bey%2D42%21%62", "%61[0]%62"],
    ["escaped to the end", "a Key-42\\u0021", "a [0]"],
    ["in hexadecimal", "<4b65792d343221>", "<[0]>"],
    ["in hexadecimal, in upper case with spaces", "4B 65 79 2D 34 32 21", "[0]"],
    ["in hexadecimal, as C writes it", "{0x4b, 0x65, 0x79, 0x2d, 0x34, 0x32, 0x21}", "{[0]}"],
    ["in hexadecimal, of upper case", "4b45592d343221", "[0]"],
    ["in hexadecimal, of lower case", "6b65792d343221", "[0]"],
    ["in hexadecimal, of the reverse", "2132342d79654b", "[0]"],
    ["in hexadecimal, backwards", "122343d29756b4", "[0]"],
    ["as code points", "U+004B U+0065 U+0079 U+002D U+0034 U+0032 U+0021", "[0]"],
    ["as a list of bytes", "[75,101,121,45,52,50,33]", "[[0]]"],
    ["as a list of bytes in octal", "113 145 171 055 064 062 041", "[0]"],
    ["in base64", '"S2V5LTQyIQ=="', '"[0]"'],
    ["in base64, after other text", "QmVhcmVyIEtleS00MiE=", "QmVhcmVyI[0]"],
    ["in base64, before other text", "S2V5LTQyISBhbmQgbW9yZQ.", "[0]."],
    ["in base64, with more padding than there is", "S2V5LTQyIQ===", "[0]="],
    ["in base64, after a sign", "=S2V5LTQyIQ", "=[0]"],
    ["in base64, twice in one run", "S2V5LTQyISBLZXktNDIh", "[0]"],
    ["in base64, of upper case", "S0VZLTQyIQ", "[0]"],
    ["in base64, of lower case", "a2V5LTQyIQ", "[0]"],
    ["in base64, of the reverse", "ITI0LXllSw", "[0]"],
    ["in base64, of base64", "UzJWNUxUUXlJUQ", "[0]"],
    ["in base64, of hexadecimal", "NGI2NTc5MmQzNDMyMjE", "[0]"],
    ["in base64, of hexadecimal in upper case", "NEI2NTc5MkQzNDMyMjE", "[0]"],
    ["in base64, of percent-encoding", "JTRiJTY1JTc5JTJkJTM0JTMyJTIx", "[0]"],
    ["in hexadecimal with marks", "x4b-x65-x79-x2d-x34-x32-x21", "[0]"],
    ["in base64, of UTF-16", "SwBlAHkALQA0ADIAIQA", "[0]"],
    ["not in part", "Key-42 ey-42!", "Key-42 ey-42!"],
    ["not without its sign", "Key 42", "Key 42"],
    ["not backwards, since it is short", "!24-yeK", "!24-yeK"],
  ])("%s", (_, text, expected) => {
    expect(shown(["Key-42!"], text)).toBe(expected);
  });

  test.each([
    ["backwards, from eight characters on", "Key-42!?", "a ?!24-yeK b", "a [0] b"],
    ["without its signs, from sixteen on", "abcd-efgh-ijkl-mnop", "ABCD efgh_ijklmnop", "[0]"],
    ["not without its signs, before", "abcd-efgh-ijkl-mno", "abcdefghijklmno", "abcdefghijklmno"],
    ["with other bytes for what is not ASCII", "Schlüssel", "Schl\u00c3\u00bcssel", "[0]"],
    ["in hexadecimal of UTF-8", "Schlüssel", "5363686cc3bc7373656c", "[0]"],
    ["in hexadecimal of Latin-1", "Schlüssel", "5363686cfc7373656c", "[0]"],
    ["in base64 of its percent-encoding", "a/b?c=d", "YSUyRmIlM0ZjJTNEZA", "[0]"],
    ["in base64 of its escapes in JSON", 'a"b"c"d', "YVwiYlwiY1wiZA", "[0]"],
    ["with a backslash at its end", "Key-42\\", "a Key-42\\\\ b", "a [0]\\ b"],
    ["with a backslash at its end, escaped", "Key-42\\", 'Key%2D42\\\\"', '[0]\\\\"'],
    ["with escapes of its own", "Key%2042-x", "a Key 42-x b", "a [0] b"],
    ["of six characters", "secret", "a secret b", "a [0] b"],
    ["between any signs", "zzzz-9999-zzzz-9999", "zzzz{9999}zzzz|9999", "[0]"],
    ["where most of it is not ASCII", "aébécéd", "x aébécéd, AÉBÉCÉD", "x [0], [0]"],
    ["not where other letters are", "aébécéd", "aàbàcàd", "aàbàcàd"],
    ["where it looks like an escape", "Key%20-42", "a Key%20-42 b", "a [0] b"],
    ["not where hardly anything of it is ASCII", "Käöüßéy42", "K\u00e9y42", "K\u00e9y42"],
  ])("%s", (_, value, text, expected) => {
    expect(shown([value], text)).toBe(expected);
  });
});

describe("several secrets", () => {
  const values = ["first-secret", "second-secret", "secret-third", "first-secret-long"];
  test.each([
    ["in their order", "second-secret, first-secret", "[1], [0]"],
    ["side by side", "first-secretsecond-secret", "[0][1]"],
    ["the longest of one place", "first-secret-long", "[3]"],
    ["those that overlap as the first", "second-secret-third.", "[1]."],
    ["those that overlap in a chain", "a first-secret-third b", "a [0] b"],
    ["none", "the first secret of the second", "the first secret of the second"],
  ])("%s", (_, text, expected) => {
    expect(shown(values, text)).toBe(expected);
  });

  test("without their encodings are found as they are and escaped only", () => {
    expect(shown(["Key-42!"], "Key%2D42! 4b65792d343221 S2V5LTQyIQ", false)).toBe(
      "[0] 4b65792d343221 S2V5LTQyIQ",
    );
  });
});

describe("a text of which too much is encoded", () => {
  const key = "bk_8ltctGNbjXK7JU5vVTSQkCOb";
  const find = createSecretFinder([{ value: key }]);
  const decodedOf = (text: string, depth = 2): number =>
    depth === 0
      ? 0
      : [...encodedTexts(text)].reduce(
          (sum, inner) => sum + inner.text.length + decodedOf(inner.text, depth - 1),
          0,
        );

  test.each([
    ["base64 at each alignment, of base64", "QUFB"],
    ["base64 at three alignments", "YWFh"],
    ["hexadecimal codes of base64", "0x51,0x55,0x46,"],
    ["codes that are decimal and hexadecimal", "81,85,70,66,"],
    ["codes of digits of codes", "53 55 32 "],
  ])("is found in full, or is one place: %s", (_, unit) => {
    for (const length of [1_000, 10_000, 100_000]) {
      const text = `a ${unit.repeat(length / unit.length)} z`;
      const bound = 4 * 1024 + 2 * text.length;
      const whole = { start: 0, end: text.length, secret: unsearched, isPart: true };
      expect(find(text)).toEqual(decodedOf(text) > bound ? [whole] : []);
    }
  });

  test("is one place with the name of a secret that it contains", () => {
    const text = `${key} ${"QUFB".repeat(10_000)}`;
    expect(find(text)).toEqual([{ start: 0, end: text.length, secret: 0, isPart: false }]);
  });

  test("takes no more work the more often it can be read", () => {
    const work = (text: string) => {
      const made = vi.spyOn(Buffer, "from");
      find(text);
      const bytes = made.mock.calls.reduce((sum, [part]) => sum + String(part).length, 0);
      made.mockRestore();
      return bytes / text.length;
    };
    // Otherwise 16 for each character.
    expect(work("QUFB".repeat(50_000))).toBeLessThan(5);
    expect(work("hello world ".repeat(20_000))).toBe(0);
  });

  const noise = Uint8Array.from({ length: 300 }, (_, index) => (index * index * 7919) >> 3);
  const image = `data:image/png;base64,${Buffer.from(noise).toString("base64")}${"AAAA".repeat(100)} `;

  test.each([
    ["base64 of texts", base64("The quick brown fox, 1234 jumps over ".repeat(3_000))],
    ["base64 of an image in part of one colour", image.repeat(20)],
    ["base64 of base64", base64(base64("The quick brown fox jumps. ".repeat(3_000)))],
    ["hexadecimal", Buffer.from("The quick brown fox".repeat(3_000)).toString("hex")],
    ["a list of bytes", JSON.stringify([...Buffer.from("The quick brown fox".repeat(2_000))])],
    ["numbers of all sizes", Array.from({ length: 20_000 }, (_, index) => index % 997).join()],
    ["long words", "Donaudampfschifffahrtsgesellschaftskapitaen ".repeat(3_000)],
  ])("is none with %s, and secrets are found in it", (_, text) => {
    expect(find(text)).toEqual([]);
    expect(find(`${text} ${key}`)).toMatchObject([{ start: text.length + 1, isPart: false }]);
  });
});
