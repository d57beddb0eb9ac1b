import type { ContractFiles } from "./contract-files.ts";
import { isObject, type JsonObject, textAt } from "./json.ts";

/** The requirement that owns violations of a schema's own keywords, and of everything below it. */
interface Owner {
  readonly byKeyword: Readonly<Record<string, string>>;
  readonly otherwise: string | null;
}

/** The owners of all possible violations of a schema and the schemas that it refers to. */
export interface Ownership {
  /** @throws Error if the schema is not part of this one: a defect of the suite */
  ownerOf(schema: object, keyword: string): string;
  readonly requirements: ReadonlySet<string>;
  /** Paths of the files that take part. */
  readonly files: ReadonlySet<string>;
}

/** Keywords that can be broken. */
export const assertions: ReadonlySet<string> = new Set([
  ...["type", "required", "enum", "const", "format", "pattern", "not"],
  ...["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"],
]);
/** Keywords with a schema for the same value, or for all of its entries. */
const single = ["items", "additionalProperties", "if", "then", "else"];
const several = ["allOf", "anyOf", "oneOf"];
const annotations = new Set(["description", "title", "examples", "default", "deprecated"]);
const known = new Set([
  ...[...assertions, ...single, ...several, ...annotations],
  ...["$ref", "properties", "discriminator", "x-requirement"],
]);

const nobody: Owner = { byKeyword: {}, otherwise: null };

/** The owners given at a schema, completed with those of its parents. */
function ownerAt(schema: JsonObject, above: Owner): Owner {
  const written = schema["x-requirement"];
  if (written === undefined) return above;
  if (typeof written === "string") return { byKeyword: {}, otherwise: written };
  const map = isObject(written) ? written : {};
  const byKeyword = Object.fromEntries(
    Object.keys(map).flatMap((keyword) => {
      const id = textAt(map, keyword);
      return keyword === "*" || id === null ? [] : [[keyword, id]];
    }),
  );
  return { byKeyword, otherwise: textAt(map, "*") ?? above.otherwise };
}

/**
 * Walks a schema and every schema that it refers to. `x-requirement` is a requirement that owns all
 * keywords of its schema and below, until a nearer one, or a map from a keyword of its own schema to a
 * requirement, in which `*` stands for the other keywords and for everything below. A file without an
 * owner at its root is owned by the place that refers to it.
 *
 * @throws Error if nothing owns a keyword, two requirements own the same one, or a keyword is unknown
 * here, so that every violation has its requirement
 */
export function readOwnership(files: ContractFiles, file: string): Ownership {
  const owners = new Map<object, Owner>();
  const requirements = new Set<string>();
  const visited = new Set<string>();

  const ownerOf = (schema: object, keyword: string): string => {
    const owner = owners.get(schema);
    const id = owner?.byKeyword[keyword] ?? owner?.otherwise;
    if (id === undefined || id === null) throw new Error(`${file}: nothing owns "${keyword}"`);
    return id;
  };

  const walk = (schema: unknown, inherited: Owner, from: string): void => {
    if (schema === true) return;
    if (!isObject(schema)) throw new Error(`${from}: a schema must be an object or true`);
    const owner = ownerAt(schema, inherited);
    const before = owners.get(schema);
    if (before !== undefined) {
      if (JSON.stringify(before) === JSON.stringify(owner)) return;
      throw new Error(`${from}: referred to by places with different owners`);
    }
    owners.set(schema, owner);
    visited.add(from);

    for (const keyword of Object.keys(schema)) {
      if (!known.has(keyword)) throw new Error(`${from}: unknown keyword "${keyword}"`);
      if (assertions.has(keyword)) requirements.add(ownerOf(schema, keyword));
    }
    const below: Owner = { byKeyword: {}, otherwise: owner.otherwise };
    const ref = textAt(schema, "$ref");
    if (ref !== null) {
      const place = files.resolve(ref, from);
      walk(files.at(place), owner, place.file);
    }
    const { properties } = schema;
    if (isObject(properties)) for (const one of Object.values(properties)) walk(one, below, from);
    for (const keyword of single) if (keyword in schema) walk(schema[keyword], below, from);
    for (const keyword of several) {
      const branches = schema[keyword];
      if (Array.isArray(branches)) for (const branch of branches) walk(branch, below, from);
    }
  };

  walk(files.read(file), nobody, file);
  return { ownerOf, requirements, files: visited };
}
