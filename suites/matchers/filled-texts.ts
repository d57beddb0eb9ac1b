import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { isObject, type JsonObject, pointerToken } from "../../contracts/json.ts";
import { holds, type Shape } from "../../contracts/shape.ts";
import type { Found } from "../engine/check.ts";

/** What programs write for a missing value, including words that may be a name, such as `None`. */
const missingOrName = /^(?:undefined|null|none|nil|nan|\[object \w+\]|)$/iu;

/** What they write that is no name or title. */
const missing = /^(?:undefined|\[object \w+\])$/u;

/** Whether a text may stand for a missing value: if every entry has it, it does. */
export function mayBeMissing(text: string): boolean {
  return missingOrName.test(text.trim());
}

/** Patterns of paths whose texts are not judged, `*` for an index. */
const exempt: ReadonlySet<string> = new Set([
  // item.category-not-blank judges it.
  "/publishers/*/category",
  // Where there is no icon, an empty text is all that the table allows.
  "/related_publications/*/favicon",
  // The page of a topic that the server does not know has no heading.
  "/title",
]);

/** A value with its shape in the contract. */
interface Place {
  readonly value: unknown;
  readonly shape: Shape;
  /** A JSON Pointer. */
  readonly path: string;
  /** The path with `*` for each index. */
  readonly pattern: string;
  /** A required member or an entry: what may be absent may be empty too. */
  readonly isOwed: boolean;
}

/**
 * Expects texts to say something: a required text and a text in a list is not blank, and no text is what programs write
 * for a missing value. A text of few values or of a format is left to the requirement on these.
 */
export function expectTextsFilled(body: unknown, shape: Shape): readonly Found[] {
  return emptyTexts({ value: body, shape, path: "", pattern: "", isOwed: false });
}

/** The same for a success body; of items of several kinds, only the members of articles are known. */
export function expectSuccessTextsFilled(body: unknown, operation: Operation): readonly Found[] {
  return expectTextsFilled(body, shapeWithArticles(operation));
}

function emptyTexts(place: Place): readonly Found[] {
  const { value, shape, path, pattern } = place;
  if (exempt.has(pattern)) return [];
  if (typeof value === "string") {
    if (!isEmpty(value, place)) return [];
    return [{ path, expected: "a text that says something", actual: describeValue(value) }];
  }
  if (Array.isArray(value)) {
    const { items } = shape;
    if (items === null) return [];
    return value.flatMap((entry, index) =>
      emptyTexts({
        value: entry,
        shape: items,
        path: `${path}/${index}`,
        pattern: `${pattern}/*`,
        isOwed: true,
      }),
    );
  }
  return isObject(value) && isOfItsKind(value, shape) ? emptyMembers(value, place) : [];
}

function emptyMembers(value: JsonObject, { shape, path, pattern }: Place): readonly Found[] {
  return [...shape.members].flatMap(([name, { presence, shape: inner }]) => {
    if (presence === "forbidden" || !Object.hasOwn(value, name)) return [];
    const token = pointerToken(name);
    return emptyTexts({
      value: value[name],
      shape: inner,
      path: path + token,
      pattern: pattern + token,
      isOwed: presence === "required",
    });
  });
}

function isEmpty(text: string, { shape, isOwed }: Place): boolean {
  if (!shape.kinds.has("string") || shape.values !== null || shape.format !== null) return false;
  const trimmed = text.trim();
  return missing.test(trimmed) || (isOwed && trimmed === "");
}

/** An item of another kind than the shape describes has members of its own. */
function isOfItsKind(value: JsonObject, { members }: Shape): boolean {
  const kind = members.get("type")?.shape.values ?? null;
  return holds(kind, value.type);
}

const withArticles = new WeakMap<Operation, Shape>();

function shapeWithArticles(operation: Operation): Shape {
  const known = withArticles.get(operation);
  if (known !== undefined) return known;
  const shape = buildShapeWithArticles(operation);
  withArticles.set(operation, shape);
  return shape;
}

function buildShapeWithArticles({ list, entries, successShape }: Operation): Shape {
  const member = successShape.members.get(list ?? "");
  if (list === null || member === undefined || entries?.polymorphic !== true) return successShape;
  const listed = { ...member, shape: { ...member.shape, items: entries.shape } };
  return { ...successShape, members: new Map([...successShape.members, [list, listed]]) };
}
