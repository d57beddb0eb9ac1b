import type { Operation } from "../../contracts/catalogue.ts";
import { isObject, type JsonObject, pointerToken } from "../../contracts/json.ts";
import type { Shape } from "../../contracts/shape.ts";

/** A place for which the contract lists a text. */
export interface TextPlace {
  /** The path of such texts, with `*` for each index. */
  readonly pattern: string;
  /** Of the member that holds them, itself or in a list. */
  readonly name: string;
  readonly shape: Shape;
  /** In a required member or in a list: what may be absent may be empty too. */
  readonly isOwed: boolean;
}

/** A text in a body. */
export interface ListedText {
  readonly text: string;
  /** A JSON Pointer. */
  readonly path: string;
}

type IsWanted = (text: string, place: TextPlace) => boolean;

/** The texts among those that a contract lists, at any depth of a body, that are wanted. */
export function textsInShape(body: unknown, shape: Shape, isWanted: IsWanted): ListedText[] {
  const found: ListedText[] = [];
  // Most lists are long, and few of their texts are wanted: a path is made for these only.
  const keys: (string | number)[] = [];
  const visit = (value: unknown, part: Part): void => {
    if (typeof value === "string") {
      if (part.place !== null && isWanted(value, part.place)) {
        found.push({ text: value, path: pointerOf(keys) });
      }
    } else if (Array.isArray(value)) {
      if (part.items === null) return;
      for (let index = 0; index < value.length; index += 1) {
        keys.push(index);
        visit(value[index], part.items);
        keys.pop();
      }
    } else if (isObject(value) && isOfKind(value, part)) {
      for (const { name, inner } of part.members) {
        if (!Object.hasOwn(value, name)) continue;
        keys.push(name);
        visit(value[name], inner);
        keys.pop();
      }
    }
  };
  const whole = partOf(shape);
  if (whole !== null) visit(body, whole);
  return found;
}

/** The texts of a success body; of items of several kinds, only the members of articles are known. */
export function textsInSuccess(body: unknown, operation: Operation, isWanted: IsWanted) {
  return textsInShape(body, shapeWithArticles(operation), isWanted);
}

/** An object of a body with members for which the contract lists texts. */
export interface TextHolder {
  readonly object: JsonObject;
  /** The path of such objects, with `*` for each index. */
  readonly pattern: string;
  /** The members that are listed as texts, whether or not the object has them. */
  readonly texts: ReadonlySet<string>;
  /** The JSON Pointer of the object: for a finding, since making one takes long. */
  readonly path: () => string;
}

/** Visits the objects of a success body in which texts are listed, at any depth. */
export function visitTextHolders(
  body: unknown,
  operation: Operation,
  use: (holder: TextHolder) => void,
): void {
  const keys: (string | number)[] = [];
  const path = () => pointerOf(keys);
  const visit = (value: unknown, part: Part): void => {
    if (Array.isArray(value)) {
      if (part.items === null) return;
      for (let index = 0; index < value.length; index += 1) {
        keys.push(index);
        visit(value[index], part.items);
        keys.pop();
      }
    } else if (isObject(value) && isOfKind(value, part)) {
      const { pattern, texts } = part;
      if (texts.size > 0) use({ object: value, pattern, texts, path });
      for (const { name, inner } of part.members) {
        if (inner.items === null && inner.members.length === 0) continue;
        keys.push(name);
        visit(value[name], inner);
        keys.pop();
      }
    }
  };
  const whole = partOf(shapeWithArticles(operation));
  if (whole !== null) visit(body, whole);
}

function pointerOf(keys: readonly (string | number)[]): string {
  return keys.map((key) => pointerToken(String(key))).join("");
}

/** An item of another kind has members of its own. */
function isOfKind(value: JsonObject, { kinds }: Part): boolean {
  return kinds === null || kinds.includes(value.type);
}

/** A part of a shape in which texts are listed. */
interface Part {
  /** Its path, with `*` for each index. */
  readonly pattern: string;
  /** The members in whose place a text may be. */
  readonly texts: ReadonlySet<string>;
  /** null if no text may be in its place. */
  readonly place: TextPlace | null;
  readonly items: Part | null;
  readonly members: readonly { readonly name: string; readonly inner: Part }[];
  /** The only types of the object, if it has one. */
  readonly kinds: readonly unknown[] | null;
}

const parts = new WeakMap<Shape, Part | null>();

/** The parts of a shape are found once, since bodies are many. */
function partOf(shape: Shape): Part | null {
  const known = parts.get(shape);
  if (known !== undefined) return known;
  const part = findPart({ pattern: "", name: "", shape, isOwed: false });
  parts.set(shape, part);
  return part;
}

/** null if it lists no texts. */
function findPart(place: TextPlace): Part | null {
  const { pattern, name, shape } = place;
  const items =
    shape.items === null
      ? null
      : findPart({ pattern: `${pattern}/*`, name, shape: shape.items, isOwed: true });
  const members = [...shape.members].flatMap(([memberName, { presence, shape: inner }]) => {
    if (presence === "forbidden") return [];
    const part = findPart({
      pattern: pattern + pointerToken(memberName),
      name: memberName,
      shape: inner,
      isOwed: presence === "required",
    });
    return part === null ? [] : [{ name: memberName, inner: part }];
  });
  const isText = shape.kinds.has("string");
  if (!isText && items === null && members.length === 0) return null;
  const kinds = shape.members.get("type")?.shape.values ?? null;
  const texts = new Set(
    members.filter(({ inner }) => inner.place !== null).map(({ name }) => name),
  );
  return { pattern, texts, place: isText ? place : null, items, members, kinds };
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
