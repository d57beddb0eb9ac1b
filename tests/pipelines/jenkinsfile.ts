/** A block of a declarative pipeline: `stage('Conformance') { … }`, or a statement, which has no body. */
export interface JenkinsNode {
  readonly name: string;
  /** What follows the name, as it is written. */
  readonly argument: string;
  readonly body: readonly JenkinsNode[] | null;
}

/** By block, what it may contain: the part of the declarative syntax that an example needs. */
const grammar: Readonly<Record<string, readonly string[]>> = {
  "": ["pipeline"],
  pipeline: ["agent", "options", "triggers", "environment", "stages", "post"],
  options: ["timeout"],
  triggers: ["cron"],
  environment: ["AGGREGATOR_API_KEY", "NEWS_API_KEY"],
  stages: ["stage"],
  stage: ["steps"],
  steps: ["sh"],
  post: ["always"],
  always: ["junit", "archiveArtifacts"],
};

/**
 * Reads a declarative Jenkinsfile and checks its structure: no well-kept parser of it is in npm's registry.
 *
 * @throws with the line for what is not of the syntax above
 */
export function parseJenkinsfile(text: string): readonly JenkinsNode[] {
  const lines = text.split("\n").map((line) => line.replace(/^\s*\/\/.*$/, "").trim());
  let at = 0;
  const block = (parent: string): readonly JenkinsNode[] => {
    const nodes: JenkinsNode[] = [];
    for (; at < lines.length; at++) {
      const line = lines[at] ?? "";
      if (line === "") continue;
      if (line === "}") return nodes;
      const [, name = "", argument = "", opens] = /^(\w+)\b(.*?)( \{)?$/.exec(line) ?? [];
      if (grammar[parent]?.includes(name) !== true) {
        throw new Error(`line ${at + 1}: ${JSON.stringify(line)} is not for ${parent || "a file"}`);
      }
      // A quote that is not closed, or a parenthesis.
      if (!/^(?:'[^']*'|"[^"$]*"|\((?:'[^']*'|[^()'"])*\)|[^'"()])*$/.test(argument)) {
        throw new Error(`line ${at + 1}: ${JSON.stringify(line)} is not complete`);
      }
      if (opens !== undefined) at++;
      nodes.push({
        name,
        argument: argument.trim(),
        body: opens === undefined ? null : block(name),
      });
    }
    if (parent !== "") throw new Error(`the block ${parent} is not closed`);
    return nodes;
  };
  const nodes = block("");
  if (at < lines.length) throw new Error(`line ${at + 1}: nothing is open that } could close`);
  return nodes;
}

/** The blocks and statements of a name, wherever they are. */
export function allOf(nodes: readonly JenkinsNode[], name: string): readonly JenkinsNode[] {
  return nodes.flatMap((node) => [
    ...(node.name === name ? [node] : []),
    ...allOf(node.body ?? [], name),
  ]);
}
