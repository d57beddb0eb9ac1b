import { withMetadata } from "../versions.ts";
import { inList, inSuccess, objectsAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

const publishers = {
  surface: "news",
  endpoint: "/search/publishers",
  version: withMetadata,
} as const;

/** Publishers that break their table in the specification. */
export const publisherFaults: readonly Fault[] = [
  {
    name: "category-left-out-when-unknown",
    breaks: "item.publisher-identifying",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "A publisher of unknown category has no category instead of General.",
    response({ body }) {
      for (const publisher of objectsAt(body, "publishers")) {
        if (publisher.category === "General") delete publisher.category;
      }
    },
  },

  {
    name: "last-publisher-without-name",
    breaks: "item.publisher-identifying",
    cells: publishers,
    sentence: "The last publisher of the page has no name.",
    ...inList("publishers", (publisher) => delete publisher.name, "last"),
  },
  {
    name: "null-logo",
    breaks: "item.publisher-types",
    cells: publishers,
    sentence: "A publisher without a logo has logo: null.",
    ...inList("publishers", (publisher) => {
      publisher.logo ??= null;
    }),
  },
  {
    name: "languages-of-a-publisher",
    breaks: "item.publisher-types",
    cells: publishers,
    sentence: "language is a list, for publishers that use several languages.",
    ...inList("publishers", (publisher) => {
      publisher.language = [publisher.language];
    }),
  },
  {
    name: "links-by-type",
    breaks: "item.publisher-types",
    cells: { ...publishers, auth: "bearer" },
    sentence: "links is an object that maps types to URLs, for clients with a bearer key.",
    ...inList("publishers", (publisher) => {
      publisher.links = { rss: "https://harborpost.example/feed.xml" };
    }),
  },
  {
    name: "null-username",
    breaks: "item.publisher-links",
    cells: publishers,
    sentence: "A link without a user has username: null.",
    ...inList("publishers", (publisher) => {
      for (const link of objectsAt(publisher, "links")) link.username ??= null;
    }),
  },
  {
    name: "category-blank-when-unknown",
    breaks: "item.category-not-blank",
    cells: publishers,
    sentence: "A publisher of unknown category has an empty category instead of General.",
    ...inList("publishers", (publisher) => {
      if (publisher.category === "General") publisher.category = "";
    }),
  },
  {
    name: "category-as-a-dash",
    breaks: "item.category-not-blank",
    cells: publishers,
    sentence: "A publisher of unknown category has a dash instead of General.",
    ...inList("publishers", (publisher) => {
      if (publisher.category === "General") publisher.category = "–";
    }),
  },
  {
    name: "category-unknown",
    breaks: "item.category-not-blank",
    cells: publishers,
    sentence: "A publisher of unknown category has the category Unknown instead of General.",
    ...inList("publishers", (publisher) => {
      if (publisher.category === "General") publisher.category = "Unknown";
    }),
  },
  {
    name: "category-blank-beside-a-text",
    breaks: "item.publisher-identifying",
    cells: publishers,
    sentence: "A search by text and category returns publishers without their category.",
    ...inSuccess((body, { sent }) => {
      if (!sent.has("query") || !sent.has("category")) return;
      for (const publisher of objectsAt(body, "publishers")) delete publisher.category;
    }),
    witness: { query: { query: "Harbor", category: "Technology" } },
  },
  {
    name: "no-descriptions",
    breaks: "item.listed-members-seen",
    cells: publishers,
    sentence: "No publisher has a description.",
    ...inList("publishers", (publisher) => delete publisher.description),
  },
  {
    name: "links-of-no-type",
    breaks: "item.listed-members-seen",
    cells: publishers,
    sentence: "The type of every link of a publisher is empty.",
    ...inList("publishers", (publisher) => {
      for (const link of objectsAt(publisher, "links")) link.type = "";
    }),
  },
  {
    name: "general-in-small-letters",
    breaks: "item.default-category-spelled",
    cells: publishers,
    sentence: "Publishers of unknown category have the category general.",
    ...inList("publishers", (publisher) => {
      if (publisher.category === "General") publisher.category = "general";
    }),
  },
  {
    name: "described-like-the-first-publisher",
    breaks: "item.publishers-vary",
    also: ["consistency."],
    cells: publishers,
    sentence: "Every publisher has the description of the first one.",
    ...inSuccess((body) => {
      const all = objectsAt(body, "publishers");
      const first = all.find(({ description }) => typeof description === "string");
      if (first !== undefined) for (const one of all) one.description = first.description;
    }),
  },
];
