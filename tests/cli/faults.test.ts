import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, inFolder } from "./command.ts";
import { commandProcess } from "./command-process.ts";

test("faults judges those that are asked for, of classes in one cell, and writes the kill matrix", async () => {
  await inFolder(async (cwd) => {
    const only = ["ping.message-pong", "any-key-at-the-old-version", "missing-key-accepted"];
    // As a process, for which process.test.ts has only what takes no time.
    const words = ["faults", "--only", ...only, "--out", "matrix"];
    const { code, stdout, stderr } = await commandProcess(words, { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^(\d+) of \1 faults caught; (\d+) of \2 faults in one cell caught; \d+\.\d s$/m,
    );
    expect(stderr).toContain("100 %");
    const matrix = JSON.parse(readFileSync(join(cwd, "matrix/kill-matrix.json"), "utf8"));
    expect(matrix).toMatchObject({ schemaVersion: 1, partial: true, survivors: [], unrelated: [] });
    const old = matrix.faults.find(
      ({ name }: { name: string }) => name === "any-key-at-the-old-version",
    );
    expect(old.caughtIn).toContainEqual(
      expect.objectContaining({ endpoint: "/search/publishers", version: "2024-01-01" }),
    );
    const [first, ...others] = matrix.oneCell.classes;
    expect(others).toEqual([]);
    expect(first).toMatchObject({ name: "missing-key-accepted", survivors: [], unrelated: [] });
    expect(first.total).toBeGreaterThan(20);
    // Windows has other permissions.
    if (process.platform !== "win32") {
      expect(statSync(join(cwd, "matrix")).mode & 0o777).toBe(0o700);
    }
    const page = readFileSync(join(cwd, "matrix/kill-matrix.md"), "utf8");
    expect(page).toContain("| ✔ | any-key-at-the-old-version |");
    expect(page).toContain(
      `| missing-key-accepted | no key is needed. | ${first.total} / ${first.total} | 0 |  |`,
    );
  });
});

test("faults refuses a pattern that names nothing, and writes nothing", async () => {
  await inFolder(async (cwd) => {
    const { code, stderr } = await command(["faults", "--only", "ping-shout"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('no fault matches "ping-shout"');
    expect(stderr).toContain("Did you mean ping-shouts?");
    expect(existsSync(join(cwd, "conformance-report"))).toBe(false);
  });
});

test("faults lists the classes, and names the cell nearest to an unknown one", async () => {
  await inFolder(async (cwd) => {
    const { stdout } = await command(["faults", "--list"], { cwd });
    expect(stdout).toMatch(/^ {2}revoked-key-accepted +revoked keys are accepted\. ×\d+ \[auth\./m);
    expect(stdout).toMatch(/^\d+ faults, and \d+ in one cell$/m);
    const fault = "missing-key-accepted@aggregator/topic,2024-01-01,no-key";
    const { code, stderr } = await command(["serve", "--fault", fault], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(
      "Did you mean missing-key-accepted@aggregator/topics,2024-01-01,no-key?",
    );
  });
});
