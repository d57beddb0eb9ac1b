import { Worker } from "node:worker_threads";
import type { CheckResult, RecordedExchange } from "../../contracts/vocabulary.ts";
import { createGarbageLimit } from "../../harness/collect-garbage.ts";
import type { Baseline } from "../../reporters/verdict/baseline.ts";
import {
  mostMemoryMb,
  noLongerResponded,
  stalledAfterInterruptMs,
  stalledMs,
  tooMuchMemory,
} from "../end-reasons.ts";
import type { RunChecksOptions, RunOutcome } from "../run-checks.ts";
import { errorOf } from "./failure.ts";
import type { RunInput, RunMessage, RunOrder } from "./messages.ts";

const lookMs = 500;
/** The most memory of short-lived objects, in MiB: a small space is collected often, before much piles up. */
const mostYoungMemoryMb = 6;

/** A text that leaves garbage worth mentioning, in characters, and the garbage that may pile up, in bytes. */
const largeText = 64 * 1024;
const mostGarbageBytes = 12 * 1024 * 1024;

/** A thread for one run. It loads what a run needs as soon as it is started. */
export interface RunThread {
  /**
   * Carries a run out, and ends it if the event loop of the thread no longer turns or its memory is used up,
   * whatever a server has sent: then the results so far are returned, and what was not judged is `blocked`. This
   * thread stays free for signals.
   *
   * @throws UsageError like `runChecks`
   */
  carryOut(options: RunChecksOptions): Promise<RunOutcome>;
  /** Ends the thread, even if it has carried nothing out. */
  close(): Promise<void>;
}

/** @param module what the thread carries out */
export function startRunThread(module = new URL("./run-thread.js", import.meta.url)): RunThread {
  const worker = new Worker(module, {
    resourceLimits: {
      maxOldGenerationSizeMb: mostMemoryMb,
      maxYoungGenerationSizeMb: mostYoungMemoryMb,
    },
  });
  // Also if it fails before there is a run.
  const failure = new Promise<never>((_, reject) => {
    worker.on("error", reject);
    worker.on("exit", (code) => reject(new Error(`the thread of the run ended with code ${code}`)));
  });
  failure.catch(() => {});
  return {
    carryOut: (options) => superviseRun(worker, failure, options),
    async close() {
      await worker.terminate();
    },
  };
}

function superviseRun(
  worker: Worker,
  failure: Promise<never>,
  options: RunChecksOptions,
): Promise<RunOutcome> {
  const { configuration, keys, signal, onProgress, started = performance.now() } = options;
  const baseline = withoutExchanges(options.baseline ?? null);
  const heartbeat = new Int32Array(new SharedArrayBuffer(4));
  const startedAt = performance.timeOrigin + started;
  const input: RunInput = { configuration, keys, baseline, startedAt, heartbeat };
  const exchanges: RecordedExchange[] = [];
  const results: CheckResult[] = [];
  const collectIfMuch = createGarbageLimit(mostGarbageBytes);

  return new Promise((resolve, reject) => {
    const order = (one: RunOrder) => worker.postMessage(one);
    order({ kind: "run", input });
    let isSettled = false;
    let seen = 0;
    let quietMs = 0;
    const look = setInterval(() => {
      const now = Atomics.load(heartbeat, 0);
      // Loading its modules is not a stall.
      quietMs = now === seen && now > 0 ? quietMs + lookMs : 0;
      seen = now;
      const most = signal?.aborted ? stalledAfterInterruptMs : stalledMs;
      if (quietMs >= most) end(noLongerResponded(most));
    }, lookMs);
    const interrupt = () => order({ kind: "interrupt" });
    if (signal?.aborted) interrupt();
    signal?.addEventListener("abort", interrupt, { once: true });

    function settle(outcome: () => void | Promise<void>): void {
      if (isSettled) return;
      isSettled = true;
      clearInterval(look);
      signal?.removeEventListener("abort", interrupt);
      worker.removeAllListeners("message");
      worker.terminate().then(outcome).catch(reject);
    }

    function end(reason: string): void {
      settle(async () => {
        // Only now, since it loads everything that the thread had loaded.
        const { unfinished } = await import("./unfinished.ts");
        resolve(unfinished({ ...options, started }, results, exchanges, reason));
      });
    }

    worker.on("message", (message: RunMessage) => {
      if (message.kind === "exchange") {
        exchanges.push(message.exchange);
        if ((message.exchange.response?.body.length ?? 0) > largeText) collectIfMuch();
      } else if (message.kind === "progress") {
        const { kind: _, ...progress } = message;
        if (progress.latest !== null) results.push(progress.latest);
        onProgress?.({ ...progress, exchanges });
      } else if (message.kind === "certified") {
        settle(() => resolve({ ...message.certified, exchanges }));
      } else settle(() => reject(errorOf(message)));
    });
    failure.catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") return settle(() => reject(error));
      end(tooMuchMemory);
    });
  });
}

function withoutExchanges(baseline: Baseline | null): Baseline | null {
  return baseline && { report: { results: baseline.report.results } };
}
