import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** What a process took, from its start to its end. */
export interface Taken {
  readonly seconds: number;
  /** Of all processors together, which what else the machine does hardly changes. */
  readonly cpuSeconds: number;
  /** The most resident memory, in MiB. */
  readonly peakMb: number;
}

export interface ChildOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The expected exit codes. */
  readonly codes?: readonly number[];
}

/** Writes memory in KiB and microseconds of the process to the file descriptor 3 at its end. */
const tellPeak = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; import { isMainThread } from 'node:worker_threads';" +
    "if (isMainThread) process.on('exit', () => { const u = process.resourceUsage();" +
    " writeSync(3, JSON.stringify([u.maxRSS, u.userCPUTime + u.systemCPUTime])); });",
)}`;

/**
 * Measures a process of Node. This one stays free to answer it.
 * @throws Error with what it said if it ends with another code
 */
export async function measured(
  words: readonly string[],
  { cwd, env = process.env, codes = [0] }: ChildOptions,
): Promise<Taken> {
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", tellPeak, ...words], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const [, stdout, stderr, usage] = child.stdio;
  const streams = [stdout, stderr, usage].map((stream) =>
    stream !== null && stream !== undefined && "read" in stream ? text(stream) : "",
  );
  const code = await new Promise<number | null>((done) => child.once("close", done));
  const seconds = (performance.now() - start) / 1000;
  const [said = "", complained = "", used = ""] = await Promise.all(streams);
  if (!codes.includes(code ?? -1)) throw new Error(`exit code ${code}\n${said}\n${complained}`);
  const [kilobytes, microseconds]: readonly unknown[] = JSON.parse(used);
  return { seconds, cpuSeconds: Number(microseconds) / 1e6, peakMb: Number(kilobytes) / 1024 };
}
