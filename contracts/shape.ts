import { isObject, type JsonObject, listAt, objectAt, textAt, textsAt } from "./json.ts";

/** The kinds of JSON values; a number is an integer or a fraction. */
export const jsonKinds = [
  "object",
  "array",
  "string",
  "integer",
  "fraction",
  "boolean",
  "null",
] as const;
export type JsonKind = (typeof jsonKinds)[number];

/** A schema in a document that can resolve its references. */
export interface SchemaPlace {
  readonly schema: unknown;
  /** null if a reference is broken. */
  readonly follow: (ref: string) => SchemaPlace | null;
}

export interface MemberShape {
  readonly presence: "required" | "optional" | "forbidden";
  readonly shape: Shape;
}

/** What a schema allows for a value, in a form that can be compared. */
export interface Shape {
  readonly kinds: ReadonlySet<JsonKind>;
  /** The only allowed values; null for any. */
  readonly values: readonly unknown[] | null;
  readonly format: string | null;
  readonly members: ReadonlyMap<string, MemberShape>;
  /** No other members are allowed. */
  readonly closed: boolean;
  /** The shape of an array's entries; null for any. */
  readonly items: Shape | null;
}

const noMembers: ReadonlyMap<string, MemberShape> = new Map();

/** Restricts nothing. */
export const anything: Shape = {
  kinds: new Set(jsonKinds),
  values: null,
  format: null,
  members: noMembers,
  closed: false,
  items: null,
};

/** Deeper than any body of the service; ends recursion in schemas that refer to themselves. */
const deepest = 12;

/**
 * The shape of a JSON Schema, without conditions and bounds. A schema that lists members or items without
 * a type is assumed to be an object or array, as its author meant.
 */
export function shapeOf(place: SchemaPlace, depth = 0): Shape {
  const { schema, follow } = place;
  if (schema === false) return { ...anything, kinds: new Set() };
  if (!isObject(schema) || depth > deepest) return anything;
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const shape = shapeOfObject(schema, follow, depth);
  shapes.set(schema, shape);
  return shape;
}

/** Cached, since documents do not change and schemas are referred to from many places. */
const shapes = new WeakMap<object, Shape>();

function shapeOfObject(schema: JsonObject, follow: SchemaPlace["follow"], depth: number): Shape {
  const below = (inner: unknown): Shape => shapeOf({ schema: inner, follow }, depth + 1);
  let shape = ownShape(schema, below);
  const ref = textAt(schema, "$ref");
  const target = ref === null ? null : follow(ref);
  if (target !== null) shape = both(shape, shapeOf(target, depth + 1));
  for (const part of listAt(schema, "allOf")) shape = both(shape, below(part));
  for (const name of ["oneOf", "anyOf"]) {
    const branches = listAt(schema, name).map(below);
    if (branches.length > 0) shape = both(shape, branches.reduce(either));
  }
  return shape;
}

/** One for all: a description may require thousands of members. */
const requiredAnything: MemberShape = { presence: "required", shape: anything };

function ownShape(schema: JsonObject, below: (inner: unknown) => Shape): Shape {
  const required = new Set(textsAt(schema, "required"));
  const members = new Map<string, MemberShape>();
  const properties = objectAt(schema, "properties");
  for (const [name, inner] of Object.entries(properties)) {
    const presence =
      inner === false ? "forbidden" : required.has(name) ? "required" : ("optional" as const);
    members.set(name, { presence, shape: inner === false ? anything : below(inner) });
  }
  for (const name of required) {
    if (!members.has(name)) members.set(name, requiredAnything);
  }
  // The contracts forbid a member with `not: { required: [name] }`.
  const forbidden = textsAt(objectAt(schema, "not"), "required");
  if (forbidden.length === 1 && forbidden[0] !== undefined) {
    members.set(forbidden[0], { presence: "forbidden", shape: anything });
  }
  const isClosed = [schema.additionalProperties, schema.unevaluatedProperties].includes(false);
  return {
    kinds: kindsOf(schema),
    values: valuesOf(schema),
    format: textAt(schema, "format"),
    members,
    closed: isClosed,
    items: "items" in schema ? below(schema.items) : null,
  };
}

