import { setFlagsFromString } from "node:v8";

/** A run is over before most of what V8 optimizes has paid for it. */
const optimizeLater = new Map([
  ["20", "--interrupt-budget=400000"],
  ["22", "--invocation-count-for-turbofan=10000"],
  ["24", "--invocation-count-for-turbofan=10000"],
]);

/** Sets the flags of V8 for this thread and all that it starts. To be called before any of them is started. */
export function setEngineFlags(): void {
  // The HTTP parser is WebAssembly. Optimizing it takes 40 MB, and makes no run faster.
  setFlagsFromString("--liftoff-only");
  // Node compiles its parser of CommonJS modules in the background. If a thread ends meanwhile, what is compiled for
  // it is reported to a thread that is no longer there, and about one process in 1,500 ended with SIGSEGV.
  setFlagsFromString("--no-wasm-async-compilation");
  // Waiting until a function has run three times as long as usual saves up to a quarter of the processor time. The
  // flag depends on the version of V8, and an unknown one would be an error message.
  const later = optimizeLater.get(process.versions.node.split(".")[0] ?? "");
  if (later !== undefined) setFlagsFromString(later);
}
