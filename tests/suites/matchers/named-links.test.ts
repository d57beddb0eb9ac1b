import { describe, expect, test } from "vitest";
import { expectNamedPages, type NamedLinks } from "../../../suites/matchers/named-links.ts";
import { answered, at, current } from "./searches.ts";

const topics = at("2026-05-25", "aggregator", "/topics");
const links: NamedLinks = { list: "navigation_links", id: "topic_id", parameter: "tid" };

/** A search with one link for each letter, whose identifier is the letter that follows. */
const page = (...pairs: readonly string[]) =>
  answered(
    current,
    {},
    {
      navigation_links: pairs.map(([name, id]) => ({
        name: ` ${name?.toUpperCase()}`,
        topic_id: id,
      })),
    },
  );
const opened = (id: string, title: unknown, name = "tid") =>
  answered(topics, { [name]: id }, { title });
const count = (...args: Parameters<typeof expectNamedPages>) => expectNamedPages(...args).length;

describe("links have the identifiers of what they name", () => {
  const moved = page("ax", "by", "cz");

  test("the finding names the link and the page", () => {
    const pages = [opened("x", "b"), opened("y", "C ")];
    expect(expectNamedPages([moved], pages, [links])).toEqual([
      {
        path: "/navigation_links/0/topic_id",
        expected: 'the identifier of string "a"',
        actual: 'that of a page with the title string "b", the name of another link',
        exchange: moved.id,
        beside: pages[0]?.id,
      },
    ]);
  });

  test("so have links whose names are very long", () => {
    const name = (letter: string) => letter.repeat(10_000);
    const list = answered(
      current,
      {},
      {
        navigation_links: ["a", "b", "c"].map((letter, index) => ({
          name: name(letter),
          topic_id: "xyz"[index],
        })),
      },
    );
    expect(count([list], [opened("x", name("b")), opened("y", name("c"))], [links])).toBe(1);
    expect(count([list], [opened("x", name("a")), opened("y", name("b"))], [links])).toBe(0);
  });

  test.each([
    ["one page only", [opened("x", "b")]],
    ["the title of one link only", [opened("x", "b"), opened("z", "b")]],
    ["titles that are no names of links", [opened("x", "News"), opened("y", "News")]],
    ["as many pages with their own names", [opened("x", "b"), opened("y", "c"), opened("z", "c")]],
    ["another parameter", [opened("x", "b", "sub"), opened("y", "c", "sub")]],
    ["no titles", [opened("x", 7), opened("y", undefined)]],
  ])("nothing is concluded from %s", (what, pages) => {
    const own = what.startsWith("as many") ? [...pages, opened("w", "d")] : pages;
    const list = what.startsWith("as many") ? page("ax", "by", "cz", "dw") : moved;
    expect(count([list], own, [links])).toBe(0);
  });

  test("a link that occurs under two names may open either", () => {
    const pages = [opened("x", "b"), opened("y", "c")];
    expect(count([moved, page("bx", "cy")], pages, [links])).toBe(0);
  });

  test("lists without names or identifiers say nothing", () => {
    const pages = [opened("x", "b"), opened("y", "c")];
    expect(
      count([answered(current, {}, { navigation_links: [{}, 7, null] })], pages, [links]),
    ).toBe(0);
    expect(count([answered(current, {}, {})], pages, [links])).toBe(0);
    expect(count([], pages, [links])).toBe(0);
  });
});
