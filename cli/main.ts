#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { runCommandLine } from "./command-line.ts";
import { guardProcess } from "./guard-process.ts";
import { consoleOutput } from "./output/output.ts";

// The HTTP parser is WebAssembly. Optimizing it takes 40 MB, and makes no run faster.
setFlagsFromString("--liftoff-only");
// A run is over before most of what V8 optimizes has paid for it. Waiting until a function has run three times as
// long as usual saves up to a quarter of the processor time. The flag depends on the version of V8, and an unknown
// one would be an error message.
const [major = ""] = process.versions.node.split(".");
const optimizeLater = new Map([
  ["20", "--interrupt-budget=400000"],
  ["22", "--invocation-count-for-turbofan=10000"],
  ["24", "--invocation-count-for-turbofan=10000"],
]).get(major);
if (optimizeLater !== undefined) setFlagsFromString(optimizeLater);

// The clock of `performance.now()` begins with the process.
const output = consoleOutput(process.env, 0);
guardProcess(output);
await runCommandLine(process.argv.slice(2), output);
