import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import {
  mayBeMissing,
  saysNothing,
  textsThatSayNothing,
} from "../../../suites/matchers/filled-texts.ts";
import { textsInShape, textsInSuccess } from "../../../suites/matchers/listed-texts.ts";

const { operation, errors } = loadCatalogue();

/** The paths of what says nothing in a success body of an endpoint at its latest version. */
function empty(surface: "aggregator" | "news", endpoint: string, body: unknown): readonly string[] {
  const asked = operation(surface, endpoint, "default");
  if (asked === null) throw new Error("no such operation");
  return textsThatSayNothing(textsInSuccess(body, asked, saysNothing)).map(({ path }) => path);
}

const search = (article: object) =>
  empty("aggregator", "/search", { news_articles: [{ type: "article", ...article }] });

describe("in an article", () => {
  test.each([
    "",
    " ",
    "\u00a0\n",
    "undefined",
    " undefined ",
    "[object Object]",
    "[object Promise]",
  ])("%j is no title, address or author", (text) => {
    expect(search({ title: text, url: text, authors: ["A. Okafor", text] })).toEqual([
      "/news_articles/0/title",
      "/news_articles/0/url",
      "/news_articles/0/authors/1",
    ]);
  });

  test.each(["None", "Null", "NaN", "nil", "undefined behaviour", "Undefined", "-", "0", "…"])(
    "%j may be one",
    (text) => {
      expect(search({ title: text, url: text, authors: [text] })).toEqual([]);
    },
  );

  test("what may be absent may be empty, but is not undefined", () => {
    expect(search({ title: "T", image: "", source: { name: "", favicon: "" } })).toEqual([]);
    expect(search({ title: "T", image: "undefined", source: { name: "[object Object]" } })).toEqual(
      ["/news_articles/0/image", "/news_articles/0/source/name"],
    );
  });

  test("what has few values or a format is left to others, and so are other kinds of items", () => {
    expect(search({ type: "", title: "T" })).toEqual([]);
    expect(search({ title: "T", date: "" })).toEqual([]);
    expect(search({ type: "story", title: "" })).toEqual([]);
  });
});

test("links, publishers, countries and topics have texts too", () => {
  const link = { name: " ", topic_id: "undefined" };
  expect(empty("aggregator", "/topics", { title: "", navigation_links: [link] })).toEqual([
    "/navigation_links/0/name",
    "/navigation_links/0/topic_id",
  ]);
  const related = { name: "", publication_id: "", favicon: "" };
  expect(empty("aggregator", "/search", { related_publications: [related] })).toEqual([
    "/related_publications/0/name",
    "/related_publications/0/publication_id",
  ]);
  const publisher = { name: "", category: "", description: "", logo: "undefined" };
  expect(empty("news", "/search/publishers", { publishers: [publisher] })).toEqual([
    "/publishers/0/name",
    "/publishers/0/logo",
  ]);
  const country = { name: "", code: "GB", languages: [{ name: "English", code: "" }] };
  expect(empty("news", "/info/countries", { countries: [country] })).toEqual([
    "/countries/0/name",
    "/countries/0/languages/0/code",
  ]);
});

test("errors of both envelopes have texts", () => {
  const inError = (envelope: keyof typeof errors, body: unknown) =>
    textsThatSayNothing(textsInShape(body, errors[envelope].shape, saysNothing)).map(
      ({ path }) => path,
    );
  const current = { metadata: { id: "" }, errors: [{ code: " ", message: "undefined" }] };
  expect(inError("metadata-and-errors", current)).toEqual([
    "/metadata/id",
    "/errors/0/code",
    "/errors/0/message",
  ]);
  const field = { name: "limit", description: "[object Object]", type: "" };
  expect(inError("legacy", { success: false, message: "", fields: [field] })).toEqual([
    "/message",
    "/fields/0/description",
  ]);
});

test.each(["", "None", "NULL", "nan", "undefined", "[object Object]"])(
  "%j may be missing",
  (text) => {
    expect(mayBeMissing(` ${text} `)).toBe(true);
    expect(mayBeMissing(`${text} and more`)).toBe(false);
  },
);
