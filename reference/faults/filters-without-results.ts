import { legacy, withMetadata } from "../versions.ts";
import { editableAt, inSuccess } from "./edit.ts";
import { findNothing } from "./empty-results.ts";
import type { Fault, FaultRequest } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;
const publishers = {
  surface: "news",
  endpoint: "/search/publishers",
  version: withMetadata,
} as const;

/** Searches for another value than was sent, by which nothing is found, but echoes the one that was sent. */
function instead(
  name: string,
  value: string,
  applies: (request: FaultRequest) => boolean = () => true,
): Pick<Fault, "request" | "response"> {
  return {
    request(request) {
      if (request.sent.has(name) && applies(request)) request.query.set(name, value);
    },
    response({ body }, { sent }) {
      const echoed = editableAt(body, "parameters");
      if (echoed !== null && sent.has(name)) echoed[name] = sent.get(name);
    },
  };
}

/** Publisher searches of these requests list nothing. */
function withoutPublishers(applies: (request: FaultRequest) => boolean): Pick<Fault, "response"> {
  return inSuccess((body, request) => {
    if (applies(request)) body.publishers = [];
  });
}

const filterNames = ["country", "language", "domain", "published_from", "published_to"];

/** Whether a request has no other filter than this one. */
function isAlone(name: string): (request: FaultRequest) => boolean {
  return ({ sent }) => filterNames.every((other) => sent.has(other) === (other === name));
}

