import { Worker } from "node:worker_threads";
import { errorOf, type ThreadFailure } from "./failure.ts";

/** The limits of a thread. */
export interface ThreadLimits {
  readonly seconds: number;
  /** The maximum memory of its objects, in MiB. */
  readonly memoryMb: number;
}

/** The only message of a thread: its result, or why it has none. */
export type ThreadAnswer = { readonly kind: "result"; readonly result: unknown } | ThreadFailure;

/**
 * Carries work out in a thread of its own, which is ended if untrusted input takes too much time or memory.
 *
 * @param module what the thread carries out; it answers with `postResultOf`
 * @param data its `workerData`
 * @param beyond the error for a limit, such as `60 s`, that was exceeded
 * @returns the result of the module; its type is not checked
 * @throws the error of the work, or that of `beyond`, also if a text was too long for the stack or for any text
 */
export function carryOutInThread<T>(
  module: URL,
  data: unknown,
  { seconds, memoryMb }: ThreadLimits,
  beyond: (limit: string) => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(module, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const timer = setTimeout(() => settle(() => reject(beyond(`${seconds} s`))), seconds * 1000);

    function settle(outcome: () => void): void {
      clearTimeout(timer);
      worker.removeAllListeners();
      worker.on("error", () => {});
      worker.terminate().then(outcome, reject);
    }

    worker.on("message", (answer: ThreadAnswer) => {
      settle(() => {
        if (answer.kind === "result") resolve(answer.result as T);
        else if (answer.isBeyond)
          reject(beyond(`the program can hold at once (${answer.message})`));
        else reject(errorOf(answer));
      });
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      settle(() => reject(isMemory ? beyond(`${memoryMb} MB of memory`) : error));
    });
    worker.on("exit", (code) => {
      settle(() => reject(new Error(`a thread ended with code ${code} and without a result`)));
    });
  });
}
