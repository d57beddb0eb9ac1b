import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Catalogue } from "../contracts/catalogue.ts";
import { parseDateTime } from "../contracts/formats.ts";
import { isObject, type JsonObject, listAt, pointerToken } from "../contracts/json.ts";
import { type SchemaPlace, type Shape, shapeOf } from "../contracts/shape.ts";
import { defaultVersion, type Surface, type Version } from "../contracts/vocabulary.ts";
import { boundedValidation, boundSteps, withSteps } from "./bounded-validation.ts";
import { linearPattern } from "./linear-pattern.ts";
import type { DescribedSurface } from "./operations.ts";

/** The described response of an endpoint at a version, with one status. */
export interface DescribedAnswer {
  /** JSON pointer of the schema in the description. */
  readonly pointer: string;
  readonly shape: Shape;
  /**
   * The places where a body differs from its description; empty if there are none, or if that can't be
   * told in bounded time.
   * @throws UnusableSchema if the schema is invalid
   */
  readonly validate: (body: unknown) => readonly DescribedError[];
}

/** A described schema that can't be used for validation, such as one with a broken reference. */
export class UnusableSchema extends Error {}

export interface DescribedError {
  /** JSON pointer into the body. */
  readonly path: string;
  readonly expected: string;
  /** All differences there; several if one of several forms was expected. */
  readonly paths: readonly string[];
}

/** Selects the described response. */
export interface AnswerPlace {
  readonly surface: Surface;
  readonly endpoint: string;
  readonly version: Version;
  readonly status: number;
}

/**
 * The described response; null if it is not described.
 *
 * A schema with several forms (`oneOf`, `anyOf`) describes every version; a version's form is the one
 * that shares the most required members with its contract. A schema with a single form describes the
 * version in `info.version`, or else the latest, which most descriptions are about.
 *
 * @param wanted the response according to the contract
 */
export function describedAnswer(
  described: DescribedSurface,
  basePath: string,
  { surface, endpoint, version, status }: AnswerPlace,
  wanted: Shape,
  contracts: Pick<Catalogue, "defaultOf" | "versions">,
): DescribedAnswer | null {
  const get = described.path(endpoint, basePath)?.get;
  const found = get?.response(status);
  if (found === null || found === undefined) return null;
  const forms = formsOf(found.place, found.pointer);
  if (forms.length === 1) {
    const latest = contracts.defaultOf(surface, endpoint);
    const date = version === defaultVersion ? latest : version;
    const own = contracts.versions(surface).find((one) => described.version.startsWith(one));
    if (date !== (own ?? latest)) return null;
  }
  const form = closest(forms, wanted);
  const { pointer } = form ?? found;
  return {
    pointer,
    shape: form?.shape ?? shapeOf(found.place),
    validate(body) {
      const whole = validatorAt(described.document, found.pointer);
      const form = () => validatorAt(described.document, pointer);
      return boundedValidation(() => (whole(body) ? [] : errorsOf(form(), body))) ?? [];
    },
  };
}

interface Form {
  readonly pointer: string;
  readonly shape: Shape;
}

/** The forms that a schema lists at its top level; the schema itself if it lists none. */
function formsOf(place: SchemaPlace, pointer: string): readonly Form[] {
  let at = { place, pointer };
  for (let steps = 0; steps < 20; steps += 1) {
    const { schema, follow } = at.place;
    if (!isObject(schema)) break;
    const ref = schema.$ref;
    if (typeof ref === "string") {
      const target = follow(ref);
      if (target === null) break;
      at = { place: target, pointer: ref.slice(1) };
      continue;
    }
    const name = ["oneOf", "anyOf"].find((one) => listAt(schema, one).length > 1);
    if (name === undefined) break;
    const { pointer: above } = at;
    return listAt(schema, name).map((form, index) => ({
      pointer: `${above}/${name}/${index}`,
      shape: shapeOf({ schema: form, follow }),
    }));
  }
  return [{ pointer, shape: shapeOf(place) }];
}

