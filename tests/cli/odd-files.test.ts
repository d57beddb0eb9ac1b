import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, inFolder } from "./command.ts";

const target = ["--news-url", "http://127.0.0.1:1"];
const environment = { NEWS_API_KEY: "bk_news-own-of-a-test" };

describe.skipIf(process.platform === "win32").each([
  ["a link that leads to itself", "circle", "leads in a circle"],
  ["a very long name", "a".repeat(300), "name is too long"],
])("%s", (_, name, reason) => {
  test.each<[string, readonly string[]]>([
    ["--baseline", ["run", ...target, "--baseline", name]],
    ["a report to compare", ["compare", name, name]],
    ["--ca", ["plan", ...target, "--ca", name]],
    ["--config", ["plan", "--config", name]],
    ["--out", ["run", ...target, "--out", name]],
  ])("is a usage error as %s, with the reason", async (_, words) => {
    await inFolder(async (cwd) => {
      symlinkSync("circle", join(cwd, "circle"));
      const { code, stderr } = await command(words, { cwd, environment });
      expect(stderr).toContain(reason);
      expect(stderr).not.toContain("    at ");
      expect(code).toBe(2);
    });
  });
  test("is a usage error as the folder of a comment", async () => {
    await inFolder(async (cwd) => {
      symlinkSync("circle", join(cwd, "circle"));
      const words = ["run", ...target, "--github-comment", `${name}/c.md`];
      const { code, stderr } = await command(words, { cwd, environment });
      expect(stderr).toContain("there is no folder");
      expect(code).toBe(2);
    });
  });
});

test.each(["\u202eabc", "a\u001b[31mb", "a\nb"])(
  "the name %j of a folder for reports is printed without its control characters",
  async (name) => {
    await inFolder(async (cwd) => {
      const words = ["run", ...target, "--retries", "0", "--only", "ping.message-pong"];
      const { stdout, stderr } = await command([...words, "--out", name], { cwd, environment });
      expect(stdout).toContain("report: ");
      expect(stdout + stderr).not.toContain(name);
    });
  },
);
