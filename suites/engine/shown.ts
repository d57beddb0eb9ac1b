import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { availabilityOf } from "./cells.ts";
import type { Check, CheckContext, Judgement, Observation } from "./check.ts";
import { attempt, type Judged } from "./judgement.ts";

/** Whether an answer shows a requirement by itself, whoever asked and why. */
export function shows(
  check: Check,
  kind: Observation,
  exchange: Exchange,
  context: CheckContext,
): boolean {
  const { observed } = check;
  if (observed === undefined || !observed.in.includes(kind)) return false;
  // Where a version is not owed, a refusal of it is none of what was asked.
  const owed = check.unconditional || availabilityOf(context.contracts, context.cell) === "stated";
  if (!owed && (kind === "refusal" || kind === "server-error")) return false;
  return observed.when?.(exchange, context) ?? true;
}

/** What an answer shows of a requirement; `error` is a defect of ours. */
export type ShownOutcome = Judged | { readonly outcome: "error"; readonly message: string };

/** What a check says of an answer that was not sent for it; null where there is nothing to judge. */
export function judgeShown(
  check: Check,
  exchange: Exchange,
  context: CheckContext,
): ShownOutcome | null {
  const run = (): Judgement => {
    if (check.kind === "each") return check.expect(exchange, context);
    // No exchange shows what a surface says of itself.
    return check.kind === "together" ? check.expect({ observed: exchange }, context) : [];
  };
  try {
    const judged = attempt(run, exchange.id);
    return judged.outcome === "pass" || judged.outcome === "broken" ? judged : null;
  } catch (error) {
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { outcome: "error", message: `defect of the suite: ${what}` };
  }
}
