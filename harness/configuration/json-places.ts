import { createScanner } from "jsonc-parser";
import { type Position, positionsIn } from "./json-text.ts";
import type { MemberPath } from "./member-path.ts";

/** A member that an object has more than once. */
export interface Twin {
  readonly path: MemberPath;
  /** Of the second one, at its name. */
  readonly at: Position;
  readonly first: Position;
}

export interface JsonPlaces {
  /** The position of a member, at its name; for a missing member, that of its parent. */
  readonly positionOf: (path: MemberPath) => Position;
  /** In the order of the text. */
  readonly twins: readonly Twin[];
}

/** A value, and where it begins: with the name of its member, if it has one. */
interface Place {
  readonly offset: number;
  readonly step: string | number;
  readonly parent: Place | null;
  isObject: boolean;
  readonly inner: Map<string | number, Place>;
}

/** The maximum number of twins that are found. */
const mostTwins = 50;

/**
 * Where each member of a valid JSON text is, found in one pass, whatever its depth. `JSON.parse` keeps the last one of
 * several members with one name and says nothing about the others.
 */
export function placesInJson(text: string): JsonPlaces {
  const at = positionsIn(text);
  const scanner = createScanner(text, true);
  const twins: Twin[] = [];
  const root = placeAt(0, 0, null);
  let open = root;
  let name: { readonly text: string; readonly offset: number } | null = null;

  const add = (offset: number): Place => {
    const step = name?.text ?? open.inner.size;
    const place = placeAt(name?.offset ?? offset, step, open);
    name = null;
    const twin = open.inner.get(step);
    if (twin === undefined) open.inner.set(step, place);
    else if (twins.length < mostTwins) {
      twins.push({ path: pathTo(place), at: at(place.offset), first: at(twin.offset) });
    }
    return place;
  };

  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const sign = text.charAt(offset);
    if (sign === "") break;
    if (sign === "," || sign === ":") continue;
    if (sign === "}" || sign === "]") open = open.parent ?? root;
    else if (open.isObject && name === null) name = { text: scanner.getTokenValue(), offset };
    else {
      const place = add(offset);
      if (sign === "{" || sign === "[") open = place;
      place.isObject = sign === "{";
    }
  }
  const top = root.inner.get(0) ?? root;
  return { positionOf: (path) => at(placeOf(top, path).offset), twins };
}

function placeAt(offset: number, step: string | number, parent: Place | null): Place {
  return { offset, step, parent, isObject: false, inner: new Map() };
}

function pathTo(place: Place): MemberPath {
  const steps: (string | number)[] = [];
  for (let one = place; one.parent !== null; one = one.parent) steps.push(one.step);
  // The text itself is in the root.
  return steps.reverse().slice(1);
}

function placeOf(top: Place, path: MemberPath): Place {
  let place = top;
  for (const step of path) {
    const inner = place.inner.get(place.isObject ? String(step) : Number(step));
    if (inner === undefined) break;
    place = inner;
  }
  return place;
}
