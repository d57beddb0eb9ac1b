import { setMaxListeners } from "node:events";

/** Stands before the sending of one surface's requests, or of those to one of its endpoints. */
export interface Gate {
  /** Why nothing more is sent; null while it is open. */
  readonly reason: string | null;
  /** Aborted, with the reason, when the gate closes. After it was opened again this is another signal. */
  readonly signal: AbortSignal;
  /** Until when nothing is sent, in epoch milliseconds; the past where it may be. */
  readonly pausedUntil: number;
  /** For how long the server has throttled since it last gave another answer, in milliseconds. */
  readonly throttledMs: number;
  /** The server throttles: nothing is sent for so long. */
  throttle(now: number, ms: number): void;
  /** The server gave another answer than that it throttles. */
  relax(): void;
  /** The first reason stays. */
  close(reason: string): void;
  open(): void;
}

export function createGate(): Gate {
  let reason: string | null = null;
  let controller = newController();
  let pausedUntil = 0;
  let throttledMs = 0;
  return {
    get pausedUntil() {
      return pausedUntil;
    },
    get throttledMs() {
      return throttledMs;
    },
    throttle(now, ms) {
      // Answers that were in flight together tell of one pause, not of several.
      throttledMs += Math.max(0, now + ms - Math.max(now, pausedUntil));
      pausedUntil = Math.max(pausedUntil, now + ms);
    },
    relax() {
      throttledMs = 0;
    },
    get reason() {
      return reason;
    },
    get signal() {
      return controller.signal;
    },
    close(why) {
      if (reason !== null) return;
      reason = why;
      controller.abort(why);
    },
    open() {
      if (reason === null) return;
      reason = null;
      controller = newController();
    },
  };
}

/**
 * A gate behind another one, for a part of what that one stands before: closed where either is. Throttling
 * speaks of the client as a whole, so that the two share it.
 */
export function gateBehind(outer: Gate): Gate {
  const own = createGate();
  return {
    get pausedUntil() {
      return outer.pausedUntil;
    },
    get throttledMs() {
      return outer.throttledMs;
    },
    throttle: outer.throttle,
    relax: outer.relax,
    get reason() {
      return outer.reason ?? own.reason;
    },
    get signal() {
      const either = AbortSignal.any([outer.signal, own.signal]);
      setMaxListeners(0, either);
      return either;
    },
    close: own.close,
    open: own.open,
  };
}

/** Hundreds of requests wait at one gate; that is no leak of listeners to warn about. */
function newController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