/** The form with the most of the required members; null if there is no single best one. */
function closest(forms: readonly Form[], wanted: Shape): Form | null {
  if (forms.length === 1) return forms[0] ?? null;
  const required = [...wanted.members].filter(([, { presence }]) => presence === "required");
  const scored = forms.map((form) => ({
    form,
    score: required.filter(([name]) => form.shape.members.has(name)).length,
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  const [first, ...more] = scored.filter(({ score }) => score === best);
  return best === 0 || first === undefined || more.length > 0 ? null : first.form;
}

const compiled = new WeakMap<JsonObject, Map<string, ValidateFunction>>();
const ajvs = new WeakMap<JsonObject, Ajv2020>();
const base = "https://description.invalid/";

/** @throws UnusableSchema if a schema of the description can't be used */
function validatorAt(document: JsonObject, pointer: string): ValidateFunction {
  const known = compiled.get(document) ?? new Map<string, ValidateFunction>();
  compiled.set(document, known);
  const validate = known.get(pointer) ?? usable(() => compile(document, pointer));
  known.set(pointer, validate);
  return validate;
}

function compile(document: JsonObject, pointer: string): ValidateFunction {
  const ajv = ajvs.get(document) ?? ajvFor(document);
  ajvs.set(document, ajv);
  return ajv.compile({ $ref: `${base}#${encodeURI(pointer)}` });
}

/** Identifiers of the document can be wrong as well as the schemas in it. */
function usable<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableSchema(`the described schema can't be used: ${reason.replace(base, "")}`);
  }
}

function ajvFor(document: JsonObject): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    // Defects of the schemas themselves are reported by the validation of the description.
    validateSchema: false,
    logger: false,
    // Not `new RegExp`, which is written into the code that ajv generates.
    code: { regExp: Object.assign(linearPattern, { code: "linearPattern" }) },
  });
  addFormats.default(ajv);
  // The expressions of the package are not linear for these.
  const isUrl = (text: string, base?: string) => !/\s/.test(text) && URL.canParse(text, base);
  for (const format of ["uri", "url"]) ajv.addFormat(format, (text: string) => isUrl(text));
  ajv.addFormat("uri-reference", (text: string) => isUrl(text, base));
  // As elsewhere, the time zone is optional.
  ajv.addFormat("date-time", (text: string) => parseDateTime(text) !== null);
  boundSteps(ajv);
  ajv.addSchema({ ...Object(withSteps(document)), $id: base });
  return ajv;
}

/** Keywords that only repeat the errors inside them. */
const wrappers = new Set(["if", "discriminator", "$ref"]);

function errorsOf(validate: ValidateFunction, body: unknown): readonly DescribedError[] {
  const oneForm = "exactly one of the described forms";
  // It matches the nearest form, but not exactly one of the described forms.
  if (validate(body)) return [{ path: "", expected: oneForm, paths: [""] }];
  const errors = validate.errors ?? [];
  // There is an error for each form, since it is not known which form was meant.
  const choices = errors
    .filter(({ keyword }) => keyword === "oneOf" || keyword === "anyOf")
    .map(({ instancePath }) => instancePath)
    .sort((a, b) => a.length - b.length);
  const shown = new Map<string, DescribedError>();
  for (const error of errors) {
    if (wrappers.has(error.keyword)) continue;
    const own = pathOf(error);
    const choice = choices.find((path) => own === path || own.startsWith(`${path}/`));
    const path = choice ?? own;
    const expected = choice === undefined ? expectation(error) : oneForm;
    const key = JSON.stringify([path, expected]);
    shown.set(key, { path, expected, paths: [...(shown.get(key)?.paths ?? []), own] });
  }
  return [...shown.values()];
}

function pathOf({ keyword, instancePath, params }: ErrorObject): string {
  const name: unknown =
    keyword === "required"
      ? params.missingProperty
      : (params.additionalProperty ?? params.unevaluatedProperty);
  return typeof name === "string" ? instancePath + pointerToken(name) : instancePath;
}

function expectation({ keyword, params, message = "" }: ErrorObject): string {
  if (keyword === "required") return "member present";
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") {
    return "no member that is not described";
  }
  if (keyword === "type") return [params.type].flat().join(" or ");
  if (keyword === "enum") return `one of ${[params.allowedValues].flat().join(", ")}`;
  if (keyword === "const") return JSON.stringify(params.allowedValue);
  return message.replace(/^must /, "to ");
}
