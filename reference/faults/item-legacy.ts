import { articles, inArticles, isEditable } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Items of the two older versions. */
export const legacyItemFaults: readonly Fault[] = [
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
    sentence: "Articles of 2024-01-01 have the type of the current version.",
    response({ body }) {
      for (const article of articles(body)) article.type = "article";
    },
  },

  {
    name: "last-title-missing-at-2022",
    breaks: "item.legacy-identifying",
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    sentence: "The last item of 2022-01-01 has no title.",
    ...inArticles((item) => delete item.title, "last"),
  },
  {
    name: "link-in-place-of-url",
    breaks: "item.legacy-identifying",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "Articles of 2024-01-01 have their url under the name link.",
    ...inArticles((article) => {
      article.link = article.url;
      delete article.url;
    }),
  },
  {
    name: "keywords-as-text",
    breaks: "item.legacy-types",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "keywords is one string with commas instead of a list.",
    ...inArticles((article) => {
      article.keywords = String(article.keywords);
    }),
  },
  {
    name: "null-authors",
    breaks: "item.legacy-types",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "authors is null if there are none.",
    ...inArticles((article) => {
      article.authors = null;
    }, "last"),
  },
  {
    name: "source-without-favicon-is-null",
    breaks: "item.legacy-source-shape",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "An unknown favicon is null, which only publication_id may be.",
    ...inArticles(({ source }) => {
      if (isEditable(source)) source.favicon = null;
    }, "last"),
  },
  {
    name: "old-source-as-text",
    breaks: "item.legacy-source-shape",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01", auth: "bearer" },
    sentence:
      "The source of articles is a name instead of an object, for clients with a bearer key.",
    ...inArticles((article) => {
      article.source = "Harbor Post";
    }),
  },
  {
    name: "type-in-oldest-items",
    breaks: "item.no-type-before-2026",
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    sentence: "The first items of 2022-01-01 have type: null.",
    ...inArticles((item) => {
      item.type = null;
    }),
  },
  {
    name: "thumbnail-under-its-new-name",
    breaks: "item.listed-members-seen",
    also: ["description.answers-match"],
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "Articles of 2024-01-01 have image, the newer name, instead of thumbnail.",
    ...inArticles((article) => {
      article.image = article.thumbnail;
      delete article.thumbnail;
    }),
  },
  {
    name: "keywords-never-filled",
    breaks: "item.listed-members-seen",
    cells: { surface: "aggregator", version: "2024-01-01" },
    sentence: "keywords is an empty list in every article.",
    ...inArticles((article) => {
      article.keywords = [];
    }),
    witness: { endpoint: "/topics" },
  },
];
