import { descriptionPath } from "../description/path.ts";
import { type Editable, schemaOf } from "../faults/describe.ts";
import { editableAt, isEditable } from "../faults/edit.ts";
import type { FaultResponse } from "../faults/fault.ts";
import { versionsOf } from "../versions.ts";
import type { Variant } from "./variant.ts";

/** A server with an equivalent description. */
export function describedAs(
  name: string,
  sentence: string,
  change: (document: Editable, response: FaultResponse) => void,
): Variant {
  return {
    name,
    sentence,
    cells: { endpoint: descriptionPath },
    ends: "conformant",
    response(response) {
      const document = editableAt(response.body);
      if (document !== null) change(document, response);
    },
  };
}

export function getOperations(document: Editable): readonly Editable[] {
  return Object.values(editableAt(document, "paths") ?? {}).flatMap((item) => {
    const get = editableAt(item, "get");
    return get === null ? [] : [get];
  });
}

export function parametersOf(operation: Editable): readonly Editable[] {
  const { parameters } = operation;
  return Array.isArray(parameters) ? parameters.filter(isEditable) : [];
}

/** Every object in a value, including itself, from the inside out. */
function* objectsBelow(value: unknown): Generator<Editable> {
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) yield* objectsBelow(member);
  if (isEditable(value)) yield value;
}

/** Schemas in the form of OpenAPI 3.0: flags for null and exclusive bounds, no constants. */
function asOpenApi30(document: Editable): void {
  document.openapi = "3.0.3";
  for (const schema of objectsBelow(document)) {
    if (Array.isArray(schema.type)) {
      schema.type = schema.type.find((type) => type !== "null");
      schema.nullable = true;
    }
    if ("const" in schema) {
      schema.enum = [schema.const];
      delete schema.const;
    }
    if (schema.minimum === 1 && schema.maximum === 100) {
      schema.minimum = 0;
      schema.exclusiveMinimum = true;
    }
  }
}

/** YAML that is not JSON: without braces at the top level. */
function asYaml(document: Editable): string {
  return Object.entries(document)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join("# as a person would not write it\n");
}

function looseSchemas(document: Editable): void {
  for (const schema of objectsBelow(editableAt(document, "components", "schemas"))) {
    if (Array.isArray(schema.required)) delete schema.required;
  }
  // Only the latest version is described, and no errors.
  for (const operation of getOperations(document)) {
    const responses = editableAt(operation, "responses") ?? {};
    const media = editableAt(responses, "200", "content", "application/json");
    const forms = editableAt(media, "schema")?.oneOf;
    if (media !== null && Array.isArray(forms)) media.schema = forms[0];
    operation.responses = { 200: responses["200"] };
  }
}

/** Descriptions that conform and differ from that of the reference server. */
export const descriptionVariants: readonly Variant[] = [
  describedAs("described-in-openapi-3.0", "The description is OpenAPI 3.0.", asOpenApi30),
  describedAs("described-in-yaml", "The description is YAML.", (document, response) => {
    response.headers["content-type"] = "application/yaml";
    response.raw = asYaml(document);
  }),
  describedAs(
    "security-of-each-operation",
    "The description has security at each operation and none for the document; ping's is optional.",
    (document) => {
      delete document.security;
      for (const operation of getOperations(document)) {
        operation.security = Array.isArray(operation.security)
          ? [{}, { token: [] }]
          : [{ token: [] }];
      }
      const components = editableAt(document, "components");
      if (components !== null) {
        components.securitySchemes = {
          token: { type: "http", scheme: "Bearer" },
        };
      }
    },
  ),
  describedAs(
    "parameters-by-reference",
    "The description has its parameters as components, and the version header at the paths.",
    (document) => {
      const shared: Editable = {};
      const paths = editableAt(document, "paths") ?? {};
      for (const [path, item] of Object.entries(paths)) {
        const get = editableAt(item, "get");
        if (get === null || !isEditable(item)) continue;
        const references = parametersOf(get).map((parameter) => {
          const name = `${path.replace(/\W/g, "_")}_${String(parameter.name)}`;
          shared[name] = parameter;
          return { isHeader: parameter.in === "header", $ref: `#/components/parameters/${name}` };
        });
        const of = (header: boolean) =>
          references.filter(({ isHeader }) => isHeader === header).map(({ $ref }) => ({ $ref }));
        get.parameters = of(false);
        item.parameters = of(true);
      }
      const components = editableAt(document, "components");
      if (components !== null) components.parameters = shared;
    },
  ),
  describedAs(
    "version-values-as-constants",
    "The description has the header in capitals, its values as alternatives in another order.",
    (document) => {
      for (const operation of getOperations(document)) {
        for (const parameter of parametersOf(operation)) {
          const schema = editableAt(parameter, "schema");
          if (parameter.name !== "api-version" || schema === null) continue;
          parameter.name = "Api-Version";
          delete parameter.required;
          const values = Array.isArray(schema.enum) ? schema.enum : [];
          schema.oneOf = values.toReversed().map((value) => ({ const: value }));
          delete schema.enum;
        }
      }
    },
  ),
  describedAs(
    "latest-only-and-loose",
    "The description has the bodies of the latest version only, requires no member, and has no errors.",
    looseSchemas,
  ),
  describedAs(
    "generated-from-models",
    "The description is like those of frameworks: optional values may be null, enumerations are components.",
    (document) => {
      const shared: Editable = {};
      for (const [index, operation] of getOperations(document).entries()) {
        for (const parameter of parametersOf(operation)) {
          if (parameter.required === true) continue;
          const { default: value, ...schema } = editableAt(parameter, "schema") ?? {};
          const name = `${String(parameter.name).replace(/\W/g, "_")}_${index}`;
          shared[name] = schema;
          parameter.schema = {
            anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: "null" }],
            ...(value === undefined ? {} : { default: value }),
            title: String(parameter.name),
          };
        }
      }
      Object.assign(editableAt(document, "components", "schemas") ?? {}, shared);
    },
  ),
  describedAs(
    "described-in-openapi-3.2",
    "The description uses a newer OpenAPI version.",
    (document) => {
      document.openapi = "3.2.0";
    },
  ),
  describedAs(
    "more-than-the-surface",
    "The description has paths and methods that do not belong to the surface.",
    (document) => {
      const responses = { 204: { description: "Done." } };
      const paths = editableAt(document, "paths");
      if (paths === null) return;
      paths["/admin/cache"] = { delete: { responses } };
      for (const item of Object.values(paths)) {
        if (isEditable(item) && "get" in item)
          Object.assign(item, { head: { responses }, options: { responses } });
      }
    },
  ),
  describedAs(
    "topics-of-2022-not-described",
    "The description omits the contested version of the topic list.",
    (document) => {
      if (editableAt(document, "paths", "/info/topics") === null) return;
      const schema = schemaOf(document, "/info/topics", "api-version");
      schema.enum = versionsOf("news", "/info/countries");
    },
  ),
  describedAs(
    "defaults-in-the-other-case",
    "The description has the default country in lower case and the bounds of numbers exclusive.",
    (document) => {
      for (const schema of objectsBelow(document)) {
        if (schema.default === "US") schema.default = "us";
        if (schema.minimum !== 1 || schema.maximum !== 100) continue;
        delete schema.minimum;
        delete schema.maximum;
        schema.exclusiveMinimum = 0;
        schema.exclusiveMaximum = 101;
      }
    },
  ),
];
