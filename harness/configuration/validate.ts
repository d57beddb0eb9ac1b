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

/** Compiled only if there is a file to validate, so that a run without one does not wait for it. */
let compiled: ValidateFunction<ConfigurationFile> | null = null;

function validator(): ValidateFunction<ConfigurationFile> {
  compiled ??= compileSchema<ConfigurationFile>(schema);
  return compiled;
}

/** A validator that reports all errors, for `schemaMistakes`. */
export function compileSchema<T>(schema: object): ValidateFunction<T> {
  const ajv = new Ajv2020({ allowUnionTypes: true, allErrors: true, verbose: true });
  return ajv.compile<T>(schema);
}

/**
 * Validates a parsed file against `schema.json`, then every name in it against the contracts and the
 * register.
 *
 * @throws UsageError with all mistakes, each with its path in the file
 */
export function validateFile(file: ParsedFile, known: Known): ConfigurationFile {
  const { content } = file;
  const holds = validator();
  const fits = holds(content);
  const found = [
    ...secretMistakes(content),
    // The schema uses standard keywords only, which are those that this type lists.
    ...schemaMistakes(
      (holds.errors ?? []) as DefinedError[],
      "is not a member of the configuration",
    ),
    ...entryMistakes(content, known),
  ];
  if (fits && found.length === 0) return content;
  throw UsageError.of(worded(file, found));
}

/** The messages, in the order of the file if that is known. */
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

/** A place with several mistakes is reported once, without the mistakes inside it. */
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
