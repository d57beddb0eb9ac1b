import { withMetadata } from "../versions.ts";
import { ignoreBeside, ignoreWhere } from "./edit.ts";
import type { Fault } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;
const geolocation = { surface: "aggregator", endpoint: "/geolocation" } as const;
const publishers = { surface: "news", endpoint: "/search/publishers" } as const;

/** Faults of parameters that have no effect where a certain other one is sent. */
export const ignoredBesideFaults: readonly Fault[] = [
  {
    name: "domain-ignored-beside-a-text",
    breaks: "parameter.domain-filter-holds",
    cells: { ...search, version: "2022-01-01" },
    sentence: "Search by text at 2022-01-01 does not filter by the publisher domain.",
    ...ignoreWhere(({ sent }) => sent.has("query") || sent.has("q"), "domain"),
    witness: { query: { q: "climate", domain: "harborpost.example" } },
  },
  {
    name: "last-date-ignored-beside-a-language",
    breaks: "parameter.date-range-holds",
    cells: { ...search, version: "2024-01-01" },
    sentence: "Search at 2024-01-01 ignores the published-to date if a language is sent.",
    ...ignoreBeside("language", "published_to"),
    witness: { query: { q: "climate", language: "en", published_to: "2026-01-01" } },
  },
  {
    name: "category-ignored-beside-a-text",
    breaks: "parameter.publisher-category-holds",
    cells: { ...publishers, version: withMetadata },
    sentence: "Publisher search by text does not filter by category.",
    ...ignoreBeside("query", "category"),
    witness: { query: { query: "news", category: "Science" } },
  },
  {
    name: "number-of-results-ignored-beside-a-category",
    breaks: "limit.result-count-honoured",
    also: ["limit.out-of-range-refused"],
    cells: { ...publishers, version: withMetadata },
    sentence: "Publisher search by category ignores the number of results.",
    ...ignoreBeside("category", "limit"),
    witness: { query: { category: "General", limit: "1" } },
  },
  {
    name: "text-ignored-beside-a-country",
    breaks: "parameter.query-changes-result",
    cells: { ...search, version: withMetadata },
    sentence: "Search by country lists all headlines of the country, whatever the search text.",
    ...ignoreBeside("country", "query"),
    witness: { query: { query: "zqxvkj", country: "us" } },
  },
  {
    name: "country-ignored-beside-a-text",
    breaks: "parameter.country-changes-result",
    cells: { ...search, version: withMetadata },
    sentence: "Search by text does not filter by country.",
    ...ignoreBeside("query", "country"),
    witness: { query: { query: "climate", country: "gb" } },
  },
  {
    name: "publishers-text-ignored-beside-a-country",
    breaks: "parameter.publisher-query-changes-result",
    also: ["limit.empty-query-refused"],
    cells: { ...publishers, version: withMetadata },
    sentence: "Publisher search by country lists the whole country, whatever the search text.",
    ...ignoreBeside("country", "query"),
    witness: { query: { query: "zqxvkj", country: "us" } },
  },
  {
    name: "country-of-a-place-ignored-beside-a-language",
    breaks: "parameter.country-changes-result",
    also: ["parameter.geolocation-defaults-effective"],
    cells: { ...geolocation, version: "2024-01-01" },
    sentence: "The location endpoint at 2024-01-01 ignores the country if a language is sent.",
    ...ignoreBeside("language", "country"),
    witness: { query: { location: "London", country: "GB", language: "en" } },
  },
  {
    name: "category-ignored-in-sorted-lists",
    breaks: "parameter.publisher-category-holds",
    also: ["parameter.sort-finds-the-same"],
    cells: { ...publishers, version: withMetadata },
    sentence: "With a sort order, publisher search does not filter by category.",
    ...ignoreBeside("sort", "category"),
    witness: { query: { sort: "name", category: "Science" } },
  },
  {
    name: "number-of-results-ignored-in-sorted-lists",
    breaks: "limit.result-count-honoured",
    also: ["limit.out-of-range-refused", "parameter.sort-finds-the-same"],
    cells: { ...publishers, version: withMetadata },
    sentence: "With a sort order, publisher search ignores the number of results.",
    ...ignoreBeside("sort", "limit"),
    witness: { query: { sort: "name", limit: "1" } },
  },
  {
    name: "publishers-text-ignored-beside-a-category",
    breaks: "parameter.publisher-query-changes-result",
    also: ["limit.empty-query-refused"],
    cells: { ...publishers, version: withMetadata },
    sentence: "Publisher search by category lists the whole category, whatever the search text.",
    ...ignoreBeside("category", "query"),
    witness: { query: { query: "zqxvkj", category: "Science" } },
  },
  {
    name: "text-ignored-beside-a-domain",
    breaks: "parameter.query-changes-result",
    cells: { ...search, version: "2024-01-01" },
    sentence:
      "Search by publisher at 2024-01-01 lists all of its headlines, whatever the search text.",
    ...ignoreBeside("domain", "query", "q"),
    witness: { query: { q: "zqxvkj", domain: "harborpost.example" } },
  },
];
