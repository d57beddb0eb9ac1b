import type { CheckResult } from "../contracts/vocabulary.ts";
import type { Exchange, ExchangeSource } from "../harness/exchanges/exchange.ts";
import { exchangeId } from "../harness/exchanges/request-spec.ts";
import { alternativesOf, type RequestChoice } from "../suites/engine/check.ts";
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
 *
 * @param skipsCount whether it matters if a check that is not broken passes or skips: otherwise it keeps the result
 * of the healthy server
 */
export async function judgeAgain(
  { known, followed }: Pick<HealthyReference, "known" | "followed">,
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
        const result = await judge(
          isWhole ? planned : atChanged(planned, changedIds, followed),
          source,
        );
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

/**
 * A check that looks only at what was changed: at its own requests, where it judges each for itself, and at those
 * of others. On the healthy server it passes with all of them. If nothing was changed that a check follows, the
 * same follows.
 */
function atChanged(
  planned: PlannedCheck,
  changed: ReadonlySet<string>,
  followed: ReadonlySet<string>,
): PlannedCheck {
  const { check, precondition, control, choices } = planned;
  if (check.kind === "together" && check.others !== undefined) return planned;
  const isChanged = (choice: RequestChoice | null) =>
    alternativesOf(choice).some((spec) => changed.has(exchangeId(spec)));
  const isWhole = check.kind !== "each" || isChanged(precondition) || isChanged(control);
  const own = isWhole
    ? choices
    : Object.fromEntries(Object.entries(choices).filter(([, choice]) => isChanged(choice)));
  const also = planned.also.filter(({ spec }) => changed.has(exchangeId(spec)));
  const sameFollows = [...changed].every((id) => !followed.has(id));
  const alsoFollowed = sameFollows ? async () => [] : planned.alsoFollowed;
  return Object.create(planned, {
    choices: { value: own },
    also: { value: also },
    alsoFollowed: { value: alsoFollowed },
  });
}
