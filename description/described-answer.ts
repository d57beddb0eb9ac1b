import type { ErrorObject } from "ajv/dist/2020.js";
import type { Catalogue } from "../contracts/catalogue.ts";
import { isObject, listAt, pointerToken } from "../contracts/json.ts";
import { type SchemaPlace, type Shape, shapeOf } from "../contracts/shape.ts";
import { defaultVersion, type Surface, type Version } from "../contracts/vocabulary.ts";
import { boundedValidation, type SharedSteps } from "./bounded-validation.ts";
import { UnusableSchema } from "./judged-schemas.ts";
import type { DescribedSurface } from "./operations.ts";
import { type Validators, validatorsFor } from "./schema-validators.ts";

/** The described response of an endpoint at a version, with one status. */
export interface DescribedAnswer {
  /** JSON pointer of the schema in the description. */
  readonly pointer: string;
  readonly shape: Shape;
  /**
   * The places where a body differs from its description; empty if there are none, or if that can't be
   * determined in bounded time.
   * @param shared steps that are left for several bodies
   * @throws UnusableSchema if the schema is invalid
   */
  readonly validate: (body: unknown, shared?: SharedSteps) => readonly DescribedError[];
}

export interface DescribedError {
  /** JSON pointer into the body. */
  readonly path: string;
  readonly expected: string;
  /** All differences there; several if one of several forms was expected. */
  readonly paths: readonly string[];
}

/** The statuses whose bodies the specification shows: success, and refusals of parameters and keys. */
export const comparedStatuses = [200, 400, 401] as const;

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
 * @throws UnusableSchema if the described responses are too large to judge
 */
export function describedAnswer(
  described: DescribedSurface,
  basePath: string,
  { surface, endpoint, version, status }: AnswerPlace,
  wanted: Shape,
  contracts: Pick<Catalogue, "defaultOf" | "versions" | "operations">,
): DescribedAnswer | null {
  const get = described.path(endpoint, basePath)?.get;
  const found = get?.response(status);
  if (found === null || found === undefined) return null;
  const validators = validatorsOf(described, basePath, surface, contracts);
  const forms = formsOf(found.place, found.pointer);
  if (forms.length === 1) {
    const latest = contracts.defaultOf(surface, endpoint);
    const date = version === defaultVersion ? latest : version;
    const own = contracts.versions(surface).find((one) => described.version.startsWith(one));
    if (date !== (own ?? latest)) return null;
  }
  const form = closest(forms, wanted);
  return {
    pointer: form?.pointer ?? found.pointer,
    shape: form?.shape ?? shapeOf(found.place),
    validate(body, shared) {
      const whole = validators.of(found.place);
      const closestForm = validators.of(form?.place ?? found.place);
      const errors = () => {
        if (whole(body)) return [];
        const isOther = closestForm !== whole;
        return isOther && closestForm(body) ? [noForm] : differencesOf(closestForm.errors ?? []);
      };
      try {
        return boundedValidation(errors, shared) ?? [];
      } finally {
        // Otherwise each validator holds the errors of its last body, which may be many.
        for (const validator of [whole, closestForm]) validator.errors = null;
      }
    },
  };
}

interface Form {
  readonly pointer: string;
  readonly place: SchemaPlace;
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
    return listAt(schema, name).map((form, index) => {
      const place = { schema: form, follow };
      return { pointer: `${above}/${name}/${index}`, place, shape: shapeOf(place) };
    });
  }
  return [{ pointer, place, shape: shapeOf(place) }];
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

const opened = new WeakMap<DescribedSurface, Map<string, Validators | UnusableSchema>>();

/** @throws UnusableSchema if the schemas of all described responses together are too large to judge */
function validatorsOf(
  described: DescribedSurface,
  basePath: string,
  surface: Surface,
  { operations }: Pick<Catalogue, "operations">,
): Validators {
  const known = opened.get(described) ?? new Map<string, Validators | UnusableSchema>();
  opened.set(described, known);
  const key = JSON.stringify([surface, basePath]);
  const endpoints = operations.filter((one) => one.surface === surface).map((one) => one.endpoint);
  const places = [...new Set(endpoints)].flatMap((endpoint) =>
    comparedStatuses.flatMap((status) => {
      const found = described.path(endpoint, basePath)?.get?.response(status);
      return found === null || found === undefined ? [] : [found.place];
    }),
  );
  const validators = known.get(key) ?? validatorsFor(places);
  known.set(key, validators);
  if (validators instanceof UnusableSchema) throw validators;
  return validators;
}

/** Keywords that only repeat the errors inside them. */
const wrappers = new Set(["if", "discriminator", "$ref"]);

const oneForm = "exactly one of the described forms";

/** A body matches the nearest form, but not exactly one of the described forms. */
const noForm: DescribedError = { path: "", expected: oneForm, paths: [""] };

/** More are not told apart: a result has room for a twentieth of them. */
const mostDifferences = 2_000;

function differencesOf(errors: readonly ErrorObject[]): readonly DescribedError[] {
  // There is an error for each form, since it is not known which form was meant.
  const choices = new Set(
    errors
      .filter(({ keyword }) => keyword === "oneOf" || keyword === "anyOf")
      .map(({ instancePath }) => instancePath),
  );
  const shown = new Map<string, DescribedError & { readonly paths: string[] }>();
  for (const error of errors) {
    if (wrappers.has(error.keyword)) continue;
    const own = pathOf(error);
    const choice = choices.size === 0 ? undefined : outermost(choices, own);
    const path = choice ?? own;
    const expected = choice === undefined ? expectation(error) : oneForm;
    const key = JSON.stringify([path, expected]);
    const known = shown.get(key);
    if (known !== undefined) known.paths.push(own);
    else if (shown.size < mostDifferences) shown.set(key, { path, expected, paths: [own] });
  }
  return [...shown.values()];
}

/** The shortest of the paths that is the given one or leads to it. */
function outermost(paths: ReadonlySet<string>, own: string): string | undefined {
  for (let end = 0; end >= 0 && end < own.length; end = own.indexOf("/", end + 1)) {
    const above = own.slice(0, end);
    if (paths.has(above)) return above;
  }
  return paths.has(own) ? own : undefined;
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
  if (keyword === "enum") return `one of ${listed([params.allowedValues].flat())}`;
  if (keyword === "const") return JSON.stringify(params.allowedValue);
  return message.replace(/^must /, "to ");
}

/** More are not read, and each difference has them. */
const mostListed = 20;

function listed(values: readonly unknown[]): string {
  const more = values.length - mostListed;
  return values.slice(0, mostListed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
