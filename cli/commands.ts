import type { Command } from "commander";
import type { Output } from "./output.ts";

type AddCommand = (program: Command, output: Output) => void;

/** Every command, in the order of the help, each loaded on demand. */
export const commands = {
  run: async () => (await import("./run.ts")).runCommand,
  serve: async () => (await import("./serve.ts")).serveCommand,
  list: async () => (await import("./list.ts")).listCommand,
  explain: async () => (await import("./explain.ts")).explainCommand,
  plan: async () => (await import("./plan.ts")).planCommand,
  openapi: async () => (await import("./openapi.ts")).openapiCommand,
  schemas: async () => (await import("./schemas.ts")).schemasCommand,
  faults: async () => (await import("./faults.ts")).faultsCommand,
  verify: async () => (await import("./verify.ts")).verifyCommand,
  merge: async () => (await import("./merge.ts")).mergeCommand,
  "check-har": async () => (await import("./check-har.ts")).checkHarCommand,
  show: async () => (await import("./show.ts")).showCommand,
  board: async () => (await import("./board.ts")).boardCommand,
  compare: async () => (await import("./compare.ts")).compareCommand,
  init: async () => (await import("./init.ts")).initCommand,
  completion: async () => (await import("./completion.ts")).completionCommand,
} satisfies Readonly<Record<string, () => Promise<AddCommand>>>;

export type CommandName = keyof typeof commands;

const all = Object.keys(commands) as CommandName[];
/** Options of the program itself, whose help lists every command. */
const ofTheProgram = new Set(["-h", "--help", "-V", "--version"]);

/**
 * The commands that a command line needs: the one that it names, the default one where it begins with
 * an option, and all of them if it asks for help or for completion, or names an unknown command.
 */
export function commandsToLoad([first]: readonly string[]): readonly CommandName[] {
  const named = all.find((name) => name === first);
  if (named === "completion") return all;
  if (named !== undefined) return [named];
  const bare = first === undefined || (first.startsWith("-") && !ofTheProgram.has(first));
  return bare ? ["run"] : all;
}
