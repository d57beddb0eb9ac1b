import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { type Judged, mostFindings, withinRoom } from "../model/judgement.ts";
import type { PlannedCheck } from "../model/planned-check.ts";
import type { SentRequest } from "../model/sent-at.ts";
import { isOutOfTime, timed } from "./judging-time.ts";
import { turnOf } from "./large-answers.ts";
import { isObservable, judgeObserved } from "./observation.ts";
import { observationOf } from "./observed-kind.ts";

/** A response to a request of another check, as this one judges it. */
export interface AlsoJudged {
  readonly exchange: Exchange;
  readonly judged: Judged;
}

/** What one check waits for. */
interface Awaited {
  readonly planned: PlannedCheck;
  readonly sent: readonly SentRequest[];
  /** By the index of the request; null if the response has not arrived, or can't be judged. */
  readonly came: (AlsoJudged | null)[];
  /** The number of requests whose responses have not arrived. */
  open: number;
  readonly resolve: (judged: readonly AlsoJudged[]) => void;
  readonly reject: (failure: unknown) => void;
}

/** A request that a check waits for. */
interface Waiter {
  readonly awaited: Awaited;
  readonly index: number;
}

/** The waiters of each exchange, by its id. */
const ofSource = new WeakMap<ExchangeSource, Map<string, Waiter[]>>();

/**
 * Judges the responses to requests that the plan makes for other checks, each as it comes, so that no response has to
 * be held until the last one is there.
 *
 * Tens of thousands of pairs of a check and a request wait at once. A promise for each pair would take most of the
 * memory, so there is one for each request and one for each check.
 *
 * @throws Error for a defect of the check; BodyGone if a body can't be read again
 */
export function judgeSent(
  sent: readonly SentRequest[],
  planned: PlannedCheck,
  source: ExchangeSource,
): Promise<readonly AlsoJudged[]> {
  if (sent.length === 0) return Promise.resolve([]);
  return new Promise((resolve, reject) => {
    const came = sent.map(() => null);
    const awaited = { planned, sent, came, open: sent.length, resolve, reject };
    for (const [index, { spec }] of sent.entries()) wait(spec, { awaited, index }, source);
  });
}

function wait(spec: RequestSpec, waiter: Waiter, source: ExchangeSource): void {
  const waiting = ofSource.get(source) ?? new Map<string, Waiter[]>();
  ofSource.set(source, waiting);
  const id = exchangeId(spec);
  const known = waiting.get(id);
  if (known !== undefined) {
    known.push(waiter);
    return;
  }
  const waiters = [waiter];
  waiting.set(id, waiters);
  const judgeAll = (exchange: Exchange) => {
    waiting.delete(id);
    for (const one of waiters) judgeFor(one, exchange, source);
  };
  source
    .exchange(spec, "normal")
    .then((exchange) => {
      const turn = turnOf(source, exchange);
      return turn === null ? judgeAll(exchange) : turn.then(() => judgeAll(exchange));
    })
    .catch((failure) => {
      for (const { awaited } of waiters) awaited.reject(failure);
    });
}

function judgeFor({ awaited, index }: Waiter, exchange: Exchange, source: ExchangeSource): void {
  const { came, resolve, reject } = awaited;
  try {
    const judged = judgeOne(awaited, index, exchange, source);
    came[index] = judged && { exchange, judged };
  } catch (failure) {
    reject(failure);
  }
  awaited.open -= 1;
  if (awaited.open === 0) resolve(came.filter((one) => one !== null));
}

/** null if the check can't be judged on this response, or there is no time left to judge it. */
function judgeOne(
  { planned: { check, context }, sent, came }: Awaited,
  index: number,
  exchange: Exchange,
  source: ExchangeSource,
): Judged | null {
  const { spec } = exchange;
  if (isOutOfTime(source, spec)) return null;
  const { kind } = observationOf(exchange, context);
  // Otherwise a wrong status is reported by the requirement that sent the request.
  const isStatus = kind === "server-error" || kind === "other-success";
  if (kind === "nothing" || (isStatus && sent[index]?.owed !== true)) return null;
  if (!isObservable(check, kind, exchange, context)) return null;
  const judged = timed(source, spec, () => judgeObserved(check, exchange, context));
  if (judged?.outcome === "error") throw new Error(judged.message);
  return judged?.outcome === "broken" ? withinRoom(judged, roomAt(came, index)) : judged;
}

/** The room for findings after those of the requests before this one, as far as their responses are there. */
function roomAt(came: Awaited["came"], index: number): number {
  return came
    .slice(0, index)
    .reduce((room, one) => room - (one?.judged.findings.length ?? 0), mostFindings);
}
