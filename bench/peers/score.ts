/** One run of a tool against one server. */
export interface PeerRun {
  /** What the tool reports as failed. */
  readonly failures: readonly string[];
  /** The number of requests that the server received. */
  readonly requests: number;
  readonly seconds: number;
}

/** A run against a server with a fault, or against a variant. */
export interface DeviantRun extends PeerRun {
  /** Name of the fault or variant. */
  readonly name: string;
  /** The area of the requirement that the fault breaks; for a variant, `variant`. */
  readonly area: string;
}

/** All runs of a tool. */
export interface PeerRuns {
  readonly healthy: readonly PeerRun[];
  readonly faults: readonly DeviantRun[];
  readonly variants: readonly DeviantRun[];
}

export interface Score {
  /** Names of the faults that were caught. */
  readonly caught: readonly string[];
  readonly faults: number;
  /** Caught and all faults by area. */
  readonly areas: ReadonlyMap<string, { readonly caught: number; readonly faults: number }>;
  /** Names of the variants that were accused. */
  readonly accused: readonly string[];
  readonly variants: number;
  /** Failures on the healthy server. They are not held against it, and nothing is caught by them. */
  readonly noise: number;
  /** Of a run against the healthy server, the mean. */
  readonly requests: number;
  /** Of a run against any server, the median. */
  readonly seconds: number;
  /** Faults caught in a second of runs against servers with faults. */
  readonly perSecond: number;
  /** Faults caught with a hundred requests to these. */
  readonly perHundred: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * A server is reported if something fails that fails in no run against the healthy server: a fault is then
 * caught, a variant falsely accused. Pure.
 */
export function score({ healthy, faults, variants }: PeerRuns): Score {
  const noise = new Set(healthy.flatMap(({ failures }) => failures));
  const isReported = (run: PeerRun) => run.failures.some((failure) => !noise.has(failure));
  const reported = faults.filter(isReported);
  const areas = new Map(
    [...new Set(faults.map(({ area }) => area))].sort().map((area) => {
      const of = (runs: readonly DeviantRun[]) => runs.filter((run) => run.area === area).length;
      return [area, { caught: of(reported), faults: of(faults) }];
    }),
  );
  return {
    caught: reported.map(({ name }) => name),
    faults: faults.length,
    areas,
    accused: variants.filter(isReported).map(({ name }) => name),
    variants: variants.length,
    noise: noise.size,
    requests: Math.round(sum(healthy.map(({ requests }) => requests)) / healthy.length),
    seconds: median([...healthy, ...faults, ...variants].map(({ seconds }) => seconds)),
    perSecond: reported.length / sum(faults.map(({ seconds }) => seconds)),
    perHundred: (100 * reported.length) / sum(faults.map(({ requests }) => requests)),
  };
}
