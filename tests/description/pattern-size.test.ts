import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { patternSize } from "../../description/pattern-size.ts";

const nested = (depth: number) => `${"(".repeat(depth)}a${"){7}".repeat(depth)}`;

describe("the size of a pattern", () => {
  test.each([
    "^[A-Z]{2}$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
    "^https?:\\/\\/(?:[\\w-]+\\.)+[a-z]{2,}(?:\\/[^\\s]*)?$",
    "^\\p{Lu}\\p{L}+( \\u{e9})*$",
    "[\\]{9}]{3}",
    "\\(a{3}\\)",
    "(a{200}){2}b{150}",
    "^((((a|b|c|d)?){9}){9}){3}d$",
    "^(a?){500}$",
    "(a{0,200})*c",
    "(.*a){100}$",
    nested(3),
  ])("%s is about that of the compiled one", (pattern) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern)).programSize();
    const size = patternSize(pattern);
    expect(size).toBeGreaterThan(compiled / 4 - 4);
    expect(size).toBeLessThan(compiled * 4 + 4);
  });

  test("multiplies with each repetition around another, without an end", () => {
    expect(patternSize(nested(3)) / patternSize(nested(2))).toBeGreaterThan(6);
    expect(patternSize(nested(100))).toBe(1_000_000_000);
  });

  test.each(["", "(", ")", "{3}", "a{", "[", "\\", "(((a{3}", "a)){3}", "{", "a{,3}"])(
    "%j, which is no pattern or an odd one, has a size too",
    (pattern) => {
      expect(patternSize(pattern)).toBeGreaterThanOrEqual(0);
      expect(patternSize(pattern)).toBeLessThan(30);
    },
  );
});
