/**
 * Source in front of a module that starts a thread: `limited` gets what each thread may take, and what takes a time
 * takes a ten thousandth of it, so that a limit of a minute is exceeded before any module is loaded.
 */
export const watchingLimits = `
  import threads from "node:worker_threads";
  import { syncBuiltinESMExports } from "node:module";
  const limited = [];
  threads.Worker = class extends threads.Worker {
    constructor(module, options) {
      super(module, options);
      limited.push({ memoryMb: options.resourceLimits.maxOldGenerationSizeMb, input: options.workerData });
    }
  };
  syncBuiltinESMExports();
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (late, ms) => setTimeout(late, ms / 10_000);
`;
