import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dump } from "js-yaml";
import { onTestFinished } from "vitest";
import type { Catalogue } from "../../contracts/catalogue.ts";
import { openContractFiles } from "../../contracts/contract-files.ts";
import { contractsFolder, loadCatalogueFrom } from "../../contracts/load.ts";
import { surfaces } from "../../contracts/vocabulary.ts";

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

/** The newest versions of the first specification. */
const first = { aggregator: "2026-05-25", news: "2026-08-01" } as const;

/**
 * A copy of the contracts of the first specification, that is without newer versions. Tests of what follows
 * from contracts name its dates; they hold whatever versions are added.
 */
export function copyOfFirstContracts(folder = temporaryFolder()): string {
  cpSync(contractsFolder(), folder, { recursive: true });
  for (const surface of surfaces) {
    const newer = readdirSync(join(folder, surface)).filter((name) => name > first[surface]);
    for (const name of newer) rmSync(join(folder, surface, name), { recursive: true });
  }
  return folder;
}

/**
 * Those contracts, without a copy: test files share the modules that they import, and what one of these has loaded is read
 * on demand by all of them.
 */
export function loadFirstContracts(): Catalogue {
  const files = openContractFiles(contractsFolder());
  return loadCatalogueFrom(contractsFolder(), {
    ...files,
    folders: (folder) => {
      const surface = surfaces.find((one) => one === folder);
      return files.folders(folder).filter((name) => !surface || name <= first[surface]);
    },
  });
}

export function writeYaml(folder: string, file: string, content: unknown): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, dump(content));
}
