import type { Argument, Command, CommanderError, Option } from "commander";
import { withoutSecrets } from "../../harness/configuration/key-like.ts";
import { suggestion } from "../../harness/configuration/nearest.ts";
import { sentences } from "../../harness/configuration/sentences.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { visibleLine } from "../../reporters/text/visible.ts";
import { insteadOf } from "./expected-options.ts";

/** What is wrong with a command line, and the command whose help shows how to write it. */
export interface WrongWords {
  readonly mistake: UsageError;
  readonly help: string;
}

/**
 * Commander passes an unknown command to the default one, which then reports too many arguments, and shows its own
 * help for the help of an unknown command; this reports the real mistake.
 *
 * @param words the command line without the program
 * @throws UsageError
 */
export function refuseUnknownCommand(program: Command, words: readonly string[]): void {
  const named = words[0] === "help" ? words[1] : words[0];
  if (named === undefined || named.startsWith("-")) return;
  const names = [...program.commands.map((command) => command.name()), "help"];
  if (names.includes(named)) return;
  throw new UsageError(
    `there is no command ${shown(named)}`,
    sentences(suggestion(named, names), "news-conformance --help lists all."),
  );
}

/**
 * Commander's error in our own words: what is wrong, what is allowed, and where it is explained.
 *
 * @param words the command line without the program
 */
export function wrongWords(
  { code, message }: CommanderError,
  program: Command,
  words: readonly string[],
): WrongWords {
  const command =
    program.commands.find((one) => one.name() === words[0]) ??
    program.commands.find((one) => one.name() === "run") ??
    program;
  const mistake = mistakes[code]?.(message, command) ?? null;
  return {
    mistake:
      mistake ?? new UsageError(visibleLine(withoutSecrets(message.replace(/^error: /, "")))),
    help: `Usage: news-conformance ${command.name()} ${command.usage()} (news-conformance ${command.name()} --help explains it)`,
  };
}

/** By the code of commander's error; null if its message is not the expected one. */
const mistakes: Readonly<Record<string, (message: string, of: Command) => UsageError | null>> = {
  "commander.missingArgument": (message, { registeredArguments }) => {
    const argument = registeredArguments.find((one) => one.name() === quoted(message));
    if (argument === undefined) return null;
    return new UsageError(
      `${writtenArgument(argument)} is missing`,
      allowedFor(argument, writtenArgument(argument)),
    );
  },
  "commander.excessArguments": (_, { args, registeredArguments }) => {
    const excess = args.slice(registeredArguments.length).map(shown);
    return new UsageError(`too many arguments: ${excess.join(", ")}`);
  },
  "commander.optionMissingArgument": (message, { options }) => {
    const option = options.find((one) => one.flags === quoted(message));
    if (option === undefined) return null;
    return new UsageError(`${optionName(option)} has no value`, allowedFor(option, option.flags));
  },
  "commander.invalidArgument": (message, { options, registeredArguments }) => {
    const ofOption = between(message, "error: option '", "' argument '", "' is invalid.");
    const ofArgument = between(
      message,
      "error: command-argument value '",
      "' is invalid for argument '",
      "'.",
    );
    const option = options.find((one) => one.flags === ofOption?.[0]);
    const argument = registeredArguments.find((one) => one.name() === ofArgument?.[1]);
    const value = ofOption?.[1] ?? ofArgument?.[0];
    const judged = option ?? argument;
    if (judged === undefined || value === undefined) return null;
    const name = option === undefined ? `<${argument?.name()}>` : optionName(option);
    const hint =
      judged.argChoices === undefined
        ? (ofOption?.[2] ?? ofArgument?.[2] ?? null)
        : suggestion(value, judged.argChoices);
    return new UsageError(`${name} can't be ${shown(value)}`, hint);
  },
  "commander.unknownOption": (message, command) => {
    const flag = quoted(message);
    if (flag === null) return null;
    const [name = ""] = flag.split("=");
    const flags = [...command.options.flatMap(({ long }) => long ?? []), "--help"];
    // A single letter is too short for a suggestion.
    const hint = flag.startsWith("--")
      ? (insteadOf(name, command.name()) ?? suggestion(withoutDashes(name), flags, withoutDashes))
      : null;
    return new UsageError(`unknown option ${shown(flag)}`, hint);
  },
};

/** The texts between three parts of a message, and the one after the last part; null if they are not there. */
function between(
  message: string,
  first: string,
  second: string,
  third: string,
): readonly [string, string, string] | null {
  const middle = message.indexOf(second);
  const end = message.lastIndexOf(third);
  if (!message.startsWith(first) || middle < first.length || end < middle + second.length)
    return null;
  return [
    message.slice(first.length, middle),
    message.slice(middle + second.length, end),
    message.slice(end + third.length).trimStart(),
  ];
}

/** The dashes, which all options have in common, say nothing about which one is meant. */
function withoutDashes(flag: string): string {
  return flag.replace(/^--/, "");
}

/** The text in quotation marks at the end of commander's message, or before its last words. */
function quoted(message: string): string | null {
  return /'(.*)'[^']*$/s.exec(message)?.[1] ?? null;
}

/** A word of the command line, which may come from somebody else in a pipeline, and may be a key by mistake. */
function shown(word: string): string {
  return `"${visibleLine(withoutSecrets(word))}"`;
}

/** The name of an option as a user writes it. */
export function optionName({ long, flags }: Option): string {
  return long ?? flags;
}

/** The values that are allowed for an option or argument, or else what the help says of it. */
export function allowedFor(
  { argChoices, description }: Option | Argument,
  name: string,
): string | null {
  if (argChoices !== undefined) return `It must be one of these: ${argChoices.join(", ")}.`;
  return description === "" ? null : `${name}: ${description}.`;
}

/** An argument as the help writes it. */
export function writtenArgument(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
