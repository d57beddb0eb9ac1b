import { withMetadata } from "../versions.ts";
import { articles, inArticles, inList, isEditable, newsItems } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Entries that break their table in the specification; often only one entry, far down in the list. */
export const itemFaults: readonly Fault[] = [
  {
    name: "type-missing-in-one-item",
    breaks: "item.discriminator",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The last item of a search has no type.",
    response({ body }) {
      delete newsItems(body).at(-1)?.type;
    },
  },
  {
    name: "title-missing-in-one-article",
    breaks: "item.article-identifying",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The last article of a topic has no title.",
    response({ body }) {
      delete articles(body).at(-1)?.title;
    },
  },
  {
    name: "authors-as-text",
    breaks: "item.article-types",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "authors is one string with commas instead of a list.",
    response({ body }) {
      for (const article of articles(body)) {
        if (Array.isArray(article.authors)) article.authors = article.authors.join(", ");
      }
    },
  },
  {
    name: "source-without-name",
    breaks: "item.listed-members-seen",
    also: ["description.answers-match"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "No source of an article ever has a name.",
    response({ body }) {
      for (const { source } of articles(body)) if (isEditable(source)) delete source.name;
    },
  },
  {
    name: "dates-for-people",
    breaks: "item.date-iso8601",
    also: ["item.date-rfc3339"],
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Dates are written as in email headers instead of ISO 8601.",
    response({ body }) {
      for (const item of articles(body)) {
        if (typeof item.date === "string") item.date = new Date(item.date).toUTCString();
      }
    },
  },
  {
    name: "type-with-a-capital",
    breaks: "item.discriminator",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The type of articles is Article instead of article.",
    ...inArticles((article) => {
      article.type = "Article";
    }),
  },
  {
    name: "type-nobody-knows",
    breaks: "item.discriminator",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "The last item has the type video, which the specification does not list.",
    ...inList(
      "news_articles",
      (item) => {
        item.type = "video";
      },
      "last",
    ),
  },
  {
    name: "date-missing-in-one-article",
    breaks: "item.article-identifying",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The last article of a search has no date.",
    ...inArticles((article) => delete article.date, "last"),
  },
  {
    name: "null-image",
    breaks: "item.article-types",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The last article has no image, and image is null.",
    ...inArticles((article) => {
      article.image = null;
    }, "last"),
  },
  {
    name: "authors-as-objects",
    breaks: "item.article-types",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "The authors of the last article are objects with a name.",
    ...inArticles((article) => {
      article.authors = [{ name: "Amara Okafor" }];
    }, "last"),
  },
  {
    name: "null-url-in-one-article",
    breaks: "item.article-types",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata, auth: "api-key" },
    sentence: "The last article has url: null for clients with api-key.",
    ...inArticles((article) => {
      article.url = null;
    }, "last"),
  },
  {
    name: "source-as-text",
    breaks: "item.source-shape",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The source of the last article is its name instead of an object.",
    ...inArticles((article) => {
      article.source = "Harbor Post";
    }, "last"),
  },
  {
    name: "publication-id-as-number",
    breaks: "item.source-shape",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "publication_id is a number, as in the database.",
    ...inArticles(({ source }) => {
      if (isEditable(source)) source.publication_id = 42;
    }),
  },
  {
    name: "dates-since-1970",
    breaks: "item.article-types",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Dates are seconds since 1970 instead of strings.",
    ...inArticles((article) => {
      article.date = Math.floor(Date.parse(String(article.date)) / 1000);
    }),
  },
  {
    name: "space-between-date-and-time",
    breaks: "item.date-iso8601",
    also: ["item.date-rfc3339"],
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "A space separates date and time, as in SQL.",
    ...inArticles((article) => {
      article.date = String(article.date).replace("T", " ").replace("Z", "");
    }),
  },
  {
    name: "days-without-time",
    breaks: "item.date-iso8601",
    also: ["item.date-rfc3339"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2022-01-01" },
    sentence: "The last item of 2022-01-01 has a date without a time.",
    ...inArticles((article) => {
      article.date = String(article.date).slice(0, 10);
    }, "last"),
  },
  {
    name: "dates-without-zone-or-seconds",
    breaks: "item.date-rfc3339",
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    sentence: "Dates have neither seconds nor a zone.",
    ...inArticles((article) => {
      article.date = String(article.date).slice(0, 16);
    }),
  },
  {
    name: "listed-but-never-filled",
    breaks: "item.listed-members-seen",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "No article ever has authors.",
    ...inArticles((article) => delete article.authors),
  },
  {
    name: "authors-printed-as-objects",
    breaks: "item.listed-members-seen",
    also: ["item.texts-filled"],
    cells: { surface: "aggregator", version: withMetadata },
    sentence: "Authors are objects that were converted to text, as [object Object].",
    ...inArticles((article) => {
      if (Array.isArray(article.authors)) article.authors = article.authors.map(() => `${{}}`);
    }),
    witness: { endpoint: "/topics" },
  },
];
