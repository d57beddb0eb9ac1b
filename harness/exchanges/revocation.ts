import { spawn } from "node:child_process";
import { request } from "undici";
import { oneLine } from "../http/failures.ts";
import type { Redact } from "./redaction.ts";

/** A command that takes longer has hung. */
export const revokeTimeoutMs = 60_000;
/** So much of the command's output is kept, its end, to name the reason of a failure. */
const keptOutput = 64 * 1024;
/** Of the last line, this much is shown: its end, since its beginning may be half a key. */
const shownOutput = 300;
/** How long output may trail behind the exit of a failed command, whose children hold it open. */
const trailingOutputMs = 500;

export interface RevokeOptions {
  readonly timeoutMs?: number;
  /** The folder in which the command runs; the working directory by default. */
  readonly folder?: string | undefined;
  /** Aborted where the run ends before the command does. */
  readonly signal?: AbortSignal;
}

/**
 * Revokes a key of the embedded server, whose console takes it by POST. Starting a process for it
 * would take longer than a tenth of a whole run.
 *
 * @param consoleUrl without a trailing slash
 * @returns null once the key is revoked, otherwise why it may still be alive
 */
export async function revokeAtConsole(consoleUrl: string, key: string): Promise<string | null> {
  const path = `/keys/${encodeURIComponent(key)}/revoke`;
  const { statusCode, body } = await request(consoleUrl + path, { method: "POST" });
  await body.dump();
  return statusCode === 200 ? null : `the console of the embedded server answered ${statusCode}`;
}

/**
 * Runs the command that revokes a key, in a shell, with the key as `REVOKE_KEY` in its environment.
 *
 * @returns null once it has exited with 0, otherwise one redacted line that says why the key may
 *   still be alive
 */
export function runRevokeCommand(
  command: string,
  key: string,
  redact: Redact,
  { timeoutMs = revokeTimeoutMs, folder, signal }: RevokeOptions = {},
): Promise<string | null> {
  return new Promise((resolve) => {
    const inGroup = process.platform !== "win32";
    const child = spawn(command, {
      shell: true,
      cwd: folder,
      env: { ...process.env, REVOKE_KEY: key },
      stdio: ["ignore", "ignore", "pipe"],
      // A group of its own, so that what the shell started ends with it.
      detached: inGroup,
      windowsHide: true,
    });
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
        // It has just ended by itself.
      }
    };
    const timer = setTimeout(() => kill(`did not finish within ${timeoutMs / 1000} s`), timeoutMs);
    const onAbort = () => kill("was cut off, since the run ended");
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
    child.once("error", (error) =>
      settle(failed(`could not be started (${redact(error.message)})`)),
    );
    child.once("exit", (code, killedBy) => {
      if (ended === null && code === 0) return settle(null);
      const how = ended ?? (code === null ? `was ended by ${killedBy}` : `exited with ${code}`);
      const finish = () => {
        clearTimeout(trailing);
        settle(failed(how));
      };
      const trailing = setTimeout(finish, trailingOutputMs);
      child.once("close", finish);
    });
  });
}
