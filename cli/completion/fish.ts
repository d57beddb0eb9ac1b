import type {
  CompletedArgument,
  CompletedCommand,
  CompletedOption,
  Values,
} from "./command-tree.ts";

/** A completion script for fish. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const options = commands.flatMap((command) => command.options);
  const taking = [
    ...new Set(options.flatMap(({ flags, values }) => (values === null ? [] : flags))),
  ].join(" ");
  const start = `complete -c news-conformance`;
  return `# Completion of news-conformance for fish.

# Whether the command line uses a command, which is run if it names none, and, if a position is given, whether
# that is the position of the next argument.
function __news_conformance_uses
    set -l words (commandline -opc)[2..]
    set -l command run
    if set -q words[1]; and contains -- $words[1] ${names}
        set command $words[1]
        set words $words[2..]
    end
    test "$command" = "$argv[1]"; or return 1
    set -q argv[2]; or return 0
    set -l position 1
    set -l takes_value false
    for word in $words
        if string match --quiet -- '-*' $word
            set takes_value false
            contains -- $word ${taking}; and set takes_value true
        else if test $takes_value = true
            set takes_value false
        else
            set position (math $position + 1)
        end
    end
    test $position -eq $argv[2]
end

${start} -f
${[
  ...commands.map(
    ({ name, description }) =>
      `${start} -n 'test (count (commandline -opc)) -eq 1' -a ${name} -d ${quoted(description)}`,
  ),
  ...commands.flatMap((command) => [
    ...command.options.map(
      (option) => `${start} -n '__news_conformance_uses ${command.name}' ${optionWords(option)}`,
    ),
    ...command.arguments.map((argument, index) => argumentLine(start, command, argument, index)),
  ]),
].join("\n")}
`;
}

function optionWords({ flags, description, values }: CompletedOption): string {
  const words = flags.map((flag) =>
    flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  return [...words, ...(values === null ? [] : [taken(values)]), "-d", quoted(description)].join(
    " ",
  );
}

function argumentLine(
  start: string,
  { name, arguments: positions }: CompletedCommand,
  { name: argument, values, isVariadic }: CompletedArgument,
  index: number,
): string {
  const position = isVariadic || positions.length === 1 ? "" : ` ${index + 1}`;
  const words =
    typeof values === "string" ? taken(values).replace("-x", "") : `-a ${quoted(values.join(" "))}`;
  return `${start} -n '__news_conformance_uses ${name}${position}' ${words} -d ${quoted(argument)}`;
}

function taken(values: Values): string {
  if (values === "files") return "-r -F";
  if (values === "folders") return "-x -a '(__fish_complete_directories)'";
  return values === "text" ? "-x" : `-x -a ${quoted(values.join(" "))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
