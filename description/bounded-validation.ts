import { _, type Ajv2020, Name } from "ajv/dist/2020.js";
import { isObject, type JsonObject, textsAt } from "../contracts/json.ts";
import { type LinearPattern, linearPattern } from "./linear-pattern.ts";

/** A keyword of our own, which takes steps each time that its schema is applied. */
const keyword = "x-bounded-step";

/**
 * Keywords that are applied to one body: a hundred items with twenty members each are a few thousand. If
 * schemas multiply, as with references to themselves in `allOf`, validating a deep body would never end. Each
 * step is at most one error, which takes memory too.
 */
const mostSteps = 200_000;
/** Entries of a list or characters of a text that are looked at in one step. */
const inOneStep = 20;

/** Thrown by a validator when a body takes too many steps. */
class TooManySteps extends Error {}

/** The errors so far, in the code that ajv generates: it copies them where a schema refers to another one. */
const errorCount = new Name("errors");

let left = mostSteps;

function take(steps: number): void {
  left -= steps;
  if (left < 0) throw new TooManySteps();
}

/** Adds the keyword to a validator. */
export function boundSteps(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword,
    code({ gen, data, parentSchema }) {
      // One function for all of them: compiling takes time that grows with the square of their number.
      const takeSteps = gen.scopeValue("func", { ref: take });
      gen.code(_`${takeSteps}(${stepsOf(parentSchema)} + (${errorCount} >> 8))`);
      const more = moreStepsOf(parentSchema);
      if (more === null) return;
      gen.code(_`${gen.scopeValue("func", { ref: more })}(${data})`);
    },
  });
}

/** A schema that takes steps when it is applied. */
export function withSteps(schema: JsonObject): JsonObject {
  return Object.keys(schema).length > 0 ? { ...schema, [keyword]: true } : schema;
}

/** What applying a schema takes for any body, beyond those inside it, which take their own steps. */
function stepsOf(schema: JsonObject): number {
  return Object.keys(schema).length - 1 + Math.floor(listedIn(schema) / inOneStep);
}

/** Takes what grows with the body, or with how much of it is missing; null if nothing does. */
function moreStepsOf(schema: JsonObject): ((body: unknown) => void) | null {
  const { uniqueItems, patternProperties, format, minLength, maxLength } = schema;
  const patterns = sizeOf(patternProperties);
  const areNamesRefused = [schema.additionalProperties, schema.unevaluatedProperties].includes(
    false,
  );
  const isTextMeasured = [format, minLength, maxLength].some((one) => one !== undefined);
  const required = textsAt(schema, "required");
  const dependent = isObject(schema.dependentRequired) ? schema.dependentRequired : {};
  const isConstant =
    uniqueItems !== true &&
    patterns + required.length + sizeOf(dependent) === 0 &&
    !areNamesRefused &&
    !isTextMeasured;
  if (isConstant) return null;

  const takeForText = (text: string) => {
    if (isTextMeasured) take(Math.floor(text.length / inOneStep ** 2));
  };
  const takeForList = (list: readonly unknown[]) => {
    // Entries are compared in pairs.
    if (uniqueItems === true) take(Math.floor((list.length * valuesIn(list)) / 200));
  };
  const takeForObject = (body: JsonObject) => {
    // Each missing member is an error, which takes much memory.
    const takeMissing = (names: readonly string[]) =>
      take(10 * names.filter((name) => !Object.hasOwn(body, name)).length);
    takeMissing(required);
    for (const name of Object.keys(dependent)) {
      if (Object.hasOwn(body, name)) takeMissing(textsAt(dependent, name));
    }
    take(sizeOf(body) * (patterns + (areNamesRefused ? 1 : 0)));
  };
  return (body) => {
    if (typeof body === "string") takeForText(body);
    else if (Array.isArray(body)) takeForList(body);
    else if (isObject(body)) takeForObject(body);
  };
}

/** The values in the keywords of a schema, without those of other schemas. */
function listedIn(schema: JsonObject): number {
  const { enum: values, const: only, ...rest } = schema;
  const lists = Object.values(rest).reduce<number>((sum, one) => sum + sizeOf(one), 0);
  return lists + valuesIn(values) + valuesIn(only);
}

function sizeOf(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + valuesIn(one), 1);
}

/** Instructions of a pattern that are tried at one character in one step, and compiled in one. */
const triedInOneStep = 200;
/** What a character takes beyond them, in instructions. */
const perCharacter = 20;
const compiledInOneStep = 2;

/** A pattern of a description, which takes steps to compile it, and for each text. */
export function steppingPattern(pattern: string): LinearPattern {
  const found = linearPattern(pattern);
  let isCompiled = false;
  return {
    test(text) {
      take(1 + Math.floor((text.length * (found.size + perCharacter)) / triedInOneStep));
      if (!isCompiled) take(Math.floor(found.size / compiledInOneStep));
      isCompiled = true;
      return found.test(text);
    },
    toString: () => found.toString(),
  };
}

/** Steps that several validations take together. */
export interface SharedSteps {
  left: number;
}

/**
 * The result of a validation; null if it takes too many steps, so that nothing is concluded.
 *
 * @param shared what is left for this and further validations
 */
export function boundedValidation<T>(validation: () => T, shared?: SharedSteps): T | null {
  const most = Math.min(mostSteps, shared?.left ?? mostSteps);
  left = most;
  try {
    return validation();
  } catch (error) {
    if (error instanceof TooManySteps || error instanceof RangeError) return null;
    throw error;
  } finally {
    if (shared !== undefined) shared.left -= most - Math.max(left, 0);
  }
}
