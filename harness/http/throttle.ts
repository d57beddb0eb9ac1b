import { setImmediate as nextTurn } from "node:timers/promises";
import type { Time } from "../time.ts";
import { firstBackOffMs } from "./retry.ts";

/** The longest pause between two attempts where the server names no time. */
const longestPauseMs = 8000;
/** Requests per second, however slow the server wants it: a run has to come to an end. */
const slowest = 0.5;
/** After so many answers in a row the rate is raised a little. */
const answersToRaise = 10;

/**
 * Lets the requests to one surface through: all of them while the server does not throttle, and from its
 * first 429 on one after the other, at the rate that it seems to allow.
 *
 * After a pause one request is let through alone: the others wait for what comes of it.
 *
 * The rate begins at the number of answers of the second before that 429. It falls by a third with each
 * further pause and rises slowly, but never again to where the server threw a 429 at it.
 */
export interface Throttle {
  /** Whether requests are let through one after the other. */
  readonly isMetering: boolean;
  /** Time until which nothing is sent, in epoch milliseconds; in the past if sending is allowed. */
  readonly pausedUntil: number;
  /** How long the server has throttled since its last other response, in milliseconds. */
  readonly throttledMs: number;
  /**
   * Resolves when it is a request's turn, or as soon as the signal is aborted.
   * @param rank the highest goes first
   */
  pass(rank: number, time: Time, signal: AbortSignal): Promise<void>;
  /** How long the next pause is, where the server or the back-off asks for so long. */
  pauseMs(waitMs: number): number;
  /** The server answered 429: nothing is sent for so long, or longer where it goes on to throttle. */
  throttled(now: number, waitMs: number): void;
  /** The server gave another answer, or none. */
  answered(now: number): void;
  /** A request that was let through was not sent after all. */
  gaveUp(): void;
}

interface Waiter {
  readonly rank: number;
  readonly go: () => void;
}

/** @param before pauses since another answer came */
function pauseMs(waitMs: number, before: number): number {
  return Math.max(waitMs, Math.min(firstBackOffMs * 2 ** before, longestPauseMs));
}

export function createThrottle(): Throttle {
  /** Milliseconds between two requests; null while the server does not throttle. */
  let interval: number | null = null;
  /** The rate at which the server threw a 429, per second. */
  let tooFast = Number.POSITIVE_INFINITY;
  let pausedUntil = 0;
  let lastSent = 0;
  let throttledMs = 0;
  /** Pauses with no other answer in between. */
  let pauses = 0;
  /** Answers since the last pause. */
  let answers = 0;
  /** When the answers of the last second came. */
  let recent: number[] = [];
  const waiting: Waiter[] = [];
  /** Whether a pause was the last that was heard, so that the next request is to show whether it is over. */
  let isDoubtful = false;
  /** Ends the wait for the request that shows it; null where none is in flight. */
  let probed: (() => void) | null = null;
  let isLettingThrough = false;
  /** Ends the wait for the next turn where nobody waits any more. */
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
      // What has just been let through is sent before the next one is looked at.
      await nextTurn();
    }
    isLettingThrough = false;
  }

  function endProbe(): void {
    probed?.();
    probed = null;
  }

  function setRate(rate: number): void {
    interval = 1000 / Math.max(slowest, Math.min(rate, 0.95 * tooFast));
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
          recent = recent.filter((at) => at > now - 1000);
          setRate(recent.length);
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
      if (interval === null) {
        recent.push(now);
        return;
      }
      answers += 1;
      if (answers % answersToRaise === 0) setRate(1.1 * (1000 / interval));
    },
  };
}
