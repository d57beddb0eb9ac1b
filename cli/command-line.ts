import { Command, CommanderError } from "commander";
import { suiteVersion } from "../harness/suite-version.ts";
import { commands, commandsToLoad } from "./commands.ts";
import { refuseEmptyValues } from "./options/empty-values.ts";
import { refuseUnknownCommand, wrongWords } from "./options/wrong-words.ts";
import { exitCodes } from "./output/exit-codes.ts";
import { consoleOutput, type Output } from "./output/output.ts";
import { sayDefect } from "./output/say-defect.ts";
import { sayMistake } from "./output/say-mistake.ts";

/**
 * Runs a command line with the working directory, environment and console of this process. Sets
 * `process.exitCode`.
 *
 * @param words the command line without the program
 * @param output the console of this process by default
 */
export async function runCommandLine(
  words: readonly string[],
  output = consoleOutput(process.env),
): Promise<void> {
  const program = new Command("news-conformance")
    .description(
      "Contract and conformance test suite for servers of the Headline and News Search Service",
    )
    .version(suiteVersion)
    .configureHelp({ sortSubcommands: false })
    .configureOutput({
      writeErr: (text) => output.note(text),
      writeOut: (text) => output.result(text),
      // Printed below, in our own words.
      outputError: () => {},
    });

  const loaded = commandsToLoad(words);
  for (const name of loaded) {
    await (await commands[name]())(program, output, words);
  }
  for (const command of [program, ...program.commands]) command.exitOverride();
  program.hook("preAction", (_, command) => refuseEmptyValues(command));

  try {
    refuseUnknownCommand(program, words);
    // Commander has no help for its help command.
    const asked = words[0] === "help" && words[1] === "help" ? ["help"] : words;
    await program.parseAsync(asked, { from: "user" });
  } catch (error) {
    process.exitCode = exitCodeOf(error, output, program, words);
    if (process.exitCode !== exitCodes.ok) {
      (await import("./output/earlier-reports.ts")).clearAfterFailure(words, loaded, output);
    }
  }
}

/** Prints the error, if it is one: commander also throws after it has printed the help or the version. */
function exitCodeOf(
  error: unknown,
  output: Output,
  program: Command,
  words: readonly string[],
): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.ok;
    const { mistake, help } = wrongWords(error, program, words);
    sayMistake(mistake, output);
    output.note(help);
    return exitCodes.usage;
  }
  if (sayMistake(error, output)) return exitCodes.usage;
  if (isFolderGone(error)) {
    output.note("error: the working directory no longer exists\nChange to another one.");
    return exitCodes.usage;
  }
  return sayDefect(error, output);
}

/** Any command may ask for the working directory, which somebody else may have deleted. */
function isFolderGone(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}
