import { describe, expect, test } from "vitest";
import { codeLists } from "../../../harness/redaction/code-lists.ts";

const texts = (text: string) => [...codeLists(text)].map((one) => one.text);
const abcdef = [97, 98, 99, 100, 101, 102];
const hex = abcdef.map((code) => code.toString(16));

describe("lists of the codes of characters", () => {
  test.each([
    ["decimal", "[97, 98, 99, 100, 101, 102]"],
    ["decimal with zeros", "097 098 099 0100 00101 000102"],
    ["by a function", "chr(97)+chr(98)+chr(99)+chr(100)+chr(101)+chr(102)"],
    ["entities", "&#97;&#98;&#99;&#100;&#101;&#102;"],
    ["with a prefix", hex.map((one) => `0x${one}`).join()],
    ["with a short prefix in capitals", hex.map((one) => `X${one}`).join(":")],
    ["with a prefix and zeros", hex.map((one) => `0x00${one}`).join()],
    ["of Unicode", hex.map((one) => `u00${one}`).join(" ")],
    ["with a prefix, of 32 bits", hex.map((one) => `0x000000${one}`).join()],
    ["with a suffix", hex.map((one) => `${one}h`).join()],
    ["with a prefix as in BASIC", hex.map((one) => `&H${one}`).join("+")],
    ["octal with a prefix", abcdef.map((one) => `0o${one.toString(8)}`).join()],
    ["in elements with digits", abcdef.map((one) => `<i4>${one}</i4>`).join("")],
    ["with words between", hex.map((one) => `x${one} and then `).join("")],
  ])("%s", (_, text) => {
    expect(texts(text)).toEqual(["abcdef"]);
  });

  test("in every base that the digits may have", () => {
    expect(texts("61 62 63 64 65 66")).toEqual(["=>?@AB", "abcdef", "123456"]);
    const octal = "\\141\\142\\143\\144\\145\\146";
    expect(texts(octal)).toEqual(["\u008d\u008e\u008f\u0090\u0091\u0092", "abcdef"]);
    expect(texts(hex.map((one) => `000000${one}`).join(" "))).toContain("abcdef");
    expect(texts("0141 0142 0143 0144 0145 0146")).toContain("abcdef");
    expect(texts("0 1 2 3 4 255")).toEqual(["\0\x01\x02\x03\x04\xff"]);
  });

  test.each([
    ["five codes", "97 98 99 100 101"],
    ["words without digits", "ab cd ef gh ij kl mn"],
    ["a number that is no byte between", "97 98 99 256 100 101 102"],
    ["a word that is no number between", "97 98 99 4x 100 101 102"],
    ["a long word with digits between", "97 98 99 1000000 100 101 102"],
    ["long words", hex.map((one) => `00x00${one}`).join()],
    ["nothing", ""],
  ])("not %s", (_, text) => {
    expect(texts(text)).toEqual([]);
  });

  test("codes may be 64 characters apart", () => {
    const apart = (count: number) => abcdef.join(" ".repeat(count));
    expect(texts(apart(64))).toEqual(["abcdef"]);
    expect(texts(apart(65))).toEqual([]);
    expect(texts(`${abcdef.join(" ")}${" ".repeat(65)}${abcdef.join(" ")}`)).toEqual([
      "abcdef",
      "abcdef",
    ]);
  });

  test("lists end at long words, and at numbers that are no byte", () => {
    const list = abcdef.join(" ");
    expect(texts(`${list} 1000000 ${list}`)).toEqual(["abcdef", "abcdef"]);
    expect(texts(`300 ${list} 256 ${list}`)).toEqual(["abcdef", "abcdef"]);
  });

  test.each([
    ["with their indices", JSON.stringify(Uint8Array.from(abcdef)), 1],
    ["after other numbers", `7, 9, 40 ${JSON.stringify(Uint8Array.from(abcdef))}`, 1],
    [
      "with the numbers of lines",
      abcdef.map((one, index) => `${index + 40}\t${one}`).join("\n"),
      1,
    ],
    ["not with other numbers", abcdef.map((one, index) => `${2 * index} ${one}`).join(), 0],
    ["not of five", JSON.stringify(Uint8Array.from(abcdef.slice(1))), 0],
  ])("%s", (_, text, count) => {
    expect(texts(text).filter((one) => one === "abcdef")).toHaveLength(count);
  });

  test("tell where each of their characters is", () => {
    const [one] = codeLists("300 [97,98,99,100,101,102]");
    expect(one?.text).toBe("abcdef");
    expect([one?.startOf(0), one?.endOf(1), one?.startOf(5), one?.endOf(6)]).toEqual([
      5, 7, 22, 25,
    ]);
  });
});
