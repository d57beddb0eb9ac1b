import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";

/** The total number of requests that one run may spend on finding shortest requests. */
export const mostShrinkingRequests = 20;

/** The remaining budget of a run, what it was spent on, and the search that the next one waits for. */
interface Budget {
  left: number;
  readonly searched: Set<string>;
  last: Promise<unknown>;
}

const budgets = new WeakMap<ExchangeSource, Budget>();

export interface Search {
  /** One search is enough for all cells of a requirement, since the report shows one. */
  readonly requirement: string;
  readonly offender: RequestSpec;
  /** The shorter forms of a request to try, the shortest first. */
  readonly shorter: (spec: RequestSpec) => Iterable<RequestSpec>;
  /** null if there is no response to judge. */
  readonly offends: (exchange: Exchange) => boolean | null;
}

/**
 * Looks for a shorter request that breaks the requirement as well. It tries shorter forms and continues
 * from the first one that breaks it too. It ends if none does, if the budget of the run is spent, or if a
 * response is missing. Searches run one at a time, so that the first one finishes before the budget is
 * spent. With a recording, the search repeats the steps of the run.
 *
 * @returns the shortest request found, or null if no shorter one breaks the requirement or none was tried
 */
export async function shortestOffender(
  search: Search,
  source: ExchangeSource,
): Promise<Exchange | null> {
  const budget = budgets.get(source) ?? {
    left: mostShrinkingRequests,
    searched: new Set(),
    last: Promise.resolve(),
  };
  budgets.set(source, budget);
  const found = budget.last.then(() => follow(search, source, budget));
  budget.last = found.catch(() => {});
  return found;
}

async function follow(
  { requirement, offender, shorter, offends }: Search,
  source: ExchangeSource,
  budget: Budget,
): Promise<Exchange | null> {
  if (budget.searched.has(requirement)) return null;
  let found: Exchange | null = null;
  let candidates = shorter(offender)[Symbol.iterator]();
  for (;;) {
    const { value: candidate } = candidates.next();
    if (candidate === undefined || budget.left === 0) return found;
    const exchange = await source.exchange(candidate, "follow-up");
    // A request missing from a recording costs nothing; otherwise the search would end sooner than in the
    // run.
    if (exchange.failure?.kind === "not-sent") return found;
    budget.left -= 1;
    budget.searched.add(requirement);
    const verdict = offends(exchange);
    if (verdict === null) return found;
    if (!verdict) continue;
    found = exchange;
    candidates = shorter(candidate)[Symbol.iterator]();
  }
}
