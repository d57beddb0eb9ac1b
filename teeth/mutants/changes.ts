import { isObject } from "../../contracts/json.ts";
import type { SchemaMember } from "./members.ts";

/** One wrong change of a value. */
export interface BodyChange {
  /** Such as `drop`, `null`, `to array` or `format: doubled`. */
  readonly name: string;
  /** Removes the value from its object. */
  readonly drops: boolean;
  readonly apply: (value: unknown) => unknown;
  /** Requirement that owns what the change breaks; null if the schema allows the change. */
  readonly owner: string | null;
}

/** Results of a careless serializer, by the resulting JSON type. */
const conversions: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: (value) => (typeof value === "object" ? JSON.stringify(value) : String(value)),
  number: (value) => (Number.isFinite(Number(value)) ? Number(value) : 7),
  boolean: (value) => Boolean(value),
  // PHP confuses an empty map and an empty list.
  object: (value) => (Array.isArray(value) ? { ...value } : {}),
  array: (value) => (isObject(value) ? [] : [value]),
};

/** Common wrong values for each format. */
const misspellings: Readonly<Record<string, readonly string[]>> = {
  "iso8601-date-time": ["25 May 2026 10:00", "1779703200", "2026-13-45T10:00:00Z"],
  uuid: ["req-12345", "9f1b0c3e2a774f0e8d3f6c1f0a4b2e01"],
  "api-version": ["latest", "v3", "2026-05-26"],
  "^[A-Za-z]{2}$": ["GBR", "44", "G"],
};

const allows = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (type === "number" && types.includes("integer"));

/** All wrong changes of a value of this member. */
export function changesOf(member: SchemaMember): readonly BodyChange[] {
  const { schema, types } = member;
  const typeOwner = types.length === 0 ? null : member.ownerOf("type");
  const changes: BodyChange[] = [];
  const add = (name: string, owner: string | null, apply: BodyChange["apply"], drops = false) =>
    changes.push({ name, owner, apply, drops });

  if (member.presence !== "entry") add("drop", member.absenceOwner, () => undefined, true);
  add("null", allows(types, "null") ? null : typeOwner, () => null);
  for (const [type, convert] of Object.entries(conversions)) {
    if (!allows(types, type)) add(`to ${type}`, typeOwner, convert);
  }
  if (types.includes("integer")) add("to fraction", typeOwner, (value) => Number(value) + 0.5);
  if ("const" in schema) add("const", member.ownerOf("const"), other);
  if ("enum" in schema) add("enum", member.ownerOf("enum"), other);
  for (const keyword of ["format", "pattern"]) {
    const rule = schema[keyword];
    if (typeof rule !== "string") continue;
    const known = misspellings[rule];
    if (known === undefined)
      throw new Error(`no wrong values are defined for the ${keyword} ${rule}`);
    const owner = member.ownerOf(keyword);
    add(`${keyword}: empty`, owner, () => "");
    add(`${keyword}: doubled`, owner, (value) => `${value}${value}`);
    for (const text of known) add(`${keyword}: ${text}`, owner, () => text);
  }
  return changes;
}

/** Another value of the same type. */
function other(value: unknown): unknown {
  return typeof value === "boolean" ? !value : `${value}x`;
}
