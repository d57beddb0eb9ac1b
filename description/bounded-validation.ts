import type { Ajv2020 } from "ajv/dist/2020.js";
import { isObject, type JsonObject, textsAt } from "../contracts/json.ts";

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
    compile: (_: unknown, schema: JsonObject) => (body: unknown) => {
      left -= stepsOf(schema, body);
      if (left < 0) throw new TooManySteps();
      return true;
    },
  });
}

/** Lists of this length are applied in one step. */
const shortList = 20;

/** What applying a schema costs beyond those inside it: long lists, and what grows faster than the body. */
function stepsOf(schema: JsonObject, body: unknown): number {
  const lists = [schema.allOf, schema.anyOf, schema.oneOf, schema.enum];
  const applied = lists.reduce<number>((sum, list) => sum + beyondShort(sizeOf(list)), 1);
  if (Array.isArray(body)) {
    return applied + (schema.uniqueItems === true ? Math.floor(body.length ** 2 / 200) : 0);
  }
  if (!isObject(body)) return applied;
  // Each missing member is an error, which takes memory too.
  const missing = textsAt(schema, "required").filter((name) => !Object.hasOwn(body, name)).length;
  const matched = sizeOf(schema.patternProperties) * Object.keys(body).length;
  const looked = Math.floor((sizeOf(schema.properties) + sizeOf(schema.required)) / shortList);
  return applied + 2 * missing + matched + looked;
}

function sizeOf(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

function beyondShort(size: number): number {
  return size > shortList ? size : 0;
}

/** A copy of a document in which each schema that applies others, or takes more than its body, takes steps. */
export function withSteps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSteps);
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withSteps(inner)]),
  );
  const { $ref, allOf, anyOf, oneOf, required, uniqueItems } = value;
  const isApplying =
    typeof $ref === "string" || [allOf, anyOf, oneOf, required].some(Array.isArray);
  const isLong = [value.enum, value.properties].some((one) => sizeOf(one) > shortList);
  const takesSteps =
    isApplying || isLong || uniqueItems === true || isObject(value.patternProperties);
  return takesSteps ? { ...copy, [keyword]: true } : copy;
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
