import { canonicalRequest, type RequestSpec } from "../../harness/requests/request-spec.ts";
import type { Goal } from "./goal.ts";
import type { CheckProbe } from "./probes.ts";
import { createTally } from "./tally.ts";
import { createUnreached } from "./unreached.ts";

export interface BudgetOptions {
  /** The maximum number of requests, including those that depend on responses. */
  readonly budget: number;
  /** Requests that are sent in any case, and count. */
  readonly sent: readonly RequestSpec[];
  readonly goalsOf: (probe: CheckProbe) => readonly Goal[];
  /** Names of the requests that depend on responses, by their purpose. */
  readonly followingOf: (purpose: string) => readonly string[];
}

/** Requests that are only useful together. */
interface Bundle {
  /** Names: canonical texts, and those of requests that depend on responses. */
  readonly needs: readonly string[];
  readonly requests: readonly RequestSpec[];
  /** An upper bound of what it adds per request. */
  rate: number;
}

/**
 * Chooses requests greedily: at each step, those that add most per request. First come requests that
 * reach endpoints, versions and styles that no other reaches, so that none is left out while another is
 * requested a second time. The same plan always gives the same choice.
 *
 * @returns the canonical texts of the requests, including those that are sent in any case, and the names
 *   of those that depend on responses
 */
export function chooseRequests(
  probes: readonly CheckProbe[],
  { budget, sent, goalsOf, followingOf }: BudgetOptions,
): ReadonlySet<string> {
  const needsOf = ({ requests, following }: CheckProbe) => [
    ...requests.map(canonicalRequest),
    ...(following === null ? [] : followingOf(following)),
  ];
  const bundles = bundlesOf(probes, needsOf);
  const tally = createTally(
    probes.map((probe) => ({ needs: needsOf(probe), goals: goalsOf(probe) })),
  );
  const unreached = createUnreached(probes);
  const containing = new Map<string, Bundle[]>();
  for (const bundle of bundles) {
    for (const name of bundle.needs) {
      const others = containing.get(name) ?? [];
      others.push(bundle);
      containing.set(name, others);
    }
  }

  const isAffordable = (cost: number) => cost > 0 && tally.chosen.size + cost <= budget;
  function choose(needs: readonly string[], requests: readonly RequestSpec[]): void {
    unreached.reach(requests);
    const touched = new Set(tally.choose(needs).flatMap((one) => one.needs));
    for (const name of touched) {
      for (const bundle of containing.get(name) ?? []) bundle.rate = Number.POSITIVE_INFINITY;
    }
  }

  /** The bundle that reaches most new places per request; null if none does within the budget. */
  function furthest(): Bundle | null {
    let best: { readonly bundle: Bundle; readonly reach: number; readonly rate: number } | null =
      null;
    for (const bundle of bundles) {
      const weight = unreached.weigh(bundle.requests);
      if (weight === 0) continue;
      const { worth, cost } = tally.appraise(bundle.needs);
      if (!isAffordable(cost)) continue;
      const [reach, rate] = [weight / cost, worth / cost];
      const isBetter =
        best === null || reach > best.reach || (reach === best.reach && rate > best.rate);
      if (isBetter) best = { bundle, reach, rate };
    }
    return best?.bundle ?? null;
  }

  /**
   * The bundle that adds most per request; null if none is left within the budget. What a bundle adds only shrinks as
   * others are chosen, unless they share a probe; so only the best bounds are computed again.
   */
  function mostRevealing(): Bundle | null {
    const computed = new Set<Bundle>();
    for (;;) {
      let best: Bundle | null = null;
      for (const bundle of bundles) {
        if (bundle.rate > (best?.rate ?? 0)) best = bundle;
      }
      if (best === null || computed.has(best)) return best;
      const { worth, cost } = tally.appraise(best.needs);
      best.rate = isAffordable(cost) ? worth / cost : 0;
      computed.add(best);
    }
  }

  choose(sent.map(canonicalRequest), sent);
  for (let next = furthest(); next !== null; next = furthest()) choose(next.needs, next.requests);
  for (let next = mostRevealing(); next !== null; next = mostRevealing()) {
    choose(next.needs, next.requests);
  }
  return tally.chosen;
}

/** The distinct sets of requests that probes need. */
function bundlesOf(
  probes: readonly CheckProbe[],
  needsOf: (probe: CheckProbe) => readonly string[],
): readonly Bundle[] {
  const bundles = new Map<string, Bundle>();
  for (const probe of probes) {
    const needs = needsOf(probe);
    const name = [...needs].sort().join("\n");
    if (bundles.has(name)) continue;
    bundles.set(name, { needs, requests: probe.requests, rate: Number.POSITIVE_INFINITY });
  }
  return [...bundles.values()];
}
