import type { Command } from "commander";
import { exportedSchemas } from "../../contracts/exported-schemas.ts";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { faults } from "../../reference/faults/index.ts";
import { bashCompletion } from "../completion/bash.ts";
import { completionTree, type KnownValues } from "../completion/command-tree.ts";
import { fishCompletion } from "../completion/fish.ts";
import { zshCompletion } from "../completion/zsh.ts";

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export type Shell = keyof typeof scripts;

/** A script that completes the commands of a program, with their options and arguments. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](completionTree(program, knownValues()));
}

/** Names that are data rather than part of the command tree. */
function knownValues(): KnownValues {
  const ids = loadRegister().requirements.map(({ id }) => id);
  const versions = new Set(loadCatalogue().operations.map(({ version }) => version));
  const faultNames = faults.map(({ name }) => name);
  const selecting = ["run", "plan", "check-har"].flatMap((name) => [
    [`${name} --only`, ids],
    [`${name} --skip`, ids],
  ]);
  return {
    ...Object.fromEntries(selecting),
    "explain id": ids,
    "list pattern": ids,
    "openapi version": ["latest", ...[...versions].sort().reverse()],
    "schemas name": exportedSchemas().map(({ name }) => name),
    "serve --fault": faultNames,
    "faults --only": faultNames,
    "compare A": "files",
    "compare B": "files",
    "compare more": "files",
  };
}
