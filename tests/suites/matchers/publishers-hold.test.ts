import { describe, expect, test } from "vitest";
import { publishersHold, sameLanguage } from "../../../suites/matchers/publishers-hold.ts";
import { ending } from "./ending.ts";
import { answered, publishers } from "./searches.ts";

const isEqual = (actual: string, wanted: string) => actual === wanted;

describe("every publisher has what was asked for", () => {
  const listed = (query: Readonly<Record<string, string>>, ...entries: readonly unknown[]) => [
    answered(publishers, query, { publishers: entries }),
  ];

  test("in any letter case, and whatever states nothing is not judged", () => {
    const judge = publishersHold("category", isEqual);
    const all = listed(
      { term: "x", cat: "SPORTS" },
      { category: "Sports" },
      { category: "General" },
      { category: 7 },
      {},
      "noise",
      { category: "sport" },
    );
    expect(judge(all, publishers)).toEqual([
      {
        path: "/publishers/1/category",
        expected: "SPORTS",
        actual: 'string "General"',
        exchange: all[0]?.id,
      },
      expect.objectContaining({ path: "/publishers/5/category" }),
    ]);
  });

  test("by the parameter of the filter", () => {
    const judge = publishersHold("language", isEqual);
    const entries = [{ language: "en" }, { language: "de" }] as const;
    expect(judge(listed({ lang: "en", cat: "de" }, ...entries), publishers)).toMatchObject([
      { path: "/publishers/1/language", expected: "en" },
    ]);
    expect(judge(listed({ cat: "en" }, ...entries), publishers)).toMatchObject([
      { expected: "" },
      { expected: "" },
    ]);
  });

  test("an empty list shows nothing", () => {
    const judge = publishersHold("language", isEqual);
    expect(ending(() => judge(listed({ lang: "en" }), publishers))).toBe(
      "skip: the response has no items to judge",
    );
  });
});

describe("a language", () => {
  test.each([
    ["en", "en", true],
    ["en-gb", "en", true],
    ["en_gb", "en", true],
    ["en", "en-us", true],
    ["en", "en_us", true],
    ["fr", "en", false],
    ["fr-ca", "en-ca", false],
    ["eng", "en", true],
    ["fil", "eng", false],
    ["english", "en", true],
    ["e", "en", true],
    ["1en", "fr", true],
    ["en gb", "fr", true],
    ["", "en", true],
  ])("%j is not contradicted by %j: %s", (actual, wanted, expected) => {
    expect(sameLanguage(actual, wanted)).toBe(expected);
  });
});
