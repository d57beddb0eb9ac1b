import { describe, expect, test } from "vitest";
import {
  brokenEncoding,
  controlText,
  denseText,
  longText,
  oddVersion,
  sparseText,
  unknownPairs,
  unknownPath,
} from "../../suites/requests/careless-texts.ts";
import { generated, partsOf } from "../../suites/requests/generated-values.ts";

const many = (seed: number) => ({ seed, runs: 100 });

describe("generation", () => {
  test("is the same for the same seed and place, and different for another of either", () => {
    const texts = generated(denseText, many(1), "here");
    expect(generated(denseText, many(1), "here")).toEqual(texts);
    expect(generated(denseText, many(2), "here")).not.toEqual(texts);
    expect(generated(denseText, many(1), "there")).not.toEqual(texts);
  });

  test("goes on where fewer runs ended", () => {
    const few = generated(denseText, { seed: 5, runs: 3 }, "here");
    expect(generated(denseText, { seed: 5, runs: 9 }, "here").slice(0, 3)).toEqual(few);
  });

  test("puts one fragment of every kind into each dense text", () => {
    for (const text of generated(denseText, many(3), "dense")) {
      for (const script of ["Latin", "Greek", "Cyrillic", "Hebrew", "Arabic", "Thai", "Han"]) {
        expect(text).toMatch(new RegExp(`\\p{Script=${script}}`, "u"));
      }
      for (const sign of "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") expect(text).toContain(sign);
      expect(text).toMatch(/\p{Emoji_Presentation}/u);
      expect(text).toMatch(/\p{Mn}/u);
      expect(text).toMatch(/[\u202e\u200f\u2067]/u);
    }
  });

  test("makes free text of what people can type: no control characters, nothing blank, no half characters", () => {
    for (const arbitrary of [denseText, sparseText]) {
      for (const text of generated(arbitrary, many(4), "free")) {
        expect(text).not.toMatch(/\p{Cc}/u);
        expect(text.trim()).not.toBe("");
        expect(() => encodeURIComponent(text)).not.toThrow();
      }
    }
  });

  test("makes what HTTP and URLs can carry", () => {
    for (const version of generated(oddVersion, many(5), "version")) {
      expect(version).toMatch(/^[\t -~\u0080-\u00ff]*$/);
    }
    for (const text of generated(brokenEncoding, many(6), "encoding")) {
      const url = `http://127.0.0.1/search?query=${text}`;
      expect(new URL(url).href).toBe(url);
      expect(() => decodeURIComponent(text)).toThrow();
    }
    for (const text of generated(longText, many(7), "long")) {
      expect(text.length).toBeGreaterThan(1100);
      expect(text.length).toBeLessThanOrEqual(1500);
    }
    for (const path of generated(unknownPath, many(8), "path"))
      expect(path).toMatch(/^\/[a-z]{12}$/);
    for (const text of generated(controlText, many(9), "control")) expect(text).toContain("\0");
    expect(generated(unknownPairs, many(10), "pairs")[0]).toContainEqual(["__proto__", "x"]);
  });
});

describe("the parts of a list", () => {
  test("are shorter, in its order, and hold as many as have to stay", () => {
    const list = [..."abcdefgh"];
    const parts = [...partsOf(list, 2)];
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      expect(part.length).toBeLessThan(list.length);
      expect(part.length).toBeGreaterThanOrEqual(2);
      expect([...part].sort()).toEqual(part);
    }
  });

  test("keep equal entries apart, and there are none of what is short enough", () => {
    expect([...partsOf(["a", "a", "a"])].every((part) => part.length < 3)).toBe(true);
    expect([...partsOf(["a"])]).toEqual([]);
    expect([...partsOf([], 0)]).toEqual([]);
    expect([...partsOf(["a"], 0)]).toEqual([[]]);
  });
});
