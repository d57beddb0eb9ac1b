import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command } from "../cli/command.ts";

let made: Promise<Buffer> | null = null;

/** A small `report.json` of a run whose server is wrong. */
export function seedReport(): Promise<Buffer> {
  made ??= make();
  return made;
}

async function make(): Promise<Buffer> {
  const cwd = mkdtempSync(join(tmpdir(), "fuzz-"));
  try {
    await command(["run", "--reference", "--only", "ping.*", "plan.*", "--quiet", "--har"], {
      cwd,
    });
    return readFileSync(join(cwd, "conformance-report/report.json"));
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
