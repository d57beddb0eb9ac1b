import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import type { Report, ReportResult } from "../model/report.ts";
import { targetText } from "../text/target-text.ts";
import { verdictText } from "../text/verdict-text.ts";
import type { CardCase } from "../view/card-case.ts";
import { cardText } from "../view/card-text.ts";
import { caseCard, type TestCase, testCases } from "../view/case.ts";

/** Columns of the cards, as in JUnit. */
const cardWidth = 100;

type CtrfStatus = "passed" | "failed" | "skipped" | "pending" | "other";

/**
 * The report in the Common Test Report Format (ctrf.io), a test for each requirement × cell. What makes
 * the run red is `failed`; what is broken without that (a warning, a waiver) and what could not be
 * judged is `other`, so that it is not mistaken for passed. `rawStatus` has the status of the report.
 */
export function ctrfJson(report: Report, register: Register): string {
  const cases = testCases(report, register);
  const statuses = cases.map(({ result }) => statusOf(result));
  const count = (wanted: CtrfStatus) => statuses.filter((status) => status === wanted).length;
  const start = Date.parse(report.startedAt);
  const stop = start + report.durationMs;
  const { name, version } = report.suite;
  const document = {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    timestamp: new Date(stop).toISOString(),
    generatedBy: `${name} ${version}`,
    results: {
      tool: { name, version },
      summary: {
        tests: cases.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: count("pending"),
        other: count("other"),
        suites: group(cases, ({ suite }) => suite).size,
        start,
        stop,
        duration: report.durationMs,
        extra: {
          verdict: report.verdict,
          partial: report.partial,
          exitCode: report.exitCode,
          requests: report.requests,
          staleWaivers: report.staleWaivers.length,
          problems: report.problems,
        },
      },
      tests: cases.map((one) => testOf(one, report, register)),
      environment: {
        reportName: verdictText(report),
        testEnvironment: targetText(report.target),
        healthy: report.exitCode === 0,
        extra: { target: report.target, contractsDigest: report.suite.contractsDigest },
      },
    },
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** One entry for each place, as the report has them. */
function findingsOf({ findings }: CardCase): readonly object[] {
  return findings.flatMap(({ paths, expected, actual }) =>
    paths.map((path) => ({ path, expected, actual })),
  );
}

function statusOf({ status, red, known }: ReportResult): CtrfStatus {
  if (known) return "other";
  if (red) return "failed";
  if (status === "pass") return "passed";
  return status === "skip" || status === "excluded" ? "skipped" : "other";
}

function testOf(one: TestCase, report: Report, register: Register): object {
  const { result, name, milliseconds, retries, message } = one;
  const { requirement, level, surface, endpoint, version, auth, status } = result;
  const known = register.get(requirement);
  const card = caseCard(result, report, register);
  const last = report.exchanges[result.exchanges.at(-1) ?? ""];
  return {
    testId: name,
    name,
    status: statusOf(result),
    rawStatus: status,
    duration: milliseconds,
    suite: [surface, endpoint, version],
    type: "conformance",
    ...(message === "" ? {} : { message }),
    ...(card === null ? {} : { trace: cardText(card, cardWidth) }),
    ...(retries === 0 ? {} : { retries }),
    flaky: false,
    tags: [level, ...(known === undefined ? [] : [known.area])],
    extra: {
      requirement,
      level,
      clause: known?.clause ?? "",
      cell: { surface, endpoint, version, auth },
      curl: card?.cases[0].curl ?? last?.curl ?? null,
      ...(card === null ? {} : { findings: card.cases.flatMap(findingsOf) }),
    },
  };
}
