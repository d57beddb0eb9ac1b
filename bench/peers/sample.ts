import { group } from "../../contracts/group.ts";
import { seededRandom } from "../../reference/corpus/random.ts";

/**
 * Chooses items evenly over their groups: one of each group in turn, until there are enough. The same seed
 * chooses the same. Pure.
 */
export function evenSample<T>(
  items: readonly T[],
  groupOf: (item: T) => string,
  count: number,
  seed: number,
): readonly T[] {
  const random = seededRandom(seed);
  const queues = [...group(items, groupOf).values()].map((members) => shuffled(members, random));
  const order = shuffled(queues, random);
  const longest = Math.max(0, ...order.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    order.flatMap((queue) => queue.slice(turn, turn + 1)),
  )
    .flat()
    .slice(0, count);
}

function shuffled<T>(items: readonly T[], random: ReturnType<typeof seededRandom>): readonly T[] {
  return items
    .map((item) => ({ item, key: random.integer(2 ** 31) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** Two lists as one, each evenly spread over it, so that the beginning has its share of both. Pure. */
export function interleaved<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  const placed = (list: readonly T[]) =>
    list.map((item, index) => ({ item, at: (index + 1) / list.length }));
  return [...placed(first), ...placed(second)].sort((a, b) => a.at - b.at).map(({ item }) => item);
}
