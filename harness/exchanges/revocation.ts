import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { request } from "undici";
import { encodeComponent } from "../../contracts/encode-component.ts";
import { oneLine } from "../http/failures.ts";
import type { Redact } from "../secrets/redaction.ts";

/** A command that takes longer is assumed to hang. */
const revokeTimeoutMs = 60_000;
/** The least time that a command gets, however little patience a run has. */
const leastTimeoutMs = 10_000;

/**
 * How long a command may take, so that all commands together take no longer than a run waits for a surface that
 * throttles.
 * @param leftMs what is left of the patience of the run
 * @param others the number of commands that are still to come
 */
export function revokeTimeout(leftMs: number, others: number): number {
  return Math.min(revokeTimeoutMs, Math.max(leastTimeoutMs, leftMs - others * leastTimeoutMs));
}

/** The number of characters kept from the end of the command's output, to explain a failure. */
const keptOutput = 64 * 1024;
/** The number of characters shown from the end of the last line; its beginning may be half a key. */
const shownOutput = 300;
/** How long to wait for output after a failed command exits, since its children may keep it open. */
const trailingOutputMs = 500;

export interface RevokeOptions {
  readonly timeoutMs?: number;
  /** The folder in which the command runs; the working directory by default. */
  readonly folder?: string | undefined;
  /** Variables that it gets in addition to the usual ones. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Aborted if the run ends before the command does. */
  readonly signal?: AbortSignal;
}

/**
 * Revokes a key of the embedded server with a POST to its console. Starting a process would take more
 * than a tenth of the time of a whole run.
 *
 * @param consoleUrl without a trailing slash
 * @returns null once the key is revoked, otherwise the reason why it may still be valid
 */
export async function revokeAtConsole(consoleUrl: string, key: string): Promise<string | null> {
  const path = `/keys/${encodeComponent(key)}/revoke`;
  const { statusCode, body } = await request(consoleUrl + path, { method: "POST" });
  await body.dump();
  return statusCode === 200
    ? null
    : `the console of the embedded server responded with ${statusCode}`;
}

/** What programs need to start, and no secret: paths, the user, the language, temporary folders. */
const usualVariables = [
  ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ"],
  ...["LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES"],
  // Windows
  ...["SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "TEMP", "TMP", "USERNAME"],
  ...["USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "ProgramData"],
  ...["ProgramFiles", "ProgramFiles(x86)"],
];

function usualEnvironment(): Record<string, string> {
  const found = usualVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(found);
}

/**
 * Runs the command that revokes a key, in a shell, with the key as `REVOKE_KEY` in its environment, which
 * has nothing else but the usual variables and those that are given.
 *
 * @returns null once it has exited with 0, otherwise one redacted line that says why the key may still be
 *   valid
 */
export function runRevokeCommand(
  command: string,
  key: string,
  redact: Redact,
  { timeoutMs = revokeTimeoutMs, folder, environment, signal }: RevokeOptions = {},
): Promise<string | null> {
  return new Promise((resolve) => {
    const inGroup = process.platform !== "win32";
    const notStarted = (error: unknown) =>
      `could not be started (${redact(error instanceof Error ? error.message : String(error))})`;
    let child: ChildProcessByStdio<null, null, Readable>;
    try {
      child = spawn(command, {
        shell: true,
        cwd: folder,
        env: { ...usualEnvironment(), ...environment, REVOKE_KEY: key },
        stdio: ["ignore", "ignore", "pipe"],
        // A separate process group, so that processes started by the shell end with it.
        detached: inGroup,
        windowsHide: true,
      });
    } catch (error) {
      // Thrown at once for a text that no process can get, such as one with NUL or a very long one.
      return resolve(`the revoke command ${oneLine(notStarted(error))}`);
    }
    let errors = "";
    let ended: string | null = null;
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      errors = (errors + chunk).slice(-keptOutput);
    });
    const kill = (why: string) => {
      ended ??= why;
      try {
        if (inGroup && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
        else child.kill("SIGKILL");
      } catch {
        // The process has just ended.
      }
    };
    const timer = setTimeout(() => kill(`did not finish within ${timeoutMs / 1000} s`), timeoutMs);
    const onAbort = () => kill("was stopped, since the run ended");
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted === true) onAbort();

    const settle = (message: string | null) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      child.stderr.destroy();
      resolve(message);
    };
    const failed = (how: string) => {
      const lines = redact(errors).split(/\r?\n/).map(oneLine);
      const last = lines.findLast((line) => line !== "")?.slice(-shownOutput);
      return `the revoke command ${how}${last === undefined ? "" : `: ${last}`}`;
    };
    child.once("error", (error) => settle(failed(notStarted(error))));
    child.once("exit", (code, killedBy) => {
      if (ended === null && code === 0) return settle(null);
      const how =
        ended ?? (code === null ? `was terminated by ${killedBy}` : `exited with ${code}`);
      const finish = () => {
        clearTimeout(trailing);
        settle(failed(how));
      };
      const trailing = setTimeout(finish, trailingOutputMs);
      child.once("close", finish);
    });
  });
}
