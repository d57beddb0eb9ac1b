import { checkKey } from "../../contracts/check-key.ts";
import { loadCatalogue } from "../../contracts/load.ts";
import type { Cell, RecordedExchange } from "../../contracts/vocabulary.ts";
import { isFull } from "../../harness/configuration/matrix-choice.ts";
import { createReplaySource } from "../../harness/exchanges/replay-source.ts";
import { suiteVersion } from "../../harness/suite-version.ts";
import { canonicalJson } from "../../reporters/model/digest.ts";
import type { Report } from "../../reporters/model/report.ts";
import type { ReportConfiguration } from "../../reporters/model/report-configuration.ts";
import { plural } from "../../reporters/text/verdict-text.ts";
import type { JudgedResult } from "../../reporters/verdict/judgement.ts";
import { judgeAll } from "../../suites/session/judge-all.ts";
import { prepare } from "../../suites/session/prepare.ts";
import { reportOf } from "../build-run-report.ts";
import { isEndedFromOutside } from "../end-reasons.ts";
import { replayable } from "../report-configuration.ts";
import { reportedDescriptions } from "../reported-descriptions.ts";
import { leftOut } from "../run-checks.ts";
import { compareResults } from "../verify/compare-results.ts";
import { recordedIn } from "../verify/replay.ts";

/** A report, and the folder that it comes from, as it was named. */
export interface ShardReport {
  readonly name: string;
  readonly report: Report;
}

/** The whole run, or why the reports are not the shards of one run, one line each. */
export type Joined =
  | { readonly report: Report; readonly exchanges: readonly RecordedExchange[] }
  | { readonly problems: readonly string[] };

/**
 * Joins the reports of the machines that shared a run. First makes sure that none is missing, that all have the same
 * configuration and target, and that together they judged every check of the whole plan exactly once.
 * Sends nothing.
 *
 * @param shards reports that follow from their recorded exchanges
 */
export async function joinShards(shards: readonly ShardReport[]): Promise<Joined> {
  const [first] = shards;
  if (first === undefined) throw new Error("nothing to join");
  const foreign = [...unusable(shards), ...different(shards), ...incomplete(shards)];
  if (foreign.length > 0) return { problems: foreign };
  const { configuration: own, ...report } = first.report;
  if (own === null) throw new Error("a report without a configuration is not usable");
  const configuration = withoutShard(own);
  const exchanges = union(shards);
  const known = await replayable(configuration);
  const prepared = await prepare(known.configuration, known.keys, createReplaySource(exchanges));
  const { planned, source, problems, samples } = prepared;
  const judged = shards.flatMap(({ name, report: { results } }) =>
    results.map((result) => ({ name, result })),
  );
  const wanted = new Map(
    planned.map(({ requirement, cell }) => [checkKey({ ...cell, requirement: requirement.id }), 0]),
  );
  const wrong = misplaced(judged, wanted);
  if (wrong.length > 0) return { problems: wrong };
  const ends = shards.map((one) => one.report.ended).filter((one) => one !== null);
  const ended = ends.find(isEndedFromOutside) ?? ends[0] ?? null;
  const isUnfinished = isEndedFromOutside(ended);
  const { results } = compareResults(
    {
      results: judged.map(({ result }) => result),
      exchanges: Object.fromEntries(exchanges.map(({ id, ...exchange }) => [id, exchange])),
      ended,
    },
    // A part was judged on its own responses alone.
    await judgeAll(planned, source),
  );
  const unselected = leftOut(known.configuration, known.keys, planned);
  const { startedAt, durationMs } = duration(shards);
  const { failOn, allowIncomplete, target } = report;
  const joined = reportOf(
    {
      surfaces: known.configuration.surfaces,
      embedded: target.embedded,
      failOn,
      allowIncomplete,
      waivers: report.waivers.map(({ checks: _, ...waiver }) => waiver),
      exclusions: report.exclusions.map(({ checks: _, ...exclusion }) => exclusion),
    },
    {
      results,
      exchanges,
      interrupted: shards.some((one) => one.report.interrupted),
      ended,
      partial: unselected.length > 0 || !isFull(configuration.matrix),
      unselected,
      problems: isUnfinished ? [] : problems,
      samples: isUnfinished ? [] : samples,
      descriptions: reportedDescriptions(known.configuration.surfaces, exchanges),
      startedAt,
      durationMs,
    },
    {
      runUrl: report.runUrl,
      configuration,
      traffic: null,
      configurationFile: report.configurationFile,
      targetFlags: report.targetFlags,
    },
  );
  return { report: joined, exchanges };
}

