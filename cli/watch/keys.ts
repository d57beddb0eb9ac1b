/** What a key asks for. */
export type KeyDemand = "again" | "failed" | "all" | "end";

const demands: Readonly<Record<string, KeyDemand>> = {
  "\r": "again",
  "\n": "again",
  " ": "again",
  r: "again",
  f: "failed",
  a: "all",
  q: "end",
  // Ctrl+C and Ctrl+D, which a terminal in raw mode passes on as characters.
  "\u0003": "end",
  "\u0004": "end",
};

/** For display, after what starts a run. */
export const keysText = "Enter: run again, f: failures only, a: everything, q: end";

/** What is needed of the standard input. */
export interface Keyboard {
  setRawMode(isRaw: boolean): unknown;
  on(event: "data", listener: (typed: Buffer) => void): unknown;
  off(event: "data", listener: (typed: Buffer) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/**
 * Reads single keys of a terminal.
 * @returns a function that stops reading and restores the terminal
 */
export function readKeyboard(terminal: Keyboard, onKey: (demand: KeyDemand) => void): () => void {
  const onData = (typed: Buffer) => {
    for (const key of typed.toString("utf8")) {
      const demand = demands[key];
      if (demand !== undefined) onKey(demand);
    }
  };
  terminal.setRawMode(true);
  terminal.on("data", onData);
  terminal.resume();
  return () => {
    terminal.off("data", onData);
    terminal.setRawMode(false);
    terminal.pause();
  };
}
