/** Units to search for. */
export interface Pattern {
  readonly units: Uint8Array;
  /** The index of the secret that it belongs to. */
  readonly secret: number;
  /** Whether neighbouring characters of base64 hold bits of the secret too. */
  readonly inBase64: boolean;
  /** Whether it is only a part of the secret. */
  readonly isPart: boolean;
  /** Whether it is the beginning of a long secret, which goes on in the text. */
  readonly isBeginning: boolean;
}

/** Reports a pattern that begins at an index of the searched units. */
export type OnFound = (index: number, pattern: Pattern) => void;

/** Patterns are recognised by so many units at their beginning. */
const gramLength = 4;
const filterBits = 16;

/** A place in the filter; most units that begin no pattern end there. */
function hashOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> (32 - filterBits);
}

/**
 * A search for many patterns at once. Its time is linear in the number of units, and hardly depends on the
 * number of patterns: one is looked up only where its first four units are, in the order of all that begin
 * with them.
 *
 * @param patterns shorter ones than four units are not found
 * @returns reports at each index the longest pattern that begins there
 */
export function createPatternSearch(
  patterns: readonly Pattern[],
): (units: Uint8Array, count: number, onFound: OnFound) => void {
  const byGram = new Map<number, Pattern[]>();
  const filter = new Uint8Array(2 ** filterBits);
  for (const whole of patterns) {
    const units = withoutRepetition(whole.units);
    const pattern = units === whole.units ? whole : { ...whole, units };
    if (pattern.units.length < gramLength) continue;
    let gram = 0;
    for (const unit of pattern.units.subarray(0, gramLength)) gram = nextGram(gram, unit);
    const same = byGram.get(gram);
    if (same === undefined) byGram.set(gram, [pattern]);
    else same.push(pattern);
    filter[hashOf(gram)] = 1;
  }
  const groups = new Map([...byGram].map(([gram, same]) => [gram, groupOf(same)]));
  return (units, count, onFound) => {
    let gram = 0;
    for (let index = 0; index < count; index += 1) {
      gram = nextGram(gram, units[index] ?? 0);
      if (filter[hashOf(gram)] === 0 || index < gramLength - 1) continue;
      const group = groups.get(gram);
      if (group === undefined) continue;
      const begin = index - gramLength + 1;
      const found = longestAt(group, units, begin, count);
      if (found !== undefined) onFound(begin, found);
    }
  };
}

/** Patterns with the same beginning. */
interface Group {
  /** In the order of their units, and all different. */
  readonly ordered: readonly Pattern[];
  /** For each the index of the longest other one that it begins with; -1 if there is none. */
  readonly beginsWith: readonly number[];
}

function groupOf(patterns: readonly Pattern[]): Group {
  const ordered = patterns
    .toSorted((a, b) => Buffer.compare(a.units, b.units))
    .filter(({ units }, index, all) => {
      const before = all[index - 1];
      return before === undefined || Buffer.compare(before.units, units) !== 0;
    });
  const beginsWith: number[] = [];
  for (const [index, { units }] of ordered.entries()) {
    let shorter = index - 1;
    while (shorter >= 0 && !isBeginning(ordered[shorter]?.units, units)) {
      shorter = beginsWith[shorter] ?? -1;
    }
    beginsWith.push(shorter);
  }
  return { ordered, beginsWith };
}

function isBeginning(shorter: Uint8Array | undefined, longer: Uint8Array): boolean {
  return (
    shorter !== undefined && sharedFrom(0, shorter, longer, 0, longer.length) === shorter.length
  );
}

/** The longest pattern of a group at a place in a text: the last one that is not after the text, or one that it begins with. */
function longestAt(
  { ordered, beginsWith }: Group,
  units: Uint8Array,
  begin: number,
  count: number,
): Pattern | undefined {
  let [low, high] = [0, ordered.length];
  // So many units at least are shared with whatever is between.
  let [sharedLow, sharedHigh] = [gramLength, gramLength];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const pattern = ordered[middle]?.units ?? units;
    const shared = sharedFrom(Math.min(sharedLow, sharedHigh), pattern, units, begin, count);
    const isAfter =
      shared < pattern.length &&
      (begin + shared >= count || (pattern[shared] ?? 0) > (units[begin + shared] ?? 0));
    if (isAfter) {
      high = middle;
      sharedHigh = shared;
    } else {
      low = middle + 1;
      sharedLow = shared;
    }
  }
  let found = low - 1;
  while ((ordered[found]?.units.length ?? 0) > sharedLow) found = beginsWith[found] ?? -1;
  return ordered[found];
}

function nextGram(gram: number, unit: number): number {
  return (gram << 8) | unit;
}

/** The number of units that a pattern and a place in a text share, if it is known that they share some. */
function sharedFrom(
  known: number,
  pattern: Uint8Array,
  units: Uint8Array,
  begin: number,
  count: number,
): number {
  const most = Math.min(pattern.length, count - begin);
  let shared = known;
  while (shared < most && pattern[shared] === units[begin + shared]) shared += 1;
  return shared;
}

/** A beginning of this length is looked at for repetition. */
const longBeginning = 256;
const mostRepetitions = 32;

let room = new Int32Array(0);

/**
 * The length of the longest beginning that each beginning ends with (Knuth, Morris and Pratt), for up to so many units.
 * The same array each time: the patterns of a long key would leave tens of megabytes.
 */
function endsFor(length: number): Int32Array {
  if (room.length <= length) room = new Int32Array(2 * length + 1);
  return room;
}

/**
 * The units without most of what they repeat at their beginning, such as thousands of zeros. A text that
 * repeats it too would be compared with all of it at each place; what follows is enough.
 */
function withoutRepetition(units: Uint8Array): Uint8Array {
  if (units.length < longBeginning) return units;
  const ends = endsFor(units.length);
  let kept = 0;
  let shared = 0;
  for (let length = 2; length <= units.length; length += 1) {
    const unit = units[length - 1];
    while (shared > 0 && units[shared] !== unit) shared = ends[shared] ?? 0;
    if (units[shared] === unit) shared += 1;
    ends[length] = shared;
    const period = length - shared;
    if (length >= longBeginning && length > period * mostRepetitions)
      kept = length - period * mostRepetitions;
  }
  return kept === 0 ? units : withoutRepetition(units.subarray(kept));
}
