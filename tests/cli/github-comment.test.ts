import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFault } from "../../reference/faults/index.ts";
import { command, inFolder } from "./command.ts";
import { configure, runAgainst, withReference } from "./target.ts";

test("a run writes what broke as a comment, and with a baseline what is new", async () => {
  const faults = [findFault("three-letter-countries")].filter((fault) => fault !== undefined);
  await inFolder((cwd) =>
    withReference(faults, async (server) => {
      configure(cwd, server);
      const words = ["--only", "plan.*", "--github-comment", "comment.md"];
      expect((await runAgainst(server, cwd, words)).code).toBe(1);
      const comment = () => readFileSync(join(cwd, "comment.md"), "utf8");
      expect(comment()).toMatch(/^<!-- news-conformance -->\n### ❌ non-conformant\n\n/);
      expect(comment()).toContain(
        "- **`plan.country-code-alpha2`**: news GET /info/countries at default, 2026-08-01 (every style) (",
      );
      expect(comment().split("\n").length).toBeLessThan(60);
      const known = [...words, "--baseline", "conformance-report", "--out", "second"];
      expect((await runAgainst(server, cwd, known)).code).toBe(0);
      expect(comment()).not.toContain(
        "- **`plan.country-code-alpha2`**: news GET /info/countries at default, 2026-08-01 (every style) (",
      );
      expect(comment()).toContain("already broken in the baseline.");
    }),
  );
});

test("without a folder for it nothing is sent", async () => {
  await inFolder(async (cwd) => {
    const words = ["run", "--reference", "--github-comment", "nowhere/comment.md"];
    const { code, stderr } = await command(words, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("there is no folder nowhere for --github-comment");
    expect(existsSync(join(cwd, "conformance-report"))).toBe(false);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