/** Filters that leave nothing, although there are items that pass them. */
export const emptyFilterFaults: readonly Fault[] = [
  {
    name: "first-date-alone-finds-nothing",
    breaks: "parameter.date-range-holds",
    also: ["consistency.filters-only-narrow"],
    cells: { ...search, version: legacy },
    sentence:
      "At the old versions a published-from date without a published-to date finds nothing.",
    ...instead("published_from", "2999-01-01", ({ sent }) => !sent.has("published_to")),
    witness: { query: { q: "climate", published_from: "2026-03-01" } },
  },
  {
    name: "last-date-alone-finds-nothing",
    breaks: "parameter.date-range-holds",
    also: ["consistency.filters-only-narrow"],
    cells: { ...search, version: withMetadata },
    sentence: "A published-to date without a published-from date finds nothing.",
    ...instead("published_to", "1000-01-01", ({ sent }) => !sent.has("published_from")),
    witness: { query: { query: "climate", published_to: "2026-04-30" } },
  },
  {
    name: "publishers-by-number-only",
    breaks: "parameter.domain-filter-holds",
    also: ["consistency.filters-only-narrow"],
    cells: search,
    sentence: "A publisher domain is looked up among publication ids, so it finds no publisher.",
    ...instead("domain", "nobody.example"),
    witness: { query: { domain: "capitalledger.example" } },
  },
  {
    name: "domains-end-in-another-dot",
    breaks: "consistency.versions-find-the-same",
    cells: { ...search, version: "2022-01-01" },
    sentence: "At 2022-01-01 a publisher domain finds nothing if no other filter is sent.",
    ...instead("domain", "greatlakesherald.example.", isAlone("domain")),
    witness: { query: { domain: "greatlakesherald.example" } },
  },
  {
    name: "country-alone-finds-nothing",
    breaks: "parameter.country-changes-result",
    also: ["consistency.versions-find-the-same"],
    cells: { ...search, version: "2024-01-01" },
    sentence: "A country without another filter finds nothing at 2024-01-01.",
    ...instead("country", "zz", isAlone("country")),
    witness: { query: { country: "us" } },
  },
  {
    name: "language-alone-finds-nothing",
    breaks: "parameter.language-changes-result",
    also: ["consistency.versions-find-the-same"],
    cells: { ...search, version: withMetadata },
    sentence: "A language without another filter finds nothing.",
    ...instead("language", "zz", isAlone("language")),
    witness: { query: { language: "en" } },
  },
  {
    name: "categories-by-number-only",
    breaks: "parameter.publisher-category-holds",
    also: ["parameter.publisher-filters-complete"],
    cells: publishers,
    sentence: "A category, spelled as publishers state it, finds no publisher.",
    ...instead("category", "none of these"),
    witness: { query: { category: "Sports" } },
  },
  {
    name: "languages-by-number-only",
    breaks: "parameter.publisher-language-holds",
    also: ["parameter.publisher-filters-complete"],
    cells: publishers,
    sentence: "A language, spelled as publishers state it, finds no publisher.",
    ...instead("language", "zz"),
    witness: { query: { language: "en" } },
  },
  {
    name: "sort-order-finds-nothing",
    breaks: "parameter.publisher-search-finds",
    also: ["consistency.filters-only-narrow"],
    cells: publishers,
    sentence: "Publisher search lists nothing if a sort order is sent with a category.",
    ...withoutPublishers(({ sent }) => sent.has("sort") && sent.has("category")),
    witness: { query: { category: "Sports", country: "US", language: "en", sort: "name" } },
  },
  {
    name: "one-publisher-is-none",
    breaks: "parameter.publisher-search-finds",
    also: ["consistency.filters-only-narrow"],
    cells: publishers,
    sentence:
      "A number of results of 1 yields an empty list, because the last publisher is left out.",
    ...withoutPublishers(({ sent }) => sent.get("limit") === "1"),
    witness: { query: { limit: "1" } },
  },
  {
    name: "names-are-not-searched",
    breaks: "parameter.publisher-search-finds",
    cells: publishers,
    sentence: "No search text finds a publisher, not even its name.",
    ...withoutPublishers(({ sent }) => sent.has("query")),
    witness: { query: { query: "Harbor" } },
  },
  {
    name: "later-pages-are-empty",
    breaks: "parameter.page-changes-result",
    also: ["envelope.total-same-on-every-page", "envelope.counted-page-has-items"],
    cells: { ...search, version: "2024-01-01" },
    sentence: "At 2024-01-01 every page after the first has no articles.",
    ...inSuccess((body, { sent }) => {
      if (Number(sent.get("page") ?? "1") > 1) Object.assign(body, { articles: [], size: 0 });
    }),
    witness: { query: { q: "climate", page: "2" } },
  },
  {
    name: "country-with-language-finds-nothing",
    breaks: "consistency.filters-only-narrow",
    cells: search,
    sentence: "A country and a language find nothing together.",
    ...inSuccess((body, { sent }) => {
      if (sent.has("country") && sent.has("language")) findNothing(body);
    }),
    witness: { query: { country: "us", language: "en" } },
  },
  {
    name: "text-with-language-finds-nothing",
    breaks: "consistency.filters-only-narrow",
    cells: { ...search, version: legacy },
    sentence: "At the old versions a text and a language find nothing together.",
    ...inSuccess((body, { sent }) => {
      if (sent.has("q") && sent.has("language")) findNothing(body);
    }),
    witness: { query: { q: "climate", language: "en" } },
  },
  {
    name: "publishers-of-country-and-language-not-found",
    breaks: "consistency.filters-only-narrow",
    cells: publishers,
    sentence: "A country and a language find no publisher together.",
    ...withoutPublishers(({ sent }) => sent.has("country") && sent.has("language")),
    witness: { query: { country: "us", language: "en" } },
  },
  {
    name: "subtopic-with-its-topic-finds-nothing",
    breaks: "consistency.filters-only-narrow",
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "A subtopic together with its topic finds nothing.",
    ...inSuccess((body, { sent }) => {
      if (sent.has("topic_id") && sent.has("subtopic_id")) findNothing(body);
    }),
    witness: { query: { topic_id: "TECHNOLOGY", subtopic_id: "CAAqR4biCkKN9VuH2Wju_4SQxp" } },
  },
];
