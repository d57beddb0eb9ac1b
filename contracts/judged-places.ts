import type { ContractFiles } from "./contract-files.ts";
import { isObject, listAt, objectAt, textAt } from "./json.ts";
import { assertions, type Ownership } from "./ownership.ts";

/**
 * A place in bodies that a part of a schema judges: the value of a member, or the entries of the list in
 * it. Nothing below the entries of a list is told apart, since a list with entries is enough to judge
 * whatever they contain.
 */
export interface JudgedPlace {
  /** The names of the members that lead to it; empty for the body itself. */
  readonly path: readonly string[];
  /** Whether the entries of the list there are judged, not the list. */
  readonly entries: boolean;
  /** Only entries of this `type`; null for all. */
  readonly kind: string | null;
  /** Whether the object that it is a member of need not have it. */
  readonly optional: boolean;
}

/** The places that the parts of a schema file judge, by the requirement that owns the part. */
export function judgedPlaces(
  files: ContractFiles,
  file: string,
  { ownerOf }: Ownership,
): ReadonlyMap<string, readonly JudgedPlace[]> {
  const found = new Map<string, Map<string, JudgedPlace>>();
  const seen = new Map<object, Set<string>>();

  const walk = (schema: unknown, place: JudgedPlace, from: string): void => {
    if (!isObject(schema)) return;
    const id = JSON.stringify(place);
    const before = seen.get(schema) ?? new Set();
    if (before.has(id)) return;
    seen.set(schema, before.add(id));

    for (const keyword of Object.keys(schema).filter((one) => assertions.has(one))) {
      const owner = ownerOf(schema, keyword);
      found.set(owner, (found.get(owner) ?? new Map()).set(id, place));
    }
    const ref = textAt(schema, "$ref");
    if (ref !== null) {
      const target = files.resolve(ref, from);
      walk(files.at(target), place, target.file);
    }
    const required = listAt(schema, "required");
    for (const [name, member] of Object.entries(objectAt(schema, "properties"))) {
      const path = [...place.path, name];
      const optional = !required.includes(name);
      walk(member, place.entries ? place : { ...place, path, optional }, from);
    }
    walk(schema.items, { ...place, entries: true }, from);
    walk(schema.additionalProperties, place, from);
    for (const part of listAt(schema, "allOf")) walk(part, place, from);
    for (const branch of [...listAt(schema, "anyOf"), ...listAt(schema, "oneOf")]) {
      walk(branch, { ...place, kind: kindOf(branch, files, from) ?? place.kind }, from);
    }
  };

  walk(files.read(file), { path: [], entries: false, kind: null, optional: false }, file);
  return new Map([...found].map(([owner, places]) => [owner, [...places.values()]]));
}

/** The `type` that a branch of alternatives is for; null if it is for no single one. */
function kindOf(branch: unknown, files: ContractFiles, from: string): string | null {
  if (!isObject(branch)) return null;
  const ref = textAt(branch, "$ref");
  const schema = ref === null ? branch : files.at(files.resolve(ref, from));
  return textAt(objectAt(objectAt(schema, "properties"), "type"), "const");
}
