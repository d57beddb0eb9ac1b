import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { revokeTimeout, runRevokeCommand } from "../../harness/exchanges/revocation.ts";
import { createRedactor } from "../../harness/secrets/redaction.ts";

const key = "bk_to-be-revoked";
const redact = createRedactor([{ value: key, placeholder: "$KEY" }]);
const quoted = (path: string) => `'${path}'`;

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "revocation-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

describe("runRevokeCommand", () => {
  it.each([
    ["a command with NUL", "true \0", {}],
    ["a variable with NUL", "true", { environment: { TOKEN: "a\0b" } }],
    ["a folder with NUL", "true", { folder: "/\0" }],
  ])("says that %s could not be started", async (_, command, options) => {
    const message = await runRevokeCommand(command, key, redact, options);
    expect(message).toMatch(/^the revoke command could not be started \(.*null bytes/);
  });

  it("hands over the key and what it is given, in an environment without any other secret", async () => {
    const file = join(await folder(), "seen");
    vi.stubEnv("NEWS_API_KEY", "bk_another");
    vi.stubEnv("GITHUB_TOKEN", "ghs_another");
    vi.stubEnv("LC_ALL", "C");
    onTestFinished(() => void vi.unstubAllEnvs());
    const options = { environment: { CONSOLE_TOKEN: "t0ken" } };
    expect(await runRevokeCommand(`env > ${quoted(file)}`, key, redact, options)).toBeNull();
    const seen = parseEnv(await readFile(file, "utf8"));
    expect(seen).toMatchObject({ REVOKE_KEY: key, CONSOLE_TOKEN: "t0ken", LC_ALL: "C" });
    expect(seen.PATH).toBe(process.env.PATH);
    const usual = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ", "LC_ALL"];
    // A shell adds some of its own.
    const own = ["REVOKE_KEY", "CONSOLE_TOKEN", "PWD", "OLDPWD", "SHLVL", "_"];
    const others = Object.keys(seen).filter((name) => ![...usual, ...own].includes(name));
    expect(others.filter((name) => !/^(LANG|LC_)/.test(name))).toEqual([]);
  });

  it.each([
    ["exit 3", "the revoke command exited with 3"],
    [
      'echo "first" >&2; echo "no such key: $REVOKE_KEY" >&2; echo >&2; exit 1',
      "the revoke command exited with 1: no such key: $KEY",
    ],
    ["echo out; exit 2", "the revoke command exited with 2"],
    ["kill -9 $$", "the revoke command was terminated by SIGKILL"],
  ])("says why it failed: %s", async (command, message) => {
    expect(await runRevokeCommand(command, key, redact)).toBe(message);
  });

  it("names a command that does not exist", async () => {
    expect(await runRevokeCommand("./no-such-command-here", key, redact)).toMatch(
      /^the revoke command exited with 127: .*no-such-command-here/,
    );
  });

  it("shows only the end of an endless line, so that no half key is seen", async () => {
    const command = `head -c 200000 /dev/zero | tr '\\0' x >&2; exit 1`;
    const message = await runRevokeCommand(command, key, redact);
    expect(message).toBe(`the revoke command exited with 1: ${"x".repeat(300)}`);
  });

  it("ends a command that hangs, with all that it started", async () => {
    const options = { timeoutMs: 200 };
    const message = await runRevokeCommand("sleep 50 & sleep 50", key, redact, options);
    expect(message).toBe("the revoke command did not finish within 0.2 s");
  });

  it.each([
    [60_000, 0, 60_000],
    [60_000, 1, 50_000],
    [30_000, 0, 30_000],
    [600_000, 1, 60_000],
    [15_000, 1, 10_000],
    [-1, 0, 10_000],
  ])("of %i ms with %i commands to come it may take %i ms", (leftMs, others, most) => {
    expect(revokeTimeout(leftMs, others)).toBe(most);
  });

  it("ends with the run", async () => {
    const controller = new AbortController();
    const running = runRevokeCommand("sleep 50", key, redact, { signal: controller.signal });
    controller.abort();
    expect(await running).toBe("the revoke command was stopped, since the run ended");
  });
});
