import PQueue from "p-queue";
import type { CheckResult, RecordedExchange } from "../../contracts/vocabulary.ts";
import { createReplaySource } from "../../harness/exchanges/replay-source.ts";
import { exchangeId } from "../../harness/requests/request-spec.ts";
import type { Fault } from "../../reference/faults/fault.ts";
import { wholePlan } from "../../run/whole-plan.ts";
import type { KnownFaults } from "../../suites/budget/known-faults.ts";
import { probeName, probesOf } from "../../suites/budget/probes.ts";
import { judge } from "../../suites/engine/judge.ts";
import { alternativesOf } from "../../suites/model/check.ts";
import { repeats } from "../../suites/model/following.ts";
import { type PlannedCheck, replacing } from "../../suites/model/planned-check.ts";
import { faultVerdict } from "../judging/fault-verdict.ts";
import { createReferenceJudge, type JudgedReference } from "../judging/reference-judge.ts";

/** The number of servers that run concurrently in this process. */
const serversAtOnce = 8;

/**
 * Runs the suite against every fault, and records which probes show it.
 * @param onProgress called after each fault
 */
export async function recordKnownFaults(
  faults: readonly Fault[],
  onProgress: (done: number) => void = () => {},
): Promise<KnownFaults> {
  const plan = wholePlan();
  const reference = await createReferenceJudge();
  const queue = new PQueue({ concurrency: serversAtOnce });
  let done = 0;
  const rows = await queue.addAll(
    faults.map((fault) => async () => {
      const judged = await reference.judge([fault]);
      const shown = await showing(fault, plan, judged, reference.healthy);
      done += 1;
      onProgress(done);
      return [fault.name, shown] as const;
    }),
  );
  return {
    following: followingIn(plan, reference.healthy.results),
    // A fault in the description of a surface needs no request.
    shownBy: Object.fromEntries(
      rows.filter(([, shown]) => shown.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
}

/** The same faults as JSON with a line for each, so that changes are easy to read and to merge. */
export function knownFaultsText({ following, shownBy }: KnownFaults): string {
  const lines = (entries: Readonly<Record<string, unknown>>) =>
    Object.entries(entries)
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(",\n");
  return `{\n  "following": {\n${lines(following)}\n  },\n  "shownBy": {\n${lines(shownBy)}\n  }\n}\n`;
}

/** The names of the probes that show a fault by a requirement that it declares, sorted. */
async function showing(
  fault: Fault,
  plan: readonly PlannedCheck[],
  { results, traffic }: JudgedReference,
  healthy: JudgedReference,
): Promise<readonly string[]> {
  const unrelated = new Set(faultVerdict(fault, results).unrelated);
  const broken = plan.flatMap((planned, index) => {
    const result = results[index];
    const isBroken = result?.outcome === "fail" || result?.outcome === "warn";
    return result === undefined || !isBroken || unrelated.has(result) ? [] : [{ planned, result }];
  });
  const names = await Promise.all(
    broken.map(async ({ planned, result }) =>
      probesShowing(planned, await unshortened(planned, result, traffic, healthy.traffic)),
    ),
  );
  const own = names.flat();
  if (own.length > 0) return own.toSorted();
  const shown = new Set(
    broken.flatMap(({ result }) => result.findings.map(({ exchange }) => exchange)),
  );
  const planned = requestsShowing(plan, shown);
  return (planned.length > 0 ? planned : followUpsShowing(plan, results, shown)).toSorted();
}

/** Where only requests of other checks show it: every probe with one of these requests. */
function requestsShowing(
  plan: readonly PlannedCheck[],
  shown: ReadonlySet<string | null>,
): readonly string[] {
  return probesOf(plan)
    .filter(({ requests }) => requests.some((spec) => shown.has(exchangeId(spec))))
    .map(probeName);
}

/** Where only requests show it that depend on responses: every probe that they follow. */
function followUpsShowing(
  plan: readonly PlannedCheck[],
  results: readonly CheckResult[],
  shown: ReadonlySet<string | null>,
): readonly string[] {
  return plan.flatMap((planned, index) =>
    results[index]?.exchanges.some((id) => shown.has(id))
      ? probesOf([planned]).flatMap((probe) => (probe.following === null ? [] : [probeName(probe)]))
      : [],
  );
}

function probesShowing(planned: PlannedCheck, { findings }: CheckResult): readonly string[] {
  const shown = new Set(findings.map(({ exchange }) => exchange));
  return probesOf([planned])
    .filter(({ choice }) => {
      if (planned.check.kind !== "each") return true;
      return alternativesOf(planned.choices[choice] ?? null).some((spec) =>
        shown.has(exchangeId(spec)),
      );
    })
    .map(probeName);
}

/** The same result with the requests of the plan in place of shorter ones that show the same. */
async function unshortened(
  planned: PlannedCheck,
  result: CheckResult,
  traffic: readonly RecordedExchange[],
  healthy: readonly RecordedExchange[],
): Promise<CheckResult> {
  const { check } = planned;
  if (check.kind !== "each" || check.shorter === undefined) return result;
  const { shorter: _, ...whole } = check;
  // In a recording with an exchange twice, the last one counts.
  const source = createReplaySource([...healthy, ...traffic]);
  return judge(replacing(planned, { check: whole }), source);
}

/** The requests that depend on responses, by their purpose. */
function followingIn(
  plan: readonly PlannedCheck[],
  results: readonly CheckResult[],
): KnownFaults["following"] {
  const sent = new Set(plan.flatMap(({ requests }) => requests.map(exchangeId)));
  const found = new Map<string, ReadonlySet<string>>();
  for (const [index, planned] of plan.entries()) {
    for (const { following } of probesOf([planned])) {
      if (following === null || following === repeats) continue;
      const ids = results[index]?.exchanges.filter((id) => !sent.has(id)) ?? [];
      found.set(following, new Set([...(found.get(following) ?? []), ...ids]));
    }
  }
  const rows = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(rows.map(([purpose, ids]) => [purpose, [...ids].sort()]));
}
