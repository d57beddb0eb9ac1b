import type { Command } from "commander";
import { suggestion } from "../harness/configuration/nearest.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";

/**
 * Commander passes an unknown command to the default one, which then reports too many arguments; this
 * reports the real mistake.
 *
 * @param words the command line without the program
 * @throws UsageError
 */
export function refuseUnknownCommand(program: Command, words: readonly string[]): void {
  const [first] = words;
  if (first === undefined || first.startsWith("-")) return;
  const names = [...program.commands.map((command) => command.name()), "help"];
  if (names.includes(first)) return;
  throw new UsageError(`there is no command ${JSON.stringify(first)}`, suggestion(first, names));
}

/** Commander's message for an unknown option, with the nearest valid one even if it is not similar. */
export function withNearestOption(
  text: string,
  program: Command,
  words: readonly string[],
): string {
  const flag = /^error: unknown option '([^']*)'\s*$/.exec(text)?.[1];
  if (flag === undefined) return text;
  const command =
    program.commands.find((one) => one.name() === words[0]) ??
    program.commands.find((one) => one.name() === "run");
  const flags = (command?.options ?? []).flatMap(({ long }) => long ?? []);
  return `${text.trimEnd()}\n${suggestion(flag, [...flags, "--help"]) ?? ""}\n`;
}
