import { legacy, withMetadata } from "../versions.ts";
import {
  asksForLaterPage,
  echoSent,
  editableAt,
  ignore,
  ignoreWhere,
  inSuccess,
  moveDates,
  newsItems,
  refuse,
  succeeded,
} from "./edit.ts";
import type { Fault, FaultRequest, FaultResponse } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;
const geolocation = { surface: "aggregator", endpoint: "/geolocation" } as const;

/** Echoes the dates as they were sent. */
function keepDates(response: FaultResponse, request: FaultRequest): void {
  echoSent(response, request, ["published_from", "published_to"]);
}

/** Takes certain search texts away, but leaves them in the echo. */
function ignoreTexts(texts: readonly string[]): Pick<Fault, "request" | "response"> {
  return ignoreWhere(
    ({ sent }) => texts.includes(sent.get("query") ?? sent.get("q") ?? ""),
    "query",
    "q",
  );
}

/** Filters and pages of the aggregator without effect, or with a wrong one. */
export const filterFaults: readonly Fault[] = [
  {
    name: "domain-ignored",
    breaks: "parameter.domain-filter-holds",
    also: ["consistency.versions-find-the-same"],
    cells: { ...search, version: withMetadata },
    sentence: "Search echoes the publisher domain, but does not filter by it.",
    request({ query }) {
      query.delete("domain");
    },
    response({ body }, { sent }) {
      const parameters = editableAt(body, "parameters");
      const domain = sent.get("domain");
      if (parameters !== null && domain !== null) parameters.domain = domain;
    },
    witness: { query: { domain: "harborpost.example" } },
  },

  {
    name: "domain-ignored-at-2024",
    breaks: "parameter.domain-filter-holds",
    also: ["consistency.versions-find-the-same"],
    cells: { ...search, version: "2024-01-01" },
    sentence: "Search at 2024-01-01 does not filter by the publisher domain.",
    ...ignore("domain"),
    witness: { query: { domain: "harborpost.example" } },
  },
  {
    name: "crash-on-a-domain",
    breaks: "parameter.domain-accepted",
    also: ["error.never-5xx"],
    cells: { ...search, version: "2022-01-01" },
    sentence: "A publisher domain results in status 500 at 2022-01-01.",
    response(response, { sent }) {
      if (succeeded(response) && sent.has("domain")) response.status = 500;
    },
    witness: { query: { domain: "harborpost.example" } },
  },
  {
    name: "dates-with-a-time-only",
    breaks: "parameter.dates-accepted",
    cells: search,
    sentence: "Dates written YYYY-MM-DD are refused; a time of day is required.",
    request(request) {
      const { sent } = request;
      if (sent.has("published_from") || sent.has("published_to")) refuse(request);
    },
    witness: { query: { published_from: "2026-04-01" } },
  },
  {
    name: "dates-in-pairs-only",
    breaks: "parameter.date-range-holds",
    also: ["consistency.filters-only-narrow"],
    cells: { ...search, version: withMetadata },
    sentence: "A published-from or published-to date has no effect if it is sent alone.",
    request({ query }) {
      if (query.has("published_from") && query.has("published_to")) return;
      query.delete("published_from");
      query.delete("published_to");
    },
    response: keepDates,
    witness: { query: { query: "climate", published_to: "2026-01-01" } },
  },
  {
    name: "last-date-ignored",
    breaks: "parameter.date-range-holds",
    cells: search,
    sentence: "The published-to date has no effect.",
    ...ignore("published_to"),
    witness: { query: { published_to: "2026-01-01" } },
  },
  {
    name: "dates-ignored-at-2022",
    breaks: "parameter.date-range-holds",
    cells: { ...search, version: "2022-01-01" },
    sentence: "Search at 2022-01-01 does not filter by dates.",
    ...ignore("published_from", "published_to"),
    witness: { query: { published_to: "2026-01-01" } },
  },
  {
    name: "last-date-three-days-late",
    breaks: "parameter.date-range-holds",
    cells: { ...search, version: withMetadata },
    sentence: "Search also returns articles from the three days after the published-to date.",
    ...moveDates({ published_to: 3 }),
    witness: { query: { query: "climate", published_to: "2026-03-28" } },
  },
  {
    name: "first-date-three-days-early",
    breaks: "parameter.date-range-holds",
    cells: search,
    sentence: "Search also returns articles from the three days before the published-from date.",
    ...moveDates({ published_from: -3 }),
    witness: { query: { query: "climate", published_from: "2026-04-13" } },
  },
  {
    name: "first-date-three-days-late",
    breaks: "parameter.date-range-holds",
    also: ["consistency.filters-only-narrow"],
    cells: search,
    sentence: "Search omits articles from the published-from date and the two days after it.",
    ...moveDates({ published_from: 3 }),
    witness: { query: { query: "climate", published_from: "2026-03-26" } },
  },
  {
    name: "last-date-four-days-early",
    breaks: "parameter.date-range-holds",
    also: ["consistency.filters-only-narrow"],
    cells: search,
    sentence: "Search omits articles from the published-to date and the three days before it.",
    ...moveDates({ published_to: -4 }),
    witness: { query: { query: "climate", published_to: "2026-03-28" } },
  },
  {
    name: "range-of-days-finds-nothing",
    breaks: "parameter.date-range-holds",
    also: ["consistency.filters-only-narrow"],
    cells: search,
    sentence: "The two dates are swapped, so a range of several days finds nothing.",
    request({ query, sent }) {
      const [from, to] = [sent.get("published_from"), sent.get("published_to")];
      if (from === null || to === null) return;
      query.set("published_from", to);
      query.set("published_to", from);
    },
    response: keepDates,
    witness: { query: { published_from: "2026-01-01", published_to: "2026-06-30" } },
  },
  {
    name: "null-is-no-search-text",
    breaks: "parameter.query-changes-result",
    cells: search,
    sentence: "Search treats the texts null, true and false as no search text.",
    ...ignoreTexts(["null", "true", "false"]),
    witness: { query: { query: "null" } },
  },
  {
    name: "query-ignored-at-2024",
    breaks: "parameter.query-changes-result",
    cells: { ...search, version: "2024-01-01" },
    sentence: "Search at 2024-01-01 lists the latest articles, regardless of the search text.",
    ...ignore("query", "q"),
    witness: { query: { q: "climate" } },
  },
  {
    name: "all-roads-lead-to-london",
    breaks: "parameter.location-changes-result",
    cells: { ...geolocation, version: legacy },
    sentence: "The old versions return headlines of London for every place.",
    request({ query }) {
      if ((query.get("location") ?? "") !== "") query.set("location", "London");
    },
    witness: { query: { location: "Tokyo" } },
  },
  {
    name: "page-size-ignored",
    breaks: "parameter.pagination-holds",
    cells: { ...search, version: withMetadata },
    sentence: "A page of search always has ten items.",
    ...ignore("hits_per_page"),
    witness: { query: { hits_per_page: "3" } },
  },
  {
    name: "page-always-first",
    breaks: "parameter.pagination-holds",
    cells: { ...search, version: "2024-01-01" },
    sentence: "Search at 2024-01-01 reports page 1 for every page.",
    ...inSuccess((body) => {
      body.page = 1;
    }),
    witness: { query: { page: "2" } },
  },
  {
    name: "filters-lost-on-page-two",
    breaks: "envelope.total-same-on-every-page",
    also: ["parameter.date-range-holds", "parameter.page-in-its-place"],
    cells: search,
    sentence: "From the second page on, only the search text is taken into account.",
    ...ignoreWhere(asksForLaterPage, "country", "language", "published_from", "published_to"),
    witness: { query: { query: "climate", country: "us", page: "2" } },
  },
  {
    name: "text-lost-on-page-two",
    breaks: "envelope.total-same-on-every-page",
    also: ["parameter.page-in-its-place"],
    cells: search,
    sentence: "The second page of a search by text is that of all headlines.",
    ...ignoreWhere(asksForLaterPage, "query", "q"),
    witness: { query: { query: "climate", page: "2" } },
  },
  {
    name: "page-size-ignored-beside-a-text",
    breaks: "parameter.pagination-holds",
    cells: { ...search, version: withMetadata },
    sentence: "A page of a search by text always has ten items.",
    ...ignore("hits_per_page"),
    request({ query, sent }) {
      if (sent.has("query")) query.delete("hits_per_page");
    },
    witness: { query: { query: "climate", hits_per_page: "3" } },
  },
  {
    name: "later-pages-without-headlines",
    breaks: "item.legacy-identifying",
    cells: { ...search, version: "2022-01-01" },
    sentence: "From the second page on the items of 2022-01-01 have no title.",
    ...inSuccess((body, { sent }) => {
      if (Number(sent.get("page") ?? "1") > 1) {
        for (const item of newsItems(body)) delete item.title;
      }
    }),
    witness: { query: { page: "2" } },
  },
];
