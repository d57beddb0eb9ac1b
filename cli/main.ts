#!/usr/bin/env node
import { runCommandLine } from "./command-line.ts";

// A reader that goes away, such as `head`, is no error; nor does it end the process, since the exit
// code is the verdict's, whoever listens.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

await runCommandLine(process.argv.slice(2));
