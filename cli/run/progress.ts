import type { Configuration } from "../../harness/settings/types.ts";
import {
  createProgress,
  type ProgressState,
  type ProgressStream,
} from "../../reporters/formats/progress.ts";
import { createTimeLeft } from "../../reporters/model/time-left.ts";
import type { Progress } from "../../run/run-checks.ts";

export interface RunProgress {
  update(progress: Progress): void;
  end(): void;
}

/**
 * Milliseconds after which the line is printed again without new progress, since the estimate has
 * changed.
 */
const idleRepaint = 1000;

/** Shows the progress of a run and the estimated remaining time. */
export function showProgress(
  stream: ProgressStream,
  network: Configuration["network"],
  quiet: boolean,
): RunProgress {
  const writer = createProgress(stream, quiet);
  const timeLeft = createTimeLeft(network);
  const started = performance.now();
  let seen = 0;
  let current: string | null = null;
  let last: Progress | null = null;
  let ended = false;

  function paint({ done, total, exchanges, asked }: Progress): void {
    for (const { attempts, startedAt, durationMs } of exchanges.slice(seen)) {
      // A request that was not sent gives no duration.
      if (attempts === 0) continue;
      timeLeft.answered(Date.parse(startedAt) + durationMs, durationMs * attempts);
    }
    seen = exchanges.length;
    const state: ProgressState = {
      noun: "check",
      done,
      total,
      requests: exchanges.length,
      leftMs: timeLeft.estimate(asked - exchanges.length, Date.now()),
      elapsedMs: performance.now() - started,
      current,
    };
    writer.update(state);
  }

  const timer = setInterval(() => {
    if (last !== null) paint(last);
  }, idleRepaint);
  timer.unref();
  return {
    update(progress) {
      if (ended) return;
      const { latest } = progress;
      // A log keeps every line. Once nothing responds, everything left is blocked at once, which is not progress.
      if (stream.isTTY !== true && latest?.outcome === "blocked") return;
      if (latest !== null) current = `${latest.surface} ${latest.endpoint} at ${latest.version}`;
      last = progress;
      paint(progress);
    },
    end() {
      if (ended) return;
      ended = true;
      clearInterval(timer);
      writer.end();
    },
  };
}
