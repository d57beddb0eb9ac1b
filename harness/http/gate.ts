import { setMaxListeners } from "node:events";
import { createThrottle, type Throttle } from "./throttle.ts";

/** Controls the sending of the requests to one surface, or to one of its endpoints. */
export interface Gate {
  /** Why nothing more is sent; null while it is open. */
  readonly reason: string | null;
  /** Aborted, with the reason, when the gate closes. After reopening there is a new signal. */
  readonly signal: AbortSignal;
  /** Lets requests through at the rate that the server allows. */
  readonly throttle: Throttle;
  /** The first reason is kept. */
  close(reason: string): void;
  open(): void;
}

export function createGate(): Gate {
  let reason: string | null = null;
  let controller = newController();
  return {
    throttle: createThrottle(),
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
 * A gate for a part of another gate's requests: closed if either is. Throttling concerns the client as a
 * whole, so both share it.
 */
export function gateBehind(outer: Gate): Gate {
  const own = createGate();
  return {
    throttle: outer.throttle,
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

/** Hundreds of requests wait at one gate; this is not a listener leak. */
function newController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
