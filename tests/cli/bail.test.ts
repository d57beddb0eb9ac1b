import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inFolder } from "./command.ts";
import { configure, runAgainst, withReference } from "./target.ts";
import { asClaimed, fault, out, reportIn, verified } from "./verify/folder.ts";

/** Two requirements, each broken at many places, so that a count of checks would stop too early. */
const faults = ["problem-details", "query-not-echoed"].map(fault);
const only = ["--only", "error.*", "parameter.*", "endpoint:/search", "endpoint:/topics"];
const selected = [...only, "--concurrency", "1"];
/** A part of a run in which another fault breaks something. */
const errors = ["--only", "error.*", "surface:aggregator", "version:2026-05-25"];

interface Judged {
  readonly requirement: string;
  readonly status: string;
  readonly message: string;
}

function resultsIn(cwd: string, status: string): readonly Judged[] {
  return reportIn(join(cwd, out)).results.filter((result: Judged) => result.status === status);
}

const requirements = (results: readonly Judged[]) =>
  new Set(results.map(({ requirement }) => requirement)).size;

describe("run --bail", () => {
  test.for([1, 2])("sends nothing more after %i failed requirements", async (bail) => {
    await inFolder((cwd) =>
      withReference(faults, async (server) => {
        configure(cwd, server);
        const words = [...selected, "--bail", String(bail)];
        const { code, stdout } = await runAgainst(server, cwd, words);
        expect(code).toBe(1);
        const reason = new RegExp(
          `the run stopped after ${bail} failed requirements? \\(--bail ${bail}\\)`,
        );
        expect(stdout.replaceAll("\n", " ")).toMatch(reason);
        expect(stdout).toContain("certifies nothing");
        const report = reportIn(join(cwd, out));
        expect(report).toMatchObject({ verdict: "non-conformant", partial: true });
        expect(report.ended).toMatch(reason);
        expect(requirements(resultsIn(cwd, "fail"))).toBeGreaterThanOrEqual(bail);
        const open = resultsIn(cwd, "blocked");
        expect(open.length).toBeGreaterThan(100);
        expect(new Set(open.map(({ message }) => message))).toEqual(new Set([report.ended]));
        const unsent = Object.values<{ attempts: number }>(report.exchanges);
        expect(unsent.filter(({ attempts }) => attempts === 0).length).toBeGreaterThan(50);
        expect(await verified(cwd)).toEqual(asClaimed("non-conformant"));
      }),
    );
  });

  test("judges everything where less fails, and is still partial", async () => {
    await inFolder((cwd) =>
      withReference([fault("null-message")], async (server) => {
        configure(cwd, server);
        const words = [...errors, "--bail", "30"];
        const { code, stdout } = await runAgainst(server, cwd, words);
        expect(code).toBe(1);
        expect(resultsIn(cwd, "blocked")).toEqual([]);
        expect(reportIn(join(cwd, out))).toMatchObject({ ended: null, partial: true });
        expect(stdout.replaceAll("\n", " ")).toContain("up to 30 failed requirements (--bail 30)");
        expect(await verified(cwd)).toEqual(asClaimed("non-conformant"));
      }),
    );
  });

  test("a conforming server is not certified by it", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        configure(cwd, server);
        const { code, stdout } = await runAgainst(server, cwd, ["--bail", "1"]);
        expect(code).toBe(0);
        expect(stdout.replaceAll("\n", " ")).toContain(
          "it covers the full matrix up to 1 failed requirement (--bail 1) and certifies nothing",
        );
        expect(existsSync(join(cwd, out, "attestation.json"))).toBe(false);
        await runAgainst(server, cwd, ["--only", "ping.*", "--bail", "1"]);
        expect(await verified(cwd)).toEqual(asClaimed("conformant"));
      }),
    );
  });

  test("what is waived or known from a baseline does not count", async () => {
    await inFolder((cwd) =>
      withReference([fault("null-message")], async (server) => {
        configure(cwd, server);
        const words = [...errors, "--quiet"];
        await runAgainst(server, cwd, [...words, "--out", "first"]);
        const known = await runAgainst(server, cwd, [
          ...words,
          "--bail",
          "1",
          "--baseline",
          "first",
        ]);
        expect(known.code).toBe(0);
        expect(resultsIn(cwd, "blocked")).toEqual([]);

        const failed = reportIn(join(cwd, "first")).results.filter(
          ({ status }: Judged) => status === "fail",
        );
        const waivers = [...new Set<string>(failed.map((one: Judged) => one.requirement))].map(
          (requirement) => ({ requirement, reason: "known", until: "2099-12-31" }),
        );
        configure(cwd, server, { waivers });
        const waived = await runAgainst(server, cwd, [...words, "--bail", "1"]);
        expect(waived.code).toBe(0);
        expect(resultsIn(cwd, "blocked")).toEqual([]);
      }),
    );
  });
});
