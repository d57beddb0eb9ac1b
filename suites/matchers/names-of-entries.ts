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

/** Where the names of two responses differ. */
export interface OtherNames {
  /**
   * An entry whose name is that of another entry in the earlier response, if several have exchanged theirs; null if not.
   * Names in another language are other ones, not those of other entries.
   */
  readonly swapped: OtherName | null;
  /** An entry with another name, if most of the entries have other ones, or most of those within them; null if not. */
  readonly renamed: OtherName | null;
}

/** Fewer entries may have been renamed between two requests. */
const fewestRenamed = 3;

/**
 * Compares the names in later responses with those of one.
 * @param before its list
 */
export function namesComparedWith(
  before: readonly unknown[],
): (list: readonly unknown[]) => OtherNames {
  const known = namesIn(before);
  const all = new Set(known.values());
  return (list) => {
    const both = [...namesIn(list)].flatMap(([key, name]) => {
      const own = known.get(key);
      return own === undefined ? [] : [{ key, name, before: own }];
    });
    const other = both.filter((one) => one.name !== one.before);
    const swapped = other.filter(({ name }) => all.has(name));
    const isSwapped = new Set(swapped.map(({ name }) => name)).size >= fewest;
    const levelOf = ({ key }: { readonly key: string }) => String(key.split("/").length);
    const levels = group(both, levelOf);
    const renamed = [...group(other, levelOf)].find(
      ([level, { length }]) =>
        length >= fewestRenamed && 2 * length > (levels.get(level)?.length ?? 0),
    );
    return {
      swapped: (isSwapped ? swapped[0] : undefined) ?? null,
      renamed: renamed?.[1][0] ?? null,
    };
  };
}
