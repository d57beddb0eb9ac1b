import { isObject, valueAt } from "../contracts/json.ts";
import { treeProblem } from "../contracts/tree-problem.ts";
import { pointerIn } from "./pointer-in.ts";

/** A description that is too large to read and judge in bounded time. The message says in which way. */
export class TooLargeToJudge extends Error {
  constructor(reason: string) {
    super(`it is too large to judge: ${reason}`);
  }
}

/** Descriptions of this service have a few thousand values; those of large ones some ten thousand. */
const largest = { values: 100_000, depth: 100 };
/** Entries of a list and members of an object: validators compare them in pairs. */
const mostInside = 5_000;
/** Values with every reference replaced by what it refers to, once in a cycle. */
const mostExpanded = 500_000;
const deepestExpanded = 400;

/** Commas and line breaks: a few for each value. */
const mostSeparators = 5 * largest.values;

/**
 * Refuses a text that would take too much memory to parse, as one that consists mostly of empty lists or lines does.
 *
 * @throws TooLargeToJudge
 */
export function refuseLongText(text: string): void {
  let count = 0;
  for (const separator of [",", "\n"]) {
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
      count += 1;
      if (count > mostSeparators)
        throw new TooLargeToJudge(`it has more than ${mostSeparators} commas and line breaks`);
    }
  }
}

/**
 * Refuses a document that can't be judged in bounded time: too many values, or references that multiply.
 * Linear in the number of its values.
 *
 * @throws TooLargeToJudge
 */
export function refuseTooLarge(document: unknown): void {
  refuseLargeTree(document);
  refuseExpansion(document, (ref) =>
    ref.startsWith("#") ? valueAt(document, pointerIn(ref)) : undefined,
  );
}

/** @throws TooLargeToJudge if a parsed text is not a tree of a size that can be judged; its references are not followed */
export function refuseLargeTree(value: unknown): void {
  const problem = treeProblem(value, largest);
  if (problem !== null) throw new TooLargeToJudge(problem);
  const isWide = (one: unknown): boolean => {
    if (typeof one !== "object" || one === null) return false;
    const inside = Object.values(one);
    return inside.length > mostInside || inside.some(isWide);
  };
  if (isWide(value))
    throw new TooLargeToJudge(`a list or object has more than ${mostInside} entries`);
}

interface Expanded {
  readonly values: number;
  readonly depth: number;
}

/** @param follow the value that a reference leads to; undefined if there is none */
function refuseExpansion(root: unknown, follow: (ref: string) => unknown): void {
  const known = new Map<object, Expanded>();
  const measure = (value: unknown, depth: number): Expanded => {
    if (depth > deepestExpanded) throw tooDeep();
    if (typeof value !== "object" || value === null) return { values: 1, depth: 1 };
    const measured = known.get(value) ?? measureInside(value, depth);
    if (depth + measured.depth > deepestExpanded) throw tooDeep();
    if (measured.values > mostExpanded) {
      throw new TooLargeToJudge(
        `with its references resolved, it has more than ${mostExpanded} values`,
      );
    }
    return measured;
  };
  const measureInside = (value: object, depth: number): Expanded => {
    // While it is measured, it counts as one: a cycle is followed once.
    known.set(value, { values: 1, depth: 1 });
    const target = isObject(value) && typeof value.$ref === "string" ? follow(value.$ref) : null;
    const inside = [...Object.values(value), ...(target === null ? [] : [target])];
    let [values, deepest] = [1, 0];
    for (const one of inside) {
      const measured = measure(one, depth + 1);
      values += measured.values;
      deepest = Math.max(deepest, measured.depth);
    }
    const measured = { values, depth: deepest + 1 };
    known.set(value, measured);
    return measured;
  };
  measure(root, 0);
}

function tooDeep(): TooLargeToJudge {
  return new TooLargeToJudge(
    `with its references resolved, it is nested more than ${deepestExpanded} levels deep`,
  );
}
