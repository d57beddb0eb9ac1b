import type { ContractFiles } from "../../contracts/contract-files.ts";
import {
  isObject,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  textsAt,
} from "../../contracts/json.ts";
import { type Ownership, readOwnership } from "../../contracts/ownership.ts";

/** One step from a body to a member: by name, or to every entry of a list. */
export type Step =
  | { readonly kind: "name"; readonly name: string }
  | {
      readonly kind: "entries";
      /** Only entries in which this member has this value: one branch of a discriminator. */
      readonly where: { readonly name: string; readonly value: unknown } | null;
    };

/** One place in a schema for a value of a body. */
export interface SchemaMember {
  /** Such as `/news_articles/*[article]/source/name`; empty for the body itself. */
  readonly pointer: string;
  readonly steps: readonly Step[];
  /** JSON types that it may have. */
  readonly types: readonly string[];
  readonly schema: JsonObject;
  /** Whether its object must have it; an entry of a list can't be missing. */
  readonly presence: "required" | "optional" | "entry";
  /** Requirement that owns its absence; null if it may be absent. */
  readonly absenceOwner: string | null;
  /** Requirement that owns a keyword of its schema. */
  readonly ownerOf: (keyword: string) => string;
}

/**
 * Every member that a schema file describes, including those in nested objects, entries of lists and
 * branches of discriminators. Nothing is listed by hand: a new member is found automatically.
 * @throws Error if the schema uses an unsupported composition
 */
export function membersOf(files: ContractFiles, file: string): readonly SchemaMember[] {
  const ownership = readOwnership(files, file);
  const walker = { files, ownership, found: [] as SchemaMember[] };
  walk(walker, files.read(file), file, [], { presence: "entry", absenceOwner: null });
  return walker.found;
}

interface Walker {
  readonly files: ContractFiles;
  readonly ownership: Ownership;
  readonly found: SchemaMember[];
}

type Presence = Pick<SchemaMember, "presence" | "absenceOwner">;

function walk(
  walker: Walker,
  written: unknown,
  from: string,
  steps: readonly Step[],
  presence: Presence,
): void {
  if (!isObject(written)) return;
  const ref = textAt(written, "$ref");
  if (ref !== null) {
    const place = walker.files.resolve(ref, from);
    walk(walker, walker.files.at(place), place.file, steps, presence);
    return;
  }
  for (const keyword of ["allOf", "anyOf", "if", "additionalProperties"]) {
    if (keyword in written) throw new Error(`${from}: no mutants are defined for "${keyword}"`);
  }
  const { type } = written;
  walker.found.push({
    pointer: pointerOf(steps),
    steps,
    types: typeof type === "string" ? [type] : textsAt(written, "type"),
    schema: written,
    ...presence,
    ownerOf: (keyword) => walker.ownership.ownerOf(written, keyword),
  });
  below(walker, written, from, steps);
}

/** The members and entries of a value that a schema describes. */
function below(walker: Walker, schema: JsonObject, from: string, steps: readonly Step[]): void {
  const required = new Set(textsAt(schema, "required"));
  for (const [name, inner] of Object.entries(objectAt(schema, "properties"))) {
    const presence: Presence = required.has(name)
      ? { presence: "required", absenceOwner: walker.ownership.ownerOf(schema, "required") }
      : { presence: "optional", absenceOwner: null };
    walk(walker, inner, from, [...steps, { kind: "name", name }], presence);
  }
  if ("items" in schema) {
    const entry: Step = { kind: "entries", where: null };
    walk(walker, schema.items, from, [...steps, entry], { presence: "entry", absenceOwner: null });
  }
  for (const branch of listAt(schema, "oneOf")) branchBelow(walker, schema, branch, from, steps);
}

/** A branch of a discriminator applies to the entries that name it. */
function branchBelow(
  walker: Walker,
  schema: JsonObject,
  branch: unknown,
  from: string,
  steps: readonly Step[],
): void {
  const name = textAt(objectAt(schema, "discriminator"), "propertyName");
  const ref = isObject(branch) ? textAt(branch, "$ref") : null;
  const last = steps.at(-1);
  if (name === null || ref === null || last?.kind !== "entries") {
    throw new Error(
      `${from}: no mutants are defined for a oneOf without a discriminator of entries`,
    );
  }
  const place = walker.files.resolve(ref, from);
  const described = walker.files.at(place);
  if (!isObject(described)) throw new Error(`${place.file}: no schema`);
  const value = objectAt(objectAt(described, "properties"), name).const;
  const entries: Step = { kind: "entries", where: { name, value } };
  below(walker, described, place.file, [...steps.slice(0, -1), entries]);
}

function pointerOf(steps: readonly Step[]): string {
  return steps
    .map((step) => {
      if (step.kind === "name") return `/${step.name}`;
      return step.where === null ? "/*" : `/*[${String(step.where.value)}]`;
    })
    .join("");
}
