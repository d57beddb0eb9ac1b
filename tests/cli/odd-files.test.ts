import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, inFolder } from "./command.ts";

const target = ["--news-url", "http://127.0.0.1:1"];
const environment = { NEWS_API_KEY: "bk_news-own-of-a-test" };

describe.skipIf(process.platform === "win32").each([
  ["a link that leads to itself", "circle", "its symbolic links form a loop"],
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

const ownServer = ["run", "--reference", "--only", "ping.message-pong", "--quiet"];

describe.skipIf(process.platform === "win32")("the file of a comment", () => {
  const kinds: Readonly<Record<string, (file: string) => void>> = {
    "a folder": (file) => mkdirSync(file),
    "a pipe": (file) => void execFileSync("mkfifo", [file]),
    // As `/dev/stdout` is.
    "a symbolic link": (file) => symlinkSync("elsewhere", file),
  };

  test.each(Object.keys(kinds))(
    "is not replaced where it is %s, and nothing is sent",
    async (kind) => {
      await inFolder(async (cwd) => {
        const file = join(cwd, "c.md");
        kinds[kind]?.(file);
        const before = lstatSync(file).ino;
        const words = [...ownServer, "--github-comment", "c.md"];
        const { code, stdout, stderr } = await command(words, { cwd });
        expect(stderr).toMatch(/^error: c\.md for --github-comment is a (folder|device|symbolic)/);
        expect([code, stdout]).toEqual([2, ""]);
        expect(lstatSync(file).ino).toBe(before);
      });
    },
  );
});

describe("what has the name of a report that this run does not write", () => {
  test("is left alone if it is a folder", async () => {
    await inFolder(async (cwd) => {
      for (const name of ["traffic.har", "attestation.json"]) {
        mkdirSync(join(cwd, "conformance-report", name), { recursive: true });
      }
      const { code, stdout, stderr } = await command(ownServer, { cwd });
      expect(stderr).not.toContain("defect");
      expect(stdout).toContain("conformant");
      expect(code).toBe(0);
    });
  });

  test("is left alone if another tool has written it", async () => {
    await inFolder(async (cwd) => {
      const folder = join(cwd, "conformance-report");
      mkdirSync(folder);
      writeFileSync(join(folder, "traffic.har"), '{"log":{"mine":true}}');
      writeFileSync(join(folder, "attestation.json"), "mine");
      expect((await command(ownServer, { cwd })).code).toBe(0);
      expect(readFileSync(join(folder, "traffic.har"), "utf8")).toBe('{"log":{"mine":true}}');
      expect(readFileSync(join(folder, "attestation.json"), "utf8")).toBe("mine");
    });
  });
});

// The superuser may write anywhere.
describe.skipIf(process.platform === "win32" || process.getuid?.() === 0)("a folder", () => {
  test.each([
    ["for reports", ["--out", "closed"], "can't write to the folder"],
    ["for a comment", ["--github-comment", "closed/c.md"], "nothing can be written to the folder"],
  ])(
    "%s to which nothing can be written is told before anything is sent",
    async (_, more, text) => {
      await inFolder(async (cwd) => {
        mkdirSync(join(cwd, "closed"), { mode: 0o500 });
        const { code, stdout, stderr } = await command([...ownServer, ...more], { cwd });
        expect(stderr).toContain(text);
        expect([code, stdout]).toEqual([2, ""]);
      });
    },
  );
});

describe.skipIf(process.platform === "win32")("a step summary", () => {
  test.each<[string, (file: string) => void, string]>([
    ["a pipe that nobody reads", (file) => void execFileSync("mkfifo", [file]), "ENXIO"],
    ["a folder", (file) => mkdirSync(file), "EISDIR"],
  ])("that is %s is a warning, and not waited for", async (_, make, reason) => {
    await inFolder(async (cwd) => {
      make(join(cwd, "summary"));
      const environment = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: join(cwd, "summary") };
      const { code, stderr } = await command(ownServer, { cwd, environment });
      expect(stderr).toContain(
        `::warning title=the step summary is missing::it can't be written: ${reason}`,
      );
      expect(code).toBe(0);
    });
  });

  test("that earlier steps have filled is a warning", async () => {
    await inFolder(async (cwd) => {
      const file = join(cwd, "summary");
      writeFileSync(file, "x".repeat(1024 * 1024 + 1));
      const environment = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: file };
      const { stderr } = await command(ownServer, { cwd, environment });
      expect(stderr).toContain("earlier steps have used up the space for the summary");
      expect(readFileSync(file, "utf8")).toHaveLength(1024 * 1024 + 1);
    });
  });
});
