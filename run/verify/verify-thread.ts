import { parentPort, workerData } from "node:worker_threads";
import { failureOf } from "../supervision/failure.ts";
import { verifyBundle } from "./verify-bundle.ts";
import type { VerifyMessage } from "./verify-in-time.ts";

/** The thread in which a folder is verified; `verify-in-time.ts` starts it. */

const port = parentPort;
if (port === null) throw new Error("a folder is verified in a thread of its own");
const say = (message: VerifyMessage) => port.postMessage(message);
const directory: string = workerData;

try {
  say({ kind: "verified", verification: await verifyBundle(directory) });
} catch (error) {
  say(failureOf(error));
} finally {
  port.close();
}
