import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { areaRulesOf } from "../model/area-rules.ts";
import { availabilityOf } from "../model/cells.ts";
import type { Check, CheckContext, Judgement, Observation } from "../model/check.ts";
import { type Judged, judgedBy } from "../model/judgement.ts";

/** The kinds of responses for which it does not matter whether the specification states the version. */
const asServed: ReadonlySet<Observation> = new Set(["success", "ping", "unknown-version"]);

/** Whether a requirement can be judged on a response alone, without knowing why it was requested. */
export function isObservable(
  check: Check,
  kind: Observation,
  exchange: Exchange,
  context: CheckContext,
): boolean {
  const { observed } = check;
  if (observed === undefined || !observed.in.includes(kind)) return false;
  const { forUsualClients } = areaRulesOf(check.requirement);
  if (!isForJson(exchange) && (forUsualClients || exchange.answer?.json.ok !== true)) return false;
  // A server may refuse browsers on purpose, before the service is asked.
  if (isFromBrowser(exchange) && kind !== "success") return false;
  // If the version need not exist, its refusal is not about the request.
  const owed = check.unconditional || availabilityOf(context.contracts, context.cell) === "stated";
  if (!owed && !asServed.has(kind)) return false;
  return observed.when?.(exchange, context) ?? true;
}

/** Whether a client asks for JSON as most do; what another one gets is judged as far as it is JSON. */
function isForJson({ spec }: Exchange): boolean {
  return spec.negotiation === undefined;
}

function isFromBrowser({ spec: { negotiation } }: Exchange): boolean {
  return negotiation?.origin !== undefined || /text\/html/.test(negotiation?.accept ?? "");
}

/** The outcome of a requirement judged on one response; `error` is a defect of the suite. */
export type ObservedOutcome = Judged | { readonly outcome: "error"; readonly message: string };

/** Judges a response that was requested for another purpose; null if there is nothing to judge. */
export function judgeObserved(
  check: Check,
  exchange: Exchange,
  context: CheckContext,
): ObservedOutcome | null {
  const run = (): Judgement => {
    if (check.kind === "each") return check.expect(exchange, context);
    // No exchange contains a surface's description.
    return check.kind === "together" ? check.expect({ observed: exchange }, context) : [];
  };
  try {
    const judged = judgedBy(run, exchange.id);
    return judged.outcome === "pass" || judged.outcome === "broken" ? judged : null;
  } catch (error) {
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { outcome: "error", message: `defect of the suite: ${what}` };
  }
}
