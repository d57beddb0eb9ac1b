import { describe, expect, test } from "vitest";
import { expectDistinctLinks } from "../../../suites/matchers/distinct-links.ts";
import { answered, current } from "./searches.ts";

type Link = readonly [name: unknown, id: unknown];

/** A search with one link for each pair of a name and an identifier. */
const page = (...pairs: readonly Link[]) =>
  answered(current, {}, { navigation_links: pairs.map(([name, id]) => ({ name, topic_id: id })) });
const judge = (...pairs: readonly Link[]) =>
  expectDistinctLinks(page(...pairs), "navigation_links", "topic_id");

describe("the links of a list differ", () => {
  test("three names do not all lead to one identifier", () => {
    const one = page(["a", "x"], ["b", "x"], ["c", "X "]);
    expect(expectDistinctLinks(one, "navigation_links", "topic_id")).toEqual([
      {
        path: "/navigation_links/*/topic_id",
        expected: "a topic_id of its own for each link, since name differs",
        actual: 'string "x" in all 3 links',
        exchange: one.id,
      },
    ]);
  });

  test.each([["Topic"], [""], [undefined]])(
    "three identifiers do not all have the name %j",
    (name) => {
      const findings = judge([name, "x"], [name, "y"], [name, "z"]);
      expect(findings.map(({ path }) => path)).toEqual(["/navigation_links/*/name"]);
    },
  );

  test.each<readonly [string, readonly Link[]]>([
    [
      "two links",
      [
        ["a", "x"],
        ["b", "x"],
      ],
    ],
    [
      "a link that is listed three times",
      [
        ["a", "x"],
        ["a", "x"],
        ["a", "x"],
      ],
    ],
    [
      "two names of one identifier",
      [
        ["a", "x"],
        ["b", "x"],
        ["b", "x"],
      ],
    ],
    [
      "one that differs",
      [
        ["a", "x"],
        ["b", "x"],
        ["c", "x"],
        ["d", "y"],
      ],
    ],
    ["no links", []],
  ])("nothing is concluded from %s", (_, pairs) => {
    expect(judge(...pairs)).toEqual([]);
  });

  test("nothing is concluded without the list", () => {
    expect(expectDistinctLinks(answered(current, {}, {}), "navigation_links", "topic_id")).toEqual(
      [],
    );
  });
});
