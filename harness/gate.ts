import { setMaxListeners } from "node:events";

/** Stands before the sending of one surface's requests. */
export interface Gate {
  /** Why nothing more is sent; null while it is open. */
  readonly reason: string | null;
  /** Aborted, with the reason, when the gate closes. After it was opened again this is another signal. */
  readonly signal: AbortSignal;
  /** The first reason stays. */
  close(reason: string): void;
  open(): void;
}

export function createGate(): Gate {
  let reason: string | null = null;
  let controller = newController();
  return {
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

/** Hundreds of requests wait at one gate; that is no leak of listeners to warn about. */
function newController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
