import type { Catalogue } from "../../contracts/catalogue.ts";
import type { Register } from "../../contracts/register.ts";
import type { CheckPlace } from "../../contracts/vocabulary.ts";
import {
  defaultVersion,
  type FoundSample,
  type Level,
  type RecordedExchange,
  type Surface,
  type Version,
} from "../../contracts/vocabulary.ts";
import type { Exclusion, Waiver } from "../../contracts/waivers.ts";
import type { BaselineJudgement, RunJudgement } from "../verdict/judgement.ts";
import { names } from "../verdict/waivers.ts";
import { contractCoverage } from "./contract-coverage.ts";
import { byCheck } from "./order.ts";
import type {
  EarlierReport,
  LeftOut,
  Report,
  ReportBaseline,
  ReportEndpoint,
  ReportExchange,
  ReportExchanges,
  ReportResult,
} from "./report.ts";
import type { RecordedTraffic, ReportConfiguration } from "./report-configuration.ts";
import { reportDifferences } from "./report-differences.ts";
import { requirementCoverage } from "./requirement-coverage.ts";
import { withoutUser } from "./without-user.ts";

/** What is known about a run apart from its results. */
export interface RunFacts {
  readonly suite: { readonly name: string; readonly version: string };
  readonly target: Report["target"];
  readonly runUrl: string | null;
  readonly configuration: ReportConfiguration | null;
  readonly traffic: RecordedTraffic | null;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly interrupted: boolean;
  readonly ended: string | null;
  readonly problems: readonly string[];
  readonly samples: readonly FoundSample[];
  readonly failOn: Level;
  readonly allowIncomplete: boolean;
  readonly waivers: readonly Waiver[];
  readonly exclusions: readonly Exclusion[];
  readonly baseline?: EarlierReport | null;
  readonly configurationFile?: string | null;
  readonly targetFlags?: readonly string[];
  readonly descriptions?: Report["descriptions"];
  readonly exchanges: readonly RecordedExchange[];
  /** Checks of the full matrix that the run did not cover. */
  readonly unselected?: readonly CheckPlace[];
}

/** Lays out a run as its report; the same run gives the same text. Pure. */
export function buildReport(
  run: RunFacts,
  judgement: RunJudgement,
  register: Register,
  contracts: Pick<Catalogue, "operations" | "operation" | "errors" | "digest">,
): Report {
  const endpoints = endpointsOf(contracts.operations, run.target);
  const results = [...judgement.judged].sort(byCheck(register, endpoints));
  const checksOf = <T extends Waiver | Exclusion>(entry: T) => ({
    ...entry,
    checks: results.filter((result) => names(entry, result)).length,
  });
  const { failOn } = run;
  const suite = { ...run.suite, contractsDigest: contracts.digest };
  const target = {
    aggregator: withoutUser(run.target.aggregator),
    news: withoutUser(run.target.news),
    embedded: run.target.embedded,
  };
  return {
    schemaVersion: 1,
    suite,
    target,
    startedAt: run.startedAt.toISOString(),
    durationMs: Math.round(run.durationMs),
    requests:
      run.exchanges.reduce((sum, { attempts }) => sum + attempts, 0) +
      Object.values(run.configuration?.surfaces ?? {}).reduce(
        (sum, { descriptionRequests = 0 }) => sum + descriptionRequests,
        0,
      ),
    verdict: judgement.verdict,
    exitCode: judgement.exitCode,
    runUrl: run.runUrl,
    configuration: run.configuration,
    configurationFile: run.configurationFile ?? null,
    traffic: run.traffic,
    partial: judgement.partial,
    leftOut: leftOutOf(run.unselected ?? [], results, register),
    interrupted: run.interrupted,
    ended: run.ended,
    failOn,
    allowIncomplete: run.allowIncomplete,
    generated: results.find(({ generated }) => generated !== undefined)?.generated ?? null,
    targetFlags: run.targetFlags ?? [],
    descriptions: run.descriptions ?? {},
    baseline: baselineOf(run.baseline ?? null, judgement.baseline, { suite, target, failOn }),
    problems: run.problems,
    samples: run.samples,
    staleWaivers: judgement.staleWaivers,
    expiredWaivers: judgement.expiredWaivers,
    waivers: run.waivers.map(checksOf),
    exclusions: run.exclusions.map(checksOf),
    counts: judgement.counts,
    endpoints,
    contractCoverage: contractCoverage(
      run.exchanges,
      contracts,
      (surface) => run.target[surface] !== null,
    ),
    requirementCoverage: requirementCoverage(results, register),
    results,
    notTested: register.requirements.flatMap(({ id, clause, notTested }) =>
      notTested === null ? [] : [{ requirement: id, clause, reason: notTested }],
    ),
    exchanges: exchangesById(results, run.exchanges),
  };
}

function baselineOf(
  baseline: EarlierReport | null,
  judgement: BaselineJudgement | null,
  now: Pick<Report, "suite" | "target" | "failOn">,
): ReportBaseline | null {
  if (baseline === null || judgement === null) return null;
  const { file, digest, report } = baseline;
  const { startedAt, verdict } = report;
  return { file, digest, startedAt, verdict, notes: reportDifferences(report, now), ...judgement };
}

function leftOutOf(
  unselected: readonly CheckPlace[],
  results: readonly ReportResult[],
  { requirements }: Register,
): LeftOut | null {
  if (unselected.length === 0) return null;
  const judged = new Set(results.map(({ requirement }) => requirement));
  const left = new Set(unselected.map(({ requirement }) => requirement));
  return {
    checks: unselected.length,
    requirements: requirements.map(({ id }) => id).filter((id) => left.has(id) && !judged.has(id)),
  };
}

function endpointsOf(
  operations: Catalogue["operations"],
  target: Report["target"],
): readonly ReportEndpoint[] {
  const rows = new Map<string, { surface: Surface; endpoint: string; versions: Version[] }>();
  for (const { surface, endpoint, version } of operations) {
    if (target[surface] === null) continue;
    const key = `${surface} ${endpoint}`;
    const row = rows.get(key) ?? { surface, endpoint, versions: [defaultVersion] };
    row.versions.push(version);
    rows.set(key, row);
  }
  return [...rows.values()];
}

/**
 * In the order in which results first name them, since the order of sending is chance. What no result
 * names, such as an answer that samples were taken from, is kept so that the run can be judged again.
 */
function exchangesById(
  results: readonly ReportResult[],
  exchanges: readonly RecordedExchange[],
): ReportExchanges {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const named: Record<string, ReportExchange> = {};
  const add = (id: string) => {
    const exchange = byId.get(id);
    if (exchange === undefined || Object.hasOwn(named, id)) return;
    const { id: _, ...rest } = exchange;
    named[id] = rest;
  };
  for (const result of results) {
    for (const id of result.exchanges) add(id);
    for (const { exchange } of result.findings) if (exchange !== null) add(exchange);
  }
  for (const id of [...byId.keys()].sort()) add(id);
  return named;
}
