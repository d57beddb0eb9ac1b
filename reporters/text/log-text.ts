/**
 * What runners of pipelines take for a command to them. GitHub Actions reads `::name …::` where a
 * line begins with it, indented or not, and `##[name …]` anywhere; Azure Pipelines `##vso[…]` and
 * TeamCity `##teamcity[…]`. GitLab's markers need control characters, which are never printed.
 */
const colours = /\p{Cc}\[[\d;]*m/gu;
const anywhere = /##([a-z]*\[)/gi;

/**
 * Text for a log: what would be a command to a runner of pipelines is made visible in the way in which
 * control characters are, so that an answer that holds `::set-env name=X::` is only shown. In JSON,
 * where such text can only occur in a string, its meaning stays the same.
 */
export function withoutCommands(text: string): string {
  return text.replace(anywhere, "#\\u0023$1").split("\n").map(withoutCommandAtStart).join("\n");
}

function withoutCommandAtStart(line: string): string {
  const at = line.indexOf("::");
  if (at === -1 || line.slice(0, at).replace(colours, "").trim() !== "") return line;
  return `${line.slice(0, at)}\\u003a${line.slice(at + 1)}`;
}
