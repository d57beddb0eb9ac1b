import { aggregator, get, guarded, of, parameter, partAt, says, schemaOf } from "./describe.ts";
import type { Fault } from "./fault.ts";

const searchOnly = of("aggregator", "/search");
const topicsOnly = of("aggregator", "/topics");
const publishersOnly = of("news", "/search/publishers");
const everyAggregator = of("aggregator", ...guarded(aggregator));

/** Descriptions of statuses, media types, parameters and keys that the exchanges of a run contradict. */
export const describedExchangeFaults: readonly Fault[] = [
  says(
    "search-described-as-xml",
    "responses-listed",
    searchOnly,
    "The description says that searches return XML.",
    (document) => {
      const content = partAt(get(document, "/search"), "responses", "200", "content");
      content["application/xml"] = content["application/json"];
      delete content["application/json"];
    },
  ),
  says(
    "refused-key-not-described",
    "responses-listed",
    of("aggregator", "/geolocation"),
    "The description of the location search has no response for a missing key.",
    (document) => {
      const responses = partAt(get(document, "/geolocation"), "responses");
      delete responses["401"];
      delete responses.default;
    },
  ),
  says(
    "refused-parameter-not-described",
    "responses-listed",
    of("aggregator", "/geolocation"),
    "The description of the location search has no response for a wrong parameter.",
    (document) => {
      const responses = partAt(get(document, "/geolocation"), "responses");
      delete responses["400"];
      delete responses.default;
    },
  ),
  says(
    "success-described-as-201",
    "responses-listed",
    of("news", "/info/countries"),
    "The description says that the list of countries has the status 201.",
    (document) => {
      const responses = partAt(get(document, "/info/countries"), "responses");
      responses["201"] = responses["200"];
      delete responses["200"];
      delete responses.default;
    },
  ),
  says(
    "query-described-as-header",
    "requests-allowed",
    searchOnly,
    "The description says that the search text is sent in a header.",
    (document) => {
      parameter(document, "/search", "query").in = "header";
    },
  ),
  ...["query", "country"].map((name) =>
    says(
      `${name}-described-as-required`,
      "requests-allowed",
      searchOnly,
      `The description requires the parameter ${name} of a search.`,
      (document) => {
        parameter(document, "/search", name).required = true;
      },
    ),
  ),
  ...["topic", "subtopic"].map((name) =>
    says(
      `${name}-described-as-required`,
      "requests-allowed",
      topicsOnly,
      `The description requires the ${name}.`,
      (document) => {
        parameter(document, "/topics", `${name}_id`).required = true;
      },
    ),
  ),
  ...["query", "limit"].map((name) =>
    says(
      `publisher-${name}-described-as-required`,
      "requests-allowed",
      publishersOnly,
      `The description requires the parameter ${name} of a search for publishers.`,
      (document) => {
        parameter(document, "/search/publishers", name).required = true;
      },
    ),
  ),
  says(
    "named-topics-described-only",
    "requests-allowed",
    topicsOnly,
    "The description lists two named topics as the only ones.",
    (document) => {
      schemaOf(document, "/topics", "topic_id").enum = ["TECHNOLOGY", "BUSINESS"];
    },
  ),
  says(
    "opaque-topics-described-only",
    "requests-allowed",
    topicsOnly,
    "The description allows no topic but those that begin with CAAq.",
    (document) => {
      schemaOf(document, "/topics", "topic_id").pattern = "^CAAq";
    },
  ),
  says(
    "countries-described-in-capitals",
    "requests-allowed",
    searchOnly,
    "The description lists countries in capitals only.",
    (document) => {
      schemaOf(document, "/search", "country").enum = ["US", "GB"];
    },
  ),
  says(
    "countries-described-with-three-letters",
    "requests-allowed",
    searchOnly,
    "The description says that codes of countries have three letters.",
    (document) => {
      schemaOf(document, "/search", "country").pattern = "^[a-z]{3}$";
    },
  ),
  says(
    "dates-described-with-a-time",
    "requests-allowed",
    searchOnly,
    "The description says that the first date has a time of day.",
    (document) => {
      schemaOf(document, "/search", "published_from").format = "date-time";
    },
  ),
  says(
    "short-texts-described-only",
    "requests-allowed",
    publishersOnly,
    "The description allows texts of up to three characters.",
    (document) => {
      schemaOf(document, "/search/publishers", "query").maxLength = 3;
    },
  ),
  says(
    "key-described-as-optional",
    "requests-allowed",
    everyAggregator,
    "The description says that a key may be left out.",
    (document) => {
      document.security = [{}, { bearer: [] }, { apiKey: [] }, { xApiKey: [] }];
    },
  ),
  says(
    "three-keys-described-at-once",
    "requests-allowed",
    everyAggregator,
    "The description says that a key has to be sent in all three headers at once.",
    (document) => {
      document.security = [{ bearer: [], apiKey: [], xApiKey: [] }];
    },
  ),
  says(
    "key-described-in-another-header",
    "requests-allowed",
    everyAggregator,
    "The description has a header for the key in which none is accepted.",
    (document) => {
      partAt(document, "components", "securitySchemes", "apiKey").name = "x-other";
    },
  ),
  says(
    "two-hundred-results-described-as-default",
    "result-count-bounds",
    publishersOnly,
    "The description says that 200 publishers are returned by default.",
    (document) => {
      schemaOf(document, "/search/publishers", "limit").default = 200;
    },
  ),
  says(
    "trace-described",
    "get-only",
    searchOnly,
    "The description has a TRACE of the search.",
    (document) => {
      const item = partAt(document, "paths", "/search");
      item.trace = { responses: { 200: { description: "The request." } } };
    },
  ),
];
