import { RE2JS } from "re2js";
import { describe, expect, test, vi } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { anything } from "../../contracts/shape.ts";
import { describedAnswer } from "../../description/described-answer.ts";
import { linearPattern } from "../../description/linear-pattern.ts";
import { describedSurface } from "../../description/operations.ts";

describe("a pattern of a description", () => {
  test.each<[pattern: string, matching: string, other: string]>([
    ["^[A-Z]{2}$", "GB", "gb"],
    ["^bk_", "bk_1", "a bk_"],
    ["a|b", "xbx", "xcx"],
    ["^\\d{4}-\\d{2}-\\d{2}$", "2026-05-25", "2026-5-25"],
    ["^\\p{Lu}\\p{L}+$", "Élan", "élan"],
    ["^[\\w.-]+@[\\w-]+\\.[a-z]{2,}$", "a@b.example", "a@b"],
    ["^\\u00e9$", "é", "e"],
    ["^(?:CAAq)[A-Za-z0-9_-]+$", "CAAqJg", "AAqJg"],
    ["^https?:\\/\\/", "https://a", "ftp://a"],
    ["^$", "", "a"],
    ["^(?<year>\\d+)$", "2026", "x"],
  ])("%s is matched as JavaScript does it", (pattern, matching, other) => {
    for (const text of [matching, other]) {
      expect([text, linearPattern(pattern).test(text)]).toEqual([
        text,
        new RegExp(pattern, "u").test(text),
      ]);
    }
    expect(linearPattern(pattern).test(matching)).toBe(true);
    expect(linearPattern(pattern).test(other)).toBe(false);
  });

  test.each([
    "^(?=a)b",
    "(?!x)",
    "(?<=a)b",
    "(a)\\1",
    "(",
    "[z-a]",
    "a{5000}",
    "a".repeat(501),
    "(a{200}){20}b{150}c{160}",
    "^((((a|b|c|d)?){9}){9}){9}d$",
  ])("%s is not matched, so nothing is concluded from it", (pattern) => {
    expect(linearPattern(pattern).test("anything")).toBe(true);
  });

  test.each([
    "^(a+)+$",
    "^(a|aa)+$",
    "(.*a){20}$",
    "^(\\w+\\s?)*$",
    "(x+x+)+y",
    "^(a|a?)+$",
    "a*a*a*a*a*b",
    "(a{0,200})*c",
  ])("%s takes no longer for a longer text than reading it does", (pattern) => {
    const found = linearPattern(pattern);
    const begun = process.cpuUsage();
    for (const text of [`${"a".repeat(9_999)}!`, `${"x".repeat(9_999)}z`, `${"a ".repeat(4_999)}!`])
      found.test(text);
    const { user } = process.cpuUsage(begun);
    // It takes milliseconds; a backtracking engine takes longer than anybody lives.
    expect(user / 1000).toBeLessThan(20_000);
  });

  test.each(["^a+$", "(?=a)b"])("%s is compiled once, when it is needed first", (pattern) => {
    const compile = vi.spyOn(RE2JS, "compile");
    const found = linearPattern(pattern);
    expect(compile).toHaveBeenCalledTimes(0);
    for (const text of ["a", "b", "aa"]) found.test(text);
    expect(compile).toHaveBeenCalledTimes(1);
    compile.mockRestore();
  });

  test("of a longer text than that is not matched", () => {
    expect(linearPattern("^b+$").test("a".repeat(10_001))).toBe(true);
    expect(linearPattern("^b+$").test("a".repeat(9_000))).toBe(false);
  });

  test("judges the responses of a server, in values and in names", () => {
    const schema = {
      type: "object",
      properties: { code: { type: "string", pattern: "^(a+)+$" } },
      patternProperties: { "^(x+)+y$": { type: "integer" } },
    };
    const document = {
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      paths: {
        "/ping": {
          get: {
            responses: { 200: { description: "d", content: { "application/json": { schema } } } },
          },
        },
      },
    };
    const place = { surface: "news", endpoint: "/ping", version: "default", status: 200 } as const;
    const answer = describedAnswer(
      describedSurface(document),
      "",
      place,
      anything,
      loadCatalogue(),
    );
    const pathsOf = (body: unknown) => answer?.validate(body).map(({ path }) => path);
    expect(pathsOf({ code: "aaa", xxy: 1, [`${"x".repeat(5_000)}z`]: "free" })).toEqual([]);
    expect(pathsOf({ code: `${"a".repeat(5_000)}!`, xxy: "text" })).toEqual(["/code", "/xxy"]);
  });
});
