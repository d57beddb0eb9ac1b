import type { Argument, Command, Option } from "commander";

/** What an option or argument accepts: certain words, files, folders, or any text. */
export type Values = readonly string[] | "files" | "folders" | "text";

export interface CompletedOption {
  /** `--long`, and `-s` if it has a short form. */
  readonly flags: readonly string[];
  readonly description: string;
  /** null if it takes none. */
  readonly values: Values | null;
  /** It takes any number of values. */
  readonly isVariadic: boolean;
}

export interface CompletedArgument {
  readonly name: string;
  readonly values: Values;
  readonly isVariadic: boolean;
}

export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  readonly arguments: readonly CompletedArgument[];
}

/** Values that the command tree does not contain, by command and argument or option: `explain id`, `run --only`. */
export type KnownValues = Readonly<Record<string, Values>>;

/** The commands of a program with everything that a shell can complete. */
export function completionTree(program: Command, known: KnownValues): readonly CompletedCommand[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: command
      .createHelp()
      .visibleOptions(command)
      .map((option) => ({
        flags: [option.long, option.short].flatMap((flag) => flag ?? []),
        description: option.description,
        values: option.required || option.optional ? optionValues(command, option, known) : null,
        isVariadic: option.variadic,
      })),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      values: argumentValues(command, argument, known),
      isVariadic: argument.variadic,
    })),
  }));
}

function optionValues(command: Command, option: Option, known: KnownValues): Values {
  const placeholder = option.flags.split(/[<>[\].]/)[1] ?? "";
  const name = option.long ?? "";
  return option.argChoices ?? known[`${command.name()} ${name}`] ?? pathsOf(placeholder);
}

function argumentValues(command: Command, argument: Argument, known: KnownValues): Values {
  const name = argument.name();
  return argument.argChoices ?? known[`${command.name()} ${name}`] ?? pathsOf(name);
}

/** All commands use the same placeholders for paths. */
function pathsOf(placeholder: string): Values {
  if (placeholder === "file") return "files";
  return placeholder === "dir" ? "folders" : "text";
}
