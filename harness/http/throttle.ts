import { setImmediate as nextTurn } from "node:timers/promises";
import type { Time } from "../time.ts";
import { firstBackOffMs } from "./retry.ts";

/** The longest pause between two attempts if the server gives no time. */
const longestPauseMs = 8000;
/** The minimum rate in requests per second, so that a run ends. */
const slowest = 0.5;
/** Requests per second to begin with, unless the server allowed more until then. */
const firstRate = 20;
/** The number of consecutive responses after which the rate is raised slightly. */
const answersToRaise = 10;

/**
 * Controls the requests to one surface: all are sent while the server does not throttle; after its first
 * 429, they are sent one after the other, at the rate that it seems to allow.
 *
 * After a pause one request is sent alone, and the others wait for its result.
 *
 * The rate begins at the number of answers of the second before that 429. It falls by a third with each
 * further pause, down to half of what the server was seen to allow, and rises slowly, but never again to
 * where the server threw a 429.
 */
export interface Throttle {
  /** Whether requests are sent one after the other. */
  readonly isMetering: boolean;
  /** Time until which nothing is sent, in epoch milliseconds; in the past if sending is allowed. */
  readonly pausedUntil: number;
  /** How long the server has throttled since its last other response, in milliseconds. */
  readonly throttledMs: number;
  /**
   * Resolves when it is a request's turn, or when the signal is aborted.
   * @param rank the highest goes first
   */
  pass(rank: number, time: Time, signal: AbortSignal): Promise<void>;
  /** The length of the next pause, from the time that the server or the back-off asks for. */
  pauseMs(waitMs: number): number;
  /** The server responded with 429: nothing is sent for this time, or longer if it keeps throttling. */
  throttled(now: number, waitMs: number): void;
  /** The server gave another response, or none. */
  answered(now: number): void;
  /** A request whose turn came was not sent after all. */
  gaveUp(): void;
}

interface Waiter {
  readonly rank: number;
  readonly go: () => void;
}

/** @param before pauses since the last other response */
function pauseMs(waitMs: number, before: number): number {
  return Math.max(waitMs, Math.min(firstBackOffMs * 2 ** before, longestPauseMs));
}

export function createThrottle(): Throttle {
  /** Milliseconds between two requests; null while the server does not throttle. */
  let interval: number | null = null;
  /** The rate per second at which the server responded with 429. */
  let tooFast = Number.POSITIVE_INFINITY;
  let pausedUntil = 0;
  let lastSent = 0;
  let throttledMs = 0;
  /** Consecutive pauses without another response. */
  let pauses = 0;
  /** Responses since the last pause. */
  let answers = 0;
  /** Times of the responses in the last second. */
  let recent: number[] = [];
  /** The most responses in a second since requests are sent one after the other. */
  let best = 0;
  const waiting: Waiter[] = [];
  /**
   * Whether the last response asked for a pause, so that the next request finds out whether the pause is
   * over.
   */
  let isDoubtful = false;
  /** Ends the wait for that request; null if none is in flight. */
  let probed: (() => void) | null = null;
  let isLettingThrough = false;
  /** Ends the wait for the next turn if no request is waiting any more. */
  let idle = new AbortController();

  async function letThrough(time: Time): Promise<void> {
    if (isLettingThrough) return;
    isLettingThrough = true;
    while (waiting.length > 0) {
      if (idle.signal.aborted) idle = new AbortController();
      const now = time.now();
      const next = Math.max(pausedUntil, lastSent + (interval ?? 0));
      if (next > now) {
        await time.wait(next - now, idle.signal);
        continue;
      }
      const first = waiting.reduce((best, one) => (one.rank > best.rank ? one : best));
      waiting.splice(waiting.indexOf(first), 1);
      lastSent = now;
      const shown = isDoubtful ? new Promise<void>((resolve) => (probed = resolve)) : null;
      first.go();
      await shown;
      // The request whose turn has come is sent before the next one is considered.
      await nextTurn();
    }
    isLettingThrough = false;
  }

  function endProbe(): void {
    probed?.();
    probed = null;
  }

  function setRate(rate: number): void {
    // A server that throws a 429 now and then, whatever the rate, is not to bring it to a standstill.
    const floor = Math.max(slowest, best / 2);
    interval = 1000 / Math.max(floor, Math.min(rate, 0.95 * tooFast));
  }

  return {
    get isMetering() {
      return interval !== null;
    },
    get pausedUntil() {
      return pausedUntil;
    },
    get throttledMs() {
      return throttledMs;
    },
    pauseMs: (waitMs) => pauseMs(waitMs, pauses),
    async pass(rank, time, signal) {
      if (interval === null || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const leave = () => {
          const index = waiting.findIndex((one) => one.go === go);
          if (index !== -1) waiting.splice(index, 1);
          if (waiting.length === 0) idle.abort();
          resolve();
        };
        const go = () => {
          signal.removeEventListener("abort", leave);
          resolve();
        };
        signal.addEventListener("abort", leave, { once: true });
        waiting.push({ rank, go });
        void letThrough(time);
      });
    },
    throttled(now, waitMs) {
      const isNew = now >= pausedUntil;
      if (isNew) {
        if (interval === null) {
          setRate(Math.max(firstRate, recent.filter((at) => at > now - 1000).length));
          recent = [];
        } else {
          tooFast = Math.min(tooFast, 1000 / interval);
          setRate((2 / 3) * (1000 / interval));
        }
        answers = 0;
        pauses += 1;
        isDoubtful = true;
      }
      const until = now + pauseMs(waitMs, pauses - 1);
      // Responses that were in flight together ask for one pause, not several.
      throttledMs += Math.max(0, until - Math.max(now, pausedUntil));
      pausedUntil = Math.max(pausedUntil, until);
      endProbe();
    },
    gaveUp: endProbe,
    answered(now) {
      throttledMs = 0;
      pauses = 0;
      isDoubtful = false;
      endProbe();
      recent.push(now);
      if (interval === null) return;
      recent = recent.filter((at) => at > now - 1000);
      best = Math.max(best, recent.length);
      answers += 1;
      if (answers % answersToRaise === 0) setRate(1.1 * (1000 / interval));
    },
  };
}
