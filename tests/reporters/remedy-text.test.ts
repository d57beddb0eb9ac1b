import { expect, test } from "vitest";
import { reasonText, remedyText } from "../../reporters/text/remedy-text.ts";

const remedy = (...set: readonly string[]) => ({ wants: "anything", set });

test.each([
  ["one variable", [remedy("NEWS_REVOKED_KEY")], "NEWS_REVOKED_KEY"],
  ["a flag and a key", [remedy("--rate N", "network.rate")], "--rate N or network.rate"],
  ["the same twice", [remedy("NEWS_API_KEY"), remedy("NEWS_API_KEY")], "NEWS_API_KEY"],
  [
    "members of one object together, and what serves for all of them once",
    [
      remedy("--openapi-news FILE", "surfaces.news.parameters.publishers.limit"),
      remedy("--openapi-news FILE", "surfaces.news.parameters.publishers.query"),
    ],
    "--openapi-news FILE or surfaces.news.parameters.publishers.{limit, query}",
  ],
  [
    "all of the first or all of the second, where there are several",
    [
      remedy("--openapi-news FILE", "surfaces.news.parameters.publishers.limit"),
      remedy("--openapi-aggregator FILE", "surfaces.aggregator.parameters.topics.topic"),
    ],
    "--openapi-news FILE and --openapi-aggregator FILE, or surfaces.news.parameters.publishers.limit" +
      " and surfaces.aggregator.parameters.topics.topic",
  ],
  [
    "two variables",
    [remedy("A_KEY", "exclusions"), remedy("B_KEY", "exclusions")],
    "A_KEY and B_KEY, or exclusions",
  ],
  ["a member at the top", [remedy("exclusions")], "exclusions"],
])("%s", (_, remedies, text) => {
  expect(remedyText(...remedies)).toBe(text);
});

test("a reason with its remedy, and without", () => {
  expect(reasonText({ message: "no answer" })).toBe("no answer");
  expect(reasonText({ message: "no key", remedy: remedy("NEWS_API_KEY") })).toBe(
    "no key: set NEWS_API_KEY",
  );
});
