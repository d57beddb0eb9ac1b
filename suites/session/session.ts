import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { surfaces } from "../../contracts/vocabulary.ts";
import { createLiveSource } from "../../harness/exchanges/live-source.ts";
import type { Configuration, Keys } from "../../harness/settings/types.ts";
import { described } from "./plan-selected.ts";
import { type Prepared, type PrepareOptions, prepare } from "./prepare.ts";

export interface SessionOptions extends PrepareOptions {
  readonly configuration: Configuration;
  readonly keys: Keys;
  /** Stops sending when aborted; requests in flight are awaited. */
  readonly signal?: AbortSignal;
  /** When the run began, on the clock of `performance.now()`; now by default. */
  readonly started?: number;
  /** Called for every exchange as soon as it is complete, redacted. */
  readonly onExchange?: (exchange: RecordedExchange) => void;
  /** For tests. */
  readonly mostReceivedBytes?: number;
}

/** A run under way. */
export interface Session extends Prepared {
  /** Removes every secret of the run from a text. */
  readonly redact: (text: string) => string;
  /** The number of exchanges requested so far, including those still waiting. */
  readonly asked: number;
  /** Why nothing more is sent although something is open; null as long as the run has time. */
  readonly ended: string | null;
  /** From now on nothing is sent, for this reason; the first reason is kept. */
  end(reason: string): void;
  close(): Promise<void>;
}

/** Why a run ends at its maximum duration. */
export function tookTooLong(maxDurationMs: number): string {
  return `the run took longer than its maximum duration of ${maxDurationMs / 1000} s (--max-duration)`;
}

/**
 * The most bytes of all bodies of a run together. Those of an ordinary server have a few megabytes; at half a megabyte
 * for each response, a full run still fits.
 */
export const mostReceivedBytes = 512 * 1024 * 1024;

/** Why a run ends that has received too much. */
export const receivedTooMuch = `the responses of the run had more than ${mostReceivedBytes / 1024 / 1024} MB in total; with --matrix pairwise there are fewer`;

/**
 * Opens the connection to the target, runs the smoke step, and starts to send everything that the plan
 * needs, so that no check waits for the requests of another.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const {
    configuration,
    keys,
    signal,
    onExchange = () => {},
    started = performance.now(),
    mostReceivedBytes: most = mostReceivedBytes,
  } = options;
  const { maxDurationMs } = configuration.network;
  const { budget = null } = configuration.matrix;
  let received = 0;
  const live = createLiveSource({
    configuration,
    keys,
    onExchange: (exchange) => {
      onExchange(exchange);
      received += exchange.response?.bytes ?? 0;
      if (received > most) end(receivedTooMuch);
    },
    budget: budget === null ? null : budget - described(configuration),
  });
  const stop = (reason: string) => {
    for (const surface of surfaces) live.stop(surface, reason);
  };
  const interrupt = () => stop("the run was interrupted");
  if (signal?.aborted) interrupt();
  signal?.addEventListener("abort", interrupt, { once: true });
  let ended: string | null = null;
  const end = (reason: string) => {
    ended ??= reason;
    stop(ended);
  };
  const leftMs = Math.max(0, maxDurationMs - (performance.now() - started));
  const timer = setTimeout(() => end(tookTooLong(maxDurationMs)), leftMs);
  // Requests in flight keep the process alive, not this timer.
  timer.unref();
  const prepared = await prepare(configuration, keys, live, live.stop, options);
  return {
    ...prepared,
    problems: prepared.problems.map(live.redact),
    redact: live.redact,
    get asked() {
      return live.asked;
    },
    get ended() {
      return ended;
    },
    end,
    close: async () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
      await live.close();
    },
  };
}
