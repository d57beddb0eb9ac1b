import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { matrixChoice } from "../../harness/configuration/matrix-choice.ts";
import type { Configuration } from "../../harness/configuration/types.ts";
import type { Certified } from "../../run/run-checks.ts";
import { superviseRun } from "../../run/supervision/supervise.ts";
import { inFolder } from "../cli/command.ts";
import { keys, network, surfaceAt } from "../harness/servers.ts";

const configuration: Configuration = {
  surfaces: { news: surfaceAt("http://127.0.0.1:9") },
  embedded: false,
  network,
  robustness: { seed: 1, runs: 1 },
  matrix: matrixChoice({}, {}),
  failOn: "must",
  allowIncomplete: false,
  only: [],
  skip: [],
  waivers: [],
  exclusions: [],
  outputDirectory: "/nowhere",
};

const judged = {
  requirement: "ping.public",
  level: "must",
  surface: "news",
  endpoint: "/ping",
  version: "default",
  auth: null,
  outcome: "pass",
  message: "",
  findings: [],
  exchanges: [],
};

/** A thread that judges one check and then does this. */
function thread(then: string): string {
  return `
    import { parentPort, workerData } from "node:worker_threads";
    const progress = { kind: "progress", done: 1, total: 2, asked: 1 };
    parentPort.postMessage({ ...progress, latest: ${JSON.stringify(judged)} });
    Atomics.add(workerData.heartbeat, 0, 1);
    ${then}
  `;
}

function ends(then: string, signal?: AbortSignal): Promise<Certified> {
  return inFolder(async (folder) => {
    const file = join(folder, "thread.mjs");
    writeFileSync(file, thread(then));
    const options = { configuration, keys, ...(signal && { signal }) };
    return superviseRun(options, pathToFileURL(file));
  });
}

test.each([
  ["no longer turns", "for (;;);", AbortSignal.abort(), "no longer responded"],
  // In small pieces: with the larger spaces of these tests, a growing list can end the process instead.
  ["needs too much memory", "let all = null; for (;;) all = { all };", undefined, "memory"],
] as const)("a run that %s ends with what it has judged", async (_, then, signal, reason) => {
  const { results, ended, interrupted } = await ends(then, signal);
  expect(ended).toContain(reason);
  expect(interrupted).toBe(true);
  const [first, ...others] = results;
  expect(first).toEqual(judged);
  expect(others.length).toBeGreaterThan(500);
  expect(new Set(others.map(({ outcome }) => outcome))).toEqual(new Set(["blocked"]));
  expect(new Set(others.map(({ message }) => message))).toEqual(new Set([ended]));
});

test("a defect of the run is one of the command", async () => {
  await expect(ends("throw new TypeError('a defect');")).rejects.toThrow("a defect");
});
