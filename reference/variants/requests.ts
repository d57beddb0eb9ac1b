import { descriptionPath } from "../description/path.ts";
import { editableAt, moveDates, newsItems, objectsAt, succeeded } from "../faults/edit.ts";
import type { FaultRequest } from "../faults/fault.ts";
import { withMetadata } from "../versions.ts";
import { everywhere, type Variant } from "./variant.ts";

/** Parameter names of all endpoints of the reference server. */
const known: Readonly<Record<string, readonly string[]>> = {
  "/search": [
    "query",
    "q",
    "country",
    "language",
    "domain",
    "published_from",
    "published_to",
    "page",
    "hits_per_page",
    "pageSize",
  ],
  "/topics": ["topic_id", "subtopic_id"],
  "/geolocation": ["location", "country", "language"],
  "/search/articles": ["query"],
  "/search/publishers": ["query", "category", "country", "language", "limit", "sort"],
};

/** Makes the request's parameters be refused. */
function refuseParameters(request: FaultRequest): void {
  request.query.set("page", "not-a-page");
  request.query.set("limit", "not-a-number");
}

/** The endpoints with pages, and the description. */
const pagedAndDescribed = ["/search", "/topics", "/geolocation", descriptionPath];

/** Freedoms in the accepted requests. */
export const requestVariants: readonly Variant[] = [
  everywhere(
    "unknown-parameters-refused",
    "A parameter that the endpoint does not know is refused.",
    {
      request(request) {
        const names = known[request.endpoint];
        if (names && [...request.sent.keys()].some((name) => !names.includes(name)))
          refuseParameters(request);
      },
    },
  ),
  {
    name: "later-pages-without-results-refused",
    sentence: "A later page of a search that finds nothing is refused.",
    cells: { surface: "aggregator", endpoint: "/search" },
    ends: "conformant",
    response(response, { sent }) {
      const isEmpty = succeeded(response) && newsItems(response.body).length === 0;
      if (!isEmpty || Number(sent.get("page") ?? "1") < 2) return;
      response.status = 404;
      response.body = { success: false, code: 404, message: "There is no such page." };
    },
  },
  {
    name: "old-versions-know-q-only",
    sentence: "At the older versions query is refused and q is the search text.",
    cells: { endpoint: "/search", version: ["2024-01-01", "2022-01-01"] },
    ends: "conformant",
    request(request) {
      if (request.sent.has("query")) refuseParameters(request);
    },
  },
  {
    name: "old-versions-ignore-q",
    sentence: "At the older versions query is the search text, and q has no effect.",
    cells: { endpoint: "/search", version: ["2024-01-01", "2022-01-01"] },
    ends: "conformant",
    quiet: true,
    request({ query, sent }) {
      if (sent.has("q")) query.delete("q");
    },
  },
  {
    name: "codes-of-another-form-ignored",
    sentence: "A country or language that is no code of two letters is not used, nor echoed.",
    cells: {},
    ends: "conformant",
    quiet: true,
    request({ query, sent }) {
      for (const name of ["country", "language"]) {
        if (sent.has(name) && !/^[a-z]{2}$/i.test(sent.get(name) ?? "")) query.delete(name);
      }
    },
  },
  {
    name: "old-versions-know-query-only",
    sentence: "At the older versions q is refused and query is the search text.",
    cells: { endpoint: "/search", version: ["2024-01-01", "2022-01-01"] },
    ends: "conformant",
    request(request) {
      if (request.sent.has("q")) refuseParameters(request);
    },
  },
  {
    name: "publisher-countries-in-lower-case-only",
    sentence:
      "Publisher search refuses country codes in capital letters, in which the list of countries has them.",
    cells: { surface: "news", endpoint: "/search/publishers" },
    ends: "conformant",
    request(request) {
      const country = request.sent.get("country") ?? "";
      if (country !== country.toLowerCase()) refuseParameters(request);
    },
  },
  {
    name: "sort-orders-of-its-own",
    sentence: "An unknown sort order is refused.",
    cells: { endpoint: "/search/publishers" },
    ends: "conformant",
    request(request) {
      if (request.sent.has("sort") && request.sent.get("sort") !== "rank")
        refuseParameters(request);
    },
  },
  {
    name: "publishers-by-codes-in-upper-case",
    sentence:
      "The news surface writes codes in upper case, and refuses others at publisher search.",
    cells: { surface: "news", endpoint: ["/search/publishers", "/info/countries"] },
    ends: "conformant",
    request(request) {
      const codes = [request.sent.get("country"), request.sent.get("language")];
      if (codes.some((code) => code && code !== code.toUpperCase())) refuseParameters(request);
    },
    response({ body }) {
      for (const country of objectsAt(body, "countries")) {
        for (const entry of [country, ...objectsAt(country, "languages")]) {
          entry.code = String(entry.code).toUpperCase();
        }
      }
    },
  },
  {
    name: "countries-in-upper-case-languages-in-lower",
    sentence:
      "Both searches by country refuse codes in a letter case other than that of US and en; /search accepts lower case.",
    cells: { endpoint: ["/geolocation", "/search/publishers", "/info/countries"] },
    ends: "conformant",
    request(request) {
      const [country, language] = [request.sent.get("country"), request.sent.get("language")];
      const isOtherwise =
        (country && country !== country.toUpperCase()) ||
        (language && language !== language.toLowerCase());
      if (isOtherwise) refuseParameters(request);
      if (isOtherwise && request.endpoint === "/geolocation") request.query.delete("location");
    },
    response({ body }) {
      for (const country of objectsAt(body, "countries")) {
        country.code = String(country.code).toUpperCase();
      }
    },
  },
  {
    name: "one-country-only",
    sentence: "Only one country is on the plan, and publisher search refuses all others.",
    cells: { surface: "news", endpoint: ["/search/publishers", "/info/countries"] },
    ends: "conformant",
    request(request) {
      const [country, language] = [request.sent.get("country"), request.sent.get("language")];
      const isOnPlan = (code: string | null, only: string) => !code || code.toLowerCase() === only;
      if (!isOnPlan(country, "jp") || !isOnPlan(language, "ja")) refuseParameters(request);
    },
    response({ body }) {
      const outer = editableAt(body);
      const countries = objectsAt(body, "countries");
      if (outer && countries.length > 0) {
        outer.countries = countries.filter(({ name }) => name === "Japan");
      }
    },
  },
  {
    name: "pages-of-ten-and-more",
    sentence: "A page has ten items or more, up to fifty, in steps of ten.",
    cells: { surface: "aggregator", endpoint: pagedAndDescribed },
    ends: "conformant",
    quiet: true,
    request(request) {
      for (const name of ["hits_per_page", "pageSize"]) {
        const size = request.sent.get(name);
        if (size !== null && !/^[1-5]0$/.test(size)) refuseParameters(request);
      }
    },
    response({ body }) {
      const described = editableAt(body, "paths");
      for (const path of Object.values(described ?? {})) {
        for (const parameter of objectsAt(path, "get", "parameters")) {
          if (parameter.name !== "hits_per_page" && parameter.name !== "pageSize") continue;
          parameter.schema = { type: "integer", minimum: 4, maximum: 50, multipleOf: 10 };
        }
      }
    },
  },
  {
    name: "pages-counted-from-zero",
    sentence: "The first page has the number 0, at every version.",
    cells: { surface: "aggregator", endpoint: pagedAndDescribed },
    ends: "conformant",
    request({ query, sent }) {
      const page = sent.get("page");
      if (page !== null && /^\d+$/.test(page)) query.set("page", String(Number(page) + 1));
    },
    response({ body }) {
      const outer = editableAt(body);
      if (typeof outer?.page === "number") outer.page -= 1;
      const echoed = editableAt(body, "parameters");
      if (typeof echoed?.page === "number") echoed.page -= 1;
      for (const path of Object.values(editableAt(body, "paths") ?? {})) {
        for (const parameter of objectsAt(path, "get", "parameters")) {
          if (parameter.name === "page") parameter.schema = { type: "integer", minimum: 0 };
        }
      }
    },
  },
  {
    name: "pages-silently-counted-from-zero",
    sentence:
      "The first page has the number 0 at versions whose responses do not show it, and no description says so.",
    cells: { surface: "aggregator", endpoint: "/search", version: [...withMetadata, "2022-01-01"] },
    ends: "conformant",
    request({ query, sent }) {
      const page = sent.get("page");
      if (page !== null && /^\d+$/.test(page)) query.set("page", String(Number(page) + 1));
    },
    response({ body }) {
      const echoed = editableAt(body, "parameters");
      if (typeof echoed?.page === "number") echoed.page -= 1;
    },
  },
  {
    name: "any-spelling-of-an-integer",
    sentence:
      "A number of results may have a sign, leading zeros, spaces, a fraction of zero or an exponent, and may be empty.",
    cells: { endpoint: "/search/publishers" },
    ends: "conformant",
    request({ query }) {
      const limit = query.get("limit");
      if (limit?.trim() === "") query.delete("limit");
      if (limit && /^\s*\+?\d+(\.0*)?(e\d+)?\s*$/i.test(limit)) {
        query.set("limit", String(Number(limit)));
      }
    },
    response({ status, body }, { sent }) {
      const echoed = editableAt(body, "parameters");
      if (status === 200 && echoed && sent.get("limit")) echoed.limit = Number(sent.get("limit"));
    },
  },
  {
    name: "plain-digits-only",
    sentence: "A number of results with anything but digits, or with a leading zero, is refused.",
    cells: { endpoint: "/search/publishers" },
    ends: "conformant",
    quiet: true,
    request(request) {
      const limit = request.sent.get("limit");
      if (limit !== null && !/^[1-9]\d*$/.test(limit)) refuseParameters(request);
    },
  },
  {
    name: "unknown-places-refused",
    sentence: "Unknown places are refused, including 0.",
    cells: { endpoint: "/geolocation" },
    ends: "conformant",
    quiet: true,
    response(response, { sent }) {
      if (response.status !== 200 || ["London", "Tokyo"].includes(sent.get("location") ?? ""))
        return;
      response.status = 404;
      response.body = { success: false, code: 404, message: "This place is unknown." };
    },
  },
  {
    name: "filters-that-leave-nothing",
    sentence: "No publisher passes several filters at once.",
    cells: { endpoint: "/search/publishers" },
    ends: "conformant",
    request({ query }) {
      if (query.has("category") && query.has("language")) query.set("category", "none of these");
    },
    response({ body }, { sent }) {
      const echoed = editableAt(body, "parameters");
      if (echoed && sent.has("category")) echoed.category = sent.get("category");
    },
  },
  {
    name: "named-topics-only",
    sentence: "Navigation links list named topics only, at every version.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    response({ body }) {
      const outer = editableAt(body);
      const links = objectsAt(body, "navigation_links");
      if (outer === null || links.length === 0) return;
      outer.navigation_links = links.filter(({ topic_id }) => !String(topic_id).startsWith("CAAq"));
    },
  },
  {
    name: "subtopic-outranks-topic",
    sentence: "If a subtopic is sent, the topic has no effect.",
    cells: { endpoint: "/topics" },
    ends: "conformant",
    request({ query }) {
      if (query.has("subtopic_id")) query.delete("topic_id");
    },
    response({ body }, { sent }) {
      const echoed = editableAt(body, "parameters");
      if (echoed && sent.has("topic_id")) echoed.topic_id = sent.get("topic_id");
    },
  },
  {
    name: "days-of-another-zone",
    sentence:
      "Days begin and end in a zone ahead of UTC: items of a neighbouring day are returned.",
    cells: { endpoint: "/search" },
    ends: "conformant",
    ...moveDates({ published_from: -1, published_to: 1 }),
  },
  {
    name: "fuzzy-search",
    sentence: "Every search finds something, regardless of its text.",
    cells: { endpoint: ["/search", "/search/publishers"] },
    ends: "conformant",
    request({ query }) {
      for (const name of ["query", "q"]) if (query.get(name)?.startsWith("zqx")) query.delete(name);
    },
    response({ body }, { sent }) {
      const echoed = editableAt(body, "parameters");
      if (echoed && sent.has("query")) echoed.query = sent.get("query");
    },
  },
  {
    name: "subtopics-stand-alone",
    sentence: "A subtopic is requested without its topic; both together are refused.",
    cells: { endpoint: "/topics" },
    ends: "conformant",
    response(response, { sent }) {
      if (!sent.has("topic_id") || !sent.has("subtopic_id")) return;
      response.status = 400;
      const legacy = editableAt(response.body)?.success !== undefined;
      response.body = legacy
        ? { success: false, code: 400, message: "one at a time" }
        : {
            metadata: { id: "1", took_ms: 1, timestamp: new Date().toISOString() },
            errors: [{ code: "INVALID_PARAMETER", message: "one at a time", details: {} }],
          };
    },
  },
  {
    name: "texts-of-one-character-refused",
    sentence: "Searches need a text of two characters, except that for publishers.",
    cells: { endpoint: ["/search", "/search/articles"] },
    ends: "conformant",
    quiet: true,
    request(request) {
      const text = request.sent.get("query") ?? request.sent.get("q");
      if (text !== null && [...text.trim()].length === 1) refuseParameters(request);
    },
  },
];
