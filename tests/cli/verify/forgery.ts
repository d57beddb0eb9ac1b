import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { verifyBundle } from "../../../run/verify/verify-bundle.ts";
import { configure, runAgainst, withReference } from "../target.ts";
import { fault, out, type Tampered, tamper } from "./folder.ts";
import { forge } from "./forge.ts";

/** A folder whose copies are changed consistently. */
export interface Forgery {
  readonly cwd: string;
  /** What is said of a copy after a change of its report, with everything made anew from that. */
  saidOf(change: (report: Tampered) => void, keepsResults?: boolean): Promise<string>;
  /** The same of a copy of which only the report is changed. */
  saidOfTampered(change: (report: Tampered) => void): Promise<string>;
  remove(): void;
}

/** The reports of a run against a server with a fault. */
export async function createForgery(): Promise<Forgery> {
  const cwd = mkdtempSync(join(tmpdir(), "forged-"));
  await withReference([fault("three-letter-countries")], async (server) => {
    configure(cwd, server);
    await runAgainst(server, cwd, ["--har", "--only", "plan.*", "ping.*"]);
  });
  async function saidOfCopy(changed: (copy: string) => Promise<void> | void): Promise<string> {
    const copy = mkdtempSync(join(tmpdir(), "forged-"));
    try {
      cpSync(join(cwd, out), copy, { recursive: true });
      await changed(copy);
      const { differences, untold } = await verifyBundle(copy);
      expect(untold).toEqual([]);
      return differences.join("\n");
    } finally {
      rmSync(copy, { recursive: true });
    }
  }
  return {
    cwd,
    saidOf: (change, keepsResults = false) =>
      saidOfCopy((copy) => forge(copy, change, keepsResults)),
    saidOfTampered: (change) => saidOfCopy((copy) => tamper(copy, change)),
    remove: () => rmSync(cwd, { recursive: true }),
  };
}
