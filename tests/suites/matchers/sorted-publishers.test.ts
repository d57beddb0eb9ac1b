import { describe, expect, test } from "vitest";
import { expectFirstInOrder } from "../../../suites/matchers/sorted-publishers.ts";
import { answered, publishers, type Query } from "./searches.ts";

const search = (query: Query, names: readonly string[]) =>
  answered(publishers, query, { publishers: names.map((name) => ({ name })) });

const order = { order: "name" };
const inOrder = ["Ada", "Bee", "Cue", "Dot", "Eve", "Fox", "Gnu", "Hub"];

const judge = (all: readonly string[], few: readonly string[], more: Query = {}) => {
  const whole = search(order, all);
  const counted = search({ ...order, ...more, n: "2" }, few);
  return expectFirstInOrder([whole, counted], publishers);
};

describe("beside a number of results, a sort order", () => {
  test.each<readonly [string, readonly string[], readonly string[]]>([
    ["has the first publishers", inOrder, ["Ada", "Bee"]],
    ["has some that come little later", inOrder, ["Bee", "Eve"]],
    ["has one that may have been added", inOrder, ["Ada", "Dodo"]],
    ["has an end of its own", inOrder.toReversed(), ["Hub", "Gnu"]],
    ["is not that of the names", ["Bee", "Ada", ...inOrder.slice(2)], ["Gnu", "Hub"]],
    ["is that of few names", inOrder.slice(0, 7), ["Fox", "Gnu"]],
    ["has one name twice", [...inOrder, "Hub"], ["Gnu", "Hub"]],
  ])("may be one that %s", (_, all, few) => {
    expect(judge(all, few)).toEqual([]);
  });

  test.each<readonly [string, readonly string[], readonly string[], number]>([
    ["from later in the list", inOrder, ["Ada", "Fox"], 1],
    ["from beyond the list", inOrder, ["Yak", "Zoo"], 0],
    ["from the beginning of an order from the end", inOrder.toReversed(), ["Hub", "Ada"], 1],
    [
      "whatever letter case counts",
      inOrder.map((name, index) => (index % 2 ? name.toLowerCase() : name)),
      ["Ada", "Gnu"],
      1,
    ],
  ])("has no publishers %s", (_, all, few, index) => {
    const [finding, ...more] = judge(all, few);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      path: `/publishers/${index}/name`,
      expected: "one of the first 5 publishers in this order",
      actual: `"${few[index]}"`,
    });
  });

  test("is compared with the same search only", () => {
    expect(judge(inOrder, ["Gnu", "Hub"], { term: "x" })).toEqual([]);
    expect(judge(inOrder, ["Gnu", "Hub"], { order: "-name" })).toEqual([]);
  });
});
