import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, inFolder } from "./command.ts";

test("faults judges those that are asked for and writes the kill matrix", async () => {
  await inFolder(async (cwd) => {
    const { code, stdout, stderr } = await command(
      ["faults", "--only", "ping.*", "any-key-at-the-old-version", "--out", "matrix"],
      { cwd },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^(\d+) of \1 faults caught; \d+\.\d s$/m);
    expect(stderr).toContain("100 %");
    const matrix = JSON.parse(readFileSync(join(cwd, "matrix/kill-matrix.json"), "utf8"));
    expect(matrix).toMatchObject({ schemaVersion: 1, partial: true, survivors: [], unrelated: [] });
    const old = matrix.faults.find(
      ({ name }: { name: string }) => name === "any-key-at-the-old-version",
    );
    expect(old.caughtIn).toContainEqual(
      expect.objectContaining({ endpoint: "/search/publishers", version: "2024-01-01" }),
    );
    expect(readFileSync(join(cwd, "matrix/kill-matrix.md"), "utf8")).toContain(
      "| ✔ | any-key-at-the-old-version |",
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

test("faults judges a class of faults in one cell", async () => {
  await inFolder(async (cwd) => {
    const { code, stdout } = await command(
      ["faults", "--only", "missing-key-accepted", "--quiet", "--out", "matrix"],
      { cwd },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^(\d+) of \1 faults in one cell caught; \d+\.\d s$/m);
    const matrix = JSON.parse(readFileSync(join(cwd, "matrix/kill-matrix.json"), "utf8"));
    const [first, ...others] = matrix.oneCell.classes;
    expect(others).toEqual([]);
    expect(first).toMatchObject({ name: "missing-key-accepted", survivors: [], unrelated: [] });
    expect(first.total).toBeGreaterThan(20);
    expect(readFileSync(join(cwd, "matrix/kill-matrix.md"), "utf8")).toContain(
      `| missing-key-accepted | no key is needed. | ${first.total} / ${first.total} | 0 |  |`,
    );
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
