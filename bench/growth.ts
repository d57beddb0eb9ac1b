import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isObject } from "../contracts/json.ts";
import type { Deviation } from "../reference/faults/fault.ts";
import { startReferenceServer } from "../reference/server/server.ts";
import { measured, type Taken } from "./child.ts";
import { exponent } from "./exponent.ts";
import { benchLargeAnswer } from "./large-answer.ts";

/**
 * Grows the work and prints how wall time and memory grow with it, as exponents: 1 is linear. Everything is measured
 * in processes of their own, the server in this one.
 */

/** Linear, as far as a machine that does other things shows it. */
const aim = 1.15;

interface Sized extends Taken {
  readonly amount: number;
}

function print(what: string, sizes: readonly Sized[]): void {
  const of = (taken: (size: Sized) => number) =>
    exponent(sizes.map((size) => ({ amount: size.amount, taken: taken(size) }))).toFixed(2);
  const shown = sizes.map(
    ({ amount, seconds, peakMb }) => `${amount}: ${seconds.toFixed(1)} s, ${peakMb.toFixed(0)} MiB`,
  );
  console.log(`${what} (${shown.join("; ")})`);
  console.log(
    `  exponent of wall time ${of(({ seconds }) => seconds)}, of processor time ${of(({ cpuSeconds }) => cpuSeconds)}, of memory ${of(({ peakMb }) => peakMb)} (aim: at most ${aim})`,
  );
}

/** One run of the compiled command against a server that deviates. */
async function run(
  cli: string,
  cwd: string,
  deviation: Omit<Deviation, "name" | "cells">,
): Promise<Taken> {
  const server = await startReferenceServer({
    faults: [{ name: "grown", cells: {}, ...deviation }],
  });
  const { aggregator, news } = server.keys;
  const target = ["--aggregator-url", server.aggregatorUrl, "--news-url", server.newsUrl];
  const env = {
    ...process.env,
    AGGREGATOR_API_KEY: aggregator.own,
    AGGREGATOR_REVOKED_KEY: aggregator.revoked,
    NEWS_API_KEY: news.own,
    NEWS_REVOKED_KEY: news.revoked,
  };
  try {
    // Lists that are longer than what was asked for are wrong, and there is no key to revoke.
    return await measured([cli, "run", "--quiet", ...target], { cwd, env, codes: [0, 1, 3] });
  } finally {
    await server.close();
  }
}

/** Seconds after which something is not measured again. */
const longSeconds = 10;

/** The least of two, since whatever else the machine does only adds to it. */
async function least(take: () => Promise<Taken>): Promise<Taken> {
  const one = await take();
  if (one.seconds > longSeconds) return one;
  const other = await take();
  return {
    seconds: Math.min(one.seconds, other.seconds),
    cpuSeconds: Math.min(one.cpuSeconds, other.cpuSeconds),
    peakMb: Math.min(one.peakMb, other.peakMb),
  };
}

/** Every list of a success response has so many entries. */
async function benchItems(cli: string, cwd: string): Promise<void> {
  const sizes: Sized[] = [];
  for (const amount of [1, 10, 100, 1000]) {
    const deviation: Omit<Deviation, "name" | "cells"> = {
      sentence: `Lists have ${amount} entries.`,
      response({ status, body }) {
        if (status !== 200 || !isObject(body)) return;
        const lists = Object.entries(body).flatMap(([name, value]) =>
          Array.isArray(value) && value.some(isObject) ? [[name, value] as const] : [],
        );
        const grown = lists.map(([name, value]) => [
          name,
          Array.from({ length: amount }, (_, index) => value[index % value.length]),
        ]);
        Object.assign(body, Object.fromEntries(grown));
      },
    };
    sizes.push({ amount, ...(await least(() => run(cli, cwd, deviation))) });
  }
  print("entries of every list", sizes);
}

async function benchLatency(cli: string, cwd: string): Promise<void> {
  const sizes: Sized[] = [];
  for (const amount of [20, 60, 120]) {
    const sentence = `Every response takes ${amount} ms longer.`;
    sizes.push({
      amount,
      ...(await run(cli, cwd, { sentence, response: async () => wait(amount) })),
    });
  }
  print("milliseconds of latency", sizes);
}

/** The copy of the package with one version more, whose articles have one member more. */
async function benchVersions(root: string, cli: string, cwd: string): Promise<void> {
  const copy = join(cwd, "copy");
  for (const part of ["dist", "contracts", "reporters", "package.json"]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  cpSync(join(root, "tests", "teeth", "added-version", "contracts"), join(copy, "contracts"), {
    recursive: true,
  });
  const certify = async (command: string) => {
    const words = [command, "run", "--reference", "--quiet"];
    // The reference server of the copy does not have the member that was added there.
    const options = { cwd, codes: [0, 1] };
    const taken = await least(() => measured(words, options));
    const report: unknown = JSON.parse(
      readFileSync(join(cwd, "conformance-report", "report.json"), "utf8"),
    );
    const results = isObject(report) && Array.isArray(report.results) ? report.results.length : 0;
    return { ...taken, results };
  };
  const before = await certify(cli);
  const after = await certify(join(copy, "dist", "cli", "main.js"));
  const ratio = (of: (one: typeof before) => number) => (of(after) / of(before)).toFixed(2);
  console.log(
    `one version more: checks × ${ratio(({ results }) => results)}, wall time × ${ratio(({ seconds }) => seconds)}, ` +
      `processor time × ${ratio(({ cpuSeconds }) => cpuSeconds)}, memory × ${ratio(({ peakMb }) => peakMb)} (aim: no more than the checks)`,
  );
}

async function benchBoard(cli: string, cwd: string): Promise<void> {
  await measured([cli, "run", "--reference", "--quiet", "--out", "report"], { cwd });
  const sizes: Sized[] = [];
  for (const amount of [1, 4, 16, 64]) {
    const folders = Array.from({ length: amount }, (_, index) => `server-${index}`);
    for (const folder of folders) {
      mkdirSync(join(cwd, folder), { recursive: true });
      cpSync(join(cwd, "report", "report.json"), join(cwd, folder, "report.json"));
    }
    sizes.push({
      amount,
      ...(await measured([cli, "board", ...folders, "--out", "board"], { cwd })),
    });
  }
  print("implementations in a board", sizes);
}

/**
 * @param root the folder of the project
 * @param cli the compiled command
 */
export async function benchGrowth(root: string, cli: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "news-conformance-growth-"));
  try {
    await benchLargeAnswer();
    await benchItems(cli, folder);
    await benchLatency(cli, folder);
    await benchVersions(root, cli, folder);
    await benchBoard(cli, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
