import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { verifyBundle } from "../../../run/verify/verify-bundle.ts";
import { configure, runAgainst, withReference } from "../target.ts";
import { fault, out, type Tampered } from "./folder.ts";
import { forge } from "./forge.ts";

/** A folder whose copies are changed consistently. */
export interface Forgery {
  readonly cwd: string;
  /** What is said of a copy after a change of its report, with everything made anew from that. */
  saidOf(change: (report: Tampered) => void, keepsResults?: boolean): Promise<string>;
  remove(): void;
}

/** The reports of a run against a server with a fault. */
export async function createForgery(): Promise<Forgery> {
  const cwd = mkdtempSync(join(tmpdir(), "forged-"));
  await withReference([fault("three-letter-countries")], async (server) => {
    configure(cwd, server);
    await runAgainst(server, cwd, ["--har", "--only", "plan.*", "ping.*"]);
  });
  return {
    cwd,
    async saidOf(change, keepsResults = false) {
      const copy = mkdtempSync(join(tmpdir(), "forged-"));
      try {
        cpSync(join(cwd, out), copy, { recursive: true });
        await forge(copy, change, keepsResults);
        const { differences, untold } = await verifyBundle(copy);
        expect(untold).toEqual([]);
        return differences.join("\n");
      } finally {
        rmSync(copy, { recursive: true });
      }
    },
    remove: () => rmSync(cwd, { recursive: true }),
  };
}
