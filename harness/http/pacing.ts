import PQueue from "p-queue";
import { unavailable } from "../../contracts/unavailable.ts";
import type { NetworkConfiguration } from "../settings/types.ts";
import { realTime, type Time } from "../time.ts";
import type { Gate } from "./gate.ts";
import { outOfPatience, type Patience } from "./patience.ts";
import { notSent, type Reply } from "./reply.ts";
import { maxThrottledAttempts, type Retry, retryAfter } from "./retry.ts";

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

/**
 * Requests that have started come first; then those that others depend on. One that was throttled comes
 * last, since only its own endpoint may throttle.
 */
const ranks = { throttled: -1, normal: 0, "follow-up": 1, retry: 2 } as const;

/** In milliseconds: a timer of more would end at once. */
const longestTimer = 2 ** 31 - 1;

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
      : {
          concurrency,
          interval: Math.min(1000 / rate, longestTimer),
          intervalCap: 1,
          strict: true,
        },
  );

  /** When a surface, by its patience, gave its last usable response. */
  const answeredAt = new WeakMap<Patience, number>();

  /** Closed if the gate closed before it was the request's turn. */
  async function inTurn(
    send: () => Promise<Reply>,
    rank: number,
    gate: Gate,
  ): Promise<Reply | Closed> {
    for (;;) {
      const metered = gate.throttle.isMetering;
      const endTurn = await gate.throttle.pass(rank, gate.endpoint, time, gate.signal);
      let outcome: Reply | Closed | null;
      try {
        outcome = await queued(send, rank, gate, metered);
      } finally {
        endTurn();
      }
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
    // It may have turned out while the request waited.
    stopIfAlone(gate);
    const closed = (): Closed => ({ kind: "closed", reason: String(signal.reason) });
    if (signal.aborted) return closed();
    // This signal cancels waiting only: the queue would forget a running task and reuse its slot while
    // the request is still in flight.
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    signal.addEventListener("abort", giveUp, { once: true });
    // The queue keeps the results of finished tasks for as long as others wait, so this one has none.
    const came: { reply: Reply | Closed | null } = { reply: null };
    const task = async (): Promise<void> => {
      signal.removeEventListener("abort", giveUp);
      const isLate = throttle.isMetering && (!metered || throttle.pausedUntil > time.now());
      if (signal.aborted) came.reply = closed();
      else if (!isLate) came.reply = await send();
    };
    try {
      await queue.add(task, { priority: rank, signal: waiting.signal });
      const { reply } = came;
      came.reply = null;
      return reply;
    } catch (error) {
      if (waiting.signal.aborted) return closed();
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  /**
   * How long to wait before the next attempt; null if there is none: its attempts are used up, or the time
   * that the run waits for this surface.
   */
  function waitBefore(retry: Retry, attempts: number, gate: Gate): number | null {
    const isThrottled = retry.throttled !== "no";
    const isCertain = retry.throttled === "certainly";
    const most = isThrottled ? Math.max(retries, maxThrottledAttempts - 1) : retries;
    if (retries === 0 || attempts >= most) return null;
    const { endpoint } = gate;
    if (isCertain && endpoint !== null && gate.throttle.isHopeless(endpoint)) return null;
    const waitMs = isThrottled ? gate.throttle.pauseMs(retry.waitMs) : retry.waitMs;
    if (waitMs === 0 || gate.patience.affords(time.now(), waitMs)) return waitMs;
    const isSpent = !gate.patience.affords(time.now(), gate.throttle.pauseMs(0));
    if (isCertain && isSpent) gate.surface.stop(outOfPatience(gate.patience));
    return null;
  }

  /** The time that a 429 took counts as waiting, like the pause after it. */
  function noteRefusal({ sentAt, receivedAt }: Reply, gate: Gate): void {
    gate.throttle.refused(gate.endpoint);
    countAsWaiting(sentAt, receivedAt, gate);
  }

  /**
   * While a surface throttles, few of its requests are in flight, so one without a usable response makes the others
   * wait: it counts as waiting, as far as nothing else was answered meanwhile.
   */
  function noteLost({ sentAt, receivedAt }: Reply, gate: Gate): void {
    if (!gate.throttle.isMetering) return;
    countAsWaiting(Math.max(sentAt, answeredAt.get(gate.patience) ?? sentAt), receivedAt, gate);
  }

  function countAsWaiting(from: number, to: number, { patience, surface }: Gate): void {
    patience.spend(from, to - from);
    if (!patience.affords(time.now(), 0)) surface.stop(outOfPatience(patience));
  }

  function pause(retry: Retry, waitMs: number, attempts: number, gate: Gate): void {
    const { throttle, endpoint, patience } = gate;
    const isCertain = retry.throttled === "certainly";
    // A 429 with "retry at once" (Retry-After: 0) is not a request to slow down, until there are too many of them.
    const isAtOnce = isCertain && retry.waitMs === 0 && attempts < retries;
    if (isAtOnce && throttle.mayAskAtOnce(endpoint)) {
      throttle.gaveUp();
      return;
    }
    const now = time.now();
    patience.spend(now, throttle.throttled(now, waitMs, endpoint, isCertain));
  }

  /** The retry of a 503 that is known not to come from load is one of its request alone. */
  function suspected(retry: Retry | null, { throttle, endpoint }: Gate): Retry | null {
    if (retry?.throttled !== "perhaps" || throttle.suspects(endpoint)) return retry;
    return { ...retry, throttled: "no" };
  }

  /** Gives an endpoint up that throttles while others answer. */
  function stopIfAlone({ endpoint, throttle, stop }: Gate): void {
    if (endpoint === null || !throttle.isAlone(endpoint)) return;
    stop(`not sent, since ${endpoint} throttles (429) while other endpoints answer`);
  }

  return {
    async run(send, priority, gate, startFresh = false) {
      let freshConnection = startFresh;
      let last: Reply | null = null;
      for (let attempts = 0; ; attempts += 1) {
        const rank = rankOf(priority, last);
        const fresh = freshConnection;
        const reply = await inTurn(() => send({ freshConnection: fresh }), rank, gate);
        if (reply.kind === "closed") {
          return { reply: last ?? notSent(reply.reason, time.now()), attempts };
        }
        last = reply;
        if (isLost(reply)) noteLost(reply, gate);
        else if (reply.kind === "answered") answeredAt.set(gate.patience, reply.receivedAt);
        const retry = suspected(retryAfter(reply, attempts + 1, freshConnection, time.now()), gate);
        const throttled = retry?.throttled ?? "no";
        if (throttled === "no") gate.throttle.answered(time.now(), gate.endpoint);
        if (throttled === "certainly") noteRefusal(reply, gate);
        const waitMs = retry === null ? null : waitBefore(retry, attempts, gate);
        if (retry === null || waitMs === null) {
          if (throttled === "certainly" && gate.endpoint !== null) {
            gate.throttle.gaveUpOn(gate.endpoint);
          }
          gate.throttle.gaveUp();
          stopIfAlone(gate);
          return { reply, attempts: attempts + 1 };
        }
        freshConnection = retry.freshConnection;
        if (throttled !== "no") {
          stopIfAlone(gate);
          if (gate.reason === null) pause(retry, waitMs, attempts, gate);
        } else if (waitMs > 0) {
          gate.patience.spend(time.now(), waitMs);
          await time.wait(waitMs, gate.signal);
        }
      }
    },
  };
}

/** Whether waiting for a reply was of no use: there was none in time, or its status says nothing of the request. */
function isLost(reply: Reply): boolean {
  return reply.kind === "answered"
    ? unavailable.has(reply.status)
    : reply.failure.kind === "timeout";
}

function rankOf(priority: Priority, last: Reply | null): number {
  if (last === null) return ranks[priority];
  return last.kind === "answered" && last.status === 429 ? ranks.throttled : ranks.retry;
}
