#!/usr/bin/env node
import { runCommandLine } from "./command-line.ts";
import { setEngineFlags } from "./engine-flags.ts";
import { guardProcess } from "./guard-process.ts";
import { consoleOutput } from "./output/output.ts";

setEngineFlags();
// The clock of `performance.now()` begins with the process.
const output = consoleOutput(process.env, 0);
guardProcess(output);
await runCommandLine(process.argv.slice(2), output);
