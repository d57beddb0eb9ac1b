import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import { idPatterns } from "../harness/configuration/id-patterns.ts";
import { suggestion } from "../harness/configuration/nearest.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import { wildcard } from "../harness/configuration/wildcard.ts";
import { suiteVersion } from "../harness/suite-version.ts";
import type { Fault } from "../reference/faults/fault.ts";
import { faults } from "../reference/faults/index.ts";
import { createProgress } from "../reporters/formats/progress.ts";
import { isClean, killMatrix } from "../teeth/kill-matrix.ts";
import { killMatrixMarkdown } from "../teeth/kill-matrix-markdown.ts";
import { killMatrixText } from "../teeth/kill-matrix-text.ts";
import { type MutantScore, runMutants } from "../teeth/mutants/run-mutants.ts";
import { runFaults } from "../teeth/run-faults.ts";
import { faultList } from "./fault-list.ts";
import type { Output } from "./output.ts";

interface FaultsFlags {
  readonly list?: boolean;
  readonly only?: readonly string[];
  readonly out: string;
  readonly quiet?: boolean;
}

/** `faults`: the suite against every fault of the reference server. */
export function faultsCommand(program: Command, output: Output): void {
  program
    .command("faults")
    .description("run the suite against every fault of the reference server: the kill matrix")
    .option("--list", "print the names of the faults and what each does, and judge nothing")
    .option("--only <pattern...>", "names of faults or ids of requirements, with *")
    .option("--out <dir>", "folder for kill-matrix.json and kill-matrix.md", "conformance-report")
    .option("--quiet", "print no progress")
    .action(async (flags: FaultsFlags) => {
      if (flags.list === true) {
        output.result(faultList(chosenFaults(flags.only), output));
        return;
      }
      process.exitCode = await proveTeeth(flags, output);
    });
}

async function proveTeeth(flags: FaultsFlags, output: Output): Promise<number> {
  const chosen = chosenFaults(flags.only);
  const folder = writableFolder(flags.out);
  const started = performance.now();
  const progress = createProgress(process.stderr, flags.quiet === true);
  let done = 0;
  const verdicts = await runFaults(chosen, ({ fault }) => {
    done += 1;
    progress.update({
      noun: "fault",
      done,
      total: chosen.length,
      elapsedMs: performance.now() - started,
      current: fault.name,
    });
  });
  progress.end();
  const partial = chosen.length < faults.length;
  const mutants = partial ? null : await judgedMutants(flags.quiet === true);
  const matrix = killMatrix(verdicts, loadRegister(), {
    suite: { version: suiteVersion, contractsDigest: loadCatalogue().digest },
    partial,
    mutants,
    durationMs: Math.round(performance.now() - started),
  });
  writeFileSync(join(folder, "kill-matrix.json"), `${JSON.stringify(matrix, null, 2)}\n`);
  writeFileSync(join(folder, "kill-matrix.md"), killMatrixMarkdown(matrix));
  output.result(killMatrixText(matrix, output.width, output.color));
  output.note(`written: ${relative(process.cwd(), folder) || "."}/kill-matrix.{json,md}`);
  return isClean(matrix) ? 0 : 1;
}

async function judgedMutants(quiet: boolean): Promise<MutantScore> {
  const progress = createProgress(process.stderr, quiet);
  const started = performance.now();
  const score = await runMutants((done, total) => {
    const elapsedMs = performance.now() - started;
    progress.update({ noun: "mutant", done, total, elapsedMs, current: null });
  });
  progress.end();
  return score;
}

/** @throws UsageError where a pattern names neither a fault nor a requirement that one breaks */
function chosenFaults(patterns: readonly string[] | undefined): readonly Fault[] {
  if (patterns === undefined) return faults;
  const chosen = new Set<Fault>();
  for (const pattern of patterns) {
    const named = faults.filter(({ name, breaks }) => [name, breaks].some(wildcard(pattern)));
    if (named.length === 0) {
      const known = [...new Set(faults.flatMap(({ name, breaks }) => [name, breaks]))];
      throw new UsageError(
        `no fault is called or breaks ${JSON.stringify(pattern)}`,
        suggestion(pattern.replaceAll("*", ""), idPatterns(known)),
      );
    }
    for (const fault of named) chosen.add(fault);
  }
  return faults.filter((fault) => chosen.has(fault));
}

/** @throws UsageError where nothing can be written; better to know before the work is done */
function writableFolder(directory: string): string {
  const folder = resolve(directory);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`can't make the folder: ${reason}`, "Choose another --out.");
  }
  return folder;
}
