import { isObject, textAt } from "../contracts/json.ts";
import type { SchemaPlace } from "../contracts/shape.ts";
import { boundedValidation, type SharedSteps } from "./bounded-validation.ts";
import { UnusableSchema } from "./judged-schemas.ts";
import type { DescribedParameter } from "./operations.ts";
import { type Validators, validatorsFor } from "./schema-validators.ts";

/** Schemas, keywords and names of the schema of one parameter: enough for a list of all countries as constants. */
const mostCompiled = 600;
/** Steps of comparing everything that is sent for one parameter; a usual value takes some ten. */
const mostSteps = 200_000;

/** The compiled schema of a parameter, and the texts that were compared with it. */
interface Opened {
  readonly validators: Validators | UnusableSchema;
  readonly steps: SharedSteps;
  readonly known: Map<string, boolean>;
}

const opened = new WeakMap<DescribedParameter, Opened>();

/**
 * Whether the schema of a parameter allows a text in a query: as it is, as the number or truth value that it spells, or
 * as a list of one or several of these. Also true if that can't be determined.
 */
export function allowsText(parameter: DescribedParameter, text: string): boolean {
  const { place, schema } = parameter;
  // An object can be written in many ways.
  if (place === null || [schema.type].flat().includes("object")) return true;
  const own = opened.get(parameter) ?? {
    validators: validatorsFor([place], mostCompiled),
    steps: { left: mostSteps },
    known: new Map<string, boolean>(),
  };
  opened.set(parameter, own);
  const allows = own.known.get(text) ?? allowsOneOf(valuesOf(text), own, place);
  own.known.set(text, allows);
  return allows;
}

function allowsOneOf(
  values: readonly unknown[],
  { validators, steps }: Opened,
  place: SchemaPlace,
): boolean {
  if (validators instanceof UnusableSchema) return true;
  try {
    const validate = validators.of(place);
    try {
      return boundedValidation(() => values.some((value) => validate(value)), steps) ?? true;
    } finally {
      validate.errors = null;
    }
  } catch (error) {
    if (error instanceof UnusableSchema) return true;
    throw error;
  }
}

/** What a text in a query may stand for. */
function valuesOf(text: string): readonly unknown[] {
  const separated = [",", " ", "|"].map((separator) => text.split(separator));
  const lists = [[text], ...separated.filter(({ length }) => length > 1)];
  return [...spelled(text), ...lists, ...lists.map((list) => list.flatMap(lastSpelled))];
}

function spelled(text: string): readonly unknown[] {
  if (/^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(text)) return [text, Number(text)];
  return text === "true" || text === "false" ? [text, text === "true"] : [text];
}

function lastSpelled(text: string): unknown {
  return spelled(text).at(-1);
}

/** The constraints of a schema that are likely to be the reason, in a few words. */
export function constraintWords({ schema }: DescribedParameter): string {
  const shown = ["type", "enum", "const", "pattern", "format", "minLength", "maxLength"].flatMap(
    (keyword) => {
      const value = schema[keyword];
      if (value === undefined || isObject(value)) return [];
      const text = textAt(schema, keyword) ?? JSON.stringify(value);
      return [`${keyword} ${text}`];
    },
  );
  return shown.join(", ") || "another schema";
}
