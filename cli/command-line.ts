import { Command, CommanderError } from "commander";
import { suiteVersion } from "../harness/suite-version.ts";
import { visibleBlock, visibleLine } from "../reporters/text/visible.ts";
import { commands, commandsToLoad } from "./commands.ts";
import { exitCodes } from "./exit-codes.ts";
import { consoleOutput, type Output } from "./output.ts";
import { sayMistake } from "./say-mistake.ts";
import { refuseUnknownCommand, withNearestOption } from "./wrong-words.ts";

/**
 * Runs a command line with the working directory, environment and console of this process. Sets
 * `process.exitCode`.
 *
 * @param words the command line without the program
 * @param started on the clock of `performance.now()`; now by default
 */
export async function runCommandLine(words: readonly string[], started?: number): Promise<void> {
  const output = consoleOutput(process.env, started);
  const program = new Command("news-conformance")
    .description(
      "Contract and conformance test suite for servers of the Headline and News Search Service",
    )
    .version(suiteVersion)
    .configureHelp({ sortSubcommands: false })
    .configureOutput({
      writeErr: (text) => output.note(text),
      writeOut: (text) => output.result(text),
      outputError: (text, write) =>
        write(withNearestOption(shownSafely(text, words), program, words)),
    })
    .showHelpAfterError("(news-conformance --help lists commands, <command> --help their options)");

  const loaded = commandsToLoad(words);
  for (const name of loaded) {
    await (await commands[name]())(program, output, words);
  }
  for (const command of [program, ...program.commands]) command.exitOverride();

  try {
    refuseUnknownCommand(program, words);
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    process.exitCode = exitCodeOf(error, output);
    if (process.exitCode !== exitCodes.ok) {
      (await import("./earlier-reports.ts")).clearAfterFailure(words, loaded, output);
    }
  }
}

/** Prints an error that commander has not printed yet. */
function exitCodeOf(error: unknown, output: Output): number {
  // Commander has already printed it; help and version are not errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (sayMistake(error, output)) return exitCodes.usage;
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  output.note(`error: a defect of news-conformance, please report it:\n${what}`);
  return exitCodes.defect;
}

/** Commander repeats words as they are, which may come from somebody else in a pipeline. */
function shownSafely(text: string, words: readonly string[]): string {
  const parts = words.flatMap((word) => [word, word.slice(word.indexOf("=") + 1)]);
  const odd = parts.filter((part) => visibleLine(part) !== part);
  return visibleBlock(
    odd.reduce((shown, part) => shown.replaceAll(part, () => visibleLine(part)), text),
  );
}
