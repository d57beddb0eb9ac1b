import { join, relative, resolve } from "node:path";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { idPatterns } from "../../harness/configuration/id-patterns.ts";
import { suggestion } from "../../harness/configuration/nearest.ts";
import { wildcard } from "../../harness/configuration/wildcard.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { suiteVersion } from "../../harness/suite-version.ts";
import type { Fault } from "../../reference/faults/fault.ts";
import { faults } from "../../reference/faults/index.ts";
import {
  type OneCellFault,
  oneCellFaults,
} from "../../reference/faults/one-cell/one-cell-faults.ts";
import { makeReportFolder } from "../../reporters/files/report-folder.ts";
import { writeWhole } from "../../reporters/files/write-whole.ts";
import { createProgress } from "../../reporters/formats/progress.ts";
import { isClean, killMatrix } from "../../teeth/kill-matrix/kill-matrix.ts";
import { killMatrixMarkdown } from "../../teeth/kill-matrix/kill-matrix-markdown.ts";
import { killMatrixText } from "../../teeth/kill-matrix/kill-matrix-text.ts";
import { runFaults } from "../../teeth/kill-matrix/run-faults.ts";
import { runMutants } from "../../teeth/mutants/run-mutants.ts";
import { runOneCellFaults } from "../../teeth/one-cell/run-one-cell-faults.ts";
import type { Output } from "../output/output.ts";
import { faultList } from "./fault-list.ts";

const files = { data: "kill-matrix.json", page: "kill-matrix.md" };

export interface FaultsFlags {
  readonly list?: boolean;
  readonly only?: readonly string[];
  readonly out: string;
  readonly quiet?: boolean;
}

/** The chosen faults, and what each does. */
export function listFaults({ only }: FaultsFlags, output: Output): string {
  const { named, oneCell } = chosenFaults(only);
  return faultList(named, oneCell, output);
}

export async function proveTeeth(flags: FaultsFlags, output: Output): Promise<number> {
  const { named: chosen, oneCell } = chosenFaults(flags.only);
  const folder = resolve(flags.out);
  // Checked first, so that mistakes are reported before the work is done.
  makeReportFolder(folder, Object.values(files));
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
  const partial = flags.only !== undefined;
  const mutants = partial ? null : await runMutants(counted("mutant", flags));
  const inOneCell =
    oneCell.length === 0 ? null : await runOneCellFaults(oneCell, counted("one-cell fault", flags));
  const matrix = killMatrix(verdicts, loadRegister(), {
    suite: { version: suiteVersion, contractsDigest: loadCatalogue().digest },
    partial,
    mutants,
    oneCell: inOneCell,
    durationMs: Math.round(performance.now() - started),
  });
  await writeWhole(join(folder, files.data), `${JSON.stringify(matrix, null, 2)}\n`);
  await writeWhole(join(folder, files.page), killMatrixMarkdown(matrix));
  output.result(killMatrixText(matrix, output.width, output.color));
  output.note(`written: ${relative(process.cwd(), folder) || "."}/kill-matrix.{json,md}`);
  return isClean(matrix) ? 0 : 1;
}

/** Shows the progress of a count until it is complete. */
function counted(
  noun: string,
  { quiet = false }: FaultsFlags,
): (done: number, total: number) => void {
  const progress = createProgress(process.stderr, quiet);
  const started = performance.now();
  return (done, total) => {
    const elapsedMs = performance.now() - started;
    progress.update({ noun, done, total, elapsedMs, current: null });
    if (done === total) progress.end();
  };
}

interface ChosenFaults {
  readonly named: readonly Fault[];
  readonly oneCell: readonly OneCellFault[];
}

/** @throws UsageError if a pattern matches no fault, no class and no requirement that one breaks */
function chosenFaults(patterns: readonly string[] | undefined): ChosenFaults {
  if (patterns === undefined) return { named: faults, oneCell: oneCellFaults() };
  const chosen = new Set<Fault | OneCellFault>();
  for (const pattern of patterns) {
    const found = [
      ...faults.filter(({ name, breaks }) => [name, breaks].some(wildcard(pattern))),
      ...oneCellFaults().filter(({ name, of }) => [name, of.name].some(wildcard(pattern))),
    ];
    if (found.length === 0) {
      const known = faults.flatMap(({ name, breaks }) => [name, breaks]);
      const derived = oneCellFaults().flatMap(({ name, of }) => [of.name, name]);
      throw new UsageError(
        `no fault matches ${JSON.stringify(pattern)}`,
        suggestion(pattern.replaceAll("*", ""), idPatterns([...new Set([...known, ...derived])])),
      );
    }
    for (const fault of found) chosen.add(fault);
  }
  return {
    named: faults.filter((fault) => chosen.has(fault)),
    oneCell: oneCellFaults().filter((fault) => chosen.has(fault)),
  };
}
