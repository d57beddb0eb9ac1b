import type { Cell } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, NamedExchanges } from "../model/check.ts";
import type { Target } from "../model/target.ts";

type Make<T> = (context: CheckContext, known: NamedExchanges) => T;

interface Made<T> {
  readonly cell: Cell;
  readonly combines: CheckContext["combines"];
  /** The names of the exchanges that it follows from, each with its exchange. */
  readonly of: readonly (string | Exchange)[];
  readonly value: T;
}

const mostKept = 64;

/**
 * Caches a pure function: a value is made once for all checks that ask for it in the same cell, with the same exchanges.
 * For each target the last ones are kept.
 */
export function madeOnce<T>(make: Make<T>): Make<T> {
  const ofTarget = new WeakMap<Target, Made<T>[]>();
  return (context, known) => {
    const { cell, combines, target } = context;
    const made = ofTarget.get(target) ?? [];
    ofTarget.set(target, made);
    const of = Object.entries(known).flat();
    const same = made.find(
      (one) => one.combines === combines && isSameCell(one.cell, cell) && areSame(one.of, of),
    );
    if (same !== undefined) return same.value;
    const value = make(context, known);
    made.unshift({ cell, combines, of, value });
    made.splice(mostKept);
    return value;
  };
}

function isSameCell(one: Cell, other: Cell): boolean {
  return (
    one.surface === other.surface &&
    one.endpoint === other.endpoint &&
    one.version === other.version &&
    one.auth === other.auth
  );
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}
