/** One level for each factor, by the factor's name. */
export type Row<Level> = Readonly<Record<string, Level>>;

interface Pair {
  readonly first: string;
  readonly firstLevel: number;
  readonly second: string;
  readonly secondLevel: number;
}

/**
 * Rows in which every pair of levels of different factors occurs at least once: a covering array of
 * strength two, built greedily. For a single factor, one row for each level; without factors, no rows.
 * Equal factors give equal rows.
 *
 * @param factors the levels of each factor, at least one each
 */
export function pairwise<Level>(
  factors: Readonly<Record<string, readonly Level[]>>,
): readonly Row<Level>[] {
  const names = Object.keys(factors);
  const count = (name: string): number => factors[name]?.length ?? 0;
  const numbers = (name: string) => Array.from({ length: count(name) }, (_, level) => level);
  const row = (levels: ReadonlyMap<string, number>): Row<Level> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const level = factors[name]?.[levels.get(name) ?? 0];
        return level === undefined ? [] : [[name, level] as const];
      }),
    );
  const [only, ...others] = names;
  if (only === undefined) return [];
  if (others.length === 0) return numbers(only).map((level) => row(new Map([[only, level]])));

  const open = new Set<string>();
  const pairs = new Map<string, Pair>();
  for (const [index, first] of names.entries()) {
    for (const second of names.slice(index + 1)) {
      for (const firstLevel of numbers(first)) {
        for (const secondLevel of numbers(second)) {
          const pair = { first, firstLevel, second, secondLevel };
          pairs.set(keyOf(first, firstLevel, second, secondLevel), pair);
          open.add(keyOf(first, firstLevel, second, secondLevel));
        }
      }
    }
  }

  const rows: Row<Level>[] = [];
  for (const key of pairs.keys()) {
    const start = pairs.get(key);
    if (!open.has(key) || start === undefined) continue;
    const levels = new Map([
      [start.first, start.firstLevel],
      [start.second, start.secondLevel],
    ]);
    const closes = (name: string, level: number): readonly string[] =>
      [...levels]
        .flatMap(([other, otherLevel]) => [
          keyOf(other, otherLevel, name, level),
          keyOf(name, level, other, otherLevel),
        ])
        .filter((one) => open.has(one));
    for (const name of names.filter((one) => !levels.has(one))) {
      const gains = numbers(name).map((level) => closes(name, level).length);
      levels.set(name, gains.indexOf(Math.max(...gains)));
    }
    for (const [name, level] of levels) for (const one of closes(name, level)) open.delete(one);
    rows.push(row(levels));
  }
  return rows;
}

function keyOf(first: string, firstLevel: number, second: string, secondLevel: number): string {
  return JSON.stringify([first, firstLevel, second, secondLevel]);
}
