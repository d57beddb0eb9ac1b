import type { Area } from "../../contracts/areas.ts";
import { median } from "../median.ts";

/** One run of a tool against one server. */
export interface PeerRun {
  /** What the tool reports as failed. */
  readonly failures: readonly string[];
  /** The number of requests that the server received. */
  readonly requests: number;
  readonly seconds: number;
}

/** A run against one of the servers of the comparison. */
export interface ServerRun extends PeerRun {
  /** Name of the fault or variant. */
  readonly name: string;
  /** For a server with a fault, the area of the requirement that it breaks. */
  readonly kind: Area | "variant" | "healthy";
}

export interface Score {
  /** Names of the faults that were caught. */
  readonly caught: readonly string[];
  readonly missed: readonly string[];
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

/**
 * A server is reported if something fails that fails in no run against the healthy server: a fault is then
 * caught, a variant falsely accused. Pure.
 */
export function score(runs: readonly ServerRun[]): Score {
  const healthy = runs.filter(({ kind }) => kind === "healthy");
  const variants = runs.filter(({ kind }) => kind === "variant");
  const faults = runs.filter(({ kind }) => kind !== "healthy" && kind !== "variant");
  const noise = new Set(healthy.flatMap(({ failures }) => failures));
  const isReported = (run: PeerRun) => run.failures.some((failure) => !noise.has(failure));
  const reported = faults.filter(isReported);
  const areas = new Map(
    [...new Set(faults.map(({ kind }) => kind))].sort().map((area) => {
      const of = (list: readonly ServerRun[]) => list.filter(({ kind }) => kind === area).length;
      return [area, { caught: of(reported), faults: of(faults) }];
    }),
  );
  const names = (list: readonly ServerRun[]) => list.map(({ name }) => name);
  return {
    caught: names(reported),
    missed: names(faults.filter((run) => !isReported(run))),
    areas,
    accused: names(variants.filter(isReported)),
    variants: variants.length,
    noise: noise.size,
    requests: Math.round(sum(healthy.map(({ requests }) => requests)) / healthy.length),
    seconds: median(runs.map(({ seconds }) => seconds)),
    perSecond: reported.length / sum(faults.map(({ seconds }) => seconds)),
    perHundred: (100 * reported.length) / sum(faults.map(({ requests }) => requests)),
  };
}
