import { setMaxListeners } from "node:events";
import { defaultNetwork } from "../settings/defaults.ts";
import { createPatience, outOfPatience, type Patience } from "./patience.ts";
import { createThrottle, type Throttle } from "./throttle.ts";

/** Controls the sending of the requests to one surface, or to one of its endpoints. */
export interface Gate {
  /** Why nothing more is sent; null while it is open. */
  readonly reason: string | null;
  /** Aborted, with the reason, when the gate closes. After reopening there is a new signal. */
  readonly signal: AbortSignal;
  /** Lets requests through at the rate that the server allows. */
  readonly throttle: Throttle;
  /** The time that is left to wait for the surface. */
  readonly patience: Patience;
  /** The endpoint; null for the whole surface. */
  readonly endpoint: string | null;
  /** The gate of the whole surface: itself, or the one in front of it. */
  readonly surface: Gate;
  /** The first reason is kept. */
  close(reason: string): void;
  /** Closes it for good, whatever closed it before. */
  stop(reason: string): void;
  open(): void;
}

/** @param patienceMs how long the run waits in total, in milliseconds */
export function createGate(
  patienceMs = defaultNetwork.patienceMs,
  endpoint: string | null = null,
): Gate {
  let reason: string | null = null;
  let isStopped = false;
  let controller = newController();
  const close = (why: string) => {
    if (reason !== null) return;
    reason = why;
    controller.abort(why);
  };
  const patience = createPatience(patienceMs);
  const gate: Gate = {
    throttle: createThrottle((from, ms) => {
      patience.spend(from, ms);
      if (!patience.affords(from, 0)) gate.stop(outOfPatience(patience));
    }),
    patience,
    endpoint,
    get surface() {
      return gate;
    },
    get reason() {
      return reason;
    },
    get signal() {
      return controller.signal;
    },
    close,
    stop(why) {
      if (isStopped) return;
      isStopped = true;
      if (reason === null) return close(why);
      // Waiting requests have already been given another reason.
      reason = null;
      controller = newController();
      close(why);
    },
    open() {
      if (reason === null || isStopped) return;
      reason = null;
      controller = newController();
    },
  };
  return gate;
}

/**
 * A gate for a part of another gate's requests: closed if either is. Throttling concerns the client as a
 * whole, so both share it.
 */
export function gateBehind(outer: Gate, endpoint: string): Gate {
  const own = createGate(0, endpoint);
  let latest = eitherOf(outer, own);
  return {
    throttle: outer.throttle,
    patience: outer.patience,
    endpoint,
    surface: outer,
    get reason() {
      return outer.reason ?? own.reason;
    },
    get signal() {
      if (latest.outer !== outer.signal || latest.own !== own.signal) latest = eitherOf(outer, own);
      return latest.either;
    },
    close: own.close,
    stop: own.stop,
    open: own.open,
  };
}

/** A signal that is aborted if that of either gate is. Every request asks for it, so there is one until theirs change. */
function eitherOf({ signal: outer }: Gate, { signal: own }: Gate) {
  const either = AbortSignal.any([outer, own]);
  setMaxListeners(0, either);
  return { outer, own, either };
}

/** Hundreds of requests wait at one gate; this is not a listener leak. */
function newController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
