import type { CompletedCommand, Values } from "./command-tree.ts";

/** A self-contained completion script for bash 3.2 or later: pressing Tab starts no process. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  return `# Completion of news-conformance for bash.

# The options of a command.
_news_conformance_options() {
  case $1 in
${commands.map((command) => `    ${command.name}) echo '${flagsOf(command).join(" ")}' ;;`).join("\n")}
  esac
}

# What an option, or the argument in a position, takes: "one" or "many", then the kind or the words.
_news_conformance_values() {
  case $1 in
${cases(commands).join("\n")}
  esac
}

_news_conformance() {
  local current=\${COMP_WORDS[COMP_CWORD]} commands='${names}'
  local command=run start=1 option= position=1 values= word i
  COMPREPLY=()
  # "=" is a word of its own.
  if [[ $current == = ]]; then current=; fi
  if ((COMP_CWORD == 1)) && [[ $current != -* ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$current"))
    return
  fi
  if [[ " $commands " == *" \${COMP_WORDS[1]} "* ]]; then
    command=\${COMP_WORDS[1]}
    start=2
  fi
  for ((i = start; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == -* ]]; then
      values=$(_news_conformance_values "$command $word")
      option=
      if [[ -n $values ]]; then option=$word; fi
    elif [[ $word == = ]]; then
      continue
    elif [[ -n $option ]]; then
      if [[ $values != many* ]]; then option=; fi
    else
      ((position += 1))
    fi
  done
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$(_news_conformance_options "$command")" -- "$current"))
    return
  fi
  values=$(_news_conformance_values "$command \${option:-$position}")
  values=\${values#* }
  case $values in
    files | folders)
      # Names may contain spaces; bash 3.2 has no compopt.
      local IFS=$'\\n'
      compopt -o filenames 2>/dev/null
      if [[ $values == files ]]; then
        COMPREPLY=($(compgen -f -- "$current"))
      else
        COMPREPLY=($(compgen -d -- "$current"))
      fi
      ;;
    text) ;;
    *) COMPREPLY=($(compgen -W "$values" -- "$current")) ;;
  esac
}

complete -F _news_conformance news-conformance
`;
}

function flagsOf({ options }: CompletedCommand): readonly string[] {
  return options.flatMap(({ flags }) => flags);
}

/** One branch for all places that take the same values. */
function cases(commands: readonly CompletedCommand[]): readonly string[] {
  const places = new Map<string, string[]>();
  const add = (place: string, isVariadic: boolean, values: Values) => {
    const words = typeof values === "string" ? values : values.join(" ");
    const taken = `${isVariadic ? "many" : "one"} ${words}`;
    places.set(taken, [...(places.get(taken) ?? []), place]);
  };
  for (const { name, options, arguments: positions } of commands) {
    for (const { flags, values, isVariadic } of options) {
      if (values === null) continue;
      for (const flag of flags) add(`'${name} ${flag}'`, isVariadic, values);
    }
    positions.forEach(({ values, isVariadic }, index) => {
      // A variadic argument is the last one: it takes this position and all after it.
      const position = isVariadic ? `${name}\\ [0-9]*` : `'${name} ${index + 1}'`;
      add(position, isVariadic, values);
    });
  }
  return [...places].map(([taken, of]) => `    ${of.join(" | ")}) echo '${taken}' ;;`);
}
