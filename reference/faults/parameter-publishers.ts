import { withMetadata } from "../versions.ts";
import {
  echoSent,
  editableAt,
  ignore,
  ignoreWhere,
  inSuccess,
  objectsAt,
  refuse,
  succeeded,
} from "./edit.ts";
import type { Fault } from "./fault.ts";

const publishers = {
  surface: "news",
  endpoint: "/search/publishers",
  version: withMetadata,
} as const;

const filters = ["category", "country", "language"] as const;

/** The filter leaves out publishers of the page that is found without it. */
function appliedToPage(name: "category" | "language"): Pick<Fault, "request" | "response"> {
  return {
    request({ query }) {
      query.delete(name);
    },
    ...inSuccess((body, request, response) => {
      const asked = request.sent.get(name)?.toLowerCase();
      if (asked === undefined) return;
      body.publishers = objectsAt(body, "publishers").filter(
        (publisher) => String(publisher[name]).toLowerCase() === asked,
      );
      echoSent(response, request, [name]);
    }),
  };
}

/** Filters of publisher search. */
export const publisherFilterFaults: readonly Fault[] = [
  {
    name: "hundred-in-order-refused",
    breaks: "parameter.combinations-accepted",
    cells: { ...publishers, version: "default" },
    sentence:
      "Without the version header, the largest number of results is refused with a sort order.",
    request(request) {
      const { sent } = request;
      if (sent.has("sort") && sent.get("limit") === "100") refuse(request);
    },
    witness: { query: { sort: "name", limit: "100" } },
  },
  {
    name: "general-lost-in-order",
    breaks: "parameter.sort-finds-the-same",
    also: ["limit.more-results-for-higher-number"],
    cells: { ...publishers, version: "default" },
    seenAt: ["/search/publishers"],
    sentence:
      "Without the version header, a sort order leaves out the publishers of the category General.",
    ...inSuccess((body, { sent }) => {
      const all = editableAt(body);
      if (sent.has("sort") && Array.isArray(all?.publishers))
        all.publishers = all.publishers.filter(({ category }) => category !== "General");
    }),
    witness: { query: { sort: "name", limit: "100" } },
  },
  {
    name: "sorted-after-the-count",
    breaks: "parameter.sort-before-count",
    cells: publishers,
    sentence: "Publisher search takes as many publishers as were asked for, and then sorts them.",
    request({ query, sent }) {
      if (sent.has("limit")) query.delete("sort");
    },
    ...inSuccess((body, request, response) => {
      if (!request.sent.has("sort") || !request.sent.has("limit")) return;
      body.publishers = objectsAt(body, "publishers").toSorted((a, b) =>
        String(a.name) < String(b.name) ? -1 : 1,
      );
      echoSent(response, request, ["sort"]);
    }),
    witness: { query: { sort: "name", limit: "3" } },
  },
  {
    name: "category-applied-to-the-first-page",
    breaks: "parameter.publisher-filters-complete",
    also: ["parameter.publisher-search-finds", "consistency.filters-only-narrow"],
    cells: publishers,
    sentence: "Publisher search takes a page of all publishers, and then those of the category.",
    ...appliedToPage("category"),
    witness: { query: { category: "Sports" } },
  },
  {
    name: "language-applied-to-the-first-page",
    breaks: "parameter.publisher-filters-complete",
    cells: publishers,
    sentence: "Publisher search takes a page of all publishers, and then those of the language.",
    ...appliedToPage("language"),
    witness: { query: { language: "fr" } },
  },
  {
    name: "publisher-query-ignored",
    breaks: "parameter.publisher-query-changes-result",
    cells: publishers,
    sentence: "Publisher search lists all publishers, regardless of the search text.",
    ...ignoreWhere(({ sent }) => sent.get("query") !== "", "query"),
    witness: { query: { query: "zxqvwkj" } },
  },
  {
    name: "zero-is-no-publisher-text",
    breaks: "parameter.publisher-query-changes-result",
    cells: publishers,
    sentence: "Publisher search lists all publishers for the search text 0.",
    ...ignoreWhere(({ sent }) => sent.get("query") === "0", "query"),
    witness: { query: { query: "0" } },
  },
  {
    name: "general-is-every-category",
    breaks: "parameter.publisher-category-holds",
    cells: publishers,
    sentence: "A search for the category General finds publishers of every category.",
    ...ignoreWhere(({ sent }) => sent.get("category") === "General", "category"),
    witness: { query: { category: "General" } },
  },
  {
    name: "lower-case-countries-find-nothing",
    breaks: "parameter.publisher-code-case-ignored",
    cells: publishers,
    sentence: "Publisher search finds nothing by a country in lower case.",
    ...inSuccess((body, { sent }) => {
      if (/^[a-z]/.test(sent.get("country") ?? "")) body.publishers = [];
    }),
    witness: { query: { country: "us" } },
  },
  {
    name: "publisher-query-forgotten-by-sort",
    breaks: "parameter.publisher-query-changes-result",
    also: ["consistency.filters-only-narrow", "parameter.sort-finds-the-same"],
    cells: publishers,
    sentence:
      "With a sort order, publisher search lists all publishers, regardless of the search text.",
    ...ignoreWhere(({ sent }) => sent.has("sort") && sent.get("query") !== "", "query"),
    witness: { query: { query: "Harbor", sort: "name" } },
  },
  {
    name: "countries-of-another-list",
    breaks: "parameter.publisher-country-accepted",
    also: ["parameter.combinations-accepted"],
    cells: publishers,
    sentence: "Publisher search supports fewer countries than its list of countries allows.",
    request(request) {
      const country = request.sent.get("country");
      if (country !== null && !/^(us|gb|ca|au|fr)$/i.test(country)) refuse(request);
    },
    witness: { query: { country: "JP" } },
  },
  {
    name: "old-filters-crash",
    breaks: "parameter.publisher-parameters-no-server-error-2024",
    also: ["error.never-5xx"],
    cells: { surface: "news", endpoint: "/search/publishers", version: "2024-01-01" },
    sentence: "A country results in status 500 at publisher search of 2024-01-01.",
    response(response, { sent }) {
      if (succeeded(response) && sent.has("country")) response.status = 500;
    },
    witness: { query: { country: "us" } },
  },
  {
    name: "category-refused",
    breaks: "parameter.publisher-category-accepted",
    cells: publishers,
    sentence: "Publisher search refuses a category.",
    request(request) {
      if (request.sent.has("category")) refuse(request);
    },
    witness: { query: { category: "General" } },
  },
  {
    name: "crash-on-a-country",
    breaks: "parameter.publisher-country-accepted",
    also: [
      "parameter.publisher-code-case-ignored",
      "parameter.publisher-filters-combine",
      "error.never-5xx",
    ],
    cells: publishers,
    sentence: "The country us results in status 500 at publisher search.",
    response(response, { sent }) {
      const isUs = /^us$/i.test(sent.get("country") ?? "");
      if (succeeded(response) && isUs) response.status = 500;
    },
    witness: { query: { country: "us" } },
  },
  {
    name: "languages-by-name-only",
    breaks: "parameter.publisher-language-accepted",
    also: ["parameter.publisher-filters-combine"],
    cells: publishers,
    sentence: "Publisher search refuses language codes; it expects the name of the language.",
    request(request) {
      if (/^[a-z]{2}$/.test(request.sent.get("language") ?? "")) refuse(request);
    },
    witness: { query: { language: "en" } },
  },
  {
    name: "codes-compared-letter-by-letter",
    breaks: "parameter.publisher-code-case-ignored",
    cells: publishers,
    sentence:
      "Publisher search refuses codes in a letter case other than that of its list of countries.",
    request(request) {
      const [country, language] = ["country", "language"].map(
        (name) => request.sent.get(name) ?? "",
      );
      if (country !== country?.toUpperCase() || language !== language?.toLowerCase()) {
        refuse(request);
      }
    },
    witness: { query: { country: "us" } },
  },
  {
    name: "crash-on-two-filters",
    breaks: "parameter.publisher-filters-combine",
    also: [
      "parameter.publisher-code-case-ignored",
      "parameter.combinations-accepted",
      "error.never-5xx",
      "robustness.unexpected-values",
    ],
    cells: publishers,
    sentence: "Two filters of publisher search at once result in status 500.",
    response(response, { sent }) {
      const count = filters.filter((name) => sent.has(name)).length;
      if (succeeded(response) && count > 1) response.status = 500;
    },
    witness: { query: { category: "General", country: "us" } },
  },
  {
    name: "last-filter-wins",
    breaks: "parameter.publisher-category-holds",
    also: ["parameter.others-echoed", "parameter.country-changes-result"],
    cells: publishers,
    sentence: "If several filters are sent, only the language is applied.",
    request({ query }) {
      if (!query.has("language")) return;
      query.delete("category");
      query.delete("country");
    },
    witness: { query: { category: "Science", language: "en" } },
  },
  {
    name: "category-ignored",
    breaks: "parameter.publisher-category-holds",
    cells: publishers,
    sentence: "Publisher search does not filter by category.",
    ...ignore("category"),
    witness: { query: { category: "Science" } },
  },
  {
    name: "language-turned-round",
    breaks: "parameter.publisher-language-holds",
    also: ["parameter.language-changes-result"],
    cells: publishers,
    sentence: "Publisher search excludes the publishers of the requested language.",
    request({ query }) {
      if (query.has("language")) query.set("language", "fr");
    },
    ...inSuccess((body, { sent }) => {
      const parameters = editableAt(body, "parameters");
      if (parameters !== null && sent.has("language")) parameters.language = sent.get("language");
    }),
    witness: { query: { language: "en" } },
  },
  {
    name: "crash-on-a-sort-order",
    breaks: "parameter.sort-no-server-error",
    also: ["error.never-5xx"],
    cells: publishers,
    sentence: "The sort order name results in status 500 at publisher search.",
    response(response, { sent }) {
      if (succeeded(response) && sent.get("sort") === "name") response.status = 500;
    },
    witness: { query: { sort: "name" } },
  },
  {
    name: "second-country-refused",
    breaks: "parameter.publisher-country-accepted",
    also: ["parameter.combinations-accepted"],
    cells: publishers,
    sentence:
      "Publisher search supports only one country, although its list of countries allows others.",
    request(request) {
      const country = request.sent.get("country") ?? "us";
      if (country.toLowerCase() !== "us") refuse(request);
    },
    witness: { query: { country: "GB" } },
  },
  {
    name: "category-ignored-at-2024",
    breaks: "parameter.publisher-category-holds-2024",
    cells: { surface: "news", endpoint: "/search/publishers", version: "2024-01-01" },
    sentence: "At 2024-01-01 publisher search lists all publishers, whatever category is sent.",
    ...ignore("category"),
    witness: { query: { category: "Sports" } },
  },
  {
    name: "every-publisher-called-english",
    breaks: "parameter.publisher-language-holds",
    also: ["consistency.", "parameter."],
    cells: publishers,
    sentence: "Every publisher has the language en, whatever language it was found by.",
    ...inSuccess((body) => {
      for (const publisher of objectsAt(body, "publishers")) publisher.language = "en";
    }),
    witness: { query: { language: "pt" } },
  },
];
