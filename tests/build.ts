import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Compiles once before the tests, so that those which drive the command line as a child process
 * drive what is published, and never an older build.
 *
 * @throws Error with the compiler's words where it does not compile
 */
export default function build(): void {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin",
    "tsc",
  );
  const built = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
    cwd: root,
    encoding: "utf8",
  });
  if (built.status === 0) return;
  throw new Error(`the build failed:\n${built.error?.message ?? built.stdout + built.stderr}`);
}
