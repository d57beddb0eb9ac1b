import { RE2JS, RE2JSException } from "re2js";
import { patternSize } from "./pattern-size.ts";

/** Longer patterns, and such with larger repetitions, take long at every character. */
const longestPattern = 500;
const mostInstructions = 4_000;
/** Longer texts are not matched. */
const longestText = 10_000;

/** The part of `RegExp` that a validator needs. */
export interface LinearPattern {
  test(text: string): boolean;
  /** The pattern; equal for equal patterns. */
  toString(): string;
}

/** A pattern with what matching it takes. */
export interface MeasuredPattern extends LinearPattern {
  /** About the number of its instructions, each of which may be tried at each character of a text; 0 if it is not matched. */
  readonly size: number;
}

/**
 * A pattern of a description, which somebody else has written: matched in linear time (RE2), and only if
 * that is possible. One that needs a lookaround or a back reference, or is very large, matches every
 * text, so nothing is concluded from it. It is compiled when it is needed first.
 */
export function linearPattern(pattern: string): MeasuredPattern {
  const instructions = pattern.length > longestPattern ? 0 : patternSize(pattern);
  const size = instructions > mostInstructions ? 0 : instructions;
  let compiled: RE2JS | null | undefined;
  return {
    size,
    test(text) {
      if (size === 0 || text.length > longestText) return true;
      // null if it can't be compiled, which is tried once only.
      if (compiled === undefined) compiled = compile(pattern);
      return compiled === null || compiled.test(text);
    },
    toString: () => pattern,
  };
}

function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}
