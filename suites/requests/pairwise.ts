/** One level for each factor, by the factor's name. */
export type Row<Level> = Readonly<Record<string, Level>>;

/**
 * Rows in which every pair of levels of different factors occurs at least once: a covering array of
 * strength two, built greedily. For a single factor, one row for each level; without factors, no rows.
 * Equal factors give equal rows.
 *
 * @param factors the levels of each factor, at least one each
 * @param wanted rows that are among them
 */
export function pairwise<Level>(
  factors: Readonly<Record<string, readonly Level[]>>,
  wanted: readonly Row<Level>[] = [],
): readonly Row<Level>[] {
  const names = Object.keys(factors);
  const counts = Object.values(factors).map((levels) => levels.length);
  const first = wanted.map((row) =>
    Object.entries(factors).map(([name, levels]) =>
      Math.max(
        0,
        levels.findIndex((level) => Object.is(level, row[name])),
      ),
    ),
  );
  const key = JSON.stringify([counts, first]);
  const rows = known.get(key) ?? pairwiseNumbers(counts, first);
  known.set(key, rows);
  return rows.map((row) =>
    Object.fromEntries(
      names.flatMap((name, factor) => {
        const level = factors[name]?.[row[factor] ?? 0];
        return level === undefined ? [] : [[name, level] as const];
      }),
    ),
  );
}

/** By the numbers of levels: the cells of a run have few different ones. */
const known = new Map<string, ReturnType<typeof pairwiseNumbers>>();

/**
 * Covers the pairs of factors that are given by the number of their levels.
 * @returns the number of each factor's level, from 0
 */
function pairwiseNumbers(
  counts: readonly number[],
  wanted: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const factors = [...counts.keys()];
  const levelsOf = (factor: number) => Array.from({ length: counts[factor] ?? 0 }, (_, one) => one);
  if (factors.length === 1) return levelsOf(0).map((level) => [level]);

  const most = Math.max(...counts, 0);
  const keyOf = (factor: number, level: number, other: number, otherLevel: number): number =>
    factor < other
      ? ((factor * most + level) * factors.length + other) * most + otherLevel
      : keyOf(other, otherLevel, factor, level);
  const pairs = factors.flatMap((first) =>
    factors
      .slice(first + 1)
      .flatMap((second) =>
        levelsOf(first).flatMap((firstLevel) =>
          levelsOf(second).map((secondLevel) => [first, firstLevel, second, secondLevel] as const),
        ),
      ),
  );
  const open = new Set(pairs.map((pair) => keyOf(...pair)));

  const rows: number[][] = [];
  const whole = wanted.map((row) => new Map(row.entries()));
  const begun = pairs.map(
    ([first, firstLevel, second, secondLevel]) =>
      new Map([
        [first, firstLevel],
        [second, secondLevel],
      ]),
  );
  for (const row of [...whole, ...begun]) {
    const [[first, firstLevel] = [0, 0], [second, secondLevel] = [0, 0]] = row;
    const isWanted = rows.length < whole.length;
    if (!isWanted && !open.has(keyOf(first, firstLevel, second, secondLevel))) continue;
    const closes = (factor: number, level: number): readonly number[] =>
      [...row]
        .filter(([other]) => other !== factor)
        .map(([other, otherLevel]) => keyOf(factor, level, other, otherLevel))
        .filter((key) => open.has(key));
    for (const factor of factors.filter((one) => !row.has(one))) {
      const gains = levelsOf(factor).map((level) => closes(factor, level).length);
      row.set(factor, gains.indexOf(Math.max(...gains)));
    }
    for (const [factor, level] of row) for (const key of closes(factor, level)) open.delete(key);
    rows.push(factors.map((factor) => row.get(factor) ?? 0));
  }
  return rows;
}
