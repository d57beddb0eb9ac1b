import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Waiver } from "../../contracts/waivers.ts";
import { reportFiles } from "../../reporters/files/report-files.ts";
import { makeReportFolder } from "../../reporters/files/report-folder.ts";
import { ReportWriteError } from "../../reporters/files/report-write-error.ts";
import { writeReports } from "../../reporters/files/write-reports.ts";
import type { Report } from "../../reporters/model/report.ts";
import schema from "../../reporters/report.schema.json" with { type: "json" };
import { reportView } from "../../reporters/view/report-view.ts";
import { exchange, register, report, result } from "./fixtures.ts";

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
});
addFormats.default(ajv);
const validate = ajv.compile(schema);
const errorsOf = (text: unknown) => (validate(text) ? [] : validate.errors);

const waiver: Waiver = {
  requirement: "ping.public",
  endpoint: "/ping",
  reason: "r",
  until: "2027-01-01",
};

function full(): Report {
  return report(
    [
      result({ requirement: "error.status-401", level: "should", outcome: "warn" }),
      result({ auth: "bearer", exchanges: ["x2"] }),
      result({
        outcome: "fail",
        message: "status: expected 4xx, got 200",
        findings: [{ path: "status", expected: "4xx", actual: "200", exchange: "x1" }],
        exchanges: ["x2", "x1"],
      }),
      result({ version: "default" }),
      result({ version: "2026-05-25" }),
      result({ endpoint: "/search", outcome: "blocked", exchanges: ["x3"] }),
      result({ surface: "news", endpoint: "/search/publishers" }),
      result({ requirement: "ping.public", surface: "news", endpoint: "/ping", outcome: "fail" }),
      result({ requirement: "ping.public", endpoint: "/ping" }),
    ],
    {
      waivers: [waiver, { ...waiver, until: "2026-01-01" }, { ...waiver, endpoint: "/pong" }],
      exclusions: [{ requirement: "auth.missing-key-refused", endpoint: "/search", reason: "no" }],
      exchanges: [
        exchange("unused", "{}"),
        exchange("x3", "", {
          response: null,
          failure: { kind: "reset", message: "connection reset" },
          attempts: 3,
        }),
        exchange("x1", "{}"),
        exchange("x2", "{}"),
      ],
    },
  );
}

