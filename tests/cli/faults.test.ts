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
    expect(stderr).toContain('no fault is called or breaks "ping-shout"');
    expect(stderr).toContain("Did you mean ping-shouts?");
    expect(existsSync(join(cwd, "conformance-report"))).toBe(false);
  });
});
