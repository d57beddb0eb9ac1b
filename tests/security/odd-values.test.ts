import { expect, test } from "vitest";
import { isObject } from "../../contracts/json.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { createReferenceJudge } from "../../teeth/judging/reference-judge.ts";
import { shown } from "../teeth/reference.ts";

/** What JavaScript can't make a text or a number of. */
const odd = { toString: 1, valueOf: null };

/** A body with other values in place of those that are neither objects nor lists. */
function withLeaves(
  value: unknown,
  change: (leaf: unknown, name: string | null) => unknown,
  name: string | null = null,
): unknown {
  if (Array.isArray(value)) return value.map((one) => withLeaves(one, change, name));
  if (!isObject(value)) return change(value, name);
  const members = Object.entries(value).map(([one, inner]) => [
    one,
    withLeaves(inner, change, one),
  ]);
  return Object.fromEntries(members);
}

const ofType = (type: string) => (leaf: unknown) => (typeof leaf === type ? odd : leaf);
const named = (name: string) => (leaf: unknown, own: string | null) => (own === name ? odd : leaf);

const changes: Readonly<Record<string, (leaf: unknown, name: string | null) => unknown>> = {
  everything: () => odd,
  "everything, in a list": () => [odd],
  "every text": ofType("string"),
  "every number": ofType("number"),
  "every boolean": ofType("boolean"),
  ...Object.fromEntries(
    ["code", "name", "title", "url", "category", "country", "language", "query"].map((name) => [
      name,
      named(name),
    ]),
  ),
};

const judge = createReferenceJudge();

test.each(Object.keys(changes))(
  "an object that is no text in place of %s is a failure of the server, never of the suite",
  async (name) => {
    const change = changes[name] ?? ((leaf) => leaf);
    const deviation: Deviation = {
      name,
      cells: {},
      sentence: "A value of another type.",
      response(response) {
        if (response.body !== undefined) response.body = withLeaves(response.body, change);
      },
    };
    const { results } = await (await judge).judge([deviation]);
    expect(results.filter(({ outcome }) => outcome === "error").map(shown)).toEqual([]);
    expect(results.some(({ outcome }) => outcome === "fail" || outcome === "warn")).toBe(true);
  },
);
