import type { Cell } from "../../contracts/vocabulary.ts";
import type { ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { type Judged, withoutAnswer } from "./judgement.ts";

/** The time that the responses of one endpoint may take; those of an ordinary server take half a second. */
export const mostJudgingMs = 10_000;

/** What judging has taken, in milliseconds. */
interface Spent {
  byClock: number;
  /** The time of the processor, of this thread and the others of the process. */
  byProcessor: number;
}

const spent = new WeakMap<ExchangeSource, Map<string, Spent>>();

type Place = Pick<Cell, "surface" | "endpoint">;

const keyOf = ({ surface, endpoint }: Place) => `${surface} ${endpoint}`;

/**
 * Whether the responses of an endpoint have taken too much time, however they are made. On a busy machine a thread
 * waits for the processor, which takes no time of the processor; and what other threads do takes no time here.
 */
export function isOutOfTime(source: ExchangeSource, place: Place): boolean {
  const { byClock, byProcessor } = spentAt(source, place);
  return Math.min(byClock, byProcessor) > mostJudgingMs;
}

/** Counts the time of judging a response. */
export function timed<T>(source: ExchangeSource, place: Place, judge: () => T): T {
  const began = performance.now();
  const used = process.cpuUsage();
  try {
    return judge();
  } finally {
    const { user, system } = process.cpuUsage(used);
    const sum = spentAt(source, place);
    sum.byClock += performance.now() - began;
    sum.byProcessor += (user + system) / 1000;
  }
}

function spentAt(source: ExchangeSource, place: Place): Spent {
  const ofSource = spent.get(source) ?? new Map<string, Spent>();
  spent.set(source, ofSource);
  const known = ofSource.get(keyOf(place)) ?? { byClock: 0, byProcessor: 0 };
  ofSource.set(keyOf(place), known);
  return known;
}

/** Judges a response, or is blocked if its endpoint is out of time. */
export function inTime(source: ExchangeSource, place: Place, judge: () => Judged): Judged {
  if (!isOutOfTime(source, place)) return timed(source, place, judge);
  return withoutAnswer(outOfTime(place));
}

/** Why the further responses of an endpoint are not judged, which depends on the machine too. */
export function outOfTime({ endpoint }: Pick<Cell, "endpoint">): string {
  return `not judged, since the responses of ${endpoint} took more than ${mostJudgingMs / 1000} s to judge`;
}
