/** Patterns of ids for suggestions: every id, and `area.*` for every area. */
export function idPatterns(ids: readonly string[]): readonly string[] {
  const areas = ids.filter((id) => id.includes(".")).map((id) => `${id.replace(/\..*$/s, "")}.*`);
  return [...new Set(areas), ...ids];
}
