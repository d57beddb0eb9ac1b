import type { CompletedCommand, Values } from "./command-tree.ts";

/** A completion script for zsh, to be read at the start or put into a folder of `fpath`. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef news-conformance
# Completion of news-conformance for zsh.

_news_conformance() {
  local -a subcommands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe command subcommands
    return
  fi
  local subcommand=run
  if [[ -n \${subcommands[(r)$words[2]:*]} ]]; then
    subcommand=$words[2]
    shift words
    (( CURRENT -= 1 ))
  fi
  case $subcommand in
${commands.map(branch).join("\n")}
  esac
}

# As a function of fpath it is called by this file; otherwise it is registered.
if [[ $funcstack[1] == _news_conformance ]]; then
  _news_conformance
else
  compdef _news_conformance news-conformance
fi
`;
}

function branch({ name, options, arguments: positions }: CompletedCommand): string {
  const specs = [
    ...options.flatMap(({ flags, description, values, isVariadic }) =>
      flags.map((flag) => {
        const value = values === null ? "" : `:value:${action(values)}`;
        return `${isVariadic ? "*" : ""}${flag}[${escaped(description)}]${value}`;
      }),
    ),
    ...positions.map(({ name: argument, values, isVariadic }, index) => {
      return `${isVariadic ? "*" : index + 1}:${escaped(argument)}:${action(values)}`;
    }),
  ];
  return `    ${name})\n      _arguments ${specs.map(quoted).join(" ")}\n      ;;`;
}

function action(values: Values): string {
  if (values === "files") return "_files";
  if (values === "folders") return "_files -/";
  return values === "text" ? " " : `(${values.join(" ")})`;
}

/** Text in the specification of an argument, in which these characters have a meaning. */
function escaped(text: string): string {
  return text.replace(/[\\[\]:]/g, "\\$&");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
