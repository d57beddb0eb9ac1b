import { group } from "../../contracts/group.ts";
import { textOfValue } from "../../contracts/json.ts";
import { entries, member } from "./json.ts";

/** Two entries that have exchanged their names; a single one may be called in another way. */
const fewest = 2;

/** The names of countries, languages, topics and subtopics, by the codes or ids on the way to them. */
function namesIn(list: readonly unknown[], above = ""): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const entry of list) {
    const own = textOfValue(member(entry, "code") ?? member(entry, "id"));
    const name = member(entry, "name");
    const key = `${above}/${own}`;
    if (typeof name === "string" && name.trim() !== "") names.set(key, name);
    const parts = [...entries(member(entry, "languages")), ...entries(member(entry, "subtopics"))];
    for (const [inner, innerName] of namesIn(parts, key)) names.set(inner, innerName);
  }
  return names;
}

/** A name that an entry has, and the one that it had before. */
export interface OtherName {
  readonly name: string;
  readonly before: string;
}

/** The entries of both responses, with their names in each. */
function inBoth(before: readonly unknown[], list: readonly unknown[]) {
  const known = namesIn(before);
  return [...namesIn(list)].flatMap(([key, name]) => {
    const own = known.get(key);
    return own === undefined ? [] : [{ key, name, before: own }];
  });
}

/**
 * An entry whose name is that of another entry in an earlier response, if several have exchanged theirs; null if not.
 * Names in another language are other ones, not those of other entries.
 */
export function swappedName(
  before: readonly unknown[],
  list: readonly unknown[],
): OtherName | null {
  const known = new Set(namesIn(before).values());
  const swapped = inBoth(before, list).filter(
    (one) => one.name !== one.before && known.has(one.name),
  );
  const different = new Set(swapped.map(({ name }) => name)).size;
  return different < fewest ? null : (swapped[0] ?? null);
}

/** Fewer entries may have been renamed between two requests. */
const fewestRenamed = 3;

/**
 * An entry with another name than in an earlier response, if most of the entries have other ones, or most of those within
 * them; null if not.
 */
export function renamed(before: readonly unknown[], list: readonly unknown[]): OtherName | null {
  const levels = group(inBoth(before, list), ({ key }) => String(key.split("/").length));
  for (const level of levels.values()) {
    const other = level.filter((one) => one.name !== one.before);
    const [first] = other;
    if (first !== undefined && other.length >= fewestRenamed && 2 * other.length > level.length)
      return first;
  }
  return null;
}
