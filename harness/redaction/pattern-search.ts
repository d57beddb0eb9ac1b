/** Units to search for. */
export interface Pattern {
  readonly units: Uint8Array;
  /** The index of the secret that it belongs to. */
  readonly secret: number;
  /** Whether neighbouring characters of base64 hold bits of the secret too. */
  readonly inBase64: boolean;
}

/** Reports a pattern that begins at an index of the searched units. */
export type OnFound = (index: number, pattern: Pattern) => void;

/** Patterns are recognised by so many units at their beginning. */
const gramLength = 4;
const gramBits = 28;
const gramMask = 2 ** gramBits - 1;
const filterBits = 16;

/** A place in the filter; most units that begin no pattern end there. */
function hashOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> (32 - filterBits);
}

/**
 * A search for many patterns at once. Its time is linear in the number of units: a pattern is compared
 * only where its first four units are.
 *
 * @param patterns shorter ones than four units are not found
 * @returns reports at each index the longest pattern that begins there
 */
export function createPatternSearch(
  patterns: readonly Pattern[],
): (units: Uint8Array, count: number, onFound: OnFound) => void {
  const byGram = new Map<number, Pattern[]>();
  const filter = new Uint8Array(2 ** filterBits);
  for (const pattern of patterns) {
    if (pattern.units.length < gramLength) continue;
    let gram = 0;
    for (const unit of pattern.units.subarray(0, gramLength)) gram = nextGram(gram, unit);
    const same = byGram.get(gram);
    if (same === undefined) byGram.set(gram, [pattern]);
    else if (!same.some(({ units }) => Buffer.compare(units, pattern.units) === 0)) {
      same.push(pattern);
    }
    filter[hashOf(gram)] = 1;
  }
  for (const same of byGram.values()) same.sort((a, b) => b.units.length - a.units.length);
  return (units, count, onFound) => {
    let gram = 0;
    for (let index = 0; index < count; index += 1) {
      gram = nextGram(gram, units[index] ?? 0);
      if (filter[hashOf(gram)] === 0 || index < gramLength - 1) continue;
      const begin = index - gramLength + 1;
      const found = byGram.get(gram)?.find((pattern) => isAt(pattern.units, units, begin, count));
      if (found !== undefined) onFound(begin, found);
    }
  };
}

function nextGram(gram: number, unit: number): number {
  return ((gram << 7) | (unit & 0x7f)) & gramMask;
}

function isAt(pattern: Uint8Array, units: Uint8Array, begin: number, count: number): boolean {
  if (begin + pattern.length > count) return false;
  for (let index = 0; index < pattern.length; index += 1) {
    if (pattern[index] !== units[begin + index]) return false;
  }
  return true;
}
