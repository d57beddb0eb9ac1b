import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dump } from "js-yaml";
import { onTestFinished } from "vitest";
import { contractsFolder } from "../../contracts/load.ts";

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "contracts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of all contracts that a test may change. */
export function copyOfContracts(): string {
  const folder = temporaryFolder();
  cpSync(contractsFolder(), folder, { recursive: true });
  return folder;
}

export function writeYaml(folder: string, file: string, content: unknown): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, dump(content));
}