/** Reports that are not shards, or that another version of the suite wrote. */
function unusable(shards: readonly ShardReport[]): readonly string[] {
  const { digest } = loadCatalogue();
  return shards.flatMap(({ name, report: { suite, configuration, traffic, baseline } }) => {
    if (suite.version !== suiteVersion || suite.contractsDigest !== digest) {
      return [`${name}: written by version ${suite.version} of the suite, or with other contracts`];
    }
    if (traffic !== null || configuration === null) {
      return [`${name}: about recorded traffic, not a shard of a run`];
    }
    if ((configuration.matrix.shard ?? null) === null) {
      return [`${name}: not a shard: its run had no --shard`];
    }
    // Which failures are new can be determined only for the whole run.
    if (baseline !== null)
      return [`${name}: was compared with a baseline; compare the merged report`];
    return [];
  });
}

/** Shards of runs whose configuration or target differs from that of the first one. */
function different([first, ...others]: readonly ShardReport[]): readonly string[] {
  if (first === undefined) return [];
  const parts = partsOf(first.report);
  return others.flatMap(({ name, report }) => {
    const own = partsOf(report);
    const unlike = Object.keys(parts).filter((part) => own[part] !== parts[part]);
    return unlike.length === 0
      ? []
      : [`${name}: has a different ${unlike.join(", ")} from ${first.name}`];
  });
}

/** What shards of one run have in common, as texts to compare. */
function partsOf(report: Report): Readonly<Record<string, string>> {
  const { target, configuration, failOn, allowIncomplete, waivers, exclusions, samples } = report;
  const { surfaces, keys, network, robustness, matrix, only, skip } = configuration ?? {};
  const parts = {
    target,
    surfaces,
    keys,
    headers: network?.headers,
    seed: robustness,
    matrix: matrix && { ...matrix, shard: matrix.shard?.of },
    selection: [only, skip],
    failOn,
    allowIncomplete,
    waivers: waivers.map(({ checks: _, ...waiver }) => waiver),
    exclusions: exclusions.map(({ checks: _, ...exclusion }) => exclusion),
    samples: samples.map(({ taken: _, ...sample }) => sample),
  };
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, canonicalJson(part ?? null)]),
  );
}

/** Shards that are missing, or given more than once. */
function incomplete(shards: readonly ShardReport[]): readonly string[] {
  const parts = shards.map(({ report }) => report.configuration?.matrix.shard ?? null);
  const of = parts[0]?.of ?? 0;
  return Array.from({ length: of }, (_, index) => index + 1).flatMap((part) => {
    const found = shards.filter((_, index) => parts[index]?.part === part).map(({ name }) => name);
    if (found.length === 1) return [];
    return [
      found.length === 0
        ? `shard ${part} of ${of} is missing`
        : `shard ${part} of ${of} was given ${plural(found.length, "time")}: ${found.join(", ")}`,
    ];
  });
}

/** Checks that are not in the whole plan, judged more than once, or not at all. */
function misplaced(
  judged: readonly { readonly name: string; readonly result: JudgedResult }[],
  wanted: Map<string, number>,
): readonly string[] {
  const foreign: string[] = [];
  for (const { name, result } of judged) {
    const key = checkKey(result);
    const times = wanted.get(key);
    if (times === undefined) foreign.push(`${name}: ${key} is not in the plan of this run`);
    else wanted.set(key, times + 1);
  }
  const counted = [...wanted].filter(([, times]) => times !== 1);
  return [
    ...foreign,
    ...counted.map(([key, times]) =>
      times === 0 ? `${key} is in no shard` : `${key} is in ${times} shards`,
    ),
  ];
}

/**
 * Every exchange once. Shards share a few, such as ping; of these, the one by which the checks of its endpoint and
 * version were judged is kept.
 */
function union(shards: readonly ShardReport[]): readonly RecordedExchange[] {
  const byId = new Map<string, RecordedExchange>();
  for (const { report } of shards) {
    const own = new Set(report.results.map(placeOf));
    for (const exchange of recordedIn(report)) {
      if (!byId.has(exchange.id) || own.has(placeOf(exchange))) byId.set(exchange.id, exchange);
    }
  }
  return [...byId.values()];
}

function placeOf({
  surface,
  endpoint,
  version,
}: Pick<Cell, "surface" | "endpoint" | "version">): string {
  return `${surface} ${endpoint} ${version}`;
}

function withoutShard(configuration: ReportConfiguration): ReportConfiguration {
  const { shard: _, ...matrix } = configuration.matrix;
  return { ...configuration, matrix };
}

/** From the first beginning to the last end. */
function duration(shards: readonly ShardReport[]) {
  const spans = shards.map(({ report: { startedAt, durationMs } }) => {
    const start = Date.parse(startedAt);
    return { start, end: start + durationMs };
  });
  const start = Math.min(...spans.map((span) => span.start));
  return {
    startedAt: new Date(start),
    durationMs: Math.max(...spans.map(({ end }) => end)) - start,
  };
}