function valuesOf(schema: JsonObject): readonly unknown[] | null {
  if ("const" in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : null;
}

function kindsOf(schema: JsonObject): ReadonlySet<JsonKind> {
  const types = typeof schema.type === "string" ? [schema.type] : textsAt(schema, "type");
  if (types.length === 0) {
    if ("properties" in schema) return new Set(["object"]);
    if ("items" in schema) return new Set(["array"]);
    const values = valuesOf(schema);
    return values === null ? anything.kinds : new Set(values.map(kindOf));
  }
  return new Set(
    types.flatMap((type): readonly JsonKind[] =>
      type === "number" ? ["integer", "fraction"] : jsonKinds.filter((kind) => kind === type),
    ),
  );
}

/** The kind of a parsed value. */
export function kindOf(value: unknown): JsonKind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" ? "string" : "object";
}

/** The intersection of two shapes. */
function both(a: Shape, b: Shape): Shape {
  const members = new Map(a.members);
  for (const [name, member] of b.members) {
    const known = members.get(name);
    members.set(name, known === undefined ? member : bothMembers(known, member));
  }
  return {
    kinds: new Set([...a.kinds].filter((kind) => b.kinds.has(kind))),
    values: commonValues(a.values, b.values),
    format: a.format ?? b.format,
    members,
    closed: a.closed || b.closed,
    items: a.items === null || b.items === null ? (a.items ?? b.items) : both(a.items, b.items),
  };
}

function commonValues(a: Shape["values"], b: Shape["values"]): Shape["values"] {
  if (a === null || b === null) return a ?? b;
  const known = new Set(b.map((value) => JSON.stringify(value)));
  return a.filter((value) => known.has(JSON.stringify(value)));
}

function bothMembers(a: MemberShape, b: MemberShape): MemberShape {
  const presences = [a.presence, b.presence];
  const presence = presences.includes("forbidden")
    ? "forbidden"
    : presences.includes("required")
      ? "required"
      : "optional";
  return { presence, shape: both(a.shape, b.shape) };
}

/** The union of two shapes. */
function either(a: Shape, b: Shape): Shape {
  // A shape that is not an object does not restrict members, and one that is not an array does not
  // restrict items.
  if (!a.kinds.has("object") || !b.kinds.has("object")) {
    const { members, closed } = a.kinds.has("object") ? a : b;
    return { ...eitherValue(a, b), members, closed };
  }
  const members = new Map<string, MemberShape>();
  for (const name of new Set([...a.members.keys(), ...b.members.keys()])) {
    const [one, other] = [a.members.get(name), b.members.get(name)];
    const member = one ?? other;
    if (member === undefined) continue;
    members.set(
      name,
      one !== undefined && other !== undefined
        ? {
            presence: one.presence === other.presence ? one.presence : "optional",
            shape: either(one.shape, other.shape),
          }
        : { ...member, presence: "optional" },
    );
  }
  return { ...eitherValue(a, b), members, closed: a.closed && b.closed };
}

function eitherValue(a: Shape, b: Shape): Pick<Shape, "kinds" | "values" | "format" | "items"> {
  const values = a.values === null || b.values === null ? null : [...a.values, ...b.values];
  const lists = [a, b].filter(({ kinds }) => kinds.has("array"));
  const [first, second] = lists;
  return {
    kinds: new Set([...a.kinds, ...b.kinds]),
    values,
    format: a.format === b.format ? a.format : null,
    items:
      first === undefined || second === undefined
        ? (first?.items ?? null)
        : first.items === null || second.items === null
          ? null
          : either(first.items, second.items),
  };
}

/** Whether a list contains a value, compared as JSON. */
export function holds(values: readonly unknown[] | null, value: unknown): boolean {
  return values?.some((one) => JSON.stringify(one) === JSON.stringify(value)) ?? true;
}

/** The values that a shape allows, in a few words. */
export function shapeWords({ kinds, values, format }: Shape): string {
  if (values !== null && values.length > 0) {
    return values.map((value) => JSON.stringify(value)).join(" or ");
  }
  if (kinds.size === jsonKinds.length) return "anything";
  if (kinds.size === 0) return "nothing";
  const isNumber = kinds.has("fraction") && kinds.has("integer");
  const names = jsonKinds
    .filter((kind) => kinds.has(kind) && !(isNumber && kind === "fraction"))
    .map((kind) => (isNumber && kind === "integer" ? "number" : kind));
  const shown = format === "iso8601-date-time" ? "date-time" : format;
  return names.join(" or ") + (shown !== null && kinds.has("string") ? ` (${shown})` : "");
}
