import type { Cell, Surface } from "../../contracts/vocabulary.ts";
import { blockedBecause, type Judged } from "../model/judgement.ts";

/** The time that the responses of one endpoint may take; those of an ordinary server take half a second. */
export const mostJudgingMs = 10_000;
/** Once those of all endpoints together have taken so much time, an endpoint may take only a little of it. */
export const mostJudgingInAllMs = 45_000;
export const fairJudgingMs = 1_000;

/** The most time, in milliseconds, of the responses of one endpoint and of all. */
export interface JudgingLimits {
  readonly ofEndpointMs: number;
  readonly inAllMs: number;
}

const limitsOfRun: JudgingLimits = { ofEndpointMs: mostJudgingMs, inAllMs: mostJudgingInAllMs };

/** What judging has taken, in milliseconds. */
interface Spent {
  byClock: number;
  /** Processor time of all threads of the process. */
  byProcessor: number;
}

/** By what is judged as a whole: the source of a run, or recorded traffic. */
const spent = new WeakMap<object, Record<Surface, Map<string, Spent>>>();

type Place = Pick<Cell, "surface" | "endpoint">;

/**
 * Whether the responses of an endpoint have taken too much time, however they are made. The smaller of elapsed time and
 * processor time counts: waiting for a busy machine takes no processor time, and the processor time includes what other
 * threads do.
 */
export function isOutOfTime(source: object, place: Place, limits = limitsOfRun): boolean {
  const own = timeOf(spentAt(source, place));
  if (own <= fairJudgingMs) return false;
  return own > limits.ofEndpointMs || timeOfAll(source) > limits.inAllMs;
}

const timeOf = ({ byClock, byProcessor }: Spent): number => Math.min(byClock, byProcessor);

function timeOfAll(source: object): number {
  const { aggregator, news } = spent.get(source) ?? {};
  return [...(aggregator?.values() ?? []), ...(news?.values() ?? [])]
    .map(timeOf)
    .reduce((sum, one) => sum + one, 0);
}

/** Counts the time of judging a response. */
export function timed<T>(source: object, place: Place, judge: () => T): T {
  const sum = spentAt(source, place);
  const began = performance.now();
  const usedBefore = processorAt(began, sum.byClock < fairJudgingMs / 2 ? roughlyMs : shortMs);
  try {
    return judge();
  } finally {
    const elapsed = performance.now() - began;
    sum.byClock += elapsed;
    sum.byProcessor += elapsed < shortMs ? elapsed : Math.min(elapsed, processorMs() - usedBefore);
  }
}

/**
 * Milliseconds. A shorter judgement hardly waits for the processor, and reading the processor time would take longer
 * than most judgements.
 */
const shortMs = 10;
/** How old a reading of the processor time may be, in milliseconds, at an endpoint that is far from its limit. */
const roughlyMs = 1000;

let asked = { at: Number.NEGATIVE_INFINITY, used: 0 };

/** The processor time until now, in milliseconds; that of the last `roughMs` may be missing. */
function processorAt(now: number, roughMs: number): number {
  if (Math.abs(now - asked.at) >= roughMs) asked = { at: now, used: processorMs() };
  return asked.used;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function spentAt(source: object, { surface, endpoint }: Place): Spent {
  const ofSource = spent.get(source) ?? { aggregator: new Map(), news: new Map() };
  spent.set(source, ofSource);
  const known = ofSource[surface].get(endpoint) ?? { byClock: 0, byProcessor: 0 };
  ofSource[surface].set(endpoint, known);
  return known;
}

/** Judges a response, or is blocked if its endpoint is out of time. */
export function inTime(source: object, place: Place, judge: () => Judged): Judged {
  if (!isOutOfTime(source, place)) return timed(source, place, judge);
  return blockedBecause(outOfTime(place));
}

/** Why the further responses of an endpoint are not judged, which depends on the machine too. */
export function outOfTime({ endpoint }: Pick<Cell, "endpoint">, limits = limitsOfRun): string {
  return (
    `not judged, since the responses of ${endpoint} took too long to judge: more than ${seconds(limits.ofEndpointMs)}, ` +
    `or more than ${seconds(fairJudgingMs)} once those of all endpoints had taken more than ${seconds(limits.inAllMs)}`
  );
}

const seconds = (ms: number): string => `${ms / 1000} s`;
