import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Environment } from "../../harness/configuration/environment.ts";
import type { Flags } from "../../harness/configuration/flags.ts";
import { loadConfiguration } from "../../harness/configuration/load.ts";
import { known } from "./known.ts";

/** The keys that a run against both surfaces needs. */
export const keys = { AGGREGATOR_API_KEY: "bk_a", NEWS_API_KEY: "bk_n" };

/** A working directory that each test of the file has for itself. */
export let folder = "";

/** Gives each test of the file a working directory, and removes it afterwards. */
export function useFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "configuration-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
}

/** Loads the configuration in that working directory. */
export function load(
  flags: Flags,
  environment: Environment,
  file: unknown = null,
  purpose: "run" | "plan" = "run",
) {
  if (file !== null) {
    writeFileSync(join(folder, "news-conformance.config.json"), JSON.stringify(file));
  }
  return loadConfiguration({ cwd: folder, environment, flags, known, purpose });
}
