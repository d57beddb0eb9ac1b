/** What some amount of work took. */
export interface Point {
  readonly amount: number;
  readonly taken: number;
}

/** Below this share of what the least work takes, growth is not told apart from noise. */
const noise = 0.2;

/**
 * How fast something grows with the work, beyond what the least work takes: 1 is linear, 0 not at all. It is that of
 * the last two points, where what is constant matters least.
 *
 * @param points three or more, the least work first
 */
export function exponent(points: readonly Point[]): number {
  const [first] = points;
  const [before, last] = points.slice(-2);
  if (first === undefined || before === undefined || last === undefined || points.length < 3) {
    throw new Error("a growth needs three points");
  }
  const more = (point: Point) => point.taken - first.taken;
  if (more(last) < noise * first.taken) return 0;
  const least = (noise * first.taken) / 10;
  const grown = Math.log(more(last) / Math.max(more(before), least));
  return grown / Math.log((last.amount - first.amount) / (before.amount - first.amount));
}
