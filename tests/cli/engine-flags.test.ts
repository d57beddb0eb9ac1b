import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const flags = fileURLToPath(new URL("../../dist/cli/engine-flags.js", import.meta.url));
const parser = createRequire(import.meta.url).resolve("undici/lib/llhttp/llhttp-wasm.js");
const compiled = 10;
/** Counts the turns of the event loop until the module is compiled that often, one after the other. */
const inThread = `
  (async () => {
    const { default: module } = await import(${JSON.stringify(parser)});
    let turns = 0;
    for (let time = 0; time < ${compiled}; time += 1) {
      let isCompiled = false;
      WebAssembly.compile(module).then(() => { isCompiled = true; });
      for (; !isCompiled; turns += 1) await new Promise(setImmediate);
    }
    console.log(turns);
  })();
`;

async function turns(before: string): Promise<number> {
  const script = `
    import { Worker } from "node:worker_threads";
    import { setEngineFlags } from ${JSON.stringify(flags)};
    ${before}
    new Worker(${JSON.stringify(inThread)}, { eval: true });
  `;
  const words = ["--input-type=module", "--eval", script];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words);
  expect(stderr).toBe("");
  return Number(stdout);
}

test("a thread compiles WebAssembly itself, so that nothing is compiled for one that has ended", async () => {
  // What is compiled in the background takes many turns.
  expect(await turns("")).toBeGreaterThan(3 * compiled);
  const own = await turns("setEngineFlags();");
  expect(own).toBeGreaterThanOrEqual(compiled);
  expect(own).toBeLessThanOrEqual(2 * compiled);
});
