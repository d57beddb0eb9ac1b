import { existsSync } from "node:fs";
import { dirname, extname, relative, resolve } from "node:path";
import { YAMLException } from "js-yaml";
import { treeProblem } from "../../contracts/tree-problem.ts";
import { parseYaml as parse } from "../../contracts/yaml.ts";
import { readNamedFile } from "../regular-file.ts";
import { type Mistake, UsageError } from "../settings/usage-error.ts";
import { placesInJson, type Twin } from "./json-places.ts";
import { findJsonMistake, type Position } from "./json-text.ts";
import { withoutSecrets } from "./key-like.ts";
import { type MemberPath, memberPath } from "./member-path.ts";
import { isPlanted } from "./planted-file.ts";

/** The file names of a configuration in the working directory or a folder above it. */
export const configurationNames = [
  "news-conformance.config.json",
  "news-conformance.config.yaml",
  "news-conformance.config.yml",
] as const;

/** A file that was read and parsed but not validated yet. */
export interface ParsedFile {
  /** For messages: the name as given, or the path from the working directory. */
  readonly name: string;
  readonly content: unknown;
  /** The position of a member; absent if that is not known. */
  readonly positionOf?: (path: MemberPath) => Position | null;
}

/**
 * Reads the configuration file: the given one, or the nearest one in the working directory and the
 * folders above it.
 *
 * @returns null if none is given and none exists
 * @throws UsageError if it can't be read or parsed, if a folder has several, or if it was found where another user may
 *   have put it
 */
export function readConfigurationFile(cwd: string, named: string | undefined): ParsedFile | null {
  const name = named ?? findConfigurationFile(cwd);
  if (name === null) return null;
  if (named === undefined && isPlanted(resolve(cwd, name))) {
    throw new UsageError(
      `${name} was found in a folder into which everybody may write, and belongs to another user`,
      "It would choose where keys are sent. If you trust it, name it with --config.",
    );
  }
  const text = readText(resolve(cwd, name), `configuration file ${name}`);
  if (text.length > longestFile) {
    throw new UsageError(`${name} is too large: it has more than ${longestFile} characters`);
  }
  if (!isJson(name)) return { name, content: parseYaml(name, text) };
  const content = parseJson(name, text);
  const { positionOf, twins } = placesInJson(text);
  if (twins.length > 0) throw UsageError.of(twins.map((twin) => twinMistake(name, twin)));
  return { name, content, positionOf };
}

function twinMistake(name: string, { path, at, first }: Twin): Mistake {
  return {
    message: `${name}, line ${at.line}, column ${at.column}: ${memberPath(path)} appears twice`,
    hint: `Remove one of them; the first is in line ${first.line}, column ${first.column}.`,
  };
}

const longestFile = 1024 * 1024;
const largest = { values: 50_000, depth: 50 };
/** Of a text or the name of a member: most of them are sent, in many requests. */
const longestText = 4_000;

/** @throws UsageError if it is not a tree of manageable size, such as an alias that contains itself */
function asTree(name: string, content: unknown): unknown {
  const problem = treeProblem(content, largest) ?? longTextIn(content) ?? muchTextIn(content);
  if (problem === null) return content;
  throw new UsageError(
    `${name} can't be used as a configuration: ${problem}`,
    "A configuration has a few hundred values. An alias (*) may expand to very many, or contain itself.",
  );
}

function longTextIn(content: unknown): string | null {
  if (typeof content === "string")
    return content.length > longestText
      ? `a text in it has more than ${longestText} characters`
      : null;
  if (typeof content !== "object" || content === null) return null;
  for (const [name, inner] of Object.entries(content)) {
    const problem = longTextIn(name) ?? longTextIn(inner);
    if (problem !== null) return problem;
  }
  return null;
}

/** Aliases of a long text stand for more of it than a file can have. */
function muchTextIn(content: unknown): string | null {
  const lengthOf = (value: unknown): number => {
    if (typeof value === "string") return value.length;
    if (typeof value !== "object" || value === null) return 0;
    return Object.entries(value).reduce(
      (length, [name, inner]) => length + name.length + lengthOf(inner),
      0,
    );
  };
  return lengthOf(content) <= longestFile
    ? null
    : `its texts have more than ${longestFile} characters together`;
}

/**
 * The configuration file that applies to a folder: the nearest one, in the folder itself or above it.
 *
 * @param cwd absolute path; the result is relative to it
 * @returns null if there is none
 * @throws UsageError if a folder has several
 */
export function findConfigurationFile(cwd: string, from: string = cwd): string | null {
  const found = configurationNames
    .map((name) => resolve(from, name))
    .filter((file) => existsSync(file));
  const [first, second] = found.map((file) => relative(cwd, file));
  if (second !== undefined) {
    throw new UsageError(
      `there are several configuration files in one folder: ${found.map((file) => relative(cwd, file)).join(", ")}`,
      "Keep one of them, or choose one with --config FILE.",
    );
  }
  if (first !== undefined) return first;
  const above = dirname(from);
  return above === from ? null : findConfigurationFile(cwd, above);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is a file",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "its name is too long",
  ENXIO: "it is not a regular file",
  EAGAIN: "it is not a regular file",
  EIO: "its content can't be read",
};

/** Why the file system refused, in words. */
export function fileProblem(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons[code] ?? (code || (error instanceof Error ? error.message : String(error)));
}

/** Of a configuration, or a file of variables. */
const mostBytes = 8 * 1024 * 1024;

/** @throws UsageError that names the file and the reason */
export function readText(path: string, what: string): string {
  let bytes: Buffer;
  try {
    bytes = readNamedFile(path, mostBytes);
  } catch (error) {
    throw new UsageError(`can't read the ${what}: ${fileProblem(error)}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`can't read the ${what}: it is not UTF-8 text`);
  }
}

function isJson(name: string): boolean {
  return extname(name).toLowerCase() === ".json";
}

function parseJson(name: string, text: string): unknown {
  try {
    return asTree(name, JSON.parse(text));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const mistake = findJsonMistake(text);
    if (mistake === null) throw new UsageError(`${name} is not valid JSON`);
    const { at, reason } = mistake;
    throw new UsageError(`${name}, line ${at.line}, column ${at.column}: invalid JSON, ${reason}`);
  }
}

/** A file with only comments is an empty configuration. */
function parseYaml(name: string, text: string): unknown {
  try {
    return asTree(name, parse(text) ?? {});
  } catch (error) {
    // A name can be made of aliases, and be longer than any text.
    if (error instanceof RangeError) throw new UsageError(`${name} is too large`);
    if (!(error instanceof YAMLException)) throw error;
    // Not the whole message: it quotes the line, which may contain a key.
    const { mark, reason } = error;
    // What concerns the whole file, such as a second document in it, has no place.
    const place = mark ? `, line ${mark.line + 1}, column ${mark.column + 1}` : "";
    throw new UsageError(`${name}${place}: invalid YAML, ${lowerFirst(withoutSecrets(reason))}`);
  }
}

function lowerFirst(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.charAt(0).toLowerCase() + line.slice(1);
}
