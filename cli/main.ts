#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { runCommandLine } from "./command-line.ts";

// The HTTP parser is WebAssembly. To optimize it takes 40 MB, and makes no run faster.
setFlagsFromString("--liftoff-only");

// A closed pipe, such as `head`, is not an error and does not end the process, since the exit code must
// still be that of the verdict.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

// The clock of `performance.now()` begins with the process.
await runCommandLine(process.argv.slice(2), 0);
