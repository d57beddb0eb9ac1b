import { parentPort, workerData } from "node:worker_threads";
import { failureOf } from "./failure.ts";
import type { ThreadAnswer } from "./limited-thread.ts";

/**
 * Posts the result of some work, or its error, to the thread that started this one by `carryOutInThread`.
 *
 * @param work is given what the other thread has passed
 */
export async function postResultOf<D>(work: (data: D) => Promise<unknown>): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("this module runs in a thread of its own");
  const say = (answer: ThreadAnswer) => port.postMessage(answer);
  try {
    say({ kind: "result", result: await work(workerData) });
  } catch (error) {
    say(failureOf(error));
  } finally {
    port.close();
  }
}
