import { versionsOf } from "../versions.ts";
import {
  aggregator,
  get,
  guarded,
  news,
  of,
  parameter,
  partAt,
  properties,
  says,
  schemaOf,
  withoutParameter,
} from "./describe.ts";
import type { Fault } from "./fault.ts";

/** Descriptions that are wrong, or differ from the server's behaviour. */
export const descriptionFaults: readonly Fault[] = [
  says(
    "description-without-a-title",
    "valid",
    of("aggregator", "/ping"),
    "The description lacks the title that OpenAPI requires.",
    (document) => {
      delete partAt(document, "info").title;
    },
  ),
  says(
    "description-refers-nowhere",
    "valid",
    of("news", "/ping", "/info/topics"),
    "A schema that the description refers to does not exist.",
    (document) => {
      delete partAt(document, "components", "schemas").Subtopic;
      partAt(properties(document, "Topic"), "subtopics").items = {
        $ref: "#/components/schemas/Subtopic",
      };
    },
  ),
  says(
    "described-as-basic",
    "security-scheme",
    of("aggregator", ...guarded(aggregator)),
    "The description declares HTTP basic.",
    (document) => {
      partAt(document, "components", "securitySchemes", "bearer").scheme = "basic";
    },
  ),
  says(
    "described-with-api-keys-only",
    "security-scheme",
    of("news", ...guarded(news)),
    "The description has both key headers, but not bearer.",
    (document) => {
      document.security = [{ apiKey: [] }, { xApiKey: [] }];
      delete partAt(document, "components", "securitySchemes").bearer;
    },
  ),
  says(
    "described-as-public",
    "security-scheme",
    of("news", "/info/topics"),
    "The description has the topics list without security.",
    (document) => {
      get(document, "/info/topics").security = [];
    },
  ),
  says(
    "scheme-not-defined",
    "security-scheme",
    of("aggregator", "/geolocation"),
    "The location search names a security scheme that is not defined.",
    (document) => {
      get(document, "/geolocation").security = [{ token: [] }];
    },
  ),
  says(
    "ping-described-with-a-key",
    "ping-public",
    of("news", "/ping"),
    "The description has ping with the security of everything else.",
    (document) => {
      delete get(document, "/ping").security;
    },
  ),
  says(
    "path-not-described",
    "paths-listed",
    of("aggregator", "/geolocation"),
    "The description omits the location search.",
    (document) => {
      delete partAt(document, "paths")["/geolocation"];
    },
  ),
  says(
    "described-with-post",
    "paths-listed",
    of("news", "/search/articles"),
    "The description defines the article search as POST.",
    (document) => {
      const item = partAt(document, "paths", "/search/articles");
      item.post = item.get;
      delete item.get;
    },
    ["get-only"],
  ),
  says(
    "deletion-described",
    "get-only",
    of("news", "/info/countries"),
    "The description has a DELETE of the countries.",
    (document) => {
      partAt(document, "paths", "/info/countries").delete = {
        responses: { 204: { description: "Gone." } },
      };
    },
  ),
  says(
    "version-header-not-described",
    "version-header",
    of("news", "/search/publishers"),
    "The description has the publisher search without the header api-version.",
    (document) => withoutParameter(document, "/search/publishers", "api-version"),
  ),
  says(
    "version-described-as-required",
    "version-header",
    of("aggregator", ...aggregator),
    "The description requires the header api-version.",
    (document) => {
      for (const path of aggregator) parameter(document, path, "api-version").required = true;
    },
  ),
  says(
    "version-described-in-the-query",
    "version-header",
    of("aggregator", "/ping"),
    "The description has the version of ping as a query parameter.",
    (document) => {
      parameter(document, "/ping", "api-version").in = "query";
    },
  ),
  says(
    "old-version-not-described",
    "version-values",
    of("aggregator", "/search"),
    "The description of the search leaves the oldest version out.",
    (document) => {
      schemaOf(document, "/search", "api-version").enum = versionsOf("aggregator", "/search").slice(
        0,
        -1,
      );
    },
  ),
  says(
    "version-described-that-there-is-not",
    "version-values",
    of("news", "/ping"),
    "The description of ping lists a version that is not allowed there.",
    (document) => {
      schemaOf(document, "/ping", "api-version").enum = [
        ...versionsOf("news", "/ping"),
        "2022-01-01",
      ];
    },
  ),
  says(
    "version-described-as-any-text",
    "version-values",
    of("news", "/info/countries"),
    "The description lists no versions for the countries.",
    (document) => {
      delete schemaOf(document, "/info/countries", "api-version").enum;
    },
  ),
  says(
    "old-default-described",
    "version-values",
    of("aggregator", "/topics"),
    "The description of the topics says that an old version is the default.",
    (document) => {
      schemaOf(document, "/topics", "api-version").default = "2024-01-01";
    },
  ),
  says(
    "location-described-as-optional",
    "location-required",
    of("aggregator", "/geolocation"),
    "The description does not require the location.",
    (document) => {
      delete parameter(document, "/geolocation", "location").required;
    },
  ),
  says(
    "location-under-another-name",
    "location-required",
    of("aggregator", "/geolocation"),
    "The description calls the location parameter place.",
    (document) => {
      parameter(document, "/geolocation", "location").name = "place";
    },
  ),
  says(
    "default-country-described-otherwise",
    "geolocation-defaults",
    of("aggregator", "/geolocation"),
    "The description says that the country is GB by default.",
    (document) => {
      schemaOf(document, "/geolocation", "country").default = "GB";
    },
  ),
  says(
    "default-language-not-described",
    "geolocation-defaults",
    of("aggregator", "/geolocation"),
    "The description has no default for the language.",
    (document) => {
      delete schemaOf(document, "/geolocation", "language").default;
    },
  ),
  says(
    "fifty-results-described",
    "result-count-bounds",
    of("news", "/search/publishers"),
    "The description allows up to 50 results.",
    (document) => {
      schemaOf(document, "/search/publishers", "limit").maximum = 50;
    },
  ),
  says(
    "no-results-described",
    "result-count-bounds",
    of("news", "/search/publishers"),
    "The description allows 0 results.",
    (document) => {
      schemaOf(document, "/search/publishers", "limit").minimum = 0;
    },
  ),
  says(
    "number-described-as-text",
    "result-count-bounds",
    of("news", "/search/publishers"),
    "The description defines the number of results as a string.",
    (document) => {
      schemaOf(document, "/search/publishers", "limit").type = "string";
    },
  ),
  says(
    "empty-query-described",
    "query-min-length",
    of("news", "/search/publishers"),
    "The description sets no minimum length for the search text.",
    (document) => {
      delete schemaOf(document, "/search/publishers", "query").minLength;
    },
  ),
];
