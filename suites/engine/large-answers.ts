import { setImmediate as nextTurn } from "node:timers/promises";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";

interface Turns {
  /** Who waits for each exchange, in the order in which the exchanges were first waited for. */
  readonly waiting: Map<string, (() => void)[]>;
  isUnderWay: boolean;
}

/** How long bodies are judged in one turn of the event loop, in milliseconds, apart from the last one. */
const longestTurnMs = 100;

const ofSource = new WeakMap<ExchangeSource, Turns>();

/**
 * Resolves when it is the turn of this exchange to be judged; null if nobody has to wait, since its body is not
 * large. Only some large bodies are in memory; if each check judged all of them in a row, each would be read and
 * parsed again for every check. So they are judged one after the other by all checks, and all that have arrived are
 * judged before more is read from the network, unless that takes long: otherwise bodies would arrive faster than they
 * are judged.
 */
export function turnOf(source: ExchangeSource, { id, answer }: Exchange): Promise<void> | null {
  if (answer?.isLarge !== true) return null;
  const turns = ofSource.get(source) ?? { waiting: new Map(), isUnderWay: false };
  ofSource.set(source, turns);
  const { waiting } = turns;
  const turn = new Promise<void>((resolve) => {
    waiting.set(id, [...(waiting.get(id) ?? []), resolve]);
  });
  if (!turns.isUnderWay) void letThrough(turns);
  return turn;
}

async function letThrough(turns: Turns): Promise<void> {
  turns.isUnderWay = true;
  // All that have arrived by now are waiting then.
  await nextTurn();
  let began = performance.now();
  for (const [id, waiters] of turns.waiting) {
    turns.waiting.delete(id);
    for (const go of waiters) go();
    await allHaveGone();
    if (performance.now() - began < longestTurnMs) continue;
    await nextTurn();
    began = performance.now();
  }
  turns.isUnderWay = false;
}

/** Resolves when all that wait for resolved promises have run, in the same turn of the event loop. */
function allHaveGone(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
