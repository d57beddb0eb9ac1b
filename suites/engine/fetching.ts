import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { brokenAnswer, isRefusal } from "../matchers/answer.ts";
import {
  type CheckContext,
  isAlternatives,
  type NamedExchanges,
  type RequestChoice,
  type RequestChoices,
} from "../model/check.ts";
import { blockedBecause, type Judged, unanswered } from "../model/judgement.ts";
import type { PlannedCheck } from "../model/planned-check.ts";

/** The responses that decide whether a check is judged at all. */
export interface Prerequisites {
  /** The outcome if it is not; otherwise null. */
  readonly ended: Judged | null;
  /** With the response to the control request, if the check has one. */
  readonly context: CheckContext;
  readonly exchanges: readonly Exchange[];
}

/** Sends the request of the precondition and the control request. */
export async function prerequisites(
  { precondition, control, context }: PlannedCheck,
  source: ExchangeSource,
): Promise<Prerequisites> {
  const exchanges: Exchange[] = [];
  if (precondition !== null) {
    const exchange = await fetchChoice(precondition, source, "normal");
    exchanges.push(exchange);
    const ended = inconclusive(exchange) ?? notRequired(exchange);
    if (ended !== null) return { ended, context, exchanges };
  }
  if (control === null) return { ended: null, context, exchanges };
  const exchange = await fetchChoice(control, source, "normal");
  exchanges.push(exchange);
  const ended = unanswered(exchange) ?? notServed(exchange);
  return { ended, context: { ...context, control: exchange }, exchanges };
}

/**
 * Why nothing is required if the request of the precondition was not served; null if it was. A requirement of its own
 * says whether it may be answered so.
 */
function notRequired({ answer, failure }: Exchange): Judged | null {
  const status = answer?.status ?? 0;
  const isDropped = failure?.kind === "dropped";
  if (status < 400 && !isDropped) return null;
  const how = isRefusal(status) ? `refused with ${status}` : "not served";
  const message = `${how}: this endpoint need not have this version`;
  // A dropped connection does not show whether it has.
  return { outcome: isDropped ? "skip" : "pass", message, findings: [] };
}

/** Why a control request is of no use; null if it was served. */
function notServed({ answer }: Exchange): Judged | null {
  if (answer?.status !== 200) {
    return blockedBecause(`the control request was answered with ${answer?.status}`);
  }
  if (answer.json.ok) return null;
  return blockedBecause("the control request was answered with a body that is not JSON");
}

/**
 * Sends requests that are judged together.
 * @returns those that were answered and, if `missing` says why there is nothing to judge, the one that was
 *   not
 */
export async function fetchTogether(
  wanted: RequestChoices,
  priority: "normal" | "follow-up",
  context: CheckContext,
  source: ExchangeSource,
): Promise<{ readonly exchanges: NamedExchanges; readonly missing: Judged | null }> {
  const names = Object.keys(wanted);
  const all = Object.values(wanted).map((choice) => fetchChoice(choice, source, priority));
  const exchanges: Record<string, Exchange> = {};
  for (const [index, exchange] of (await Promise.all(all)).entries()) {
    const name = names[index] ?? "";
    const missing = inconclusive(exchange);
    if (missing !== null && isCompany(exchange, context)) continue;
    exchanges[name] = exchange;
    if (missing !== null) return { exchanges, missing };
  }
  return { exchanges, missing: null };
}

/** Whether a request of another endpoint was only sent at the same time: it need not be answered. */
function isCompany({ spec }: Exchange, { cell }: CheckContext): boolean {
  return spec.group !== undefined && spec.endpoint !== cell.endpoint;
}

/** Sends the alternatives in turn until one is not refused; returns the first if all are refused. */
export function fetchChoice(
  choice: RequestChoice,
  source: ExchangeSource,
  priority: "normal" | "follow-up",
): Promise<Exchange> {
  return isAlternatives(choice)
    ? fetchInTurn(choice, source, priority)
    : source.exchange(choice, priority);
}

async function fetchInTurn(
  choice: readonly [RequestSpec, ...RequestSpec[]],
  source: ExchangeSource,
  priority: "normal" | "follow-up",
): Promise<Exchange> {
  const first = await source.exchange(choice[0], priority);
  if (!isClientError(first)) return first;
  for (const spec of choice.slice(1)) {
    const next = await source.exchange(spec, "follow-up");
    if (!isClientError(next)) return next;
  }
  return first;
}

function isClientError({ answer }: Exchange): boolean {
  return answer !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 429;
}

/**
 * Why an exchange can't be judged; null if it can. A malformed response can be judged: each check decides
 * whether it breaks the requirement, and is blocked if it needs the response itself.
 */
export function inconclusive(exchange: Exchange): Judged | null {
  return brokenAnswer(exchange) === null ? unanswered(exchange) : null;
}
