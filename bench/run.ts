import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Fault } from "../reference/faults/fault.ts";
import { benchBigBodies } from "./big-bodies.ts";
import { benchExternalRun } from "./external-run.ts";
import { startExternalServer } from "./external-server.ts";
import { benchGrowth } from "./growth.ts";
import { median } from "./median.ts";

/**
 * Prints its figures, the times as ratios that were measured in one run:
 * - the version, the help and a usage error, over a bare process that does nothing;
 * - for each matrix, a run against the embedded server over a bare vitest run with one empty test, and the
 *   number of requests;
 * - a run against a server of another process, over a bare client that sends the same requests;
 * - for responses of a megabyte, a run over a bare process that receives and parses as many;
 * - how wall time and memory grow with the work, as exponents (`growth.ts`);
 * - against a server that responds after a delay, the wall time over what the delays alone take at the
 *   concurrency of the run.
 */

const rounds = 5;
const delayMs = 100;
const concurrency = 8;

/** What each matrix may cost: its wall time over that of the floor, and its requests. */
const aims = [
  { matrix: "full", ratio: 1.5, requests: 1000 },
  { matrix: "pairwise", ratio: null, requests: 350 },
  { matrix: "smoke", ratio: null, requests: 30 },
] as const;

const root = fileURLToPath(new URL("../..", import.meta.url));
const cli = join(root, "dist", "cli", "main.js");
const folder = mkdtempSync(join(tmpdir(), "news-conformance-bench-"));

/** Seconds of one whole process, which has to end as expected. */
function seconds(run: () => SpawnSyncReturns<string>, expected = 0): number {
  const start = performance.now();
  const { status, stdout, stderr } = run();
  if (status !== expected) throw new Error(`exit code ${status}\n${stdout}\n${stderr}`);
  return (performance.now() - start) / 1000;
}

function node(args: readonly string[], cwd = folder): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
}

function requestsIn(out: string): number {
  const report: unknown = JSON.parse(readFileSync(join(out, "report.json"), "utf8"));
  if (typeof report === "object" && report !== null && "requests" in report) {
    return Number(report.requests);
  }
  throw new Error("report.json has no requests");
}

/** What a start that does nothing else may take, in bare processes. */
const startRatio = 2.5;

function benchStart(): void {
  const starts = [
    { words: ["--version"], code: 0 },
    { words: ["--help"], code: 0 },
    { words: ["run", "--unknown"], code: 2 },
  ];
  const bare = () => node(["-e", "0"]);
  for (const { words, code } of starts) {
    const start = () => node([cli, ...words]);
    seconds(start, code);
    const ratios = Array.from({ length: 2 * rounds }, () => seconds(start, code) / seconds(bare));
    console.log(
      `${words.join(" ")} / node -e 0: ${median(ratios).toFixed(2)} (aim: at most ${startRatio})`,
    );
  }
}

function benchWholeRun(): void {
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(
    join(folder, "empty.test.js"),
    'import { test } from "vitest";\ntest("empty", () => {});\n',
  );
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const out = join(folder, "out");
  const bare = () => node([vitest, "run"]);
  seconds(bare);
  for (const { matrix, ratio, requests } of aims) {
    const run = () =>
      node([cli, "run", "--reference", "--quiet", "--matrix", matrix, "--out", out]);
    seconds(run);
    const pairs = Array.from({ length: rounds }, () => [seconds(run), seconds(bare)] as const);
    const ratios = pairs.map(([ours, floor]) => ours / floor);
    const wanted = ratio === null ? "" : ` (aim: at most ${ratio})`;
    console.log(`${matrix} run / bare vitest run: ${median(ratios).toFixed(2)}${wanted}`);
    console.log(`requests of a ${matrix} run: ${requestsIn(out)} (aim: at most ${requests})`);
  }
}

async function benchSlowServer(): Promise<void> {
  const slow: Fault = {
    name: "slow",
    breaks: "",
    cells: {},
    sentence: `Every answer takes ${delayMs} ms longer.`,
    response: async () => wait(delayMs),
  };
  const { config, env, close } = await startExternalServer(folder, concurrency, [slow]);
  const out = join(folder, "slow");
  const args = [cli, "run", "--quiet", "--allow-incomplete", "--config", config, "--out", out];
  const ratios: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    // Not spawnSync: the server answers from this process.
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: "inherit" });
    const code = await new Promise<number | null>((done) => child.once("exit", done));
    if (code !== 0) throw new Error(`the run against the slow server ended with ${code}`);
    const wall = (performance.now() - start) / 1000;
    ratios.push(wall / ((requestsIn(out) * (delayMs / 1000)) / concurrency));
  }
  console.log(
    `slow server, wall / (requests × ${delayMs} ms ÷ concurrency): ${median(ratios).toFixed(2)} (aim: at most 1.15)`,
  );
  await close();
}

try {
  benchStart();
  benchWholeRun();
  await benchExternalRun(folder, cli);
  await benchSlowServer();
  await benchGrowth(root, cli);
  await benchBigBodies(folder, [cli, "run", "--quiet", "--allow-incomplete"], requestsIn);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
