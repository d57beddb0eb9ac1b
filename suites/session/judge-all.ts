import type { CheckResult } from "../../contracts/vocabulary.ts";
import type { ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { judge } from "../engine/judge.ts";
import type { PlannedCheck } from "../model/planned-check.ts";
import { sendAll } from "./prepare.ts";

/**
 * Judges a whole plan without a test runner, from any exchange source. Used for hundreds of faults and
 * recordings, where starting a test runner for each would take most of the time.
 */
export async function judgeAll(
  planned: readonly PlannedCheck[],
  source: ExchangeSource,
): Promise<readonly CheckResult[]> {
  sendAll(planned, source);
  return Promise.all(planned.map((check) => judge(check, source)));
}
