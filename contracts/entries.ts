import { isObject, listAt, objectAt, textAt } from "./json.ts";
import { type SchemaPlace, type Shape, shapeOf } from "./shape.ts";

/** A contract's definition of the entries of a list. */
export interface Entries {
  /** Whether the list has entries of several kinds, distinguished by their `type`. */
  readonly polymorphic: boolean;
  /** Of an entry; of an article if the list is polymorphic, since no other kind is described. */
  readonly shape: Shape;
}

/** The kind of entry whose members the specification lists (News item). */
const describedKind = "article";

/**
 * @param place the schema of a success body
 * @param list the member with the entries
 * @returns null if the schema does not define them
 */
export function entriesOf(place: SchemaPlace, list: string): Entries | null {
  const items = members(place, list).flatMap((member) =>
    parts(member).flatMap(({ schema, follow }) =>
      isObject(schema) && "items" in schema ? [{ schema: schema.items, follow }] : [],
    ),
  );
  const [first] = items;
  if (first === undefined) return null;
  const kinds = items.flatMap(parts).flatMap(branches);
  const described = kinds.find((kind) =>
    members(kind, "type").some(({ schema }) => isObject(schema) && schema.const === describedKind),
  );
  return { polymorphic: kinds.length > 0, shape: shapeOf(described ?? first) };
}

/** A schema with all schemas for the same value: its references and its `allOf`. */
function parts(place: SchemaPlace): readonly SchemaPlace[] {
  const { schema, follow } = place;
  if (!isObject(schema)) return [];
  const ref = textAt(schema, "$ref");
  const target = ref === null ? null : follow(ref);
  const all = listAt(schema, "allOf").map((part) => ({ schema: part, follow }));
  return [place, ...[...(target === null ? [] : [target]), ...all].flatMap(parts)];
}

/** The schemas of a member in all parts of a schema. */
function members(place: SchemaPlace, name: string): readonly SchemaPlace[] {
  return parts(place).flatMap(({ schema, follow }) => {
    const member = objectAt(schema, "properties")[name];
    return member === undefined ? [] : [{ schema: member, follow }];
  });
}

/** The kinds that a discriminator distinguishes. */
function branches({ schema, follow }: SchemaPlace): readonly SchemaPlace[] {
  if (!isObject(schema) || !("discriminator" in schema)) return [];
  return listAt(schema, "oneOf").map((branch) => ({ schema: branch, follow }));
}
