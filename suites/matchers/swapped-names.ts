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

/**
 * An entry whose name is that of another entry in an earlier response, if several have exchanged theirs; null if not.
 * Names in another language are other ones, not those of other entries.
 */
export function swappedName(
  before: readonly unknown[],
  list: readonly unknown[],
): { readonly name: string; readonly before: string } | null {
  const known = namesIn(before);
  const all = new Set(known.values());
  const swapped = [...namesIn(list)].flatMap(([key, name]) => {
    const own = known.get(key);
    return own === undefined || own === name || !all.has(name) ? [] : [{ name, before: own }];
  });
  const different = new Set(swapped.map(({ name }) => name)).size;
  return different < fewest ? null : (swapped[0] ?? null);
}
