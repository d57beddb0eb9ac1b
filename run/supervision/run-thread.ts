import { parentPort } from "node:worker_threads";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { type Progress, runChecks } from "../run-checks.ts";
import { failureOf } from "./failure.ts";
import type { RunInput, RunMessage, RunOrder } from "./messages.ts";

/**
 * The thread in which a run is carried out; `supervise.ts` starts it before there is a run, so that it loads its
 * modules and contracts while descriptions are looked up.
 */

const port = parentPort;
if (port === null) throw new Error("a run has a thread of its own");
const say = (message: RunMessage) => port.postMessage(message);
const interrupt = new AbortController();
port.on("message", (order: RunOrder) => {
  if (order.kind === "run") void carryOut(order.input);
  else interrupt.abort();
});
loadCatalogue();
loadRegister();

async function carryOut({
  configuration,
  keys,
  baseline,
  startedAt,
  heartbeat,
}: RunInput): Promise<void> {
  const turn = () => Atomics.add(heartbeat, 0, 1);
  // Counts at once: until the first count, a silent thread is assumed to be loading its modules.
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
    port?.close();
  }
}
