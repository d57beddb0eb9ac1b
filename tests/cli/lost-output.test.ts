import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { inFolder } from "./command.ts";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const words = ["run", "--reference", "--only", "ping.message-pong", "--quiet"];
const environment = { PATH: process.env.PATH ?? "", NEWS_API_KEY: "bk_news-own-of-a-test" };

/** Runs the compiled command with one of its streams on a device that is always full. */
function onFullDisk(cwd: string, stream: "stdout" | "stderr", command: readonly string[]) {
  const full = openSync("/dev/full", "w");
  try {
    const stdio =
      stream === "stdout"
        ? (["ignore", full, "pipe"] as const)
        : (["ignore", "pipe", full] as const);
    const ended = spawnSync(process.execPath, [main, ...command], {
      ...{ cwd, env: environment, encoding: "utf8" },
      stdio: [...stdio],
    });
    return { code: ended.status, stdout: ended.stdout ?? "", stderr: ended.stderr ?? "" };
  } finally {
    closeSync(full);
  }
}

/** Node ends a process with 1 for any error that nobody handles, which would accuse the server. */
describe.skipIf(!existsSync("/dev/full"))("on a full disk", () => {
  test.each([
    ["the verdict", words],
    ["the records", [...words, "--format", "ndjson"]],
    ["the list of requirements", ["list"]],
  ])("%s that can't be printed is an error of its own", async (_, command) => {
    await inFolder(async (cwd) => {
      const { code, stderr } = onFullDisk(cwd, "stdout", command);
      expect(stderr).toContain("error: can't write to the standard output: no space is left");
      expect(stderr).not.toContain("    at ");
      expect(code).toBe(2);
      const reports = command[0] === "run" ? ["report.json"] : [];
      const written = existsSync(join(cwd, "conformance-report"))
        ? readdirSync(join(cwd, "conformance-report"))
        : [];
      expect(written).toEqual(expect.arrayContaining(reports));
    });
  });

  test("notes that can't be printed change no verdict", async () => {
    await inFolder(async (cwd) => {
      const { code, stdout } = onFullDisk(cwd, "stderr", words);
      expect(stdout).toContain("conformant: the built-in reference server");
      expect(code).toBe(0);
    });
  });
});

test("an error that reaches no command is a defect, printed without a key", async () => {
  await inFolder(async (cwd) => {
    const { NEWS_API_KEY } = environment;
    // When the command has ended.
    const thrown = `process.once("beforeExit", () => { throw new Error("with ${NEWS_API_KEY}"); })`;
    const preload = ["--import", `data:text/javascript,${encodeURIComponent(thrown)}`];
    const { status, stderr } = spawnSync(process.execPath, [...preload, main, ...words], {
      ...{ cwd, env: environment, encoding: "utf8" },
    });
    expect(stderr).toContain(
      "error: a defect of news-conformance, please report it:\nError: with $",
    );
    expect(stderr).not.toContain(environment.NEWS_API_KEY);
    expect(status).toBe(70);
  });
});

test.skipIf(process.platform === "win32").each([[words], [["verify"]], [["plan", "--reference"]]])(
  "%j in a folder that was deleted is a usage error",
  async (command) => {
    await inFolder(async (cwd) => {
      const gone = join(cwd, "gone");
      mkdirSync(gone);
      const script = 'rmdir "$PWD" && exec "$@"';
      const shell = ["-c", script, "sh", process.execPath, main, ...command];
      const { status, stderr } = spawnSync("/bin/sh", shell, {
        ...{ cwd: gone, env: environment, encoding: "utf8" },
      });
      expect(stderr).toBe(
        "error: the working directory no longer exists\nChange to another one.\n",
      );
      expect(status).toBe(2);
    });
  },
);
