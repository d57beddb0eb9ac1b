import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, inFolder } from "./command.ts";
import { configure, keysOf, runAgainst, withReference } from "./target.ts";
import { fault, out, reportIn } from "./verify/folder.ts";

/** Every request that reaches the server, whatever the report says. */
const counted = (requests: string[]) => ({
  name: "counting",
  cells: {},
  sentence: "counts its requests",
  request: ({ method, target }: { method: string; target: string }) => {
    requests.push(`${method} ${target}`);
  },
});

describe("a run within a budget", () => {
  test.each([
    [20, []],
    [60, ["--only", "version:default"]],
  ])("sends at most %i requests, is partial and says what it left out", async (budget, words) => {
    const requests: string[] = [];
    await inFolder((cwd) =>
      withReference([counted(requests)], async (server) => {
        configure(cwd, server, { budget });
        const { code, stdout, stderr } = await runAgainst(server, cwd, words);
        expect(stderr + stdout).toContain("conformant: ");
        expect(code).toBe(0);
        expect(stdout.replaceAll("\n", " ")).toContain(
          `it covers the ${budget} requests that reveal most (--budget ${budget}) and certifies nothing`,
        );
        expect(requests.length).toBeLessThanOrEqual(budget);
        expect(requests.length).toBeGreaterThan(budget * 0.75);
        const report = reportIn(join(cwd, out));
        expect(report).toMatchObject({ verdict: "conformant", partial: true });
        expect(report.requests).toBe(requests.length);
        expect(report.configuration.matrix.budget).toBe(budget);
        expect(report.leftOut?.checks).toBeGreaterThan(report.results.length);
        expect(report.leftOut?.requirements.length).toBeGreaterThan(20);
        const judged = new Set(
          report.results.map((one: { requirement: string }) => one.requirement),
        );
        expect(report.leftOut?.requirements.filter((id: string) => judged.has(id))).toEqual([]);
        const verified = await command(["verify", out], { cwd });
        expect(verified.stdout + verified.stderr).not.toMatch(/not what it claims/);
      }),
    );
  });

  // Each has more requests look into what is wrong.
  test.each([
    ["page-for-long-texts", "robustness.long-text", 20],
    ["parameters-in-a-global-variable", "consistency.*", 120],
    ["one-key-for-both-products", "auth.*", 60],
  ])("keeps to it on a server that is wrong: %s", async (name, only, budget) => {
    const requests: string[] = [];
    await inFolder((cwd) =>
      withReference([fault(name), counted(requests)], async (server) => {
        configure(cwd, server);
        const words = ["--budget", String(budget), "--only", only];
        await runAgainst(server, cwd, [...words, "--fail-on", "should"]);
        expect(reportIn(join(cwd, out)).verdict).toBe("non-conformant");
        expect(requests.length).toBeLessThanOrEqual(budget);
      }),
    );
  });

  test("is planned without sending anything", async () => {
    await inFolder(async (cwd) => {
      const { code, stdout } = await command(["plan", "--reference", "--budget", "50"], { cwd });
      expect(code).toBe(0);
      const [, total = ""] = /^total +(\d+)/m.exec(stdout) ?? [];
      expect(Number(total)).toBeGreaterThan(35);
      expect(Number(total)).toBeLessThanOrEqual(50);
    });
  });

  test("takes precedence over the matrix of the file, and of selected checks leaves the others out", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        configure(cwd, server, { matrix: "smoke" });
        const words = ["--budget", "30", "--only", "surface:news"];
        const { code } = await runAgainst(server, cwd, words);
        expect(code).toBe(0);
        const report = reportIn(join(cwd, out));
        expect(report.configuration.matrix).toMatchObject({ kind: "full", budget: 30 });
        expect(report.requests).toBeLessThanOrEqual(30);
        expect(new Set(report.results.map((one: { surface: string }) => one.surface))).toEqual(
          new Set(["news"]),
        );
      }),
    );
  });
});

test("a budget in the file that can't be kept is refused with the smallest one", async () => {
  await inFolder((cwd) =>
    withReference([], async (server) => {
      configure(cwd, server);
      const file = join(cwd, "other.json");
      writeFileSync(file, JSON.stringify({ surfaces: {}, budget: 3 }));
      const { code, stderr } = await command(["run", "--config", file], {
        cwd,
        environment: keysOf(server),
      });
      expect(code).toBe(2);
      expect(stderr).toContain("budget");
      expect(stderr).toContain("20");
    }),
  );
});
