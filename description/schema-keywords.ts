/** What a keyword of JSON Schema 2020-12 holds. */
export type Held = "schema" | "schemas" | "schemas by name" | "reference" | "value" | "annotation";

const held: Readonly<Record<Held, readonly string[]>> = {
  schema: [
    "not",
    "if",
    "then",
    "else",
    "contains",
    "items",
    "additionalProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
  ],
  schemas: ["allOf", "anyOf", "oneOf", "prefixItems"],
  "schemas by name": ["properties", "patternProperties", "dependentSchemas"],
  // The dynamic ones are not followed.
  reference: ["$ref", "$dynamicRef", "$recursiveRef"],
  value: [
    "type",
    "enum",
    "const",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "format",
    "maxItems",
    "minItems",
    "uniqueItems",
    "maxContains",
    "minContains",
    "maxProperties",
    "minProperties",
    "required",
    "dependentRequired",
  ],
  annotation: [],
};

const kinds = new Map<string, Held>();
for (const kind of Object.keys(held) as Held[]) {
  for (const name of held[kind]) kinds.set(name, kind);
}

/** What a keyword holds; whatever does not restrict a value is an annotation. */
export function heldBy(keyword: string): Held {
  return kinds.get(keyword) ?? "annotation";
}
