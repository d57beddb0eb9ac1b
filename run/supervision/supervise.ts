import { Worker } from "node:worker_threads";
import type { CheckResult, RecordedExchange } from "../../contracts/vocabulary.ts";
import type { Baseline } from "../../reporters/verdict/baseline.ts";
import type { Certified, RunChecksOptions } from "../run-checks.ts";
import { errorOf } from "./failure.ts";
import type { RunInput, RunMessage } from "./messages.ts";

/** Milliseconds without a turn of its event loop after which a run is ended. */
const stalledMs = 20_000;
/** The same once it was interrupted. */
const stalledAfterInterruptMs = 3_000;
const lookMs = 500;
/** The most memory of a run's objects, in MiB; an ordinary run takes a quarter. */
const mostMemoryMb = 320;
/** The same for short-lived objects: a small space is collected often, before much piles up. */
const mostYoungMemoryMb = 16;

/**
 * Carries a run out in a thread of its own, and ends it if its event loop no longer turns or its memory is
 * used up, whatever a server has sent: then the results so far are returned, and what was not judged is
 * `blocked`. This thread stays free for signals.
 *
 * @param thread the module that carries the run out
 * @throws UsageError like `runChecks`
 */
export function superviseRun(
  options: RunChecksOptions,
  thread = new URL("./run-thread.js", import.meta.url),
): Promise<Certified> {
  const { configuration, keys, signal, onProgress, started = performance.now() } = options;
  const baseline = withoutExchanges(options.baseline ?? null);
  const heartbeat = new Int32Array(new SharedArrayBuffer(4));
  const startedAt = performance.timeOrigin + started;
  const input: RunInput = { configuration, keys, baseline, startedAt, heartbeat };
  const exchanges: RecordedExchange[] = [];
  const results: CheckResult[] = [];

  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, {
      workerData: input,
      resourceLimits: {
        maxOldGenerationSizeMb: mostMemoryMb,
        maxYoungGenerationSizeMb: mostYoungMemoryMb,
      },
    });
    let seen = 0;
    let quietMs = 0;
    const look = setInterval(() => {
      const now = Atomics.load(heartbeat, 0);
      // Loading its modules is not a stall.
      quietMs = now === seen && now > 0 ? quietMs + lookMs : 0;
      seen = now;
      const most = signal?.aborted ? stalledAfterInterruptMs : stalledMs;
      if (quietMs >= most) end(`the run no longer responded for ${most / 1000} s, so it was ended`);
    }, lookMs);
    const interrupt = () => worker.postMessage("interrupt");
    if (signal?.aborted) interrupt();
    signal?.addEventListener("abort", interrupt, { once: true });

    function settle(outcome: () => void | Promise<void>): void {
      clearInterval(look);
      signal?.removeEventListener("abort", interrupt);
      worker.removeAllListeners();
      worker.on("error", () => {});
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
      if (message.kind === "exchange") exchanges.push(message.exchange);
      else if (message.kind === "progress") {
        const { kind: _, ...progress } = message;
        if (progress.latest !== null) results.push(progress.latest);
        onProgress?.({ ...progress, exchanges });
      } else if (message.kind === "certified") {
        settle(() => resolve({ ...message.certified, exchanges }));
      } else settle(() => reject(errorOf(message)));
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") return settle(() => reject(error));
      end(`the run needed more than ${mostMemoryMb} MB of memory, so it was ended`);
    });
    worker.on("exit", (code) => {
      settle(() => reject(new Error(`the thread of the run ended with code ${code}`)));
    });
  });
}

function withoutExchanges(baseline: Baseline | null): Baseline | null {
  return baseline && { ...baseline, report: { ...baseline.report, exchanges: {} } };
}
