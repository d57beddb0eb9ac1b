import type { DefinedError } from "ajv";
import { type Mistake, mostShown, UsageError } from "../settings/usage-error.ts";
import { fileValidator } from "./compile-schema.ts";
import { entryMistakes } from "./entries.ts";
import type { ParsedFile } from "./file.ts";
import type { ConfigurationFile } from "./file-types.ts";
import type { Known } from "./known.ts";
import { type MemberMistake, memberPath } from "./member-path.ts";
import { schemaMistakes } from "./schema-mistakes.ts";
import { secretMistakes } from "./secrets-in-file.ts";

/**
 * Validates a parsed file against `schema.json`, then every name in it against the contracts and the
 * register.
 *
 * @throws UsageError with all mistakes, each with its path in the file
 */
export function validateFile(file: ParsedFile, known: Known): ConfigurationFile {
  const { content } = file;
  const holds = fileValidator();
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
  throw mistaken(file, found);
}

/**
 * The mistakes in one error, in the order of the file if that is known. Only those that are shown are put into words,
 * so that it takes no longer than reading the file, however many there are.
 */
export function mistaken(
  { name, positionOf }: Pick<ParsedFile, "name" | "positionOf">,
  mistakes: readonly MemberMistake[],
): UsageError {
  const found = firstOfEach(mistakes).map((mistake) => ({
    mistake,
    at: positionOf?.(mistake.path) ?? null,
  }));
  const shown = found
    .sort((a, b) => (a.at?.offset ?? 0) - (b.at?.offset ?? 0))
    .slice(0, mostShown)
    .map(({ mistake: { path, what, hint }, at }): Mistake => {
      const place = at === null ? "" : `, line ${at.line}, column ${at.column}`;
      const message = `${name}${place}: ${memberPath(path)}${what}`;
      return { message, hint: typeof hint === "function" ? hint() : hint };
    });
  return UsageError.of(shown, found.length);
}

/** The places with a mistake, by their steps. */
interface Named {
  isMistaken: boolean;
  readonly inner: Map<string, Named>;
}

/** A place with several mistakes is reported once, without the mistakes inside it. */
function firstOfEach(mistakes: readonly MemberMistake[]): readonly MemberMistake[] {
  const top: Named = { isMistaken: false, inner: new Map() };
  return mistakes.filter(({ path }) => {
    let place = top;
    for (const step of path) {
      const inner = place.inner.get(String(step)) ?? { isMistaken: false, inner: new Map() };
      place.inner.set(String(step), inner);
      if (inner.isMistaken) return false;
      place = inner;
    }
    place.isMistaken = path.length > 0;
    return true;
  });
}
