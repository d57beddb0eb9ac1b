import { articles, isObject, latest, newsItems, objectsAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Entries that are not what their table says; often just one of them, deep in the list. */
export const itemFaults: readonly Fault[] = [
  {
    name: "type-missing-in-one-item",
    breaks: "item.discriminator",
    cells: { surface: "aggregator", endpoint: "/search", version: latest },
    sentence: "The last item of a search has no type.",
    response({ body }) {
      delete newsItems(body).at(-1)?.type;
    },
  },
  {
    name: "title-missing-in-one-article",
    breaks: "item.article-identifying",
    cells: { surface: "aggregator", endpoint: "/topics", version: latest },
    sentence: "The last article of a topic has no title.",
    response({ body }) {
      delete articles(body).at(-1)?.title;
    },
  },
  {
    name: "authors-as-text",
    breaks: "item.article-types",
    cells: { surface: "aggregator", endpoint: "/search", version: latest },
    sentence: "authors is one text with commas in place of a list.",
    response({ body }) {
      for (const article of articles(body)) {
        if (Array.isArray(article.authors)) article.authors = article.authors.join(", ");
      }
    },
  },
  {
    name: "source-without-name",
    breaks: "item.source-shape",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: latest },
    sentence: "The sources of articles have no name.",
    response({ body }) {
      for (const { source } of articles(body)) if (isObject(source)) delete source.name;
    },
  },
  {
    name: "dates-for-people",
    breaks: "item.date-iso8601",
    also: ["item.date-rfc3339"],
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Dates are written as in mail headers in place of ISO 8601.",
    response({ body }) {
      for (const item of articles(body)) {
        if (typeof item.date === "string") item.date = new Date(item.date).toUTCString();
      }
    },
  },
  {
    name: "null-description",
    breaks: "item.legacy-types",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence:
      "The description of the first article at 2024-01-01 is null, which only thumbnail may be.",
    response({ body }) {
      const [first] = articles(body);
      if (first !== undefined) first.description = null;
    },
  },
  {
    name: "type-in-old-articles",
    breaks: "item.no-type-before-2026",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "Articles of 2024-01-01 carry the type of the current version.",
    response({ body }) {
      for (const article of articles(body)) article.type = "article";
    },
  },
  {
    name: "category-left-out-when-unknown",
    breaks: "item.publisher-identifying",
    cells: { surface: "news", endpoint: "/search/publishers", version: latest },
    sentence: "A publisher of unknown category has no category in place of General.",
    response({ body }) {
      for (const publisher of objectsAt(body, "publishers")) {
        if (publisher.category === "General") delete publisher.category;
      }
    },
  },
];
