import { relative } from "node:path";
import type { CheckPlace } from "../../contracts/vocabulary.ts";
import type { Loaded } from "../../harness/configuration/load.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { failuresIn } from "../../reporters/model/failures.ts";
import type { Report } from "../../reporters/model/report.ts";
import { plural } from "../../reporters/text/verdict-text.ts";
import { visibleLine } from "../../reporters/text/visible.ts";
import { commentFile } from "../output/comment-file.ts";
import { errorRecord } from "../output/error-record.ts";
import { exitCodes } from "../output/exit-codes.ts";
import type { Output } from "../output/output.ts";
import { sayMistake } from "../output/say-mistake.ts";
import { type RunFlags, runOnce } from "../run/one-run.ts";
import { type Changes, watchChanges, watchedPaths } from "../watch/changes.ts";
import { createDemands, type Demand } from "../watch/demands.ts";
import { inputFiles } from "../watch/inputs.ts";
import { keysText, readKeyboard } from "../watch/keys.ts";
import { untilUp, wasDown } from "../watch/reachable.ts";
import { onInterrupt } from "./interrupt.ts";

/** The checks of one run: those that failed last, or everything that the flags select. */
type Scope = "failed" | "all";

/** The maximum number of times that a server that was down is judged again automatically. */
const mostReturns = 3;

/**
 * Runs again on a key press or when files change: first what failed last, then everything. Either of them during a
 * run ends that run, whose results are not reported. Ends on Ctrl+C, `q` or a signal.
 *
 * @returns the exit code of the last run; 2 if it could not be carried out
 * @throws UsageError if the first run can't be carried out
 */
export async function watchRuns(flags: RunFlags, output: Output): Promise<number> {
  const cwd = process.cwd();
  const named = watchedPaths(flags.watchPath ?? [], cwd);
  const { onlyFailed: _, ...wholeFlags } = flags;
  const isQuiet = flags.quiet === true;
  const hasPage = flags.format !== "ndjson" && !isQuiet;
  const hasKeys = process.stdin.isTTY === true;
  const interrupt = onInterrupt();
  const demands = createDemands(interrupt.signal);
  const saidOfCommands = new Set<string>();
  const open: { changes: Changes | null } = { changes: null };
  let failed: readonly CheckPlace[] = [];
  let exitCode = 0;
  let isFirst = true;
  let turns = 0;
  let returns = 0;

  const note = (text: string) => {
    if (!isQuiet) output.note(visibleLine(text));
  };

  function ask(demand: Demand, why: string): void {
    returns = 0;
    if (hasPage) output.clear();
    note(why);
    demands.ask(demand);
  }

  async function watchInputs(loaded: Loaded): Promise<void> {
    const inputs = inputFiles(loaded, flags, cwd);
    if (open.changes !== null) return open.changes.add(inputs);
    const comment = commentFile(flags.githubComment);
    const changes = await watchChanges([...named, ...inputs], {
      except: [loaded.configuration.outputDirectory, ...(comment === null ? [] : [comment])],
      onChange: (path) => ask("again", `changed: ${relative(cwd, path) || path}`),
      onError: (message) => output.note(visibleLine(`can't watch: ${message}`)),
    });
    open.changes = changes;
    if (changes.count > 0 || hasKeys) return;
    throw new UsageError(
      "--watch has nothing to wait for: no file is watched, and there is no terminal to read keys from",
      "Name the files of the server with --watch-path.",
    );
  }

  function scopesOf(demand: Demand): readonly Scope[] {
    if (demand === "all" || (failed.length === 0 && demand === "again")) return ["all"];
    return demand === "failed" || flags.onlyFailed !== undefined ? ["failed"] : ["failed", "all"];
  }

  /** @returns the report; null if something else was asked for meanwhile */
  async function judge(scope: Scope): Promise<Report | null> {
    const superseded = demands.signal;
    const isAgain = !isFirst;
    const started = turns === 0 ? output.started : performance.now();
    turns += 1;
    const report = await runOnce(isFirst ? flags : wholeFlags, output, {
      started,
      signal: AbortSignal.any([interrupt.signal, superseded]),
      failed: scope === "failed" ? failed : null,
      isAgain,
      saidOfCommands,
      onLoaded: watchInputs,
      isWanted: () => interrupt.signal.aborted || !superseded.aborted,
      onPage: () => {
        if (hasPage && isAgain && scope === "all") output.clear();
      },
    });
    if (report === null) return null;
    exitCode = report.exitCode;
    failed = failuresIn(report, report.failOn, isFirst ? undefined : failed);
    isFirst = false;
    return report;
  }

  /** @returns the last report; null if something else was asked for meanwhile */
  async function judgeAll(scopes: readonly Scope[]): Promise<Report | null> {
    let report: Report | null = null;
    for (const scope of scopes) {
      report = await (scope === "failed" && scopes.length > 1 ? judgeIfAny() : judge(scope));
      const isOver = demands.signal.aborted || interrupt.signal.aborted;
      if (isOver || (report !== null && wasDown(report))) break;
    }
    return report;
  }

  /**
   * Null if none of the failed checks is part of the run any more. A wrong configuration is reported by the full run
   * that follows.
   */
  async function judgeIfAny(): Promise<Report | null> {
    try {
      return await judge("failed");
    } catch (error) {
      if (error instanceof UsageError) return null;
      throw error;
    }
  }

  async function answer(demand: Demand): Promise<Report | null> {
    if (demand === "failed" && failed.length === 0) {
      note("No check has failed.");
      return null;
    }
    try {
      return await judgeAll(scopesOf(demand));
    } catch (error) {
      // A mistake in the first run ends the command; later ones are printed, and can be corrected while it waits.
      if (isFirst || !sayMistake(error, output)) throw error;
      if (flags.format === "ndjson") output.record(errorRecord(error));
      exitCode = exitCodes.usage;
      return null;
    }
  }

  /** A server that is being restarted does not accept connections for a while. */
  function judgeWhenUp({ target }: Report): void {
    if (returns >= mostReturns) return;
    returns += 1;
    note("The server refused connections. It is judged again as soon as it accepts them.");
    const until = AbortSignal.any([interrupt.signal, demands.signal]);
    const baseUrls = [target.aggregator, target.news].filter((url) => url !== null);
    void untilUp(baseUrls, until).then(() => {
      if (!until.aborted) demands.ask("again");
    });
  }

  function sayWaiting(): void {
    const count = open.changes?.count ?? 0;
    const waiting = count === 0 ? "Waiting." : `Waiting for changes of ${plural(count, "path")}.`;
    note(hasKeys ? `${waiting} ${keysText}` : waiting);
  }

  const release = hasKeys
    ? readKeyboard(process.stdin, (key) => {
        if (key === "end") interrupt.stop();
        else ask(key, "");
      })
    : () => {};
  try {
    demands.ask("all");
    for (;;) {
      const demand = await demands.next();
      if (demand === null) return exitCode;
      const report = await answer(demand);
      if (interrupt.signal.aborted) return exitCode;
      if (demands.signal.aborted) continue;
      if (report !== null && wasDown(report)) judgeWhenUp(report);
      sayWaiting();
    }
  } finally {
    release();
    await open.changes?.close();
    interrupt.release();
  }
}
