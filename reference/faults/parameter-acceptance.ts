import { legacy, withMetadata } from "../versions.ts";
import { asksForLaterPage, inError, refuse, succeeded } from "./edit.ts";
import type { Fault } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;
const geolocation = { surface: "aggregator", endpoint: "/geolocation" } as const;

/** A text is looked up in an object, where every member of all objects is found too. */
const crashOnMembers: NonNullable<Fault["response"]> = (response, { sent }) => {
  const texts = ["query", "q", "location"].map((name) => sent.get(name) ?? "");
  if (succeeded(response) && texts.some((text) => text in {})) response.status = 500;
};

/** Optional parameters that are required, and spellings that are refused. */
export const acceptanceFaults: readonly Fault[] = [
  {
    name: "crash-on-a-leap-day",
    breaks: "parameter.any-day-accepted",
    also: ["error.never-5xx"],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "29 February as a date results in status 500.",
    response(response, { sent }) {
      if ([...sent.values()].some((value) => /^\d{4}-02-29$/.test(value))) response.status = 500;
    },
    witness: { query: { query: "climate", published_from: "2024-02-29" } },
  },
  {
    name: "no-last-day-of-the-year",
    breaks: "parameter.any-day-accepted",
    also: ["error.never-5xx"],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "31 December as a date results in status 500.",
    response(response, { sent }) {
      if ([...sent.values()].some((value) => /^\d{4}-12-31$/.test(value))) response.status = 500;
    },
    witness: { query: { query: "climate", published_to: "2099-12-31" } },
  },
  {
    name: "no-dates-before-1970",
    breaks: "parameter.any-day-accepted",
    also: ["error.never-5xx"],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "A date before 1970 results in status 500.",
    response(response, { sent }) {
      if ([...sent.values()].some((value) => /^19[0-6]\d-\d\d-\d\d$/.test(value)))
        response.status = 500;
    },
    witness: { query: { query: "climate", published_from: "1969-08-08" } },
  },
  {
    name: "no-dates-in-the-future",
    breaks: "parameter.any-day-accepted",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "A date in the future is refused.",
    request(request) {
      const isDate = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);
      if ([...request.sent.values()].some((value) => isDate(value) && value > "2090"))
        refuse(request);
    },
    witness: { query: { query: "climate", published_to: "2099-01-01" } },
  },
  {
    name: "months-and-days-as-octal-numbers",
    breaks: "parameter.any-day-accepted",
    also: ["error.never-5xx"],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "A date whose month and day are both 08 or 09 results in status 500.",
    response(response, { sent }) {
      if ([...sent.values()].some((value) => /^\d{4}-0[89]-0[89]$/.test(value)))
        response.status = 500;
    },
    witness: { query: { query: "climate", published_to: "2025-09-09" } },
  },
  {
    name: "location-not-needed",
    breaks: "parameter.location-required",
    cells: geolocation,
    sentence: "The location endpoint serves a request without a location, as if it were London.",
    request({ query }) {
      if (!query.has("location")) query.set("location", "London");
    },
    witness: { query: {} },
  },
  {
    name: "query-demanded",
    breaks: "parameter.optional-can-be-left-out",
    also: ["transport.success-status"],
    cells: search,
    sentence: "Search is refused without query, which is optional.",
    request(request) {
      if (!request.sent.has("query") && !request.sent.has("q")) refuse(request);
    },
    witness: { query: {} },
  },
  {
    name: "codes-in-upper-case-only",
    breaks: "parameter.lower-case-accepted",
    cells: search,
    sentence: "Search refuses country codes in lower case.",
    request(request) {
      if (/[a-z]/.test(request.sent.get("country") ?? "")) refuse(request);
    },
    witness: { query: { country: "us" } },
  },

  {
    name: "countries-in-upper-case-only",
    breaks: "parameter.geolocation-lower-case-accepted",
    cells: geolocation,
    sentence: "The location endpoint refuses country codes in lower case.",
    request(request) {
      if (/[a-z]/.test(request.sent.get("country") ?? "")) refuse(request);
    },
    witness: { query: { location: "London", country: "us" } },
  },
  {
    name: "topic-demanded",
    breaks: "parameter.optional-can-be-left-out",
    also: ["transport.success-status", "parameter.subtopic-without-topic"],
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Topics are refused without a topic, which is optional.",
    request(request) {
      if (!request.sent.has("topic_id")) refuse(request);
    },
    witness: { query: {} },
  },
  {
    name: "publishers-need-a-query",
    breaks: "parameter.optional-can-be-left-out",
    also: ["transport.success-status"],
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "Publisher search is refused without a search text, which is optional.",
    request(request) {
      if (!request.sent.has("query")) refuse(request);
    },
  },
  {
    name: "language-needs-a-country",
    breaks: "parameter.optional-sent-alone",
    cells: { ...search, version: "2022-01-01" },
    sentence: "Search at 2022-01-01 refuses a language without a country.",
    request(request) {
      if (request.sent.has("language") && !request.sent.has("country")) refuse(request);
    },
    witness: { query: { language: "en" } },
  },
  {
    name: "country-needs-a-language-beside-the-location",
    breaks: "parameter.optional-sent-alone",
    cells: { ...geolocation, version: ["2026-05-25", "2024-01-01", "2022-01-01"] },
    sentence:
      "The location endpoint refuses a country without a language, and a language without a country.",
    request(request) {
      if (request.sent.has("country") !== request.sent.has("language")) refuse(request);
    },
    witness: { query: { location: "London", country: "US" } },
  },
  {
    name: "five-filters-at-most",
    breaks: "parameter.optional-sent-together",
    also: ["parameter.combinations-accepted"],
    cells: { ...search, version: "2024-01-01" },
    sentence: "Search at 2024-01-01 refuses all filters at once.",
    request(request) {
      if (request.sent.size > 5) refuse(request);
    },
    witness: {
      query: {
        query: "climate",
        country: "us",
        language: "en",
        domain: "harborpost.example",
        published_from: "2026-01-01",
        published_to: "2026-12-31",
      },
    },
  },
  {
    name: "zero-is-no-search-text",
    breaks: "parameter.zero-accepted",
    cells: search,
    sentence: "Search refuses the text 0, which its programming language treats as false.",
    request(request) {
      if (["query", "q"].some((name) => request.sent.get(name) === "0")) refuse(request);
    },
    witness: { query: { query: "0" } },
  },
  {
    name: "zero-is-no-location",
    breaks: "parameter.zero-accepted",
    cells: geolocation,
    sentence: "The location 0 is treated as missing.",
    request({ query }) {
      if (query.get("location") === "0") query.delete("location");
    },
    witness: { query: { location: "0" } },
  },
  {
    name: "zero-is-no-search-text-for-articles",
    breaks: "parameter.zero-accepted",
    cells: { surface: "news", endpoint: "/search/articles" },
    sentence: "Article search refuses the text 0.",
    request(request) {
      if (request.sent.get("query") === "0") refuse(request);
    },
    witness: { query: { query: "0" } },
  },
  {
    name: "crash-on-true",
    breaks: "parameter.zero-accepted",
    also: ["error.never-5xx"],
    cells: search,
    sentence: "The search text true, which is read as a truth value, results in status 500.",
    response(response, { sent }) {
      if (["query", "q"].some((name) => sent.get(name) === "true")) response.status = 500;
    },
    witness: { query: { query: "true" } },
  },
  {
    name: "articles-by-one-word",
    breaks: "parameter.zero-accepted",
    cells: { surface: "news", endpoint: "/search/articles" },
    sentence: "Article search refuses a text of several words.",
    request(request) {
      if (/ /.test(request.sent.get("query") ?? "")) refuse(request);
    },
    witness: { query: { query: "price of coal" } },
  },
  {
    name: "words-of-other-scripts-refused",
    breaks: "parameter.words-accepted",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "Search refuses texts with letters that are not Latin.",
    request(request) {
      if (
        ["query", "q"].some((name) =>
          /(?!\p{Script=Latin})\p{L}/u.test(request.sent.get(name) ?? ""),
        )
      )
        refuse(request);
    },
    witness: { query: { query: "климат" } },
  },
  {
    name: "publishers-by-letters-and-digits",
    breaks: "parameter.words-accepted",
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "Publisher search refuses texts with an emoji.",
    request(request) {
      if (/\p{Emoji_Presentation}/u.test(request.sent.get("query") ?? "")) refuse(request);
    },
    witness: { query: { query: "🦊 news" } },
  },
  {
    name: "text-found-in-every-object",
    breaks: "parameter.zero-accepted",
    also: ["envelope.lists-when-empty", "error.never-5xx"],
    seenAt: ["/geolocation"],
    cells: { surface: "aggregator", endpoint: ["/search", "/geolocation"] },
    sentence: "The name of a member of every object, such as constructor, results in status 500.",
    response: crashOnMembers,
    witness: { endpoint: "/search", query: { query: "constructor" } },
  },
  {
    name: "publisher-found-in-every-object",
    breaks: "envelope.lists-when-empty",
    also: ["error.never-5xx"],
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "A search text such as hasOwnProperty results in status 500 at publisher search.",
    response: crashOnMembers,
    witness: { query: { query: "hasOwnProperty" } },
  },
  {
    name: "capital-for-a-country",
    breaks: "parameter.location-required",
    cells: geolocation,
    sentence: "A country without a location is answered with the headlines of its capital.",
    request({ query, sent }) {
      if (sent.has("country") && !sent.has("location")) query.set("location", "London");
    },
    witness: { query: { country: "GB" } },
  },
  {
    name: "place-with-its-country-refused",
    breaks: "parameter.zero-accepted",
    cells: geolocation,
    sentence: "A location of two words separated by a comma, such as Paris, France, is refused.",
    request(request) {
      if (/^\p{L}+, \p{L}+$/u.test(request.sent.get("location") ?? ""))
        request.query.delete("location");
    },
    witness: { query: { location: "Paris, France" } },
  },
  {
    name: "range-of-days-crashes",
    breaks: "parameter.dates-accepted",
    also: ["error.never-5xx", "parameter.combinations-accepted"],
    cells: search,
    sentence: "A published-from date before the published-to date results in status 500.",
    response(response, { sent }) {
      const isRange = (sent.get("published_from") ?? "9") < (sent.get("published_to") ?? "");
      if (succeeded(response) && isRange) response.status = 500;
    },
    witness: { query: { published_from: "2026-01-01", published_to: "2026-06-30" } },
  },
  {
    name: "location-unprocessable",
    breaks: "parameter.location-required",
    cells: geolocation,
    sentence: "A missing location is refused with 422 instead of 400.",
    ...inError((body, _, response) => {
      if (response.status !== 400) return;
      response.status = 422;
      body.code = 422;
    }),
    witness: { query: {} },
  },
  {
    name: "old-search-text-unknown",
    breaks: "parameter.query-accepted-at-older-versions",
    also: ["transport.success-status"],
    cells: { ...search, version: legacy },
    sentence: "At the old versions search refuses both query and q.",
    request(request) {
      if (request.sent.has("query") || request.sent.has("q")) refuse(request);
    },
    witness: { query: { q: "climate" } },
  },
  {
    name: "languages-in-upper-case-only",
    breaks: "parameter.geolocation-codes-accepted",
    cells: { ...geolocation, version: "2024-01-01" },
    sentence: "The location endpoint at 2024-01-01 refuses language codes in lower case.",
    request(request) {
      if (/[a-z]/.test(request.sent.get("language") ?? "")) refuse(request);
    },
    witness: { query: { location: "London", language: "en" } },
  },
  {
    name: "old-countries-of-places-in-upper-case-only",
    breaks: "parameter.geolocation-lower-case-accepted",
    cells: { ...geolocation, version: "2022-01-01" },
    sentence: "The location endpoint at 2022-01-01 refuses country codes in lower case.",
    request(request) {
      if (/[a-z]/.test(request.sent.get("country") ?? "")) refuse(request);
    },
    witness: { query: { location: "London", country: "us" } },
  },
  {
    name: "later-pages-refused-without-version",
    breaks: "parameter.page-changes-result",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Without the version header, pages after the first are refused.",
    request(request) {
      if (request.version === "default" && asksForLaterPage(request)) refuse(request);
    },
    witness: { query: { query: "climate", page: "2" }, version: "default" },
  },
];
