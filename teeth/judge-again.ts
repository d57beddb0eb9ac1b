import type { CheckResult } from "../contracts/vocabulary.ts";
import type { Exchange, ExchangeSource } from "../harness/exchanges/exchange.ts";
import { exchangeId } from "../harness/exchanges/request-spec.ts";
import { judge } from "../suites/engine/judge.ts";
import type { PlannedCheck } from "../suites/engine/planned-check.ts";
import type { Target } from "../suites/engine/target.ts";
import type { HealthyReference, KnownCheck, Looking } from "./healthy-reference.ts";

/** The checks of descriptions with another target; all of them must be judged again. */
export function replanned(known: readonly KnownCheck[], target: Target): readonly KnownCheck[] {
  return known.map((one) => {
    const { planned } = one;
    if (planned.requirement.area !== "description") return one;
    return {
      ...one,
      planned: { ...planned, context: { ...planned.context, target } },
      stale: true,
    };
  });
}

/**
 * Sends the touched requests, and judges the checks that made one of which something was changed, and
 * those that are stale.
 */
export async function judgeAgain(
  { known, followed }: Pick<HealthyReference, "known" | "followed">,
  source: ExchangeSource,
  touched: readonly Looking[],
  isChanged: (exchange: Exchange) => boolean,
): Promise<readonly CheckResult[]> {
  const results = known.map(({ result }) => result);
  const changedIds = new Set<string>();
  const again = async (checks: readonly number[]) => {
    await Promise.all(
      [...new Set(checks)].map(async (check) => {
        const { planned, stale } = known[check] ?? {};
        if (planned === undefined) return;
        const lookingAt = stale ? planned : atChanged(planned, changedIds, followed);
        const result = await judge(lookingAt, source);
        // Nothing of what was changed concerns it: then the other responses count.
        results[check] = result.outcome === "skip" ? await judge(planned, source) : result;
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

/**
 * A check that looks, of the responses to the requests of others, only at those that were changed: on the
 * healthy server it passes with all of them. If nothing was changed that a check follows, the same follows.
 */
function atChanged(
  planned: PlannedCheck,
  changed: ReadonlySet<string>,
  followed: ReadonlySet<string>,
): PlannedCheck {
  if (planned.check.kind === "together" && planned.check.others !== undefined) return planned;
  const also = planned.also.filter(({ spec }) => changed.has(exchangeId(spec)));
  const sameFollows = [...changed].every((id) => !followed.has(id));
  const alsoFollowed = sameFollows ? async () => [] : planned.alsoFollowed;
  return Object.create(planned, { also: { value: also }, alsoFollowed: { value: alsoFollowed } });
}
