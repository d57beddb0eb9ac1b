import { encodeComponent } from "../contracts/encode-component.ts";
import { isObject, type JsonObject, textOfValue } from "../contracts/json.ts";
import type { SchemaPlace } from "../contracts/shape.ts";
import { withSteps } from "./bounded-validation.ts";
import { heldBy } from "./schema-keywords.ts";

/** A described schema that can't be used for validation, such as one with a broken reference. */
export class UnusableSchema extends Error {
  constructor(reason: string) {
    super(`the described schema can't be used: ${reason}`);
  }
}

/**
 * Schemas, keywords and names of members that are compiled for one description. The contracts have some
 * hundred for all responses of a surface; a validator is compiled in a quarter of a millisecond for each.
 */
const mostCompiled = 8_000;
/** Patterns take longer than anything else, and more memory. */
const forPattern = 20;
/** The target of a reference that can't be resolved, followed by the reference itself. */
export const nowhere = "https://description.invalid/nowhere#";

/** The schemas of a document that its responses are compared with, as they are compiled. */
export interface JudgedSchemas {
  /**
   * The identifier of a schema, which is prepared with everything that it refers to.
   * @throws UnusableSchema
   */
  readonly idOf: (place: SchemaPlace) => string;
}

/**
 * Prepares schemas for compiling: a copy of each, without what restricts nothing, whose references lead to
 * other such copies. So it is known what is compiled, whatever else the document has, and it is bounded.
 *
 * @param add gets each prepared schema once
 * @param most schemas, keywords and names
 */
export function judgedSchemas(
  add: (schema: unknown, id: string) => void,
  most = mostCompiled,
): JudgedSchemas {
  const ids = new Map<unknown, string>();
  let compiled = 0;

  const count = (more: number): void => {
    compiled += more;
    if (compiled <= most) return;
    throw new UnusableSchema(
      `the schemas of the responses are too large to judge, with more than ${most} keywords`,
    );
  };
  const idOf = ({ schema, follow }: SchemaPlace): string => {
    const known = ids.get(schema);
    if (known !== undefined) return known;
    const id = `https://description.invalid/${ids.size}`;
    // Known before it is copied, since it can refer to itself.
    ids.set(schema, id);
    add(copyOf(schema, follow), id);
    return id;
  };
  const copyOf = (schema: unknown, follow: SchemaPlace["follow"]): unknown => {
    count(1);
    if (!isObject(schema)) return schema;
    const below = (inner: unknown) => copyOf(inner, follow);
    const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
      const kind = heldBy(keyword);
      if (kind === "annotation") return [];
      count(1);
      if (kind === "reference") return [["$ref", referred(keyword, value, follow)]];
      if (kind === "schema") return [[keyword, below(value)]];
      if (kind === "schemas" && Array.isArray(value)) {
        // Each form is compared with a body alone as well.
        const isForm = keyword === "oneOf" || keyword === "anyOf";
        const form = (inner: unknown) =>
          isObject(inner) ? { $ref: idOf({ schema: inner, follow }) } : inner;
        return [[keyword, value.map(isForm ? form : below)]];
      }
      if (kind === "schemas by name" && isObject(value)) {
        count(Object.keys(value).length * (keyword === "patternProperties" ? forPattern : 1));
        const named = Object.entries(value).map(([name, inner]) => [name, below(inner)]);
        return [[keyword, Object.fromEntries(named)]];
      }
      return [[keyword, copiedValue(keyword, value)]];
    });
    return withSteps(Object.fromEntries(entries));
  };
  const referred = (keyword: string, ref: unknown, follow: SchemaPlace["follow"]): string => {
    if (keyword !== "$ref") return nowhere + encodeComponent(keyword);
    const target = typeof ref === "string" ? follow(ref) : null;
    // A reference that can't be resolved is an error only where a body needs it.
    const isFound = target !== null && isSchema(target.schema);
    return isFound ? idOf(target) : nowhere + encodeComponent(textOfValue(ref));
  };
  const copiedValue = (keyword: string, value: unknown): unknown => {
    if (keyword === "pattern") count(forPattern);
    if (keyword === "dependentRequired" && isObject(value)) {
      for (const names of Object.values(value))
        count(1 + (Array.isArray(names) ? names.length : 0));
    }
    // Without duplicates, of which there may be very many: only seven types exist.
    return keyword === "type" && Array.isArray(value) ? [...new Set(value)] : value;
  };
  return { idOf };
}

function isSchema(value: unknown): value is JsonObject | boolean {
  return isObject(value) || typeof value === "boolean";
}
