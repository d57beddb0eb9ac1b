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
  walk(body, shape, {
    text: (text, place, path) => {
      if (isWanted(text, place)) found.push({ text, path: path() });
    },
  });
  return found;
}

/** The texts of a success body; of items of several kinds, only the members of articles are known. */
export function textsInSuccess(body: unknown, operation: Operation, isWanted: IsWanted) {
  return textsInShape(body, shapeWithArticles(operation), isWanted);
}

/** Visits every listed text of a success body, as `textsInSuccess` finds them. */
export function visitTexts(
  body: unknown,
  operation: Operation,
  text: (text: string, place: TextPlace, path: Path) => void,
): void {
  walk(body, shapeWithArticles(operation), { text });
}

/** An object of a body with members for which the contract lists texts. */
export interface TextHolder {
  readonly object: JsonObject;
  /** The path of such objects, with `*` for each index. */
  readonly pattern: string;
  /** The members that are listed as texts, whether or not the object has them. */
  readonly texts: ReadonlySet<string>;
  readonly path: Path;
}

/** Visits the objects of a success body in which texts are listed, at any depth. */
export function visitTextHolders(
  body: unknown,
  operation: Operation,
  use: (holder: TextHolder) => void,
): void {
  walk(body, shapeWithArticles(operation), {
    object: (object, { pattern, texts }, path) => {
      if (texts.size > 0) use({ object, pattern, texts, path });
    },
  });
}

/** The JSON Pointer of what is visited: most lists are long, and few of the paths in them are needed. */
type Path = () => string;

interface Visitor {
  readonly text?: (text: string, place: TextPlace, path: Path) => void;
  readonly object?: (object: JsonObject, part: Part, path: Path) => void;
}

/** Visits the places of a body for which its contract lists texts, and the objects around them. */
function walk(body: unknown, shape: Shape, { text, object }: Visitor): void {
  const keys: (string | number)[] = [];
  const path = () => keys.map((key) => pointerToken(String(key))).join("");
  const visitAt = (key: string | number, value: unknown, part: Part): void => {
    keys.push(key);
    visit(value, part);
    keys.pop();
  };
  const visit = (value: unknown, part: Part): void => {
    if (typeof value === "string") {
      if (part.place !== null) text?.(value, part.place, path);
    } else if (Array.isArray(value)) {
      const { items } = part;
      if (items === null) return;
      for (let index = 0; index < value.length; index += 1) visitAt(index, value[index], items);
    } else if (isObject(value) && (part.kinds?.includes(value.type) ?? true)) {
      object?.(value, part, path);
      for (const { name, inner } of part.members)
        if (Object.hasOwn(value, name)) visitAt(name, value[name], inner);
    }
  };
  const whole = partOf(shape);
  if (whole !== null) visit(body, whole);
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
  /** The only types of the object, if it has one: an item of another kind has members of its own. */
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
