import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** How a process ended, and what it printed. */
export interface Ended {
  /** Null if it was ended since its time was over. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Runs a program to its end; its whole group of processes is ended with it. */
export async function runProcess(
  program: string,
  words: readonly string[],
  { cwd, env = {}, timeoutMs = 120_000 }: ProcessOptions,
): Promise<Ended> {
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const timer = setTimeout(() => endGroup(child.pid), timeoutMs);
  const closed = new Promise<number | null>((done, failed) => {
    child.once("close", done);
    child.once("error", failed);
  });
  try {
    const [code, stdout, stderr] = await Promise.all([
      closed,
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code, stdout, stderr };
  } finally {
    clearTimeout(timer);
    endGroup(child.pid);
  }
}

/** Ends all processes of a group that may have ended already. */
export function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // It has ended.
  }
}