describe("the report", () => {
  test("is as its schema says, after being written down", () => {
    expect(errorsOf(JSON.parse(JSON.stringify(full())))).toEqual([]);
    expect(errorsOf(JSON.parse(JSON.stringify(report([]))))).toEqual([]);
  });

  const broken: readonly [string, (copy: Record<string, unknown>) => void][] = [
    ["another schema version", (copy) => Object.assign(copy, { schemaVersion: 2 })],
    ["an unknown verdict", (copy) => Object.assign(copy, { verdict: "fine" })],
    ["no results", (copy) => Object.assign(copy, { results: undefined })],
    ["exit code 2", (copy) => Object.assign(copy, { exitCode: 2 })],
    [
      "an unknown status",
      (copy) => Object.assign(copy, { results: [{ ...result(), status: "ok" }] }),
    ],
  ];
  test.for(broken)("the schema rejects %s", ([, spoil]) => {
    const copy: Record<string, unknown> = JSON.parse(JSON.stringify(full()));
    spoil(copy);
    expect(errorsOf(JSON.parse(JSON.stringify(copy)))).not.toEqual([]);
  });

  test("every member is in the schema", () => {
    expect(Object.keys(full()).sort()).toEqual(Object.keys(schema.properties).sort());
  });

  test("results are in the order of register, endpoint, version and style", () => {
    const places = full().results.map(({ requirement, surface, endpoint, version, auth }) =>
      [requirement, surface, endpoint, version, auth ?? "-"].join(" "),
    );
    expect(places).toEqual([
      "ping.public aggregator /ping 2024-01-01 -",
      "ping.public news /ping 2024-01-01 -",
      "auth.missing-key-refused aggregator /search 2024-01-01 -",
      "auth.missing-key-refused aggregator /topics default -",
      "auth.missing-key-refused aggregator /topics 2026-05-25 -",
      "auth.missing-key-refused aggregator /topics 2024-01-01 -",
      "auth.missing-key-refused aggregator /topics 2024-01-01 bearer",
      "auth.missing-key-refused news /search/publishers 2024-01-01 -",
      "error.status-401 aggregator /topics 2024-01-01 -",
    ]);
  });

  test("holds the exchanges that results name in that order, then the others, and counts all requests", () => {
    const written = full();
    expect(Object.keys(written.exchanges)).toEqual(["x3", "x2", "x1", "unused"]);
    expect(written.exchanges.x3).not.toHaveProperty("id");
    expect(written.requests).toBe(6);
  });

  test("says what waivers and exclusions name, and what is not tested", () => {
    const { waivers, exclusions, notTested, staleWaivers, expiredWaivers } = full();
    expect(waivers.map(({ checks }) => checks)).toEqual([2, 2, 0]);
    expect(exclusions.map(({ checks }) => checks)).toEqual([1]);
    expect(staleWaivers.map(({ index }) => index)).toEqual([2]);
    expect(expiredWaivers.map(({ index }) => index)).toEqual([1]);
    expect(notTested).toEqual([
      {
        requirement: "auth.shown-once",
        clause: "Authentication, item 3",
        reason: "No client can see the console.",
      },
    ]);
  });

  test("leaves out endpoints of a surface that is not tested, and passwords of a base URL", () => {
    const target = { aggregator: null, news: "https://me:secret@gate.example/n", embedded: false };
    const written = report([result({ surface: "news", endpoint: "/ping" })], { target });
    expect(written.target.news).toBe("https://gate.example/n");
    expect(written.endpoints).toEqual([
      {
        surface: "news",
        endpoint: "/search/publishers",
        versions: ["default", "2026-08-01", "2024-01-01"],
      },
      { surface: "news", endpoint: "/ping", versions: ["default", "2026-08-01", "2024-01-01"] },
    ]);
  });

  test("is the same text for the same run, whatever the order of the results", () => {
    const results = [result(), result({ version: "default" }), result({ auth: "bearer" })];
    expect(JSON.stringify(report(results))).toBe(JSON.stringify(report([...results].reverse())));
  });
});

describe("writing", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "reports-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("makes the folder, leaves nothing else in it, and replaces older reports", async () => {
    const directory = join(folder, "a", "b");
    await writeReports(directory, { view: reportView(report([]), register), exchanges: [] });
    const written = await writeReports(directory, {
      view: reportView(full(), register),
      exchanges: [],
    });
    // Nothing is attested where something failed, and traffic is written only where it is asked for.
    const absent = ["attestation.json", "traffic.har"];
    const names = reportFiles.map(({ name }) => name).filter((name) => !absent.includes(name));
    expect(names).toEqual(expect.arrayContaining(["report.json", "junit.xml"]));
    expect(written).toEqual(names.map((name) => join(directory, name)));
    expect((await readdir(directory)).sort()).toEqual([...names].sort());
    expect(JSON.parse(await readFile(join(directory, "report.json"), "utf8"))).toEqual(full());
    expect(await readFile(join(directory, "junit.xml"), "utf8")).toContain("<testsuites");
  });

  test.runIf(existsSync("/proc/self"))(
    "a file system that makes no folders is no endless attempt",
    () => {
      expect(() => makeReportFolder("/proc/conformance/report")).toThrow(
        /can't make the folder \/proc\/conformance\/report: /,
      );
    },
  );

  test("says what is in the way", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const failing = writeReports(join(file, "deeper"), {
      view: reportView(full(), register),
      exchanges: [],
    });
    await expect(failing).rejects.toThrow(ReportWriteError);
    await expect(
      writeReports(join(file, "deeper"), { view: reportView(full(), register), exchanges: [] }),
    ).rejects.toThrow(/can't make the folder .*deeper: a part of the path is a file/);
    const directory = join(folder, "occupied");
    await writeReports(join(directory, "report.json"), {
      view: reportView(full(), register),
      exchanges: [],
    });
    await expect(
      writeReports(directory, { view: reportView(full(), register), exchanges: [] }),
    ).rejects.toThrow(/can't write .*report\.json: a folder of that name is in the way/);
    expect(await readdir(directory)).toEqual(["report.json"]);
  });
});
