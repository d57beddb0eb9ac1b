import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkKey } from "../../contracts/check-key.ts";
import type { CheckPlace } from "../../contracts/vocabulary.ts";
import { command, inFolder } from "./command.ts";
import { configure, keysOf, runAgainst, withReference } from "./target.ts";
import { asClaimed, fault, out, reportIn, verified } from "./verify/folder.ts";

const faults = ["problem-details", "null-message"].map(fault);
/** A part of a run in which these faults, and nothing else, break something. */
const errors = ["--only", "error.*", "surface:aggregator", "version:2026-05-25", "--quiet"];

type Judged = CheckPlace & { readonly status: string };

function keysIn(cwd: string, statuses: readonly string[], folder = out): readonly string[] {
  return reportIn(join(cwd, folder))
    .results.filter(({ status }: Judged) => statuses.includes(status))
    .map(checkKey);
}

const every = ["pass", "fail", "warn", "skip", "blocked", "error", "waived", "excluded"];

describe("run --only-failed", () => {
  test("judges exactly what failed in the last report, and certifies nothing", async () => {
    await inFolder((cwd) =>
      withReference(faults, async (server) => {
        configure(cwd, server);
        expect((await runAgainst(server, cwd, errors)).code).toBe(1);
        const failed = keysIn(cwd, ["fail"]);
        expect(failed.length).toBeGreaterThan(3);

        const again = await runAgainst(server, cwd, ["--only-failed"]);
        expect(again.code).toBe(1);
        expect(again.stderr).toContain(`only failed: ${failed.length} checks of the report of `);
        expect(again.stdout.replaceAll("\n", " ")).toContain(
          `it covers only the ${failed.length} checks that failed in an earlier run (--only-failed) and certifies nothing`,
        );
        expect(keysIn(cwd, every)).toEqual(failed);
        expect(reportIn(join(cwd, out))).toMatchObject({
          verdict: "non-conformant",
          partial: true,
        });
        expect(await verified(cwd)).toEqual(asClaimed("non-conformant"));
      }),
    );
  });

  test("of a server that was repaired has nothing red and no attestation either", async () => {
    await inFolder(async (cwd) => {
      await withReference(faults, async (server) => {
        configure(cwd, server);
        await runAgainst(server, cwd, errors);
      });
      await withReference([], async (server) => {
        configure(cwd, server);
        const { code, stderr, stdout } = await runAgainst(server, cwd, ["--only-failed"]);
        expect(stderr).toContain("that report differs: target of aggregator: http://127.0.0.1:");
        expect(stdout).toContain("certifies nothing");
        expect(code).toBe(0);
        expect(reportIn(join(cwd, out)).partial).toBe(true);
        expect(existsSync(join(cwd, out, "attestation.json"))).toBe(false);
        expect(await verified(cwd)).toEqual(asClaimed("conformant"));

        const none = await runAgainst(server, cwd, ["--only-failed"]);
        expect(none.code).toBe(2);
        expect(none.stderr).toContain("no check failed in the report conformance-report");
      });
    });
  });

  test("takes a named report, and can be planned", async () => {
    await inFolder((cwd) =>
      withReference(faults, async (server) => {
        configure(cwd, server);
        await runAgainst(server, cwd, [...errors, "--out", "first"]);
        const failed = keysIn(cwd, ["fail"], "first");
        const words = ["--only-failed", "first/report.json", "--quiet"];
        expect((await runAgainst(server, cwd, words)).code).toBe(1);
        expect(keysIn(cwd, every)).toEqual(failed);

        const options = { cwd, environment: keysOf(server) };
        const planned = await command(["plan", "--only-failed=first"], options);
        expect(planned.stdout).toContain(`\n${failed.length} checks. `);
      }),
    );
  });

  test("warnings have failed where they fail the run", async () => {
    await inFolder((cwd) =>
      withReference([fault("parameter-code-of-its-own")], async (server) => {
        configure(cwd, server);
        await runAgainst(server, cwd, ["--only", "error.invalid-parameter-code", "--quiet"]);
        const warned = keysIn(cwd, ["warn"]);
        expect(warned.length).toBeGreaterThan(0);
        const words = ["--only-failed", "--fail-on", "should", "--quiet"];
        expect((await runAgainst(server, cwd, words)).code).toBe(1);
        expect(keysIn(cwd, every)).toEqual(expect.arrayContaining([...warned]));
      }),
    );
  });

  test("forgets no failure that --bail has kept it from judging", async () => {
    await inFolder((cwd) =>
      withReference(faults, async (server) => {
        configure(cwd, server);
        await runAgainst(server, cwd, errors);
        const failed = keysIn(cwd, ["fail"]);
        const words = ["--only-failed", "--bail", "1", "--concurrency", "1", "--quiet"];
        await runAgainst(server, cwd, words);
        expect(keysIn(cwd, ["blocked"]).length).toBeGreaterThan(0);
        await runAgainst(server, cwd, ["--only-failed", "--quiet"]);
        expect(keysIn(cwd, ["fail"])).toEqual(failed);
      }),
    );
  });

  test("without a report, or where patterns leave nothing of it, nothing is sent", async () => {
    await inFolder((cwd) =>
      withReference(faults, async (server) => {
        configure(cwd, server);
        const none = await runAgainst(server, cwd, ["--only-failed"]);
        expect(none.code).toBe(2);
        expect(none.stderr).toContain("--only-failed needs an earlier report");
        await runAgainst(server, cwd, errors);
        const other = await runAgainst(server, cwd, ["--only-failed", "--only", "ping.*"]);
        expect(other.code).toBe(2);
        expect(other.stderr).toContain("none of the checks that failed in the earlier run");
        expect(existsSync(join(cwd, out, "report.json"))).toBe(false);
      }),
    );
  });
});
