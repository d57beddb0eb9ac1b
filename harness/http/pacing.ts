import PQueue from "p-queue";
import type { NetworkConfiguration } from "../configuration/types.ts";
import { realTime, type Time } from "../time.ts";
import type { Gate } from "./gate.ts";
import { notSent, type Reply } from "./reply.ts";
import { maxThrottledMs, type Retry, retryAfter } from "./retry.ts";

export type Priority = "normal" | "follow-up";

/** A reply with the number of attempts; 0 if the request was never sent. */
export interface Paced {
  readonly reply: Reply;
  readonly attempts: number;
}

interface Closed {
  readonly kind: "closed";
  readonly reason: string;
}

export interface Pacing {
  /**
   * Runs one request, with its retries, as soon as concurrency and rate allow. Nothing is sent after its
   * gate is closed.
   * @param freshConnection whether the first attempt also uses a new connection
   */
  run(
    send: (options: { readonly freshConnection: boolean }) => Promise<Reply>,
    priority: Priority,
    gate: Gate,
    freshConnection?: boolean,
  ): Promise<Paced>;
}

/** Requests that have started come first; then those that others depend on. */
const ranks = { normal: 0, "follow-up": 1, retry: 2 } as const;

/**
 * One queue for all origins. `rate` is spread evenly, without a burst at the start of a second. A wait
 * before a retry delays that request only, and its slot is used by another. If the server throttles, all
 * requests to it wait.
 */
export function createPacing(
  network: Pick<NetworkConfiguration, "concurrency" | "rate" | "retries">,
  time: Time = realTime,
): Pacing {
  const { concurrency, rate, retries } = network;
  const queue = new PQueue(
    rate === null
      ? { concurrency }
      : { concurrency, interval: 1000 / rate, intervalCap: 1, strict: true },
  );

  /** Closed if the gate closed before the request was its turn. */
  async function inTurn(
    send: () => Promise<Reply>,
    rank: number,
    gate: Gate,
  ): Promise<Reply | Closed> {
    for (;;) {
      const metered = gate.throttle.isMetering;
      await gate.throttle.pass(rank, time, gate.signal);
      const outcome = await queued(send, rank, gate, metered);
      if (outcome === null || outcome.kind === "closed") gate.throttle.gaveUp();
      if (outcome !== null) return outcome;
    }
  }

  /** null if the server has begun to throttle since the request's turn came. */
  async function queued(
    send: () => Promise<Reply>,
    rank: number,
    gate: Gate,
    metered: boolean,
  ): Promise<Reply | Closed | null> {
    const { signal, throttle } = gate;
    const closed = (): Closed => ({ kind: "closed", reason: String(signal.reason) });
    if (signal.aborted) return closed();
    // This signal cancels waiting only: the queue would forget a running task and reuse its slot while
    // the request is still in flight.
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    signal.addEventListener("abort", giveUp, { once: true });
    const task = async (): Promise<Reply | Closed | null> => {
      signal.removeEventListener("abort", giveUp);
      if (signal.aborted) return closed();
      const isLate = throttle.isMetering && (!metered || throttle.pausedUntil > time.now());
      return isLate ? null : send();
    };
    try {
      return await queue.add(task, { priority: rank, signal: waiting.signal });
    } catch (error) {
      if (waiting.signal.aborted) return closed();
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  /**
   * How long to wait before the next attempt; null if there is none. For a server that throttles, the
   * number of retries does not apply as long as it serves other requests now and then.
   */
  function waitBefore(retry: Retry, attempts: number, gate: Gate): number | null {
    if (!retry.throttled) return attempts < retries ? retry.waitMs : null;
    if (retries === 0) return null;
    const { throttledMs } = gate.throttle;
    const waitMs = gate.throttle.pauseMs(retry.waitMs);
    return throttledMs + waitMs <= maxThrottledMs ? waitMs : null;
  }

  return {
    async run(send, priority, gate, startFresh = false) {
      let freshConnection = startFresh;
      let last: Reply | null = null;
      for (let attempts = 0; ; attempts += 1) {
        const rank = attempts === 0 ? ranks[priority] : ranks.retry;
        const fresh = freshConnection;
        const reply = await inTurn(() => send({ freshConnection: fresh }), rank, gate);
        if (reply.kind === "closed") {
          return { reply: last ?? notSent(reply.reason, time.now()), attempts };
        }
        last = reply;
        const retry = retryAfter(reply, attempts + 1, freshConnection, time.now());
        if (retry?.throttled !== true) gate.throttle.answered(time.now());
        const waitMs = retry === null ? null : waitBefore(retry, attempts, gate);
        if (retry === null || waitMs === null) {
          gate.throttle.gaveUp();
          return { reply, attempts: attempts + 1 };
        }
        freshConnection = retry.freshConnection;
        // "Come again at once" is no request to slow down, until it is said too often.
        if (retry.throttled && retry.waitMs === 0 && attempts < retries) gate.throttle.gaveUp();
        else if (retry.throttled) gate.throttle.throttled(time.now(), waitMs);
        else if (waitMs > 0) await time.wait(waitMs, gate.signal);
      }
    },
  };
}
