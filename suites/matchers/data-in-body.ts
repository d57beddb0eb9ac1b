import type { Catalogue } from "../../contracts/catalogue.ts";
import type { Entries } from "../../contracts/entries.ts";
import { isObject, pointerToken } from "../../contracts/json.ts";
import type { Surface } from "../../contracts/vocabulary.ts";
import { hasMember } from "./json.ts";

/** A list with data of the service. */
export interface Data {
  /** A JSON Pointer. */
  readonly path: string;
  /** The number of its entries, at least 1. */
  readonly entries: number;
}

/** Deeper than any member that a specification shows. */
const deepest = 6;

/** Whether an entry has two members of those that the specification shows. A facet has a name too, and a count. */
export function looksLikeOneOf(shown: Entries | null, entry: unknown): boolean {
  if (shown === null) return true;
  return [...shown.shape.members.keys()].filter((name) => hasMember(entry, name)).length > 1;
}

/**
 * The first list in a body, at any place, that looks like one of a surface at any version: by its name, and by its
 * entries as far as the specification shows them; null if there is none.
 */
export function dataIn(body: unknown, surface: Surface, { operations }: Catalogue): Data | null {
  const lists = new Map(
    operations.flatMap((one) =>
      one.surface === surface && one.list !== null && one.entries !== null
        ? [[one.list, one.entries] as const]
        : [],
    ),
  );
  /** @param names on the way to the value: the path is made once, since a name may be as long as a body */
  const search = (value: unknown, names: readonly string[]): Data | null => {
    if (typeof value !== "object" || value === null || names.length > deepest) return null;
    for (const [name, child] of Object.entries(value)) {
      const place = [...names, name];
      const shown = isObject(value) ? lists.get(name) : undefined;
      const isData =
        shown !== undefined &&
        Array.isArray(child) &&
        child.some((entry) => looksLikeOneOf(shown, entry));
      if (isData) return { path: place.map(pointerToken).join(""), entries: child.length };
      const found = search(child, place);
      if (found !== null) return found;
    }
    return null;
  };
  return search(body, []);
}
