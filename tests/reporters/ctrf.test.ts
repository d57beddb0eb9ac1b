import { readFile } from "node:fs/promises";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { ctrfJson } from "../../reporters/formats/ctrf.ts";
import type { Report } from "../../reporters/model/report.ts";
import { exchange, register, report, result } from "./fixtures.ts";

let errorsOf: (document: unknown) => readonly string[] = () => ["no schema"];
beforeAll(async () => {
  // CTRF's own, as the package ctrf 0.3.0 publishes it.
  const schema = JSON.parse(await readFile(new URL("ctrf.schema.json", import.meta.url), "utf8"));
  const ajv = new Ajv({ allErrors: true, strict: false });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  errorsOf = (document) => {
    validate(document);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
});

const full = report(
  [
    result({ auth: "bearer", exchanges: ["x1"] }),
    result({
      requirement: "error.code-is-status",
      outcome: "fail",
      message: "/code: expected 401, got 400",
      findings: [{ path: "/code", expected: "401", actual: "400", exchange: "x1" }],
      exchanges: ["x1", "x2"],
    }),
    result({ requirement: "error.status-401", level: "should", outcome: "warn", message: "a 403" }),
    result({ version: "default", outcome: "skip", message: "no name is known" }),
    result({ version: "default", auth: "bearer", outcome: "blocked", message: "timeout" }),
    result({ version: "default", auth: "api-key", outcome: "error", message: "defect: x" }),
    result({ requirement: "ping.public", endpoint: "/ping", outcome: "fail", message: "a 500" }),
    result({ requirement: "ping.public", surface: "news", endpoint: "/ping" }),
  ],
  {
    exchanges: [
      exchange("x1", '{"code":400}', { durationMs: 12.4 }),
      exchange("x2", "{}", { durationMs: 1000, attempts: 3 }),
    ],
    waivers: [
      {
        requirement: "ping.public",
        surface: "aggregator",
        reason: "ticket 9",
        until: "2027-01-01",
      },
    ],
    exclusions: [{ requirement: "ping.public", surface: "news", reason: "gated" }],
  },
);

function read(written: Report) {
  return JSON.parse(ctrfJson(written, register));
}

function testNamed(name: string) {
  const found = read(full).results.tests.filter((one: { name: string }) => one.name === name);
  if (found.length !== 1) throw new Error(`${found.length} tests ${name}`);
  return found[0];
}

describe("the document", () => {
  test("is valid", () => {
    expect(errorsOf(read(full))).toEqual([]);
    expect(errorsOf(read(report([])))).toEqual([]);
  });

  test("the schema of these tests rejects an unknown status and an unknown member", () => {
    const document = read(full);
    document.results.tests[0].status = "fail";
    document.results.tests[1].outcome = "fail";
    expect(errorsOf(document)).toHaveLength(2);
  });

  test("counts what it holds", () => {
    const { summary, tests } = read(full).results;
    expect(summary).toMatchObject({
      tests: 8,
      passed: 1,
      failed: 1,
      skipped: 2,
      pending: 0,
      other: 4,
      suites: 4,
      start: Date.parse("2026-10-01T12:00:00Z"),
      stop: Date.parse("2026-10-01T12:00:00Z") + 4120,
      duration: 4120,
    });
    for (const status of ["passed", "failed", "skipped", "pending", "other"]) {
      const own = tests.filter((one: { status: string }) => one.status === status);
      expect(own).toHaveLength(summary[status]);
    }
  });

  test("is the same for the same run", () => {
    expect(ctrfJson(full, register)).toBe(ctrfJson(full, register));
  });
});

describe("tests", () => {
  test("a pass says how to ask the same", () => {
    const passed = testNamed("auth.missing-key-refused [aggregator /topics 2024-01-01 bearer]");
    expect(passed.extra.curl).toMatch(/^curl -sS /);
    expect(passed.message).toBeUndefined();
    expect(testNamed("ping.public [news /ping 2024-01-01]").extra.curl).toBeNull();
  });

  test("a failure has everything to mend it", () => {
    const failed = testNamed("error.code-is-status [aggregator /topics 2024-01-01]");
    expect(failed).toMatchObject({
      testId: failed.name,
      status: "failed",
      rawStatus: "fail",
      suite: ["aggregator", "/topics", "2024-01-01"],
      message: "/code: expected 401, got 400 (in a 401); aggregator GET /topics at 2024-01-01",
      tags: ["must", "error"],
      extra: {
        requirement: "error.code-is-status",
        level: "must",
        clause: "Legacy error envelope",
        cell: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01", auth: null },
        curl: expect.stringMatching(/^curl -sS /),
        findings: [{ path: "/code", expected: "401", actual: "400" }],
      },
    });
    expect(failed.trace).toMatch(/^✘ error\.code-is-status \(must\)\n/);
  });

  test("an exchange's time and retries belong to the first test that judges it", () => {
    const tests = read(full).results.tests;
    const sum = tests.reduce(
      (total: number, { duration }: { duration: number }) => total + duration,
      0,
    );
    expect(sum).toBe(1012);
    expect(
      testNamed("auth.missing-key-refused [aggregator /topics 2024-01-01 bearer]"),
    ).toMatchObject({ duration: 12, status: "passed" });
    expect(testNamed("error.code-is-status [aggregator /topics 2024-01-01]")).toMatchObject({
      duration: 1000,
      retries: 2,
    });
  });

  test("what is broken without making the run red is neither passed nor failed", () => {
    const statuses = read(full).results.tests.map(
      ({ rawStatus, status }: { rawStatus: string; status: string }) => `${rawStatus} ${status}`,
    );
    expect(new Set(statuses)).toEqual(
      new Set([
        "pass passed",
        "fail failed",
        "warn other",
        "waived other",
        "blocked other",
        "error other",
        "skip skipped",
        "excluded skipped",
      ]),
    );
  });

  test("with --fail-on should a warning is failed", () => {
    const warned = result({ level: "should", outcome: "warn", message: "a 403" });
    expect(read(report([warned], { failOn: "should" })).results.tests[0].status).toBe("failed");
  });
});
