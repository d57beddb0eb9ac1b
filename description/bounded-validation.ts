import type { Ajv2020 } from "ajv/dist/2020.js";
import { isObject } from "../contracts/json.ts";

/** A keyword of our own, which takes a step each time that a schema with alternatives is applied. */
const keyword = "x-bounded-step";

/**
 * Schemas that are applied to one body: a hundred items with twenty members each are a few thousand. If
 * schemas multiply, as with references to themselves in `allOf`, a deep body would never be done.
 */
const mostSteps = 500_000;

/** Thrown by a validator when a body takes too many steps. */
class TooManySteps extends Error {}

let left = mostSteps;

/** Adds the keyword to a validator. */
export function boundSteps(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword,
    validate: () => {
      left -= 1;
      if (left < 0) throw new TooManySteps();
      return true;
    },
  });
}

/** A copy of a document in which each schema that applies others takes a step. */
export function withSteps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSteps);
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withSteps(inner)]),
  );
  const { $ref, allOf, anyOf, oneOf } = value;
  const isApplying = typeof $ref === "string" || [allOf, anyOf, oneOf].some(Array.isArray);
  return isApplying ? { ...copy, [keyword]: true } : copy;
}

/** The result of a validation; null if it takes too many steps, so that nothing is concluded. */
export function boundedValidation<T>(validation: () => T): T | null {
  left = mostSteps;
  try {
    return validation();
  } catch (error) {
    if (error instanceof TooManySteps || error instanceof RangeError) return null;
    throw error;
  }
}
