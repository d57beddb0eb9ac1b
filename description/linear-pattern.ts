import { RE2JS, RE2JSException } from "re2js";

/** Longer patterns, and such with larger repetitions, take long at every character. */
const longestPattern = 500;
const mostRepetitions = 500;
/** Longer texts are not matched. */
const longestText = 10_000;

/** The part of `RegExp` that a validator needs. */
export interface LinearPattern {
  test(text: string): boolean;
  /** The pattern; equal for equal patterns. */
  toString(): string;
}

/**
 * A pattern of a description, which somebody else has written: matched in linear time (RE2), and only if
 * that is possible. One that needs a lookaround or a back reference, or is very large, matches every
 * text, so nothing is concluded from it.
 */
export function linearPattern(pattern: string): LinearPattern {
  const compiled = compile(pattern);
  return {
    test: (text) => compiled === null || text.length > longestText || compiled.test(text),
    toString: () => pattern,
  };
}

function compile(pattern: string): RE2JS | null {
  if (pattern.length > longestPattern || repetitionsIn(pattern) > mostRepetitions) return null;
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}

/** The sum of all `{n}` and `{n,m}`. */
function repetitionsIn(pattern: string): number {
  const numbers = [...pattern.matchAll(/\{(\d{1,9}),?(\d{0,9})\}/g)];
  return numbers.reduce((sum, [, least = "", most = ""]) => sum + Number(most || least), 0);
}
