import { defaultVersion } from "../../contracts/vocabulary.ts";
import { legacy, withMetadata } from "../versions.ts";
import { ignore } from "./edit.ts";
import type { Fault, FaultRequest } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;
const publishers = { surface: "news", endpoint: "/search/publishers" } as const;

/** Takes a parameter away from certain requests, but leaves it in the echo. */
function ignoreWhere(
  name: string,
  applies: (request: FaultRequest) => boolean,
): Pick<Fault, "request" | "response"> {
  const ignored = ignore(name);
  return {
    ...ignored,
    request(request) {
      if (applies(request)) ignored.request?.(request);
    },
  };
}

const hasDate = ({ sent }: FaultRequest) => sent.has("published_from") || sent.has("published_to");

/** Filters that have an effect alone, and none beside others or without the version header. */
export const lostFilterFaults: readonly Fault[] = [
  {
    name: "country-lost-beside-a-date",
    breaks: "parameter.country-changes-result",
    cells: { ...search, version: legacy },
    sentence: "At the old versions a country has no effect with a date.",
    ...ignoreWhere("country", hasDate),
    witness: { query: { country: "gb", published_from: "2026-01-01" } },
  },
  {
    name: "language-lost-beside-a-date",
    breaks: "parameter.language-changes-result",
    cells: search,
    sentence: "A language has no effect with a published-to date but no published-from date.",
    ...ignoreWhere(
      "language",
      ({ sent }) => sent.has("published_to") && !sent.has("published_from"),
    ),
    witness: { query: { language: "fr", published_to: "2026-04-30" } },
  },
  {
    name: "country-lost-by-default",
    breaks: "parameter.country-changes-result",
    cells: { ...search, version: withMetadata },
    sentence: "Without the version header a country has no effect.",
    ...ignoreWhere("country", ({ version }) => version === defaultVersion),
    witness: { query: { country: "gb" }, version: "default" },
  },
  {
    name: "country-lost-beside-a-category",
    breaks: "parameter.country-changes-result",
    cells: { ...publishers, version: withMetadata },
    sentence: "Publisher search by category ignores the country.",
    ...ignoreWhere("country", ({ sent }) => sent.has("category")),
    witness: { query: { category: "Sports", country: "MX" } },
  },
  {
    name: "country-lost-beside-a-name",
    breaks: "parameter.country-changes-result",
    cells: { ...publishers, version: withMetadata },
    sentence: "Publisher search by text ignores the country.",
    ...ignoreWhere("country", ({ sent }) => sent.has("query")),
    witness: { query: { query: "Harbor", country: "MX" } },
  },
  {
    name: "language-lost-beside-a-category",
    breaks: "parameter.publisher-language-holds",
    cells: publishers,
    sentence: "Publisher search by category ignores the language.",
    ...ignoreWhere("language", ({ sent }) => sent.has("category")),
    witness: { query: { category: "General", language: "de" } },
  },
  {
    name: "page-lost-beside-a-domain",
    breaks: "parameter.page-in-its-place",
    cells: { ...search, version: withMetadata },
    sentence:
      "A search by publisher domain always returns the first page, whatever page is requested.",
    ...ignoreWhere("page", ({ sent }) => sent.has("domain")),
    witness: { query: { domain: "harborpost.example", page: "2" } },
  },
  {
    name: "text-lost-on-page-two-by-default",
    breaks: "envelope.total-same-on-every-page",
    cells: { ...search, version: withMetadata },
    sentence:
      "Without the version header, the second page of a search by text is that of all headlines.",
    ...ignoreWhere(
      "query",
      ({ version, sent }) => version === defaultVersion && Number(sent.get("page")) > 1,
    ),
    witness: { version: "default", query: { query: "climate", page: "2" } },
  },
  {
    name: "category-lost-by-default",
    breaks: "parameter.publisher-category-holds",
    also: ["consistency.filters-only-narrow"],
    seenAt: ["/search/publishers"],
    cells: { ...publishers, version: "default" },
    sentence: "Publisher search without the version header ignores the category.",
    ...ignoreWhere("category", () => true),
    witness: { query: { category: "Sports" } },
  },
  {
    name: "language-lost-beside-a-name-by-default",
    breaks: "parameter.publisher-language-holds",
    cells: { ...publishers, version: "default" },
    sentence: "Publisher search by text without the version header ignores the language.",
    ...ignoreWhere("language", ({ sent }) => sent.has("query")),
    witness: { query: { query: "Harbor", language: "de" } },
  },
  {
    name: "country-lost-in-sorted-lists",
    breaks: "parameter.sort-finds-the-same",
    cells: { ...publishers, version: withMetadata },
    sentence: "A sort order makes publisher search ignore the country.",
    ...ignoreWhere("country", ({ sent }) => sent.has("sort")),
    witness: { query: { country: "MX", sort: "name" } },
  },
];
