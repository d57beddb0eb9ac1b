import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import { isAbsolute, isAddress, relativeAddresses } from "../../../suites/matchers/addresses.ts";
import { textsInSuccess } from "../../../suites/matchers/listed-texts.ts";

const { operation } = loadCatalogue();

/** The paths of what is wrong in a body of an endpoint at its latest version. */
function wrong(surface: "aggregator" | "news", endpoint: string, body: unknown): readonly string[] {
  const asked = operation(surface, endpoint, "default");
  if (asked === null) throw new Error("no such operation");
  const isRelative: Parameters<typeof textsInSuccess>[2] = (text, place) =>
    isAddress(text, place) && !isAbsolute(text);
  return relativeAddresses(textsInSuccess(body, asked, isRelative)).map(({ path }) => path);
}

const search = (...articles: readonly object[]) =>
  wrong("aggregator", "/search", {
    news_articles: articles.map((article) => ({ type: "article", ...article })),
  });

describe("an address", () => {
  test.each([
    "https://news.example/a?b=c#d",
    "HTTP://NEWS.EXAMPLE",
    "http://[::1]:8080/é",
    `data:image/png;base64,${"A".repeat(5000)}`,
    `data:image/png;base64,${"A/".repeat(5000)}`,
    "mailto:news@example.org",
    " https://news.example/ ",
  ])("may be %s", (url) => {
    expect(search({ url, image: url, source: { url, favicon: url } })).toEqual([]);
  });

  test.each([
    "/a",
    "a.html",
    "//news.example/a",
    "news.example/a",
    "news.example:8080/a",
    "not available",
    "https://",
    "file:///srv/a.html",
    "javascript:alert(1)",
  ])("is not %s", (url) => {
    expect(search({}, { url, image: url, source: { url, favicon: url } })).toEqual([
      "/news_articles/1/url",
      "/news_articles/1/image",
      "/news_articles/1/source/url",
      "/news_articles/1/source/favicon",
    ]);
  });

  test.each(["", " ", "undefined", "null"])(
    "that stands for a missing one is another's: %j",
    (url) => {
      expect(search({ url })).toEqual([]);
    },
  );

  test("is looked for where the tables list one, and in no story", () => {
    expect(search({ type: "story", url: "/a" }, { title: "/a", authors: ["/a"] })).toEqual([]);
    const publisher = { name: "/a", url: "/a", logo: "/a", links: [{ type: "/a", url: "/a" }] };
    expect(wrong("news", "/search/publishers", { publishers: [publisher] })).toEqual([
      "/publishers/0/url",
      "/publishers/0/logo",
      "/publishers/0/links/0/url",
    ]);
  });
});
