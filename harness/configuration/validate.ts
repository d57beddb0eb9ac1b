import { Ajv2020, type DefinedError, type ValidateFunction } from "ajv/dist/2020.js";
import { entryMistakes } from "./entries.ts";
import type { ParsedFile } from "./file.ts";
import type { ConfigurationFile } from "./file-types.ts";
import type { Known } from "./known.ts";
import { type MemberMistake, type MemberPath, memberPath } from "./member-path.ts";
import schema from "./schema.json" with { type: "json" };
import { schemaMistakes } from "./schema-mistakes.ts";
import { secretMistakes } from "./secrets-in-file.ts";
import { type Mistake, UsageError } from "./usage-error.ts";

/** Compiled when there is a file to judge: a run without one should not wait for it. */
let compiled: ValidateFunction<ConfigurationFile> | null = null;

function validator(): ValidateFunction<ConfigurationFile> {
  compiled ??= compileSchema<ConfigurationFile>(schema);
  return compiled;
}

/** A validator that finds everything that is wrong, for `schemaMistakes`. */
export function compileSchema<T>(schema: object): ValidateFunction<T> {
  const ajv = new Ajv2020({ allowUnionTypes: true, allErrors: true, verbose: true });
  return ajv.compile<T>(schema);
}

/**
 * Takes a parsed file for a configuration, after `schema.json`, then every name in it that the
 * contracts and the register have to know.
 *
 * @throws UsageError for everything that is wrong, each with its path in the file
 */
export function validateFile(file: ParsedFile, known: Known): ConfigurationFile {
  const { content } = file;
  const holds = validator();
  const fits = holds(content);
  const found = [
    ...secretMistakes(content),
    // The schema uses keywords of the standard only, and those are what this type lists.
    ...schemaMistakes(
      (holds.errors ?? []) as DefinedError[],
      "is not a member of the configuration",
    ),
    ...entryMistakes(content, known),
  ];
  if (fits && found.length === 0) return content;
  throw UsageError.of(worded(file, found));
}

/** As they are said, in the order of the file where that is known. */
export function worded(
  { name, positionOf }: Pick<ParsedFile, "name" | "positionOf">,
  mistakes: readonly MemberMistake[],
): readonly Mistake[] {
  return firstOfEach(mistakes)
    .map(({ path, what, hint }) => ({ path, what, hint, at: positionOf?.(path) ?? null }))
    .sort((a, b) => (a.at?.offset ?? 0) - (b.at?.offset ?? 0))
    .map(({ path, what, hint, at }) => {
      const place = at === null ? "" : `, line ${at.line}, column ${at.column}`;
      return { message: `${name}${place}: ${memberPath(path)}${what}`, hint };
    });
}

/** What is wrong in several ways is named once, and so is what stands in it. */
function firstOfEach(mistakes: readonly MemberMistake[]): readonly MemberMistake[] {
  const named = new Set<string>();
  const isNamed = (path: MemberPath) =>
    path.some((_, index) => named.has(keyOf(path.slice(0, index + 1))));
  return mistakes.filter(({ path }) => {
    if (isNamed(path)) return false;
    named.add(keyOf(path));
    return true;
  });
}

function keyOf(path: MemberPath): string {
  return JSON.stringify(path.map(String));
}
