import type { Catalogue } from "../contracts/catalogue.ts";
import type { Register } from "../contracts/register.ts";
import type { Exclusion, Waiver } from "../contracts/waivers.ts";
import {
  defaultVersion,
  type FoundSample,
  type Generated,
  type Level,
  type RecordedExchange,
  type Surface,
  type Verdict,
  type Version,
} from "../contracts/words.ts";
import type { DiscoveredRole } from "../description/discover-roles.ts";
import type { DriftRow } from "../description/drift.ts";
import type { Baseline, BaselineJudgement } from "./baseline.ts";
import { byCheck, type Place } from "./order.ts";
import type { RecordedTraffic, ReportConfiguration } from "./report-configuration.ts";
import { reportDifferences } from "./report-differences.ts";
import type {
  Counts,
  ExitCode,
  ExpiredWaiver,
  JudgedResult,
  RunJudgement,
  StaleWaiver,
} from "./verdict.ts";
import { names } from "./waivers.ts";

/** One check as it is written down; its JUnit element follows from `status` and `red`. */
export type ReportResult = Omit<JudgedResult, "junit">;
export type ReportExchange = Omit<RecordedExchange, "id">;
export type ReportExchanges = Readonly<Record<string, ReportExchange>>;

/** A row of the matrix, with the columns that it has. */
export interface ReportEndpoint extends Place {
  /** `default`, then the newest version first. */
  readonly versions: readonly Version[];
}

/** The earlier report that a run was held against, and what came of it. */
export interface ReportBaseline extends BaselineJudgement {
  /** As it was named. */
  readonly file: string;
  readonly digest: string;
  readonly startedAt: string;
  readonly verdict: Verdict;
  /** Why the two do not speak of quite the same thing. */
  readonly notes: readonly string[];
}

/** What a surface says of itself, and how that compares. */
export interface ReportedDescription {
  /** A URL, or a file as it was named. */
  readonly source: string;
  /** The version of OpenAPI that it is written in; null where it could not be read. */
  readonly openapi: string | null;
  /** Why it could not be read; else null. */
  readonly problem: string | null;
  /** The names of roles that were found in it. */
  readonly roles: readonly DiscoveredRole[];
  /** Where the specification, the description and the server do not say the same. */
  readonly drift: readonly DriftRow[];
  /** How many more such members there are. */
  readonly driftLeftOut: number;
}

/** `report.json`; `report.schema.json` describes it. Every other report is written from this one. */
export interface Report {
  readonly schemaVersion: 1;
  readonly suite: {
    readonly name: string;
    readonly version: string;
    readonly contractsDigest: string;
  };
  /** Base URLs; null where the surface was not tested. */
  readonly target: Readonly<Record<Surface, string | null>> & { readonly embedded: boolean };
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Requests sent, retries and those for descriptions included. */
  readonly requests: number;
  readonly verdict: Verdict;
  readonly exitCode: ExitCode;
  /** Where the run can be looked at, such as the job of a pipeline; null where it has no such place. */
  readonly runUrl: string | null;
  /** What the run was told; null where recorded traffic was judged instead. */
  readonly configuration: ReportConfiguration | null;
  /** Path of the configuration file that was read, from the working directory; null where there was none. */
  readonly configurationFile: string | null;
  /** What was looked at where recorded traffic was judged; else null. */
  readonly traffic: RecordedTraffic | null;
  readonly partial: boolean;
  readonly interrupted: boolean;
  readonly failOn: Level;
  readonly allowIncomplete: boolean;
  /** What the requests of generating checks were made up from; null where none was judged. */
  readonly generated: Generated | null;
  /** The flags that named the target on the command line, word by word: whoever judges it again needs them. */
  readonly targetFlags: readonly string[];
  /** What the tested surfaces say of themselves, where somebody named their descriptions. */
  readonly descriptions: Readonly<Partial<Record<Surface, ReportedDescription>>>;
  /** null where the run had none. */
  readonly baseline: ReportBaseline | null;
  /** What is said once about the whole run, such as that nothing answers. */
  readonly problems: readonly string[];
  /** What was asked with in place of configured samples that have no hits on this server. */
  readonly samples: readonly FoundSample[];
  readonly staleWaivers: readonly StaleWaiver[];
  readonly expiredWaivers: readonly ExpiredWaiver[];
  /** All of them, each with the number of checks that it named. */
  readonly waivers: readonly (Waiver & { readonly checks: number })[];
  readonly exclusions: readonly (Exclusion & { readonly checks: number })[];
  readonly counts: Counts;
  /** The tested surfaces' endpoints in the order of the specification. */
  readonly endpoints: readonly ReportEndpoint[];
  readonly results: readonly ReportResult[];
  /** Requirements that no client can observe. */
  readonly notTested: readonly {
    readonly requirement: string;
    readonly clause: string;
    readonly reason: string;
  }[];
  /** By id; first those that results name, in their order, then the rest of the run. */
  readonly exchanges: ReportExchanges;
}

/** What is known of a run besides its judgement. */
export interface RunFacts {
  readonly suite: { readonly name: string; readonly version: string };
  readonly target: Report["target"];
  readonly runUrl: string | null;
  readonly configuration: ReportConfiguration | null;
  readonly traffic: RecordedTraffic | null;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly interrupted: boolean;
  readonly problems: readonly string[];
  readonly samples: readonly FoundSample[];
  readonly failOn: Level;
  readonly allowIncomplete: boolean;
  readonly waivers: readonly Waiver[];
  readonly exclusions: readonly Exclusion[];
  readonly baseline?: Baseline | null;
  readonly configurationFile?: string | null;
  readonly targetFlags?: readonly string[];
  readonly descriptions?: Report["descriptions"];
  readonly exchanges: readonly RecordedExchange[];
}

/** Lays out a run as its report; the same run gives the same text. Pure. */
export function buildReport(
  run: RunFacts,
  judgement: RunJudgement,
  register: Register,
  contracts: Pick<Catalogue, "operations" | "digest">,
): Report {
  const endpoints = endpointsOf(contracts.operations, run.target);
  const results = judgement.judged
    .map(({ junit: _, ...result }): ReportResult => result)
    .sort(byCheck(register, endpoints));
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
    interrupted: run.interrupted,
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
    results,
    notTested: register.requirements.flatMap(({ id, clause, notTested }) =>
      notTested === null ? [] : [{ requirement: id, clause, reason: notTested }],
    ),
    exchanges: exchangesById(results, run.exchanges),
  };
}

function baselineOf(
  baseline: Baseline | null,
  judgement: BaselineJudgement | null,
  now: Pick<Report, "suite" | "target" | "failOn">,
): ReportBaseline | null {
  if (baseline === null || judgement === null) return null;
  const { file, digest, report } = baseline;
  const { startedAt, verdict } = report;
  return { file, digest, startedAt, verdict, notes: reportDifferences(report, now), ...judgement };
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
 * names, such as an answer that samples were taken from, is kept for whoever judges the run again.
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

/** A base URL may carry a user and a password for a gate, which are nobody else's business. */
function withoutUser(baseUrl: string | null): string | null {
  if (baseUrl === null || !baseUrl.includes("@") || !URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  url.username = "";
  url.password = "";
  return url.href;
}
