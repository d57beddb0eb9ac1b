import { relative } from "node:path";
import { checkKey } from "../../contracts/check-key.ts";
import { loadRegister } from "../../contracts/load.ts";
import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { suiteVersion } from "../../harness/suite-version.ts";
import { endRecord, resultRecord } from "../../reporters/formats/records.ts";
import type { Report, ReportResult } from "../../reporters/model/report.ts";
import { resultJudge } from "../../reporters/verdict/verdict.ts";
import { isReached } from "../../run/reached-checks.ts";
import { reportedTarget } from "../../run/reported-target.ts";
import type { Progress } from "../../run/run-checks.ts";
import type { Output } from "../output/output.ts";
import type { FinishedRun } from "./report-finished-run.ts";

/** Prints the records of a run while it is in progress: every result of its report once. */
export interface RecordStream {
  start(): void;
  progress(progress: Pick<Progress, "latest" | "exchanges">): void;
  /** Prints the results that were not printed in time, and the outcome of the run. */
  end(report: Report): void;
}

export function createRecordStream(run: FinishedRun, output: Output): RecordStream {
  const { configuration, baseline, targetFlags, started } = run;
  const { waivers, exclusions, failOn, matrix, outputDirectory } = configuration;
  const startedAt = new Date(performance.timeOrigin + started).toISOString();
  const judge = resultJudge({
    waivers,
    exclusions,
    failOn,
    baseline,
    today: startedAt.slice(0, 10),
  });
  const byId = new Map<string, RecordedExchange>();
  const printed = new Set<string>();
  let seen = 0;

  function note(exchanges: readonly RecordedExchange[]): void {
    for (const exchange of exchanges.slice(seen)) byId.set(exchange.id, exchange);
    seen = exchanges.length;
  }

  function print(result: ReportResult): void {
    printed.add(checkKey(result));
    const exchange = (id: string) => byId.get(id);
    output.record(resultRecord(result, { targetFlags, exchange, register: loadRegister() }));
  }

  return {
    start() {
      output.record({
        type: "start",
        schemaVersion: 1,
        suite: { name: "news-conformance", version: suiteVersion },
        target: reportedTarget(configuration),
        startedAt,
        onlyFailed: matrix.failed?.length ?? null,
      });
    },
    progress({ latest, exchanges }) {
      note(exchanges);
      // Checks that the budget did not allow are not part of the report.
      if (latest !== null && isReached(latest)) print(judge(latest));
    },
    end(report) {
      for (const result of report.results) if (!printed.has(checkKey(result))) print(result);
      output.record(endRecord(report, relative(process.cwd(), outputDirectory) || "."));
    },
  };
}
