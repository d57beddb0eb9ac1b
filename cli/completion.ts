import { Argument, type Command } from "commander";
import { exportedSchemas } from "../contracts/exported-schemas.ts";
import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import { faults } from "../reference/faults/index.ts";
import { bashCompletion } from "./completion/bash.ts";
import { completionTree, type KnownValues } from "./completion/command-tree.ts";
import { fishCompletion } from "./completion/fish.ts";
import { zshCompletion } from "./completion/zsh.ts";
import type { Output } from "./output.ts";

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** `completion SHELL`: a script that completes the command line in a shell. */
export function completionCommand(program: Command, output: Output): void {
  const shells = Object.keys(scripts) as (keyof typeof scripts)[];
  program
    .command("completion")
    .description("print a script that completes commands, options and names in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .addHelpText(
      "after",
      "\nTo use it, for example in ~/.bashrc or ~/.zshrc:  source <(news-conformance completion bash)\n" +
        "In ~/.config/fish/config.fish:  news-conformance completion fish | source",
    )
    .action((shell: keyof typeof scripts) => {
      output.result(scripts[shell](completionTree(program, knownValues())));
    });
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
