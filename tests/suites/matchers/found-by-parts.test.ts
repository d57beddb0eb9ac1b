import { expect, test } from "vitest";
import { expectFoundByParts } from "../../../suites/matchers/found-by-parts.ts";
import { type Article, found, publishers, v2 } from "./searches.ts";

const [byText, byDomain] = [{ query: "x" }, { site: "a.example" }];
const both = { ...byText, ...byDomain };

function findings(ofText: readonly Article[], ofDomain: readonly Article[], context = v2) {
  const served = [
    found(context, byText, ofText),
    found(context, byDomain, ofDomain),
    found(context, both, []),
  ];
  return expectFoundByParts(served, context).map(({ actual }) => actual);
}

const story = { title: "A story", date: "2026-01-02T10:20:30Z" };
const one = { ...story, url: "https://a.example/1" };

test("an article that is found by each of two parameters is found by both", () => {
  expect(findings([one], [one])).toEqual(["no items"]);
  expect(findings([one, { ...one, url: "https://b.example/2" }], [one])).toEqual(["no items"]);
});

test("a story that two publishers print at one time is two articles", () => {
  expect(findings([one], [{ ...story, url: "https://b.example/2" }])).toEqual([]);
  expect(findings([story], [story])).toEqual([]);
});

test("publishers without a URL, or with that of their group, are different ones", () => {
  const named = (name: string, url: string) => ({ name, title: name, url });
  const search = (first: object, second: object) => findings([first], [second], publishers);
  expect(search(named("A", ""), named("B", ""))).toEqual([]);
  expect(search(named("A", "https://g.example"), named("B", "https://g.example"))).toEqual([]);
  expect(search(named("A", "https://g.example"), named("A", "https://g.example"))).toEqual([
    "no items",
  ]);
});
