import type { CheckResult } from "../../contracts/vocabulary.ts";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { exchangeId } from "../../harness/requests/request-spec.ts";
import { judge } from "../../suites/engine/judge.ts";
import { replacing } from "../../suites/model/planned-check.ts";
import type { Target } from "../../suites/model/target.ts";
import { atChanged } from "./at-changed.ts";
import type { HealthyReference, KnownCheck, Looking } from "./healthy-reference.ts";

/** The checks of descriptions with another target; all of them must be judged again. */
export function replanned(known: readonly KnownCheck[], target: Target): readonly KnownCheck[] {
  return known.map((one) => {
    const { planned } = one;
    if (planned.requirement.area !== "description") return one;
    return {
      ...one,
      planned: replacing(planned, { context: { ...planned.context, target } }),
      stale: true,
    };
  });
}

/**
 * Sends the touched requests, and judges the checks that made one of which something was changed, and
 * those that are stale.
 *
 * @param skipsCount whether it matters if a check that is not broken passes or skips: otherwise it keeps the result
 * of the healthy server
 */
export async function judgeAgain(
  { known, ...recorded }: Pick<HealthyReference, "known" | "followed" | "exchanges">,
  source: ExchangeSource,
  touched: readonly Looking[],
  isChanged: (exchange: Exchange) => boolean,
  skipsCount: boolean,
): Promise<readonly CheckResult[]> {
  const results = known.map(({ result }) => result);
  const changedIds = new Set<string>();
  const judgedWhole = new Set<number>();
  const again = async (checks: readonly number[]) => {
    await Promise.all(
      [...new Set(checks)].map(async (check) => {
        const { planned, stale } = known[check] ?? {};
        if (planned === undefined || judgedWhole.has(check)) return;
        const isWhole = skipsCount || stale;
        if (isWhole) judgedWhole.add(check);
        const asked = isWhole ? planned : atChanged(planned, changedIds, recorded);
        const result = await judge(asked, source);
        // Nothing of what was changed concerns it: then the other responses count, which are not broken.
        if (isWhole || result.outcome !== "skip") results[check] = result;
      }),
    );
  };
  const changed = async (looking: readonly Looking[]) => {
    const exchanges = await Promise.all(looking.map(({ spec }) => source.exchange(spec)));
    for (const exchange of exchanges.filter(isChanged)) changedIds.add(exchange.id);
    return looking.flatMap(({ spec, checks }) => (changedIds.has(exchangeId(spec)) ? checks : []));
  };
  const stale = known.flatMap((one, check) => (one.stale ? [check] : []));
  // A changed response may have other follow-ups, which have to be sent before the revocation.
  const isLate = ({ spec }: Looking) => spec.after === "revocation";
  await again([...stale, ...(await changed(touched.filter((one) => !isLate(one))))]);
  await again(await changed(touched.filter(isLate)));
  return results;
}
