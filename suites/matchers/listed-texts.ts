import type { Operation } from "../../contracts/catalogue.ts";
import { isObject, type JsonObject, pointerToken } from "../../contracts/json.ts";
import { holds, type Shape } from "../../contracts/shape.ts";

/** A text in a body, in a place for which the contract lists a text. */
export interface ListedText {
  readonly text: string;
  /** A JSON Pointer. */
  readonly path: string;
  /** The path with `*` for each index. */
  readonly pattern: string;
  /** Of the member that holds it, itself or in a list. */
  readonly name: string;
  readonly shape: Shape;
  /** In a required member or in a list: what may be absent may be empty too. */
  readonly isOwed: boolean;
}

interface Place extends Omit<ListedText, "text"> {
  readonly value: unknown;
}

/** Every text in a body for whose place the contract lists one, at any depth. */
export function textsInShape(body: unknown, shape: Shape): readonly ListedText[] {
  return textsAt({ value: body, path: "", pattern: "", name: "", shape, isOwed: false });
}

/** The same for a success body; of items of several kinds, only the members of articles are known. */
export function textsInSuccess(body: unknown, operation: Operation): readonly ListedText[] {
  return textsInShape(body, shapeWithArticles(operation));
}

function textsAt(place: Place): readonly ListedText[] {
  const { value, shape } = place;
  if (typeof value === "string") {
    const { value: _, ...at } = place;
    return shape.kinds.has("string") ? [{ ...at, text: value }] : [];
  }
  if (Array.isArray(value)) {
    const { items } = shape;
    if (items === null) return [];
    const { path, name } = place;
    const pattern = `${place.pattern}/*`;
    return value.flatMap((entry, index) =>
      textsAt({
        value: entry,
        path: `${path}/${index}`,
        pattern,
        name,
        shape: items,
        isOwed: true,
      }),
    );
  }
  return isObject(value) && isOfItsKind(value, shape) ? textsOfMembers(value, place) : [];
}

function textsOfMembers(
  object: JsonObject,
  { shape, path, pattern }: Place,
): readonly ListedText[] {
  return [...shape.members].flatMap(([name, { presence, shape: inner }]) => {
    if (presence === "forbidden" || !Object.hasOwn(object, name)) return [];
    const token = pointerToken(name);
    return textsAt({
      value: object[name],
      path: path + token,
      pattern: pattern + token,
      name,
      shape: inner,
      isOwed: presence === "required",
    });
  });
}

/** An item of another kind than the shape describes has members of its own. */
function isOfItsKind(value: JsonObject, { members }: Shape): boolean {
  return holds(members.get("type")?.shape.values ?? null, value.type);
}

const withArticles = new WeakMap<Operation, Shape>();

function shapeWithArticles(operation: Operation): Shape {
  const shape = withArticles.get(operation) ?? buildShapeWithArticles(operation);
  withArticles.set(operation, shape);
  return shape;
}

function buildShapeWithArticles({ list, entries, successShape }: Operation): Shape {
  const member = successShape.members.get(list ?? "");
  if (list === null || member === undefined || entries?.polymorphic !== true) return successShape;
  const listed = { ...member, shape: { ...member.shape, items: entries.shape } };
  return { ...successShape, members: new Map([...successShape.members, [list, listed]]) };
}
