import { defaultVersion } from "../../contracts/vocabulary.ts";
import { legacy, withMetadata } from "../versions.ts";
import { editableAt, ignore, inSuccess, refuse, succeeded, takeKeys } from "./edit.ts";
import { anythingElse, type Fault } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;
const geolocation = { surface: "aggregator", endpoint: "/geolocation" } as const;
const publishers = { surface: "news", endpoint: "/search/publishers" } as const;

/** Acts only where the version header is omitted. */
function byDefault({ request, response }: Pick<Fault, "request" | "response">) {
  return {
    request: (sent) => {
      if (sent.version === defaultVersion) request?.(sent);
    },
    response: async (answer, sent) => {
      if (sent.version === defaultVersion) await response?.(answer, sent);
    },
  } satisfies Pick<Fault, "request" | "response">;
}

/** A server error where one parameter is all that is sent. */
function crashOnAlone(name: string): NonNullable<Fault["response"]> {
  return (response, { sent }) => {
    if (succeeded(response) && sent.size === 1 && sent.has(name)) response.status = 500;
  };
}

/** Faults of parameters in combination, and of codes other than the first sample. */
export const combinationFaults: readonly Fault[] = [
  {
    name: "codes-of-places-refused-by-default",
    breaks: "parameter.combinations-accepted",
    cells: { ...geolocation, version: withMetadata },
    sentence: "Without the version header, a place is refused with a country and a language.",
    ...byDefault({
      request(request) {
        if (request.sent.has("country") && request.sent.has("language")) refuse(request);
      },
    }),
    witness: {
      query: { location: "London", country: "US", language: "en" },
      version: "default",
    },
  },
  {
    name: "dates-of-a-text-refused-by-default",
    breaks: "parameter.optional-sent-together",
    cells: { ...search, version: withMetadata },
    sentence: "Without the version header, a search text is refused with dates.",
    ...byDefault({
      request(request) {
        if (request.sent.has("query") && request.sent.has("published_from")) refuse(request);
      },
    }),
    witness: { query: { query: "climate", published_from: "2026-01-01" }, version: "default" },
  },
  {
    name: "crash-on-a-last-date-alone",
    breaks: "parameter.combinations-accepted",
    also: ["auth.", "error.never-5xx", "envelope.total-same-on-every-page"],
    cells: search,
    sentence:
      "A published-to date with neither a search text nor a published-from date results in status 500.",
    response(response, { sent }) {
      const isBesideOther = ["query", "q", "published_from"].some((name) => sent.has(name));
      if (sent.has("published_to") && !isBesideOther) response.status = 500;
    },
    witness: { query: { published_to: "2026-06-30" } },
  },
  {
    name: "crash-on-the-third-page",
    breaks: "envelope.total-same-on-every-page",
    also: ["error.never-5xx"],
    cells: search,
    sentence: "The third page of a search by text results in status 500.",
    response(response, { sent }) {
      if (sent.get("page") === "3" && (sent.has("query") || sent.has("q"))) response.status = 500;
    },
    witness: { query: { query: "climate", page: "3" } },
  },
  {
    name: "crash-on-domain-with-language",
    breaks: "parameter.combinations-accepted",
    also: ["error.never-5xx", "parameter.optional-sent-together"],
    cells: { ...search, version: "2022-01-01" },
    sentence: "A publisher domain with a language results in status 500 at 2022-01-01.",
    response(response, { sent }) {
      if (succeeded(response) && sent.has("domain") && sent.has("language")) response.status = 500;
    },
    witness: { query: { domain: "harborpost.example", language: "en" } },
  },
  {
    name: "crash-on-a-country-in-one-header",
    breaks: "parameter.combinations-accepted",
    also: ["error.never-5xx"],
    cells: { ...search, version: "2024-01-01", auth: "bearer" },
    sentence: "At 2024-01-01, a country with the key in Authorization results in status 500.",
    response(response, { sent }) {
      if (succeeded(response) && sent.has("country") && sent.has("published_to"))
        response.status = 500;
    },
    witness: { query: { country: "us", published_to: "2026-01-31" } },
  },
  {
    name: "dates-without-text-refused",
    breaks: "parameter.combinations-accepted",
    cells: { ...search, version: withMetadata },
    sentence: "Search by date is refused without a search text.",
    request(request) {
      const { sent } = request;
      if (["query", "country", "published_to"].some((name) => sent.has(name))) return;
      if (sent.has("published_from")) refuse(request);
    },
    witness: { query: { published_from: "2026-01-01" } },
  },
  {
    name: "crash-on-a-first-date-alone-at-2024",
    breaks: "parameter.combinations-accepted",
    also: ["error.never-5xx"],
    cells: { ...search, version: "2024-01-01" },
    sentence: "At 2024-01-01, a published-from date alone results in status 500.",
    response: crashOnAlone("published_from"),
    witness: { query: { published_from: "2026-01-01" } },
  },
  {
    name: "first-page-alone-refused",
    breaks: "parameter.explicit-first-page",
    cells: { ...search, version: withMetadata },
    sentence: "The number of a page alone is refused.",
    request(request) {
      if (request.sent.size === 1 && request.sent.has("page")) refuse(request);
    },
    witness: { query: { page: "1" } },
  },
  {
    name: "crash-on-a-page-size-alone",
    breaks: "error.never-5xx",
    cells: { ...search, version: "2022-01-01" },
    sentence: "At 2022-01-01, a page size alone results in status 500.",
    response: crashOnAlone("pageSize"),
    witness: { query: { pageSize: "3" } },
  },
  {
    name: "page-size-refused-beside-a-country",
    breaks: "parameter.combinations-accepted",
    cells: { ...search, version: withMetadata },
    sentence: "A page size is refused with a country.",
    request(request) {
      if (request.sent.has("country") && request.sent.has("hits_per_page")) refuse(request);
    },
    witness: { query: { country: "us", hits_per_page: "3" } },
  },
  {
    name: "crash-on-french-news-of-the-united-states",
    breaks: "parameter.combinations-accepted",
    also: ["error.never-5xx"],
    cells: { ...geolocation, version: "2024-01-01" },
    sentence: "A country with a language of another country results in status 500 at 2024-01-01.",
    response(response, { sent }) {
      if (sent.get("country") === "US" && sent.get("language") === "fr") response.status = 500;
    },
    witness: { query: { location: "London", country: "US", language: "fr" } },
  },
  {
    name: "number-of-results-without-filters-only",
    breaks: "parameter.combinations-accepted",
    also: ["limit.result-count-honoured"],
    cells: { ...publishers, version: withMetadata },
    sentence: "Publisher search refuses a number of results with a category.",
    request(request) {
      if (request.sent.has("limit") && request.sent.has("category")) refuse(request);
    },
    witness: { query: { limit: "1", category: "General" } },
  },
  {
    name: "crash-on-great-britain",
    breaks: "parameter.other-codes-answered",
    also: ["error.never-5xx"],
    cells: { ...search, version: "2024-01-01" },
    sentence: "The country gb results in status 500 at 2024-01-01.",
    response(response, { sent }) {
      if (sent.get("country") === "gb") response.status = 500;
    },
    witness: { query: { country: "gb" } },
  },
  {
    name: "crash-on-french-places",
    breaks: "parameter.other-codes-answered",
    also: ["error.never-5xx"],
    cells: { ...geolocation, version: "2022-01-01" },
    sentence: "The language fr results in status 500 at the location endpoint of 2022-01-01.",
    response(response, { sent }) {
      if (sent.get("language") === "fr") response.status = 500;
    },
    witness: { query: { location: "London", language: "fr" } },
  },
  {
    name: "language-not-echoed-beside-a-domain",
    breaks: "parameter.others-echoed",
    cells: { ...search, version: withMetadata },
    sentence: "parameters does not echo the language of a search that has a publisher domain.",
    response({ body }, { sent }) {
      if (sent.has("domain")) delete editableAt(body, "parameters")?.language;
    },
    witness: { query: { domain: "harborpost.example", language: "en" } },
  },
  {
    name: "codes-without-effect-by-default",
    breaks: "parameter.country-changes-result",
    also: ["parameter.language-changes-result", "parameter.geolocation-defaults-effective"],
    cells: { ...geolocation, version: withMetadata },
    sentence: "Without the version header, the location endpoint ignores country and language.",
    ...byDefault(ignore("country", "language")),
    witness: { version: "default", query: { location: "London", country: "GB", language: "fr" } },
  },
  {
    name: "text-alone-echoed-by-default",
    breaks: "parameter.others-echoed",
    cells: { ...search, version: withMetadata },
    sentence: "Without the version header, parameters echoes the search text only.",
    ...byDefault(
      inSuccess((body) => {
        const parameters = editableAt(body, "parameters");
        for (const name of Object.keys(parameters ?? {})) {
          if (name !== "query") delete parameters?.[name];
        }
      }),
    ),
    witness: { version: "default", query: { query: "climate", country: "us" } },
  },
  {
    name: "french-by-default-beside-a-country",
    breaks: "parameter.geolocation-defaults-effective",
    cells: { ...geolocation, version: "2022-01-01" },
    sentence:
      "The location endpoint at 2022-01-01 responds in French if a country is sent without a language.",
    request({ query, sent }) {
      if (sent.has("country") && !sent.has("language")) query.set("language", "fr");
    },
    witness: { query: { location: "London", country: "GB" } },
  },
  {
    name: "language-of-the-place-before-by-default",
    breaks: "parameter.geolocation-defaults-effective",
    also: anythingElse,
    cells: { ...geolocation, version: legacy },
    sentence:
      "At the older versions, the language of a place becomes the default of the places that follow.",
    request({ query, sent, memory }) {
      const language = sent.get("language");
      if (language !== null) memory.set("language", language);
      else if (memory.has("language")) query.set("language", String(memory.get("language")));
    },
    witness: {
      before: [{ query: { location: "London", language: "fr" } }],
      query: { location: "London" },
    },
  },
  {
    name: "crash-on-sorted-publishers-of-a-country",
    breaks: "parameter.combinations-accepted",
    also: ["error.never-5xx"],
    cells: { ...publishers, version: withMetadata },
    sentence: "A sort order with a country results in status 500.",
    response(response, { sent }) {
      if (succeeded(response) && sent.has("sort") && sent.has("country")) response.status = 500;
    },
    witness: { query: { sort: "name", country: "us" } },
  },
  {
    name: "crash-on-pages-of-a-publisher",
    breaks: "parameter.combinations-accepted",
    also: ["error.never-5xx"],
    cells: { ...search, version: "2024-01-01" },
    sentence: "A publisher domain with a page number results in status 500.",
    response(response, { sent }) {
      if (succeeded(response) && sent.has("domain") && sent.has("page")) response.status = 500;
    },
    witness: { query: { domain: "harborpost.example", page: "1" } },
  },
  {
    name: "crash-on-publishers-of-a-country-by-default",
    breaks: "parameter.combinations-accepted",
    also: ["error.never-5xx"],
    cells: { ...publishers, version: "default" },
    sentence: "Without the version header, publisher search by country results in status 500.",
    response(response, { sent }) {
      if (succeeded(response) && sent.has("country")) response.status = 500;
    },
    witness: { query: { country: "us" } },
  },
  {
    name: "last-date-refused-by-default",
    breaks: "parameter.combinations-accepted",
    also: ["parameter.optional-sent-together"],
    cells: { ...search, version: "default" },
    // The combinations of the dated version are judged there, of which some are sent without the header.
    seenAt: ["/search"],
    sentence: "Without the version header, search refuses the published-to date.",
    request(request) {
      if (request.sent.has("published_to")) refuse(request);
    },
    witness: { query: { published_to: "2026-03-28" } },
  },
  {
    name: "key-refused-beside-a-country",
    breaks: "parameter.lower-case-accepted",
    also: ["parameter.", "error.", "auth.accepted-key-not-blamed"],
    cells: { ...search, version: withMetadata },
    sentence: "Search by country treats the valid key as invalid.",
    request(request) {
      if (request.sent.has("country")) takeKeys(request);
    },
    witness: { query: { country: "us" } },
  },
];
