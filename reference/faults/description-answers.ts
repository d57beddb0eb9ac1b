import { get, guarded, news, of, operations, partAt, properties, says } from "./describe.ts";
import { editableAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Descriptions of responses that are wrong, or differ from what is sent. */
export const describedAnswerFaults: readonly Fault[] = [
  says(
    "image-described-as-number",
    "schemas-agree",
    of("aggregator", "/search", "/topics", "/geolocation"),
    "The description defines the images of articles as numbers.",
    (document) => {
      properties(document, "Article").image = { type: "number" };
    },
  ),
  says(
    // Stories have a title too, so numbers are not the only described type.
    "title-described-as-number",
    "answers-match",
    of("aggregator", "/search", "/topics", "/geolocation"),
    "The description defines the titles of articles as numbers.",
    (document) => {
      properties(document, "Article").title = { type: "number" };
    },
  ),
  says(
    "metadata-not-described",
    "schemas-agree",
    of("news", "/info/countries"),
    "The description has no metadata in the list of countries.",
    (document) => {
      const schema = partAt(document, "components", "schemas", "Countries");
      delete partAt(schema, "properties").metadata;
      schema.required = ["parameters", "countries"];
    },
  ),
  says(
    "old-envelope-described-as-latest",
    "schemas-agree",
    of("aggregator", "/search"),
    "The description uses the envelope of 2024-01-01 for every search.",
    (document) => {
      const response = partAt(get(document, "/search"), "responses", "200");
      partAt(response, "content", "application/json").schema = {
        $ref: "#/components/schemas/Page2024",
      };
    },
    ["answers-match"],
  ),
  says(
    "error-code-described-as-number",
    "schemas-agree",
    of("news", ...guarded(news)),
    "The description defines the codes of errors as numbers.",
    (document) => {
      const errors = partAt(properties(document, "CurrentError"), "errors", "items");
      partAt(errors, "properties").code = { type: "integer" };
      delete partAt(document, "components", "schemas").LegacyError;
      for (const operation of operations(document)) {
        const responses = editableAt(operation, "get", "responses") ?? {};
        for (const status of ["400", "401", "default"]) {
          const media = editableAt(responses, status, "content", "application/json");
          if (media !== null) media.schema = { $ref: "#/components/schemas/CurrentError" };
        }
      }
    },
  ),
  says(
    "described-member-never-sent",
    "answers-match",
    of("aggregator", "/search"),
    "The description requires a member that no response has.",
    (document) => {
      const schema = partAt(document, "components", "schemas", "Search");
      partAt(schema, "properties").suggestions = { type: "array" };
      schema.required = ["metadata", "news_articles", "suggestions"];
    },
  ),
  says(
    "own-member-described-otherwise",
    "answers-match",
    of("aggregator", "/search", "/topics", "/geolocation"),
    "The description defines the number of pages as a string, which the specification leaves open.",
    (document) => {
      for (const name of ["Search", "Topics", "Location"]) {
        partAt(properties(document, name), "metadata", "properties").total_pages = {
          type: "string",
        };
      }
    },
  ),
  says(
    "no-other-member-described",
    "schemas-agree",
    of("news", "/ping"),
    "The description forbids further members in ping's body, and omits its timestamp.",
    (document) => {
      const schema = partAt(document, "components", "schemas", "Ping");
      schema.additionalProperties = false;
      delete partAt(schema, "properties").timestamp;
      schema.required = ["id"];
    },
  ),
  says(
    "open-member-not-described",
    "answers-match",
    of("aggregator", "/search", "/topics", "/geolocation"),
    "The description forbids further members in the metadata, and omits the number of pages, which the specification leaves open.",
    (document) => {
      for (const name of ["Search", "Topics", "Location"]) {
        const metadata = partAt(properties(document, name), "metadata");
        metadata.additionalProperties = false;
        delete partAt(metadata, "properties").total_pages;
        metadata.required = ["id"];
      }
    },
  ),
];
