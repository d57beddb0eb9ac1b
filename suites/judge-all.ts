import type { CheckResult } from "../contracts/words.ts";
import type { ExchangeSource } from "../harness/exchange.ts";
import { judge } from "./judge.ts";
import type { PlannedCheck } from "./planning.ts";

/**
 * Judges a whole plan without a test runner, from whatever source: for faults and recordings by the
 * hundred, where starting a runner for each would take most of the time.
 */
export async function judgeAll(
  planned: readonly PlannedCheck[],
  source: ExchangeSource,
): Promise<readonly CheckResult[]> {
  for (const { asks } of planned) for (const ask of asks) void source.exchange(ask);
  return Promise.all(planned.map((check) => judge(check, source)));
}
