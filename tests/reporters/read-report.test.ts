import { describe, expect, test } from "vitest";
import { ReportReadError, readReport } from "../../reporters/model/read-report.ts";
import { report, result } from "./fixtures.ts";

const written = () => JSON.parse(JSON.stringify(report([result({ outcome: "fail" })])));

test("reads what was written, also with a byte order mark", () => {
  expect(readReport(`\ufeff${JSON.stringify(written())}`)).toEqual(written());
});

test("fills in what an older report lacks", () => {
  const { baseline, ...older } = written();
  expect(baseline).toBeNull();
  delete older.results[0].known;
  expect(readReport(JSON.stringify(older))).toEqual(written());
});

test("a finding may name an exchange that is called like an inherited member", () => {
  const { exchanges } = readReport(JSON.stringify(written()));
  for (const id of ["__proto__", "constructor"]) expect(exchanges[id]).toBeUndefined();
});

/** A configuration, with other members. */
const configured = (more: object = {}, network: object = {}) => ({
  ...written(),
  configuration: {
    surfaces: {},
    keys: {
      aggregator: { own: true, revoked: false, revocable: false },
      news: { own: false, revoked: false, revocable: false },
    },
    network: { concurrency: 8, rate: null, timeoutMs: 10_000, retries: 2, headers: [], ...network },
    robustness: { seed: 1, runs: 1 },
    matrix: { kind: "full", rotation: null },
    only: [],
    skip: [],
    ...more,
  },
});
const matrix = (more: object) => configured({ matrix: { kind: "full", rotation: null, ...more } });

test("reads the largest numbers that the command line takes", () => {
  const parts = { part: 999, of: 999 };
  const most = { seed: Number.MAX_SAFE_INTEGER, runs: 100 };
  for (const one of [matrix({ shard: parts, rotation: parts }), configured({ robustness: most })])
    expect(readReport(JSON.stringify(one)).configuration).toEqual(one.configuration);
});

describe("refuses a number that no command line takes, and names it", () => {
  test.for<[string, object]>([
    ["matrix/shard/of", matrix({ shard: { part: 1, of: 1e12 } })],
    ["matrix/shard", matrix({ shard: { part: 3, of: 2 } })],
    ["matrix/rotation/of", matrix({ rotation: { part: 1, of: 1e12 } })],
    ["matrix/rotation", matrix({ rotation: { part: 2, of: 1 } })],
    ["matrix/budget", matrix({ budget: -1 })],
    ["matrix/budget", matrix({ budget: 1e300 })],
    ["matrix/bail", matrix({ bail: 1e300 })],
    ["robustness/runs", configured({ robustness: { seed: 1, runs: 1e9 } })],
    ["robustness/seed", configured({ robustness: { seed: 1e300, runs: 1 } })],
    ["network/concurrency", configured({}, { concurrency: 0 })],
    ["network/rate", configured({}, { rate: -1 })],
    ["network/timeoutMs", configured({}, { timeoutMs: -1 })],
    ["network/retries", configured({}, { retries: 1e300 })],
    ["network/patienceMs", configured({}, { patienceMs: 1e15 })],
    ["network/maxDurationMs", configured({}, { maxDurationMs: 1e15 })],
  ])("%s", ([member, content]) => {
    expect(() => readReport(JSON.stringify(content))).toThrow(ReportReadError);
    expect(() => readReport(JSON.stringify(content))).toThrow(`/configuration/${member} `);
  });
});

describe("refuses free lists that no run writes", () => {
  test.for(["problems", "targetFlags", "samples", "staleWaivers", "expiredWaivers", "endpoints"])(
    "%s",
    (name) => {
      const content = { ...written(), [name]: Array.from({ length: 20_000 }, () => "rain") };
      expect(() => readReport(JSON.stringify(content))).toThrow(`/${name} must NOT have more than`);
    },
  );
});

test.for(["javascript:alert(1)", "file:///etc/passwd", "evil", "https://a.example/\u001b[31m"])(
  "refuses %j as the URL of a run",
  (runUrl) => {
    expect(() => readReport(JSON.stringify({ ...written(), runUrl }))).toThrow(
      "/runUrl must match",
    );
  },
);

describe("refuses", () => {
  const refused: readonly [string, () => unknown, string][] = [
    ["what is no object", () => [], "it has no schemaVersion"],
    ["a file of another kind", () => ({ waivers: [] }), "it has no schemaVersion"],
    [
      "a newer form",
      () => ({ ...written(), schemaVersion: 2 }),
      "its schemaVersion is 2, and this version of news-conformance reads 1 only",
    ],
    [
      "a report without results",
      () => ({ ...written(), results: undefined }),
      "it is not a report: the document must have required property 'results'",
    ],
    [
      "a status that there is not",
      () => ({ ...written(), results: [{ ...written().results[0], status: "fine" }] }),
      "it is not a report: /results/0/status",
    ],
    ...(["/\ud800", "/search\u202e", "search"] as const).map(
      (endpoint): [string, () => unknown, string] => [
        `the endpoint ${JSON.stringify(endpoint)}`,
        () => ({ ...written(), results: [{ ...written().results[0], endpoint }] }),
        "it is not a report: /results/0/endpoint must match pattern",
      ],
    ),
    [
      "two results of one check",
      () => ({ ...written(), results: [...written().results, ...written().results] }),
      "it has two results for the same check of auth.missing-key-refused",
    ],
  ];
  test.for(refused)("%s", ([, make, message]) => {
    const text = JSON.stringify(make());
    expect(() => readReport(text)).toThrow(ReportReadError);
    expect(() => readReport(text)).toThrow(message);
  });
  test("what is not JSON", () => {
    expect(() => readReport("<testsuites/>")).toThrow(new ReportReadError("it is not JSON"));
  });
});
