// The inputs of action.yml as a command line of news-conformance.

/** An input that cannot be used; the message names it and says what to write. */
export class InputError extends Error {}

/** Inputs whose value is that of an option. */
const options = {
  "aggregator-url": "--aggregator-url",
  "news-url": "--news-url",
  config: "--config",
  "openapi-aggregator": "--openapi-aggregator",
  "openapi-news": "--openapi-news",
  "fail-on": "--fail-on",
  baseline: "--baseline",
  matrix: "--matrix",
  shard: "--shard",
};

/** Inputs with a pattern a line. */
const lists = { only: "--only", skip: "--skip" };

/** Inputs that name the variable of a key, and the variable that the command reads. */
const keys = {
  "aggregator-key-variable": "AGGREGATOR_API_KEY",
  "news-key-variable": "NEWS_API_KEY",
  "aggregator-revoked-key-variable": "AGGREGATOR_REVOKED_KEY",
  "news-revoked-key-variable": "NEWS_REVOKED_KEY",
};

/**
 * The words of `run`. Each value is one word, attached to its option, so that none is taken for an option.
 *
 * @param {Readonly<Record<string, string>>} inputs by name; an empty one counts as absent
 * @param {string} comment file for the comment on a pull request
 * @returns {string[]}
 * @throws {InputError}
 */
export function runWords(inputs, comment) {
  const words = ["run", `--out=${reportFolder(inputs)}`, `--github-comment=${comment}`];
  for (const [input, option] of Object.entries(options)) {
    const value = textOf(inputs, input);
    if (value !== "") words.push(`${option}=${value}`);
  }
  for (const [input, option] of Object.entries(lists)) {
    for (const pattern of linesOf(inputs, input)) words.push(`${option}=${pattern}`);
  }
  if (isTrue(inputs, "allow-incomplete")) words.push("--allow-incomplete");
  return [...words, ...furtherWords(inputs)];
}

/**
 * The words of `arguments`.
 *
 * @param {Readonly<Record<string, string>>} inputs
 * @returns {string[]}
 * @throws {InputError} if one is two words, or names where this action looks for the report
 */
function furtherWords(inputs) {
  const words = linesOf(inputs, "arguments");
  for (const word of words) {
    const [, option = "", value] = /^(--[a-z-]+)(?:\s+(.+))?(?:=.*)?$/.exec(word) ?? [];
    if (value !== undefined) {
      throw new InputError(
        `arguments: ${JSON.stringify(word)} is two words; write one a line, or ${option}=${value}`,
      );
    }
    if (option === "--out") throw new InputError("arguments: --out is the input report");
    if (option === "--github-comment") {
      throw new InputError(
        "arguments: --github-comment is set by this action; see its output comment",
      );
    }
  }
  return words;
}

/**
 * The words of `merge`.
 *
 * @param {Readonly<Record<string, string>>} inputs
 * @param {readonly string[]} folders of the shards
 * @returns {string[]}
 * @throws {InputError} if there are none, or inputs of a run
 */
export function mergeWords(inputs, folders) {
  const ofRun = [...Object.keys(options), ...Object.keys(lists), "allow-incomplete", "arguments"];
  const useless = ofRun.filter((input) => textOf(inputs, input) !== "");
  if (useless.length > 0) {
    throw new InputError(`merge sends nothing, so it takes no ${useless.join(", ")}`);
  }
  if (folders.length === 0) {
    throw new InputError(`merge: ${textOf(inputs, "merge")} has no folders with reports`);
  }
  return ["merge", `--out=${reportFolder(inputs)}`, "--", ...folders];
}

/**
 * The environment of the command: the keys under the names that it reads.
 *
 * @param {Readonly<Record<string, string>>} inputs
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Record<string, string | undefined>}
 * @throws {InputError} if a variable that is named is not set
 */
export function keyEnvironment(inputs, environment) {
  const own = { ...environment };
  for (const [input, variable] of Object.entries(keys)) {
    const name = textOf(inputs, input) || variable;
    if (name === variable) continue;
    const value = environment[name] ?? "";
    if (value === "") {
      throw new InputError(
        `${input}: the variable ${name} is not set; set it with env, from a secret`,
      );
    }
    own[variable] = value;
  }
  return own;
}

/**
 * The folder for the reports, as the input has it.
 *
 * @param {Readonly<Record<string, string>>} inputs
 * @returns {string}
 */
export function reportFolder(inputs) {
  return textOf(inputs, "report") || "conformance-report";
}

/**
 * What is installed: an exact version or a tag, nothing that npm takes for a file, an address or an option.
 *
 * @param {Readonly<Record<string, string>>} inputs
 * @returns {string} empty if there is none
 * @throws {InputError}
 */
export function wantedVersion(inputs) {
  const version = textOf(inputs, "version");
  if (/^([\dA-Za-z][\w.+-]*)?$/.test(version)) return version;
  throw new InputError(
    `version: ${JSON.stringify(version)} is neither a version such as 1.2.3 nor a tag`,
  );
}

/**
 * @param {Readonly<Record<string, string>>} inputs
 * @param {string} name
 */
function textOf(inputs, name) {
  return (inputs[name] ?? "").trim();
}

/**
 * @param {Readonly<Record<string, string>>} inputs
 * @param {string} name
 */
function linesOf(inputs, name) {
  return (inputs[name] ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/**
 * @param {Readonly<Record<string, string>>} inputs
 * @param {string} name
 */
function isTrue(inputs, name) {
  const text = textOf(inputs, name);
  if (text === "" || text === "false") return false;
  if (text === "true") return true;
  throw new InputError(`${name}: ${JSON.stringify(text)} is neither true nor false`);
}
