import type { Cell } from "../../contracts/vocabulary.ts";
import type { ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { type Judged, withoutAnswer } from "./judgement.ts";

/** The time that the responses of one endpoint may take; those of an ordinary server take a tenth of a second. */
export const mostJudgingMs = 10_000;

const spent = new WeakMap<ExchangeSource, Map<string, number>>();

type Place = Pick<Cell, "surface" | "endpoint">;

const keyOf = ({ surface, endpoint }: Place) => `${surface} ${endpoint}`;

/** Whether the responses of an endpoint have taken too much time, however they are made. */
export function isOutOfTime(source: ExchangeSource, place: Place): boolean {
  return (spent.get(source)?.get(keyOf(place)) ?? 0) > mostJudgingMs;
}

/** Counts the time of judging a response. */
export function timed<T>(source: ExchangeSource, place: Place, judge: () => T): T {
  const began = performance.now();
  try {
    return judge();
  } finally {
    const ofSource = spent.get(source) ?? new Map<string, number>();
    spent.set(source, ofSource);
    const used = ofSource.get(keyOf(place)) ?? 0;
    ofSource.set(keyOf(place), used + performance.now() - began);
  }
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
