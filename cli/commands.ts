import type { Command } from "commander";
import type { Output } from "./output/output.ts";

/** @param words the command line without the program */
type AddCommand = (
  program: Command,
  output: Output,
  words: readonly string[],
) => void | Promise<void>;

/** Every command, in the order of the help, with its options; the code that carries it out is loaded when it runs. */
export const commands = {
  run: async () => (await import("./commands/run.ts")).runCommand,
  serve: async () => (await import("./commands/serve.ts")).serveCommand,
  list: async () => (await import("./commands/list.ts")).listCommand,
  explain: async () => (await import("./commands/explain.ts")).explainCommand,
  plan: async () => (await import("./commands/plan.ts")).planCommand,
  openapi: async () => (await import("./commands/openapi.ts")).openapiCommand,
  schemas: async () => (await import("./commands/schemas.ts")).schemasCommand,
  faults: async () => (await import("./commands/faults.ts")).faultsCommand,
  verify: async () => (await import("./commands/verify.ts")).verifyCommand,
  merge: async () => (await import("./commands/merge.ts")).mergeCommand,
  "check-har": async () => (await import("./commands/check-har.ts")).checkHarCommand,
  show: async () => (await import("./commands/show.ts")).showCommand,
  board: async () => (await import("./commands/board.ts")).boardCommand,
  compare: async () => (await import("./commands/compare.ts")).compareCommand,
  init: async () => (await import("./commands/init.ts")).initCommand,
  completion: async () => (await import("./commands/completion.ts")).completionCommand,
} satisfies Readonly<Record<string, () => Promise<AddCommand>>>;

export type CommandName = keyof typeof commands;

const all = Object.keys(commands) as CommandName[];
const isHelp = (word: string): boolean => word === "-h" || word === "--help";
const isVersion = (word: string): boolean => word === "-V" || word === "--version";

/**
 * The commands that a command line needs: the one that it names, the default one where it begins with
 * an option, none for the version, and all of them if it asks for help or for completion, or names an
 * unknown command.
 */
export function commandsToLoad([first]: readonly string[]): readonly CommandName[] {
  const named = all.find((name) => name === first);
  if (named === "completion") return all;
  if (named !== undefined) return [named];
  if (first === undefined) return ["run"];
  if (isVersion(first)) return [];
  return first.startsWith("-") && !isHelp(first) ? ["run"] : all;
}
