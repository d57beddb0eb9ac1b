import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkKey } from "../../contracts/check-key.ts";
import type { ReferenceServer } from "../../reference/server/server.ts";
import { startReferenceServer } from "../../reference/server/server.ts";
import type { Report } from "../../reporters/model/report.ts";
import { verifyBundle } from "../../run/verify/verify-bundle.ts";
import { command, inFolder } from "./command.ts";
import { configure, runAgainst } from "./target.ts";
import { fault, reportIn, tamper } from "./verify/folder.ts";

const shards = ["1/3", "2/3", "3/3"] as const;
const folders = ["shard-1", "shard-2", "shard-3"] as const;

const everything: readonly string[] = [];
/** What the faults of these tests break. */
const broken: readonly string[] = ["--only", "limit.*", "plan.*"];

/** Runs every shard against one server, at the same time, like the jobs of a pipeline. */
async function runShards(
  server: ReferenceServer,
  cwd: string,
  words: readonly string[] = [],
): Promise<void> {
  configure(cwd, server);
  for (const [index, shard] of shards.entries()) {
    const { code } = await runAgainst(server, cwd, [
      "--shard",
      shard,
      "--out",
      `shard-${index + 1}`,
      ...words,
    ]);
    expect(code).not.toBe(2);
  }
}

const outcomes = ({ results }: Pick<Report, "results">) =>
  Object.fromEntries(results.map((result) => [checkKey(result), result.outcome]));

describe.each([
  ["a good server", [], everything, 0],
  ["a wrong one", ["limit-clamped", "topics-numbered"], broken, 1],
] as const)("the shards of a run against %s", (_, faults, words, exitCode) => {
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer({
      faults: faults.map(fault),
      prefixes: { aggregator: "/headlines", news: "/v/news" },
    });
  });
  afterAll(() => server.close());

  test("are partial, and merged they are the run", async () => {
    await inFolder(async (cwd) => {
      await runShards(server, cwd, words);
      for (const folder of folders) {
        const shard = reportIn(join(cwd, folder));
        expect(shard).toMatchObject({ partial: true });
        expect(readFileSync(join(cwd, folder, "report.md"), "utf8")).toContain("merge");
      }
      const { code, stdout } = await command(["merge", ...folders, "--out", "all"], { cwd });
      expect(stdout).toContain(exitCode === 0 ? "conformant: " : "non-conformant: ");
      expect(code).toBe(exitCode);
      // The spare keys are spent, so the whole run can't judge their revocation.
      const alone = await startReferenceServer({
        faults: faults.map(fault),
        prefixes: { aggregator: "/headlines", news: "/v/news" },
      });
      try {
        configure(cwd, alone);
        const whole = await runAgainst(alone, cwd, ["--out", "whole", ...words]);
        expect(whole.stdout).toContain(exitCode === 0 ? "conformant: " : "non-conformant: ");
        expect(whole.code).toBe(exitCode);
      } finally {
        await alone.close();
      }
      const [merged, run] = [reportIn(join(cwd, "all")), reportIn(join(cwd, "whole"))];
      expect(outcomes(merged)).toEqual(outcomes(run));
      expect(merged.counts).toEqual(run.counts);
      expect(merged).toMatchObject({ partial: words !== everything, verdict: run.verdict });
      expect(merged.configuration.matrix).toEqual(run.configuration.matrix);
      const { differences, untold } = await verifyBundle(join(cwd, "all"));
      expect({ differences, untold }).toEqual({ differences: [], untold: [] });
    });
  });
});

describe("what is not the shards of one run is not merged", () => {
  test("missing, doubled, foreign and tampered shards", async () => {
    await inFolder(async (cwd) => {
      const server = await startReferenceServer({ faults: [fault("topics-numbered")] });
      try {
        await runShards(server, cwd, broken);
        const seeded = ["--shard", "2/3", "--seed", "7", "--out", "seeded"];
        await runAgainst(server, cwd, [...seeded, ...broken]);
        await runAgainst(server, cwd, ["--shard", "2/4", "--out", "of-four", ...broken]);
        await runAgainst(server, cwd, ["--only", "ping.*", "--out", "selected"]);
      } finally {
        await server.close();
      }
      const refused = async (...named: readonly string[]) => {
        const { code, stderr } = await command(["merge", ...named, "--out", "all"], { cwd });
        expect(code).toBe(2);
        return stderr;
      };
      const [one, two, three] = folders;
      expect(await refused(one, three)).toContain("shard 2 of 3 is missing");
      expect(await refused(one, two, three, two)).toContain("shard 2 of 3 was given 2 times");
      expect(await refused(one, "seeded", three)).toContain(
        "seeded: has a different seed from shard-1",
      );
      expect(await refused(one, "of-four", three)).toContain("of-four: has a different matrix");
      expect(await refused(one, "selected", three)).toContain("selected: not a shard");
      expect(await refused(one, two, "nowhere")).toContain("nowhere");

      tamper(join(cwd, two), ({ results }) => {
        for (const result of results) if (result.outcome === "fail") result.outcome = "pass";
      });
      tamper(join(cwd, one), ({ results }) => {
        for (const result of results) if (result.outcome === "fail") result.outcome = "pass";
      });
      tamper(join(cwd, three), ({ results }) => {
        for (const result of results) if (result.outcome === "fail") result.outcome = "pass";
      });
      expect(await refused(...folders)).toContain("from its recorded exchanges");

      tamper(join(cwd, one), (report) => {
        report.results = report.results.slice(1);
      });
      expect(await refused(...folders)).toContain("is in no shard");
      tamper(join(cwd, one), (report) => {
        report.results = [...report.results, ...reportIn(join(cwd, two)).results.slice(0, 1)];
      });
      expect(await refused(...folders)).toContain("is in 2 shards");
    });
  });
});
