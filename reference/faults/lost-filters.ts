import { defaultVersion } from "../../contracts/vocabulary.ts";
import { legacy, withMetadata } from "../versions.ts";
import { asksForLaterPage, echoSent, ignore, ignoreBeside, ignoreWhere } from "./edit.ts";
import type { Fault, FaultRequest } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;
const publishers = { surface: "news", endpoint: "/search/publishers" } as const;

const hasDate = ({ sent }: FaultRequest) => sent.has("published_from") || sent.has("published_to");

const hasSeveralWords = ({ sent }: FaultRequest) =>
  /\S\s+\S/.test(sent.get("query") ?? sent.get("q") ?? "");

/** A filter of `/search` that is lost, with the name of its parameter and a value. */
interface Loss {
  readonly name: string;
  readonly breaks: string;
  readonly also?: readonly string[];
  readonly value: string;
}

/** Each filter with a text of several words. */
const lostBesideWords: Readonly<Record<string, Loss>> = {
  country: { name: "country", breaks: "parameter.country-changes-result", value: "gb" },
  language: { name: "language", breaks: "parameter.language-changes-result", value: "fr" },
  domain: {
    name: "domain",
    breaks: "parameter.domain-filter-holds",
    value: "harborpost.example",
  },
  "first date": {
    name: "published_from",
    breaks: "parameter.date-range-holds",
    value: "2026-12-31",
  },
  "last date": {
    name: "published_to",
    breaks: "parameter.date-range-holds",
    value: "2020-01-01",
  },
};

/** Filters on later pages. */
const lostOnLaterPages: Readonly<Record<string, Loss>> = {
  country: { name: "country", breaks: "envelope.total-same-on-every-page", value: "gb" },
  language: {
    name: "language",
    breaks: "envelope.total-same-on-every-page",
    also: ["parameter.page-in-its-place"],
    value: "fr",
  },
  "last date": {
    name: "published_to",
    breaks: "envelope.total-same-on-every-page",
    also: ["parameter.date-range-holds", "parameter.page-in-its-place"],
    value: "2026-04-13",
  },
};

/** What the URL of a request has before the text. */
function namesBeforeText({ sent }: FaultRequest): readonly string[] {
  const names = [...sent.keys()];
  return names.slice(0, Math.max(0, names.indexOf("query"), names.indexOf("q")));
}

/** Filters that have an effect alone, and none with others or without the version header. */
export const lostFilterFaults: readonly Fault[] = [
  {
    name: "filters-lost-before-the-text",
    breaks: "parameter.date-range-holds",
    also: ["consistency.filters-only-narrow"],
    cells: search,
    sentence: "Search ignores the filters that precede the text in the URL.",
    request(request) {
      for (const name of namesBeforeText(request)) request.query.delete(name);
    },
    response(response, request) {
      echoSent(response, request, namesBeforeText(request));
    },
    witness: { target: "/search?published_from=2026-12-31&query=climate" },
  },
  {
    name: "country-lost-beside-a-date",
    breaks: "parameter.country-changes-result",
    cells: { ...search, version: legacy },
    sentence: "At the old versions a country has no effect with a date.",
    ...ignoreWhere(hasDate, "country"),
    witness: { query: { country: "gb", published_from: "2026-01-01" } },
  },
  {
    name: "language-lost-beside-a-date",
    breaks: "parameter.language-changes-result",
    cells: search,
    sentence: "A language has no effect with a published-to date but no published-from date.",
    ...ignoreWhere(
      ({ sent }) => sent.has("published_to") && !sent.has("published_from"),
      "language",
    ),
    witness: { query: { language: "fr", published_to: "2026-04-30" } },
  },
  {
    name: "country-lost-by-default",
    breaks: "parameter.country-changes-result",
    cells: { ...search, version: withMetadata },
    sentence: "Without the version header a country has no effect.",
    ...ignoreWhere(({ version }) => version === defaultVersion, "country"),
    witness: { query: { country: "gb" }, version: "default" },
  },
  {
    name: "country-lost-beside-a-category",
    breaks: "parameter.country-changes-result",
    cells: { ...publishers, version: withMetadata },
    sentence: "Publisher search by category ignores the country.",
    ...ignoreBeside("category", "country"),
    witness: { query: { category: "Sports", country: "MX" } },
  },
  {
    name: "country-lost-beside-a-name",
    breaks: "parameter.country-changes-result",
    cells: { ...publishers, version: withMetadata },
    sentence: "Publisher search by text ignores the country.",
    ...ignoreBeside("query", "country"),
    witness: { query: { query: "Harbor", country: "MX" } },
  },
  {
    name: "language-lost-beside-a-category",
    breaks: "parameter.publisher-language-holds",
    cells: publishers,
    sentence: "Publisher search by category ignores the language.",
    ...ignoreBeside("category", "language"),
    witness: { query: { category: "General", language: "de" } },
  },
  {
    name: "page-lost-beside-a-domain",
    breaks: "parameter.page-in-its-place",
    cells: { ...search, version: withMetadata },
    sentence:
      "A search by publisher domain always returns the first page, whatever page is requested.",
    ...ignoreBeside("domain", "page"),
    witness: { query: { domain: "harborpost.example", page: "2" } },
  },
  {
    name: "text-lost-on-page-two-by-default",
    breaks: "envelope.total-same-on-every-page",
    cells: { ...search, version: withMetadata },
    sentence:
      "Without the version header, the second page of a search by text is that of all headlines.",
    ...ignoreWhere(
      (request) => request.version === defaultVersion && asksForLaterPage(request),
      "query",
    ),
    witness: { version: "default", query: { query: "climate", page: "2" } },
  },
  {
    name: "category-lost-by-default",
    breaks: "parameter.publisher-category-holds",
    seenAt: ["/search/publishers"],
    cells: { ...publishers, version: "default" },
    sentence: "Publisher search without the version header ignores the category.",
    ...ignore("category"),
    witness: { query: { category: "Sports" } },
  },
  {
    name: "language-lost-beside-a-name-by-default",
    breaks: "parameter.publisher-language-holds",
    cells: { ...publishers, version: "default" },
    sentence: "Publisher search by text without the version header ignores the language.",
    ...ignoreBeside("query", "language"),
    witness: { query: { query: "Harbor", language: "de" } },
  },
  {
    name: "country-lost-in-sorted-lists",
    breaks: "parameter.sort-finds-the-same",
    cells: { ...publishers, version: withMetadata },
    sentence: "A sort order makes publisher search ignore the country.",
    ...ignoreBeside("sort", "country"),
    witness: { query: { country: "MX", sort: "name" } },
  },
  ...Object.entries(lostBesideWords).map(
    ([filter, { name, breaks, value }]): Fault => ({
      name: `${filter.replace(" ", "-")}-lost-beside-several-words`,
      breaks,
      cells: search,
      sentence: `A search for several words ignores the ${filter}.`,
      ...ignoreWhere(hasSeveralWords, name),
      witness: { query: { query: "climate news", [name]: value } },
    }),
  ),
  ...Object.entries(lostOnLaterPages).map(
    ([filter, { name, breaks, also = [], value }]): Fault => ({
      name: `${filter.replace(" ", "-")}-lost-on-later-pages`,
      breaks,
      also,
      cells: search,
      sentence: `From the second page on, the ${filter} has no effect.`,
      ...ignoreWhere(asksForLaterPage, name),
      witness: { query: { [name]: value, page: "2" } },
    }),
  ),
];
