import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { type Judged, mostFindings, withinRoom } from "../model/judgement.ts";
import type { PlannedCheck } from "../model/planned-check.ts";
import type { SentRequest } from "../model/sent-at.ts";
import { onArrival } from "./arrivals.ts";
import { isOutOfTime, timed } from "./judging-time.ts";
import { isObservable, judgeObserved } from "./observation.ts";
import { observationOf } from "./observed-kind.ts";

/** A response to a request of another check, as this one judges it. */
export interface AlsoJudged {
  readonly exchange: Exchange;
  readonly judged: Judged;
}

/** null if a response can't be judged. */
type MaybeJudged = AlsoJudged | null;

/**
 * Judges the responses to requests that the plan makes for other checks, each as it comes.
 *
 * @throws Error for a defect of the check; BodyGone if a body can't be read again
 */
export function judgeSent(
  sent: readonly SentRequest[],
  { check, context }: PlannedCheck,
  source: ExchangeSource,
): Promise<readonly AlsoJudged[]> {
  const judgeOne = (
    exchange: Exchange,
    index: number,
    before: readonly (MaybeJudged | undefined)[],
  ): MaybeJudged => {
    const { spec } = exchange;
    if (isOutOfTime(source, spec)) return null;
    const { kind } = observationOf(exchange, context);
    // Otherwise a wrong status is reported by the requirement that sent the request.
    const isStatus = kind === "server-error" || kind === "other-success";
    if (kind === "nothing" || (isStatus && sent[index]?.owed !== true)) return null;
    if (!isObservable(check, kind, exchange, context)) return null;
    const judged = timed(source, spec, () => judgeObserved(check, exchange, context));
    if (judged === null) return null;
    if (judged.outcome === "error") throw new Error(judged.message);
    const isBroken = judged.outcome === "broken";
    return { exchange, judged: isBroken ? withinRoom(judged, roomAt(before, index)) : judged };
  };
  const specs = sent.map(({ spec }) => spec);
  return onArrival(specs, source, judgeOne).then(withoutNull);
}

function withoutNull(all: readonly MaybeJudged[]): readonly AlsoJudged[] {
  return all.filter((one) => one !== null);
}

/** The room for findings after those of the requests before this one, as far as their responses are there. */
function roomAt(came: readonly (MaybeJudged | undefined)[], index: number): number {
  return came
    .slice(0, index)
    .reduce((room, one) => room - (one?.judged.findings.length ?? 0), mostFindings);
}
