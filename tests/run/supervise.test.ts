import { expect, test } from "vitest";
import { matrixChoice } from "../../harness/configuration/matrix-choice.ts";
import type { Configuration } from "../../harness/settings/types.ts";
import type { RunOutcome } from "../../run/run-checks.ts";
import { keys, network, surfaceAt } from "../harness/servers.ts";
import { compiled, withThread } from "./in-own-process.ts";

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
    import { once } from "node:events";
    import { parentPort } from "node:worker_threads";
    const [{ input: { heartbeat } }] = await once(parentPort, "message");
    const progress = { kind: "progress", done: 1, total: 2, asked: 1 };
    parentPort.postMessage({ ...progress, latest: ${JSON.stringify(judged)} });
    Atomics.add(heartbeat, 0, 1);
    ${then}
  `;
}

/** Supervises a thread, so many times as closely as it is promised, and prints how the run ended. */
const supervising = `
  const { setInterval } = globalThis;
  globalThis.setInterval = (look, ms) => setInterval(look, ms / Number(process.argv[5]));
  import { startRunThread } from ${compiled("run/supervision/supervise.js")};
  const [thread, options, isInterrupted] = process.argv.slice(2);
  const signal = isInterrupted === "true" ? AbortSignal.abort() : undefined;
  const { carryOut } = startRunThread(new URL(thread));
  const ended = await carryOut({ ...JSON.parse(options), signal }).catch(String);
  process.stdout.write(JSON.stringify(ended));
`;

/** How a run ends whose thread does this: the text of an error, if one was thrown. */
async function ends(then: string, isInterrupted = false, speed = 1): Promise<RunOutcome | string> {
  const words = [JSON.stringify({ configuration, keys }), String(isInterrupted), String(speed)];
  return (await withThread(thread(then), supervising, ...words)) as RunOutcome | string;
}

test.each([
  ["no longer turns", "for (;;);", false, 100, "no longer responded for 20 s"],
  [
    "no longer turns once it was interrupted",
    "for (;;);",
    true,
    100,
    "no longer responded for 3 s",
  ],
  [
    "needs too much memory",
    "const all = []; for (;;) all.push(new Array(1e6).fill(all));",
    false,
    1,
    "more than 320 MB of memory",
  ],
] as const)(
  "a run that %s ends with what it has judged",
  async (_, then, isInterrupted, speed, reason) => {
    const certified = await ends(then, isInterrupted, speed);
    if (typeof certified === "string") throw new Error(certified);
    const { results, ended, interrupted } = certified;
    expect(ended).toContain(reason);
    expect(interrupted).toBe(true);
    const [first, ...others] = results;
    expect(first).toEqual(judged);
    expect(others.length).toBeGreaterThan(500);
    expect(new Set(others.map(({ outcome }) => outcome))).toEqual(new Set(["blocked"]));
    expect(new Set(others.map(({ message }) => message))).toEqual(new Set([ended]));
  },
);

test("a defect of the run is one of the command", async () => {
  expect(await ends("throw new TypeError('a defect');")).toContain("TypeError: a defect");
});
