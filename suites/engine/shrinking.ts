import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/exchanges/request-spec.ts";

/** Requests that all searches for the shortest offender of one run may take together. */
export const mostShrinkingRequests = 20;

/** What is left of the budget of a run, what it was spent on, and the search that the next one waits for. */
interface Budget {
  left: number;
  readonly searched: Set<string>;
  last: Promise<unknown>;
}

const budgets = new WeakMap<ExchangeSource, Budget>();

export interface Search {
  /** One search is enough for all cells of a requirement, since it is shown once. */
  readonly requirement: string;
  readonly offender: RequestSpec;
  /** The requests that are tried in place of one, the shortest first. */
  readonly shorter: (spec: RequestSpec) => Iterable<RequestSpec>;
  /** null where there is no answer to judge. */
  readonly offends: (exchange: Exchange) => boolean | null;
}

/**
 * Looks for a request that has less in it than an offending one and offends as well: tries what is
 * shorter, goes on from the first that offends too, and ends where none does, where the budget of the
 * run is spent, or where an answer fails to come. One search at a time, so that the first offender is
 * found whole rather than all of them by halves. A recording leads along the same way as the run did.
 *
 * @returns the shortest that was found, or null where nothing shorter offends or was looked for
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
    // What a recording does not hold costs nothing, or its searches would end sooner than the run's.
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
