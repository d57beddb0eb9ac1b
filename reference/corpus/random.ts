/**
 * A seeded random generator (mulberry32), so that the corpus is the same in every process and on every
 * machine.
 */
export interface Random {
  /** An integer from 0 up to, but not including, `below`. */
  integer(below: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (below: number): number => Math.floor(next() * below);
  return {
    integer,
    chance: (probability) => next() < probability,
    pick: (from) => from[integer(from.length)] ?? from[0],
  };
}
