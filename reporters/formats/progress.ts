import { clip } from "../text/columns.ts";
import { durationText, plural } from "../text/verdict-text.ts";

/** The progress of a run. */
export interface ProgressState {
  /** What is counted, such as `check`. */
  readonly noun: string;
  readonly done: number;
  readonly total: number;
  /** Requests so far, where they are counted. */
  readonly requests?: number;
  /** Estimated time left; null if it is not known. If absent, it is estimated from the progress. */
  readonly leftMs?: number | null;
  readonly elapsedMs: number;
  /** What was done last; null before the first. */
  readonly current: string | null;
}

const barWidth = 20;
const narrow = 60;

/** The line that a terminal shows while a run goes on, at most `width` columns. */
export function progressLine(state: ProgressState, width: number): string {
  const { noun, done, total, current } = state;
  const filled = Math.round(barWidth * share(state));
  const bar = `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} `;
  const where = current === null ? [] : [current];
  const parts = [`${done}/${total} ${noun}s`, ...pace(state), ...where].join("  ");
  // On a narrow terminal the numbers matter more than the bar.
  return clip(width < narrow ? parts : `${bar}${parts}`, width);
}

/** Without a terminal: a line at every 10 %, or null if none is due. */
export function progressStep(previousDone: number, state: ProgressState): string | null {
  const tenth = Math.floor(share(state) * 10);
  if (tenth === Math.floor(share({ ...state, done: previousDone }) * 10)) return null;
  const counted = `${state.done} of ${plural(state.total, state.noun)}`;
  return `${tenth * 10} %: ${[counted, ...pace(state)].join(", ")}`;
}

/** The time that is left, how many are done in a second, and requests where they are counted. */
function pace(state: ProgressState): readonly string[] {
  const { done, requests, elapsedMs } = state;
  const rate = elapsedMs < 500 ? null : `${Math.round(((requests ?? done) * 1000) / elapsedMs)}/s`;
  const sent = requests === undefined ? null : plural(requests, "request");
  const left = timeLeft(state);
  // The most important first, since a narrow terminal shows only the first.
  const parts = [left === null ? null : `${left} left`, rate, sent];
  return parts.filter((part) => part !== null);
}

/** The time that is left; null if it is too early to tell, or all has been done. */
function timeLeft({ done, total, leftMs, elapsedMs }: ProgressState): string | null {
  const pace = elapsedMs < 2000 || done === 0 ? null : elapsedMs / done;
  const left = leftMs !== undefined ? leftMs : pace === null ? null : pace * (total - done);
  if (left === null || left <= 0) return null;
  const seconds = Math.ceil(left / 1000);
  return seconds < 60 ? `${seconds} s` : durationText(seconds * 1000);
}

function share({ done, total }: Pick<ProgressState, "done" | "total">): number {
  return total === 0 ? 0 : Math.min(done / total, 1);
}

/** The part of a stream that progress needs. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface ProgressWriter {
  update(state: ProgressState): void;
  /** Clears the line, so that what follows starts on an empty one. */
  end(): void;
}

/** A terminal is repainted at most this often, in milliseconds of the run. */
const repaintEvery = 80;
const clearLine = "\r\u001b[2K";

/** Writes progress to a stream: one live line on a terminal, else a line per tenth; nothing if quiet. */
export function createProgress(stream: ProgressStream, quiet: boolean): ProgressWriter {
  if (quiet) return { update() {}, end() {} };
  return stream.isTTY === true ? liveProgress(stream) : plainProgress(stream);
}

function plainProgress(stream: ProgressStream): ProgressWriter {
  let done = 0;
  return {
    update(state) {
      const line = progressStep(done, state);
      if (line !== null) stream.write(`${line}\n`);
      done = state.done;
    },
    end() {},
  };
}

function liveProgress(stream: ProgressStream): ProgressWriter {
  let paintedAt: number | null = null;
  return {
    update(state) {
      const due = paintedAt === null || state.elapsedMs - paintedAt >= repaintEvery;
      if (!due && state.done < state.total) return;
      paintedAt = state.elapsedMs;
      // The last column stays free: some terminals wrap as soon as it is written to.
      stream.write(`${clearLine}${progressLine(state, (stream.columns ?? 80) - 1)}`);
    },
    end() {
      if (paintedAt !== null) stream.write(clearLine);
      paintedAt = null;
    },
  };
}
