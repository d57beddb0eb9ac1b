import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** What a process took, from its start to its end. */
export interface Taken {
  readonly seconds: number;
  /** The most resident memory, in MiB. */
  readonly peakMb: number;
}

export interface ChildOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The expected exit codes. */
  readonly codes?: readonly number[];
}

/** Writes the most resident memory of the process, in KiB, to the file descriptor 3 at its end. */
const tellPeak = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; import { isMainThread } from 'node:worker_threads';" +
    "if (isMainThread) process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));",
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
  const [, stdout, stderr, peak] = child.stdio;
  const streams = [stdout, stderr, peak].map((stream) =>
    stream !== null && stream !== undefined && "read" in stream ? text(stream) : "",
  );
  const code = await new Promise<number | null>((done) => child.once("close", done));
  const seconds = (performance.now() - start) / 1000;
  const [said = "", complained = "", kilobytes = ""] = await Promise.all(streams);
  if (!codes.includes(code ?? -1)) throw new Error(`exit code ${code}\n${said}\n${complained}`);
  return { seconds, peakMb: Number(kilobytes) / 1024 };
}
