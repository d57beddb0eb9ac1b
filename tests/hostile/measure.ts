import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { memoryPages, validateXML } from "xmllint-wasm";
import { readReport } from "../../reporters/model/read-report.ts";
import { inFolder } from "../cli/command.ts";
import { configure, keysOf } from "../cli/target.ts";
import { startHostileServer } from "./hostile-server.ts";
import type { Hostility } from "./hostility.ts";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export interface Measured {
  readonly code: number | null;
  readonly seconds: number;
  /** Of the processor; null where the system does not tell. A busy machine does not change it. */
  readonly busySeconds: number | null;
  /** The most resident memory in MiB; null where the system does not tell. */
  readonly peakMb: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What is wrong with what was written and printed; empty if all is well. */
  readonly problems: readonly string[];
}

/** Longer than any run may take: it is ended then. */
const killAfterMs = 100_000;

/**
 * Runs the compiled command against a hostile server, and looks at all that it writes.
 * @param after the number of requests to a surface before the server becomes hostile
 * @param flags of Node
 */
export async function measure(
  hostility: Hostility,
  after: number,
  words: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Measured> {
  const server = await startHostileServer(hostility, after);
  try {
    return await inFolder(async (cwd) => {
      const { aggregatorUrl, newsUrl, reference } = server;
      configure(cwd, { ...reference, aggregatorUrl, newsUrl });
      const described = [
        ...["--openapi-aggregator", `${aggregatorUrl}/openapi.json`],
        ...["--openapi-news", `${newsUrl}/openapi.json`],
      ];
      const told = hostility.isDescribed === true ? described : [];
      const all = [...told, ...(hostility.words ?? []), ...words];
      const started = performance.now();
      const ended = await ranProcess(
        [...flags, main, "run", "--timeout", "2000", "--allow-commands", ...all],
        cwd,
        keysOf(reference),
      );
      const seconds = (performance.now() - started) / 1000;
      const problems = await problemsOf(join(cwd, "conformance-report"), ended, keysOf(reference));
      return { ...ended, seconds, problems };
    });
  } finally {
    await server.close();
  }
}

type Ended = Pick<Measured, "code" | "busySeconds" | "peakMb" | "stdout" | "stderr">;

function ranProcess(
  words: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {
      cwd,
      env: { PATH: process.env.PATH ?? "", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    let peakMb: number | null = null;
    let busySeconds: number | null = null;
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const watch = setInterval(() => {
      peakMb = peakOf(child.pid) ?? peakMb;
      busySeconds = busySecondsOf(child.pid) ?? busySeconds;
    }, 20);
    const kill = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    child.once("error", reject);
    child.once("close", (code) => {
      clearInterval(watch);
      clearTimeout(kill);
      resolve({ code, busySeconds, peakMb, stdout, stderr });
    });
  });
}

/** The kernel keeps the high-water mark itself, so looking often is not needed. */
function peakOf(pid: number | undefined): number | null {
  try {
    const [, kilobytes] =
      /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

/** The kernel counts in hundredths of a second. */
function busySecondsOf(pid: number | undefined): number | null {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "");
    const [user = Number.NaN, system = Number.NaN] = afterName.split(" ").slice(11, 13).map(Number);
    return (user + system) / 100;
  } catch {
    return null;
  }
}

const junitSchema = () => readFile(new URL("../reporters/junit.xsd", import.meta.url), "utf8");

async function problemsOf(
  folder: string,
  { stdout, stderr }: Ended,
  keys: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const files = new Map<string, string>();
  try {
    for (const name of readdirSync(folder))
      files.set(name, readFileSync(join(folder, name), "utf8"));
  } catch {
    return ["no reports"];
  }
  for (const [name, text] of [...files, ["stdout", stdout], ["stderr", stderr]] as const) {
    const found = Object.entries(keys).filter(([, key]) =>
      formsOf(key).some((form) => text.includes(form)),
    );
    for (const [variable] of found) problems.push(`${variable} in ${name}`);
  }
  const check = async (name: string, holds: (text: string) => unknown) => {
    const text = files.get(name);
    if (text === undefined) return void problems.push(`no ${name}`);
    try {
      if ((await holds(text)) === false) problems.push(`${name} is not well-formed`);
    } catch (error) {
      problems.push(`${name}: ${String(error).slice(0, 200)}`);
    }
  };
  await check("report.json", readReport);
  await check("ctrf.json", JSON.parse);
  await check("report.html", (text) => text.trimEnd().endsWith("</html>"));
  await check("report.md", (text) => text.length > 100);
  await check("junit.xml", async (contents) => {
    const xml = [{ fileName: "junit.xml", contents }];
    return (
      await validateXML({ xml, schema: await junitSchema(), maxMemoryPages: memoryPages.max })
    ).valid;
  });
  if (stderr.includes("defect")) problems.push("says that it has a defect");
  return problems;
}

function formsOf(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  return [
    key,
    bytes.toString("hex"),
    bytes.toString("base64").slice(0, -3),
    [...key].reverse().join(""),
    // As much as is left where a text was cut within the key, and in front of it.
    key.slice(0, 16),
    key.slice(-16),
  ];
}
