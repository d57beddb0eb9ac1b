import { setMaxListeners } from "node:events";
import { createThrottle, type Throttle } from "./throttle.ts";

/** Stands before the sending of one surface's requests, or of those to one of its endpoints. */
export interface Gate {
  /** Why nothing more is sent; null while it is open. */
  readonly reason: string | null;
  /** Aborted, with the reason, when the gate closes. After it was opened again this is another signal. */
  readonly signal: AbortSignal;
  /** Lets requests through at the rate that the server allows. */
  readonly throttle: Throttle;
  /** The first reason stays. */
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
 * A gate behind another one, for a part of what that one stands before: closed where either is. Throttling
 * speaks of the client as a whole, so that the two share it.
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

/** Hundreds of requests wait at one gate; that is no leak of listeners to warn about. */
function newController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
