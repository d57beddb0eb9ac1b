import { defaultVersion } from "../../contracts/vocabulary.ts";
import { withMetadata } from "../versions.ts";
import { articles, asksForLaterPage, inSuccess, moveOn, objectsAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

const alike = "consistency.entries-described-alike";
const search = { surface: "aggregator", endpoint: "/search" } as const;
const publishers = { surface: "news", endpoint: "/search/publishers" } as const;

/** What entries lack, or have of others, depending on the request by which they are found. */
export const memberFaults: readonly Fault[] = [
  {
    name: "source-missing-beside-a-country",
    breaks: alike,
    cells: { ...search, version: withMetadata },
    sentence: "Articles have no source if a country is sent.",
    ...inSuccess((body, { sent }) => {
      if (sent.has("country")) for (const article of articles(body)) delete article.source;
    }),
    witness: { query: { country: "us" } },
  },
  {
    name: "nobody-wrote-the-second-page",
    breaks: alike,
    cells: { ...search, version: "2024-01-01" },
    sentence: "From the second page on, articles have no authors.",
    ...inSuccess((body, request) => {
      if (asksForLaterPage(request)) for (const article of articles(body)) article.authors = [];
    }),
    witness: { query: { page: "2" } },
  },
  {
    name: "links-left-out-beside-a-number",
    breaks: alike,
    cells: { ...publishers, version: withMetadata },
    sentence: "Publishers have no links if a number of results is sent.",
    ...inSuccess((body, { sent }) => {
      if (sent.has("limit")) for (const one of objectsAt(body, "publishers")) delete one.links;
    }),
    witness: { query: { limit: "41" } },
  },
  {
    name: "publishers-not-described-by-default",
    breaks: alike,
    cells: { ...publishers, version: withMetadata },
    sentence: "Without the version header, the descriptions of publishers are empty.",
    ...inSuccess((body, { version }) => {
      if (version !== defaultVersion) return;
      for (const one of objectsAt(body, "publishers")) one.description = "";
    }),
    witness: { version: "default" },
  },
  {
    name: "title-of-the-next-publisher",
    breaks: alike,
    cells: { ...publishers, version: withMetadata },
    sentence: "A publisher has the title of the next one in the result.",
    ...inSuccess((body) => moveOn(objectsAt(body, "publishers"), "title")),
  },
  {
    name: "url-of-the-next-publisher",
    breaks: alike,
    cells: { ...publishers, version: withMetadata },
    sentence: "A publisher has the URL of the next one in the result.",
    ...inSuccess((body) => moveOn(objectsAt(body, "publishers"), "url")),
  },
];
