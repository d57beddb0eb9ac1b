import { parentPort, workerData } from "node:worker_threads";
import { type Progress, runChecks } from "../run-checks.ts";
import { failureOf } from "./failure.ts";
import type { RunInput, RunMessage } from "./messages.ts";

/** The thread in which a run is carried out; `supervise.ts` starts it. */

const port = parentPort;
if (port === null) throw new Error("a run is carried out in a thread of its own");
const { configuration, keys, baseline, startedAt, heartbeat }: RunInput = workerData;
const say = (message: RunMessage) => port.postMessage(message);
const interrupt = new AbortController();
port.on("message", () => interrupt.abort());

const turn = () => Atomics.add(heartbeat, 0, 1);
// The first at once: until then a silent thread counts as one that loads its modules.
turn();
const beat = setInterval(turn, 200);
let told = 0;

function tell({ done, total, exchanges, asked, latest }: Progress): void {
  for (; told < exchanges.length; told += 1) {
    const exchange = exchanges[told];
    if (exchange !== undefined) say({ kind: "exchange", exchange });
  }
  say({ kind: "progress", done, total, asked, latest });
}

try {
  const { exchanges, ...certified } = await runChecks({
    configuration,
    keys,
    baseline,
    started: startedAt - performance.timeOrigin,
    signal: interrupt.signal,
    onProgress: tell,
  });
  for (const exchange of exchanges.slice(told)) say({ kind: "exchange", exchange });
  say({ kind: "certified", certified });
} catch (error) {
  say(failureOf(error));
} finally {
  clearInterval(beat);
  port.close();
}
