import { describe, expect, test } from "vitest";
import { expectOwnPublications } from "../../../suites/matchers/own-publications.ts";
import { operationOf } from "../../../suites/model/operation.ts";
import { current, found } from "./searches.ts";

type Named = readonly [name: unknown, id: unknown];

const publication = ([name, publication_id]: Named) => ({ name, publication_id });

/** A search whose articles have these sources, with these related publications. */
const page = (sources: readonly Named[], related: readonly Named[]) => ({
  exchange: found(
    current,
    {},
    sources.map((source, index) => ({
      url: `https://a.example/${index}`,
      source: publication(source),
    })),
    { related_publications: related.map(publication) },
  ),
  operation: operationOf(current),
});

const sources: readonly Named[] = [
  ["A", "1"],
  ["B", "2"],
  ["C", "3"],
];

describe("related publications have the identifiers of their sources", () => {
  test("the finding names both places", () => {
    const one = page(sources, [
      [" a", "2"],
      ["b", "3"],
    ]);
    expect(expectOwnPublications([one])).toEqual([
      {
        path: "/related_publications/0/publication_id",
        expected: 'string "1", as for the source "a" of an article',
        actual: 'string "2"',
        exchange: one.exchange.id,
        beside: one.exchange.id,
      },
    ]);
  });

  test("articles of other responses count too", () => {
    const related = page(
      [],
      [
        ["A", "x"],
        ["B", "y"],
      ],
    );
    expect(expectOwnPublications([page(sources, []), related])).toHaveLength(1);
    expect(expectOwnPublications([related])).toEqual([]);
  });

  test.each<readonly [string, readonly Named[]]>([
    [
      "their own identifiers",
      [
        ["A", "1"],
        ["B", "2"],
      ],
    ],
    ["one that differs", [["A", "9"]]],
    [
      "one name that differs twice",
      [
        ["A", "9"],
        ["a", "8"],
      ],
    ],
    [
      "as many that agree",
      [
        ["A", "9"],
        ["B", "8"],
        ["C", "3"],
        ["C", "3"],
      ],
    ],
    [
      "names that no source has",
      [
        ["X", "1"],
        ["Y", "2"],
        ["Z", "3"],
      ],
    ],
    [
      "names and identifiers that are none",
      [
        ["A", null],
        [7, "2"],
        ["", "3"],
        ["B", " "],
      ],
    ],
  ])("nothing is concluded from %s", (_, related) => {
    expect(expectOwnPublications([page(sources, related)])).toEqual([]);
  });

  test("a source may have several identifiers", () => {
    const more: readonly Named[] = [...sources, ["A", "11"], ["B", "22"]];
    const one = page(more, [
      ["A", "11"],
      ["B", "22"],
    ]);
    expect(expectOwnPublications([one])).toEqual([]);
  });
});

describe("related publications do not have the icons of other sources", () => {
  const icon = ([name, favicon]: Named) => ({ name, favicon });
  const judge = (stated: readonly Named[], related: readonly Named[]) => {
    const articles = stated.map((one, index) => ({
      url: `https://a.example/${index}`,
      source: icon(one),
    }));
    const exchange = found(current, {}, articles, { related_publications: related.map(icon) });
    return expectOwnPublications([{ exchange, operation: operationOf(current) }]);
  };
  const pairs = (text: string): readonly Named[] =>
    text.split(" ").map((pair) => [pair.charAt(0), pair.slice(1)]);

  test("the finding names both places", () => {
    expect(judge(pairs("A1 B2 C3"), pairs("A2 B3"))).toMatchObject([
      {
        path: "/related_publications/0/favicon",
        expected: 'string "1", as for the source "a" of an article',
        actual: 'string "2"',
      },
    ]);
  });

  test.each([
    ["their own icons", "A1 B2 C3", "A1 B2"],
    ["icons that no source has", "A1 B2 C3", "A7 B8 C9"],
    ["one icon for all", "A1 B2 C3", "A3 B3"],
    ["one of two icons", "A1 B2 B3 A2", "A2 B2"],
    ["as many that agree", "A1 B2 C3 D4", "A2 B3 C3 D4"],
  ])("nothing is concluded from %s", (_, stated, related) => {
    expect(judge(pairs(stated), pairs(related))).toEqual([]);
  });
});
