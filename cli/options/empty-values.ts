import type { Command } from "commander";
import { sentences } from "../../harness/configuration/sentences.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { allowedFor, optionName, writtenArgument } from "./wrong-words.ts";

/** An empty text means nothing here; it comes from a variable that a script has not set. */
const setTheVariable = "If the value comes from a variable, set it.";

/**
 * Refuses empty values of options and empty arguments of a command that has been parsed: as a path, an empty text would
 * be the working directory.
 * @throws UsageError
 */
export function refuseEmptyValues(command: Command): void {
  const options = command.options.filter(
    (option) =>
      command.getOptionValueSource(option.attributeName()) === "cli" &&
      hasEmpty(command.getOptionValue(option.attributeName())),
  );
  const args = command.registeredArguments.filter((_, index) =>
    hasEmpty(command.processedArgs[index]),
  );
  const mistakes = [
    ...options.map((option) => emptyValue(optionName(option), allowedFor(option, option.flags))),
    ...args.map((one) => emptyValue(writtenArgument(one), allowedFor(one, writtenArgument(one)))),
  ];
  if (mistakes.length > 0) throw UsageError.of(mistakes);
}

function hasEmpty(value: unknown): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.some((one) => typeof one === "string" && one.trim() === "");
}

function emptyValue(name: string, allowed: string | null) {
  return { message: `${name} has an empty value`, hint: sentences(allowed, setTheVariable) };
}
