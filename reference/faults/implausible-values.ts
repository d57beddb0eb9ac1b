import { legacy, withMetadata } from "../versions.ts";
import { inArticles, inList, isEditable, objectsAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

const publishers = { surface: "news", endpoint: "/search/publishers" } as const;

/** What of an address comes after its host. */
function withoutHost(address: unknown): string {
  const { pathname, search } = new URL(String(address));
  return pathname + search;
}

/** Addresses that nobody can open, and dates at which nothing was published; both are texts in the right form. */
export const implausibleValueFaults: readonly Fault[] = [
  {
    name: "article-on-the-own-host",
    breaks: "item.addresses-absolute",
    cells: { surface: "aggregator", endpoint: "/topics", version: legacy },
    sentence: "The url of the last article has no host.",
    ...inArticles((article) => {
      article.url = withoutHost(article.url);
    }, "last"),
  },
  {
    name: "article-without-a-scheme",
    breaks: "item.addresses-absolute",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "The url of the last article begins with its host.",
    ...inArticles((article) => {
      article.url = String(article.url).replace(/^\w+:\/\//, "");
    }, "last"),
  },
  {
    name: "article-that-is-a-script",
    breaks: "item.addresses-absolute",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: legacy },
    sentence: "The url of the last article is a script for a browser.",
    ...inArticles((article) => {
      article.url = "javascript:openArticle(7)";
    }, "last"),
  },
  {
    name: "images-by-their-path",
    breaks: "item.addresses-absolute",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Images have the path of the image server without its host.",
    ...inArticles((article) => {
      if (typeof article.image === "string") article.image = withoutHost(article.image);
    }),
  },
  {
    name: "icons-by-their-name",
    breaks: "item.addresses-absolute",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "The favicon of the last article's source is the name of a file.",
    ...inArticles(({ source }) => {
      if (isEditable(source)) source.favicon = "favicon.ico";
    }, "last"),
  },
  {
    name: "publisher-pages-without-a-scheme",
    breaks: "item.addresses-absolute",
    cells: { ...publishers, version: withMetadata },
    sentence: "Links of publishers begin with their host.",
    ...inList("publishers", (publisher) => {
      for (const link of objectsAt(publisher, "links"))
        if (typeof link.url === "string") link.url = link.url.replace(/^\w+:\/\//, "");
    }),
  },
  {
    name: "date-of-the-year-one",
    breaks: "item.date-plausible",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The last article has no date, and its date is the first day of the year 1.",
    ...inArticles((article) => {
      article.date = "0001-01-01T00:00:00Z";
    }, "last"),
  },
  {
    name: "date-of-second-zero",
    breaks: "item.date-plausible",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: legacy },
    sentence: "The last article has no date, and its date is the beginning of 1970, in Paris.",
    ...inArticles((article) => {
      article.date = "1970-01-01T01:00:00+01:00";
    }, "last"),
  },
  {
    name: "date-of-the-last-year",
    breaks: "item.date-plausible",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "The last article has no date, and its date is the end of the year 9999.",
    ...inArticles((article) => {
      article.date = "9999-12-31T23:59:59Z";
    }, "last"),
  },
  {
    name: "dates-in-another-calendar",
    breaks: "item.date-plausible",
    also: ["consistency.", "parameter."],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Years are counted as in Bangkok, 543 more than elsewhere.",
    ...inArticles((article) => {
      article.date = String(article.date).replace(/^\d{4}/, (year) => `${Number(year) + 543}`);
    }),
  },
];
