import type { Editable } from "../faults/describe.ts";
import { editableAt, isEditable } from "../faults/edit.ts";
import { describedAs, getOperations, parametersOf } from "./description.ts";
import type { Variant } from "./variant.ts";

/** Like `describedAs`; the description meets every `should` too. */
function quietly(name: string, sentence: string, change: (document: Editable) => void): Variant {
  return { ...describedAs(name, sentence, change), quiet: true };
}

function responsesOf(operation: Editable): Editable {
  return editableAt(operation, "responses") ?? {};
}

/** The parameters of an operation that are sent in the query. */
function inQuery(operation: Editable): readonly Editable[] {
  return parametersOf(operation).filter((parameter) => parameter.in === "query");
}

/** Those of every operation with this name. */
function named(document: Editable, name: string): readonly Editable[] {
  return getOperations(document).flatMap((operation) =>
    inQuery(operation).filter((parameter) => parameter.name === name),
  );
}

function isPublic(operation: Editable): boolean {
  return Array.isArray(operation.security) && operation.security.length === 0;
}

/**
 * Descriptions that say in another form, in other words or not at all what the exchanges of a run show, or allow less
 * than a lenient server does.
 */
export const describedExchangeVariants: readonly Variant[] = [
  quietly(
    "described-refusals-as-a-range",
    "The description has refusals as a range of statuses, and their media type with a parameter.",
    (document) => {
      for (const operation of getOperations(document).filter((one) => !isPublic(one))) {
        const responses = responsesOf(operation);
        const refused = editableAt(responses, "400") ?? {};
        const json = editableAt(refused, "content", "application/json");
        refused.content = { "application/json; charset=utf-8": json };
        operation.responses = { 200: responses["200"], "4XX": refused };
      }
    },
  ),
  quietly(
    "described-refusals-by-default",
    "The description has one response for every refusal, of any media type.",
    (document) => {
      for (const operation of getOperations(document).filter((one) => !isPublic(one))) {
        const { 200: success, default: other } = responsesOf(operation);
        const content = editableAt(other, "content") ?? {};
        content["*/*"] = content["application/json"];
        delete content["application/json"];
        operation.responses = { 200: success, default: other };
      }
    },
  ),
  quietly(
    "described-with-generated-refusals",
    "The description has the refusals that a framework adds to every operation, and none of its own.",
    (document) => {
      for (const operation of getOperations(document)) {
        const { 200: success } = responsesOf(operation);
        const refused = { description: "Validation error." };
        operation.responses = { 200: success, 422: refused };
      }
    },
  ),
  quietly(
    "described-refusals-without-bodies",
    "The description names the statuses of refusals and says nothing about their bodies.",
    (document) => {
      for (const operation of getOperations(document).filter((one) => !isPublic(one))) {
        const { 200: success } = responsesOf(operation);
        const refused = { description: "Refused." };
        operation.responses = { 200: success, 400: refused, 401: refused };
      }
    },
  ),
  quietly(
    "described-with-bearer-only",
    "The description names bearer as the only way to send a key, together with a certificate of the client.",
    (document) => {
      document.security = [{ bearer: [], certificate: [] }];
      const components = editableAt(document, "components");
      if (components === null) return;
      components.securitySchemes = {
        bearer: { type: "http", scheme: "bearer" },
        certificate: { type: "mutualTLS" },
      };
    },
  ),
  quietly(
    "described-with-bearer-in-two-ways",
    "The description names bearer, alone and with a header of its own, and Authorization as a header for a key.",
    (document) => {
      document.security = [{ bearer: [], apiKey: [] }, { bearer: [] }, { plain: [] }];
      const schemes = editableAt(document, "components", "securitySchemes") ?? {};
      schemes.plain = { type: "apiKey", in: "header", name: "Authorization" };
      delete schemes.xApiKey;
    },
  ),
  quietly(
    "described-parameters-as-lists",
    "The description has the parameters of searches as lists, as it would if several values were allowed.",
    (document) => {
      for (const name of ["country", "language", "domain", "topic_id"]) {
        for (const parameter of named(document, name)) {
          const { default: value, ...items } = editableAt(parameter, "schema") ?? {};
          const schema = { type: "array", minItems: 1, items };
          parameter.schema = value === undefined ? schema : { ...schema, default: value };
          parameter.style = "form";
          parameter.explode = false;
        }
      }
    },
  ),
  quietly(
    "described-parameters-as-json",
    "The description has the media type of some parameters, and allows others to be empty.",
    (document) => {
      for (const name of ["domain", "subtopic_id"]) {
        for (const parameter of named(document, name)) {
          parameter.content = { "application/json": { schema: { type: "object" } } };
          delete parameter.schema;
        }
      }
      for (const name of ["query", "country", "language"]) {
        for (const parameter of named(document, name)) parameter.allowEmptyValue = true;
      }
    },
  ),
  quietly(
    "described-with-own-formats",
    "The description has formats and keywords that JSON Schema does not define, and patterns with a lookahead.",
    (document) => {
      for (const name of ["country", "language"]) {
        for (const parameter of named(document, name)) {
          const schema = editableAt(parameter, "schema") ?? {};
          Object.assign(schema, { format: `iso-${name}`, "x-allowed": ["XX"], units: "code" });
          schema.pattern = "^(?=.*q)zz$";
        }
      }
    },
  ),
  quietly(
    "described-codes-in-capitals",
    "The description has the codes of places and publishers in capitals, and the server accepts them in lower case too.",
    (document) => {
      const codes = {
        country: "^[A-Z]{2}$",
        language: "^[A-Z]{2}$",
        category: "^[A-Z][a-z]+$",
      };
      for (const path of ["/geolocation", "/search/publishers"]) {
        const get = editableAt(document, "paths", path, "get");
        if (get === null) continue;
        for (const parameter of inQuery(get)) {
          const [, pattern] = Object.entries(codes).find(([name]) => name === parameter.name) ?? [];
          const schema = editableAt(parameter, "schema");
          if (pattern !== undefined && schema !== null) schema.pattern = pattern;
        }
      }
    },
  ),
  quietly(
    "described-older-parameters",
    "The description requires a parameter that belongs to an older version only.",
    (document) => {
      const get = editableAt(document, "paths", "/search", "get");
      if (get === null) return;
      const description = "Text to search for; required at version 2022-01-01.";
      const schema = { type: "string", maxLength: 1 };
      get.parameters = [
        ...parametersOf(get),
        { name: "q", in: "query", required: true, description, schema },
      ];
    },
  ),
  quietly(
    "described-limits-of-careful-servers",
    "The description allows texts of 60 characters, and the server longer ones too.",
    (document) => {
      for (const name of ["query", "location"]) {
        for (const parameter of named(document, name)) {
          Object.assign(editableAt(parameter, "schema") ?? {}, {
            maxLength: 60,
            pattern: "^[\\w ]+$",
          });
        }
      }
    },
  ),
  quietly(
    "described-with-required-headers",
    "The description has a header and a cookie for tracing, and the headers of HTTP itself, as required.",
    (document) => {
      for (const operation of getOperations(document)) {
        const own = [
          { name: "Accept", in: "header" },
          { name: "X-Request-ID", in: "header" },
          { name: "trace", in: "cookie" },
        ].map((one) => ({ ...one, required: true, schema: { type: "string" } }));
        operation.parameters = [...parametersOf(operation), ...own];
      }
    },
  ),
  quietly(
    "described-at-the-paths",
    "The description has all parameters at the paths, and overrides the one for the search text.",
    (document) => {
      for (const item of Object.values(editableAt(document, "paths") ?? {})) {
        const get = editableAt(item, "get");
        if (get === null || !isEditable(item)) continue;
        const own = parametersOf(get).filter(({ name }) => name === "query");
        item.parameters = parametersOf(get).map((one) =>
          one.name === "query" ? { ...one, required: true } : one,
        );
        get.parameters = own;
      }
    },
  ),
];
