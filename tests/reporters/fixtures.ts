import type { Operation } from "../../contracts/catalogue.ts";
import { loadCatalogue } from "../../contracts/load.ts";
import type { Register, Requirement } from "../../contracts/register.ts";
import { anything } from "../../contracts/shape.ts";
import type { CheckResult, RecordedExchange, Surface } from "../../contracts/vocabulary.ts";
import { buildReport, type RunFacts } from "../../reporters/model/build-report.ts";
import type { Report } from "../../reporters/model/report.ts";
import type { RunJudgement } from "../../reporters/verdict/judgement.ts";
import { judgeRun, type VerdictInput } from "../../reporters/verdict/verdict.ts";

const blankRequirement = {
  expected: "",
  interpretation: null,
  notTested: null,
};

const written: readonly Omit<Requirement, "clauses">[] = [
  {
    ...blankRequirement,
    id: "ping.public",
    area: "ping",
    level: "must",
    clause: "Authentication, item 1",
    statement: "Ping answers without a key.",
    impact: "Monitors need a key.",
  },
  {
    ...blankRequirement,
    id: "auth.missing-key-refused",
    area: "auth",
    level: "must",
    clause: "Authentication, item 7",
    statement: "A request without a key is refused.",
    impact: "Anybody can read.",
    interpretation: "keys",
  },
  {
    ...blankRequirement,
    id: "auth.shown-once",
    area: "auth",
    level: "must",
    clause: "Authentication, item 3",
    statement: "A key is shown once.",
    impact: "Keys leak.",
    notTested: "No client can see the console.",
  },
  {
    ...blankRequirement,
    id: "error.code-is-status",
    area: "error",
    level: "must",
    clause: "Legacy error envelope",
    statement: "The code of the legacy envelope is the status.",
    impact: "Clients handle the wrong error.",
  },
  {
    ...blankRequirement,
    id: "error.status-401",
    area: "error",
    level: "should",
    clause: "Errors, rule 3",
    statement: "A refused key is a 401 & nothing else.",
    impact: "Clients don't ask for a new key.",
  },
];

const requirements: readonly Requirement[] = written.map((requirement) => ({
  ...requirement,
  clauses: [requirement.clause],
}));

export const register: Register = {
  requirements,
  clauses: [...new Set(requirements.flatMap(({ clauses }) => clauses))],
  get: (id) => requirements.find((requirement) => requirement.id === id),
};

function operation(surface: Surface, endpoint: string, version: string): Operation {
  return {
    surface,
    endpoint,
    version,
    availability: "stated",
    protected: endpoint !== "/ping",
    generation: "metadata-and-errors",
    errorEnvelope: "metadata-and-errors",
    list: null,
    entries: null,
    roleGroup: null,
    roles: [],
    parameters: [],
    requiredMembers: [],
    validateSuccess: () => [],
    successShape: anything,
    parameterExamples: {},
    successRequirements: new Set(),
    judgedPlaces: new Map(),
  };
}

const aggregatorVersions = ["2026-05-25", "2024-01-01", "2022-01-01"];
const newsVersions = ["2026-08-01", "2024-01-01"];

export const contracts = {
  operation: () => null,
  errors: loadCatalogue().errors,
  operations: [
    ...["/search", "/topics", "/ping"].flatMap((endpoint) =>
      aggregatorVersions.map((version) => operation("aggregator", endpoint, version)),
    ),
    ...["/search/publishers", "/ping"].flatMap((endpoint) =>
      newsVersions.map((version) => operation("news", endpoint, version)),
    ),
  ],
  digest: `sha256:${"0".repeat(64)}`,
};

/** A passing must check of aggregator `/topics`, with what differs. */
export function result(differing: Partial<CheckResult> = {}): CheckResult {
  return {
    requirement: "auth.missing-key-refused",
    level: "must",
    surface: "aggregator",
    endpoint: "/topics",
    version: "2024-01-01",
    auth: null,
    outcome: "pass",
    message: "",
    findings: [],
    exchanges: [],
    ...differing,
  };
}

/** A recorded answer of aggregator `/topics`, with what differs. */
export function exchange(
  id: string,
  body: string,
  differing: Partial<RecordedExchange> = {},
): RecordedExchange {
  return {
    id,
    surface: "aggregator",
    endpoint: "/topics",
    version: "2024-01-01",
    curl: "curl -sS -H 'api-version: 2024-01-01' -H \"api-key: $AGGREGATOR_API_KEY\" 'http://127.0.0.1:4000/headlines/topics'",
    request: {
      method: "GET",
      url: "http://127.0.0.1:4000/headlines/topics",
      headers: {
        accept: "application/json",
        "api-version": "2024-01-01",
        "api-key": "$AGGREGATOR_API_KEY",
      },
    },
    response: {
      status: 401,
      headers: { "content-type": "application/json" },
      body,
      bytes: Buffer.byteLength(body),
      truncated: false,
    },
    failure: null,
    attempts: 1,
    startedAt: "2026-10-01T12:00:00.000Z",
    durationMs: 12.5,
    ...differing,
  };
}

/** The verdict of a run with these results, with no waiver, nothing excluded and nothing tolerated. */
export function judge(
  results: readonly CheckResult[],
  differing: Partial<Omit<VerdictInput, "results">> = {},
): RunJudgement {
  return judgeRun({
    results,
    waivers: [],
    exclusions: [],
    failOn: "must",
    allowIncomplete: false,
    interrupted: false,
    partial: false,
    today: "2026-10-01",
    ...differing,
  });
}

/** The report of a run with these results, judged. */
export function report(
  results: readonly CheckResult[],
  facts: Partial<RunFacts> & Pick<Partial<VerdictInput>, "partial"> = {},
): Report {
  const { partial = false, ...own } = facts;
  const run: RunFacts = {
    suite: { name: "news-conformance", version: "0.1.0" },
    target: {
      aggregator: "http://127.0.0.1:4000/headlines",
      news: "http://127.0.0.1:4001",
      embedded: false,
    },
    runUrl: null,
    configuration: null,
    traffic: null,
    startedAt: new Date("2026-10-01T12:00:00.000Z"),
    durationMs: 4120.4,
    interrupted: false,
    ended: null,
    problems: [],
    samples: [],
    failOn: "must",
    allowIncomplete: false,
    waivers: [],
    exclusions: [],
    exchanges: [],
    ...own,
  };
  const { waivers, exclusions, failOn, allowIncomplete, interrupted, baseline = null } = run;
  const input = { waivers, exclusions, failOn, allowIncomplete, interrupted, baseline, partial };
  return buildReport(run, judge(results, input), register, contracts);
}
