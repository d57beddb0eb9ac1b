import { describe, expect, test } from "vitest";
import type { Cell } from "../../contracts/vocabulary.ts";
import { createSelection } from "../../harness/configuration/selection.ts";
import { known } from "./known.ts";
import { usageError } from "./usage.ts";

const cell: Cell = { surface: "news", endpoint: "/ping", version: "default", auth: null };
const keyed: Cell = { ...cell, endpoint: "/search/publishers", auth: "bearer" };

describe("what is left", () => {
  test.for<[string, string[], string[], Cell, boolean]>([
    ["everything without patterns", [], [], cell, true],
    ["an id", ["auth.missing-key-refused"], [], cell, true],
    ["not another id", ["auth.unknown-key-refused"], [], cell, false],
    ["a star within an id", ["auth.*-refused"], [], cell, true],
    ["a dot is no wildcard", ["*.legacy-members"], [], cell, false],
    ["a union of one kind", ["surface:aggregator", "surface:news"], [], cell, true],
    ["an intersection of two kinds", ["auth.*", "surface:aggregator"], [], cell, false],
    ["the whole path, not its beginning", ["endpoint:/search"], [], keyed, false],
    ["a star within a path", ["endpoint:/search*"], [], keyed, true],
    ["the version default", ["version:default"], [], cell, true],
    ["an auth style", ["auth:bearer"], [], keyed, true],
    ["an auth style but a cell without one", ["auth:bearer"], [], cell, false],
    ["skip takes away", [], ["auth.*"], cell, false],
    ["skip leaves the rest", [], ["auth:bearer"], cell, true],
    ["any pattern of skip is enough", [], ["error.*", "surface:news"], cell, false],
    ["skip wins over only", ["auth.*"], ["auth.missing-key-refused"], cell, false],
  ])("%s", ([, only, skip, where, expected]) => {
    expect(createSelection(only, skip, known)("auth.missing-key-refused", where)).toBe(expected);
  });
});

describe("a pattern that matches nothing", () => {
  test.for<[string, string]>([
    ["auth.mising-key-refused", "Did you mean auth.missing-key-refused?"],
    ["eror.*", "Did you mean error.*?"],
    ["auth", "Did you mean auth.*?"],
    ["AUTH", "Did you mean auth.*?"],
    ["missing-key", "Did you mean auth.missing-key-refused?"],
    ["surface:agg", "Did you mean surface:aggregator?"],
    ["endpoint:topics", "Did you mean endpoint:/topics?"],
    ["endpoint:publishers", "Did you mean endpoint:/search/publishers?"],
    ["auth:key", "Did you mean auth:api-key?"],
    ["news", "Did you mean surface:news?"],
    ["/topics", "Did you mean endpoint:/topics?"],
    ["2024-01-01", "Did you mean version:2024-01-01?"],
    ["baerer", "Did you mean auth:bearer?"],
    ["surface:newz", "Did you mean surface:news?"],
    ["endpoint:/topic", "Did you mean endpoint:/topics?"],
    ["version:2024-01-02", "Did you mean version:2024-01-01?"],
    ["auth:baerer", "Did you mean auth:bearer?"],
    ["surfaces:news", "Did you mean surface:?"],
    ["", "matches nothing"],
  ])("%s", ([pattern, said]) => {
    expect(usageError(() => createSelection([pattern], [], known))).toContain(said);
    const skipping = usageError(() => createSelection([], [pattern], known));
    expect(skipping).toContain(said);
    expect(skipping).toContain("--skip");
  });
});

const tooMany = "has more than 1000 patterns";
const tooLong = "has more than 200 characters";

test.each<[string, string[], string]>([
  ["very many patterns", Array.from({ length: 1_001 }, (_, index) => `auth.*${index}`), tooMany],
  ["very many patterns that match", Array.from({ length: 1_001 }, () => "auth.*"), tooMany],
  ["a very long pattern", [`${"a*".repeat(1_000_000)}`], tooLong],
  ["a long pattern that matches", ["auth.".padEnd(201, "*")], tooLong],
])("%s are refused at once", (_, patterns, reason) => {
  const begun = process.cpuUsage();
  for (const [only, skip, flag] of [
    [patterns, [], "--only "],
    [[], patterns, "--skip "],
  ] as const) {
    const said = usageError(() => createSelection(only, skip, known));
    expect(said).toContain(flag);
    expect(said).toContain(reason);
  }
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2_000);
});

test("as many patterns as may be take no long time, even if none of them matches", () => {
  const wrong = Array.from({ length: 1_000 }, (_, index) => `p*i*n*`.repeat(30) + index);
  const begun = process.cpuUsage();
  expect(usageError(() => createSelection(wrong, [], known))).toContain("1000 mistakes");
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(10_000);
});
