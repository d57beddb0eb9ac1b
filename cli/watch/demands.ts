import type { KeyDemand } from "./keys.ts";

/** What is to be judged next. */
export type Demand = Exclude<KeyDemand, "end">;

/** What keys, files and servers have asked for. */
export interface Demands {
  /** Replaces an earlier demand that has not begun. */
  ask(demand: Demand): void;
  /** Aborted as soon as something is asked for after the last `next`. */
  readonly signal: AbortSignal;
  /** What is asked for, as soon as there is something; null once `ended` is aborted. */
  next(): Promise<Demand | null>;
}

export function createDemands(ended: AbortSignal): Demands {
  let asked: Demand | null = null;
  let controller = new AbortController();
  let wake = () => {};
  ended.addEventListener("abort", () => wake(), { once: true });
  return {
    ask(demand) {
      asked = demand;
      controller.abort();
      wake();
    },
    get signal() {
      return controller.signal;
    },
    async next() {
      if (asked === null && !ended.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (ended.aborted) return null;
      const demand = asked;
      asked = null;
      controller = new AbortController();
      return demand;
    },
  };
}
