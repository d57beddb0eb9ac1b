import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { isAlternatives, type RequestChoice } from "../model/check.ts";
import { fetchChoice } from "./fetching.ts";
import { turnOf } from "./large-answers.ts";

/** What is made of an exchange. @param made of the others, by their index, as far as they have arrived */
type Making<T> = (exchange: Exchange, index: number, made: readonly (T | undefined)[]) => T;

/** An exchange that somebody waits for, who knows it by an index. */
interface Waiter {
  readonly waiting: Pick<Arrivals<unknown>, "arrived" | "failed">;
  readonly index: number;
}

/** The waiters of each exchange, by its id. */
const ofSource = new WeakMap<ExchangeSource, Map<string, Waiter[]>>();

/**
 * Requests exchanges, and makes something of each as soon as it has arrived, or in its turn if it is large: no response
 * has to be held until the last one is there.
 *
 * Tens of thousands of pairs of a check and a request wait at once. A promise for each pair would take most of the
 * memory, so there is one for each request and one for each check.
 *
 * @returns what was made, in the order of the choices
 * @throws what `make` throws, and what the source does
 */
export function onArrival<T extends object | null>(
  choices: readonly RequestChoice[],
  source: ExchangeSource,
  make: Making<T>,
): Promise<readonly T[]> {
  if (choices.length === 0) return Promise.resolve([]);
  return new Promise((resolve, reject) => {
    const waiting = new Arrivals(choices.length, make, resolve, reject);
    for (const [index, choice] of choices.entries()) {
      const waiter = { waiting, index };
      if (!isAlternatives(choice)) waitFor(choice, waiter, source);
      else tellAll([waiter], fetchChoice(choice, source, "normal"), source);
    }
  });
}

/** What is made of exchanges that arrive one by one. A class, so that none of the thousands has functions of its own. */
class Arrivals<T> {
  private readonly made: (T | undefined)[];
  private readonly make: Making<T>;
  private readonly resolve: (made: readonly T[]) => void;
  private open: number;
  readonly failed: (failure: unknown) => void;

  constructor(
    count: number,
    make: Making<T>,
    resolve: (made: readonly T[]) => void,
    failed: (failure: unknown) => void,
  ) {
    this.made = new Array<T | undefined>(count).fill(undefined);
    this.make = make;
    this.resolve = resolve;
    this.failed = failed;
    this.open = count;
  }

  arrived(index: number, exchange: Exchange): void {
    try {
      this.made[index] = this.make(exchange, index, this.made);
    } catch (failure) {
      this.failed(failure);
    }
    this.open -= 1;
    if (this.open === 0) this.resolve(this.made.filter((one) => one !== undefined));
  }
}

function waitFor(spec: RequestSpec, waiter: Waiter, source: ExchangeSource): void {
  const waiting = ofSource.get(source) ?? new Map<string, Waiter[]>();
  ofSource.set(source, waiting);
  const id = exchangeId(spec);
  const known = waiting.get(id);
  if (known !== undefined) {
    known.push(waiter);
    return;
  }
  const waiters = [waiter];
  waiting.set(id, waiters);
  tellAll(waiters, source.exchange(spec, "normal"), source, () => waiting.delete(id));
}

/** @param close called when nobody may join the waiters any more */
function tellAll(
  waiters: readonly Waiter[],
  coming: Promise<Exchange>,
  source: ExchangeSource,
  close = () => {},
): void {
  const tell = (exchange: Exchange) => {
    close();
    for (const { waiting, index } of waiters) waiting.arrived(index, exchange);
  };
  coming
    .then((exchange) => {
      const turn = turnOf(source, exchange);
      return turn === null ? tell(exchange) : turn.then(() => tell(exchange));
    })
    .catch((failure) => {
      for (const { waiting } of waiters) waiting.failed(failure);
    });
}
