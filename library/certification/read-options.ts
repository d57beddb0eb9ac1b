import { resolve } from "node:path";
import type { DefinedError, ValidateFunction } from "ajv";
import { isObject } from "../../contracts/json.ts";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import { compileSchema } from "../../harness/configuration/compile-schema.ts";
import { entryMistakes } from "../../harness/configuration/entries.ts";
import type { Environment } from "../../harness/configuration/environment.ts";
import { type Known, knownNames } from "../../harness/configuration/known.ts";
import { type Loaded, resolveConfiguration } from "../../harness/configuration/load.ts";
import type { MemberMistake } from "../../harness/configuration/member-path.ts";
import configurationSchema from "../../harness/configuration/schema.json" with { type: "json" };
import { schemaMistakes } from "../../harness/configuration/schema-mistakes.ts";
import { secretMistakes } from "../../harness/configuration/secrets-in-file.ts";
import { mistaken } from "../../harness/configuration/validate.ts";
import { keyVariable, otherSurface, revokedKeyVariable } from "../../harness/requests/key-names.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import type { CertifyKeys, CertifyOptions } from "./options.ts";

/** The name of the options in messages. */
const name = "certify options";

const keysFromOptions = (what: string) =>
  `Pass ${what} in keys (such as keys.news), or omit keys and set ${what} in the environment (such as NEWS_API_KEY).`;

const targetInCode = (surface: Surface) =>
  `Pass surfaces.${surface}.baseUrl or surfaces.${otherSurface(surface)}.baseUrl, or target: "reference" for the built-in reference server.`;

/**
 * Options that apply only to the user's own target; passing one, even as undefined, shows that there is
 * one.
 */
const ownTarget = ["surfaces", "keys", "baseline", "waivers", "exclusions"] as const;

const keysElsewhere = "Keys are passed in keys, or set in the environment.";

const texts = { type: "array", items: { type: "string" } };
const text = { type: "string", pattern: "\\S" };
const { $schema: _, ...ofTheFile } = configurationSchema.properties;
/** The options that are not members of the configuration. */
const ownMembers = {
  target: { enum: ["reference"] },
  only: texts,
  skip: texts,
  allowIncomplete: { type: "boolean" },
  findDescription: { type: "boolean" },
  allowInsecureHttp: { type: "boolean" },
  outDir: text,
  baseline: { type: ["string", "object"] },
  keys: {
    type: "object",
    additionalProperties: false,
    properties: {
      aggregator: text,
      news: text,
      aggregatorRevoked: text,
      newsRevoked: text,
      aggregatorRevocable: text,
      newsRevocable: text,
    },
  },
  // Not expressible in JSON Schema: see `furtherMistakes`.
  signal: true,
  onProgress: true,
};
const schema = { ...configurationSchema, properties: { ...ofTheFile, ...ownMembers } };

/** Compiled on first use. */
let compiled: ValidateFunction<CertifyOptions> | null = null;

/**
 * The options of `certify` as a configuration and keys.
 *
 * @param environment for keys and base URLs that are not in the options; not modified
 * @throws UsageError with all mistakes in the options and their consequences; no message contains a key
 */
export function readOptions(options: CertifyOptions, environment: Environment): Loaded {
  const passed: unknown = options;
  if (!isObject(passed)) throw new UsageError(`${name}: must be an object`);
  const known = knownNames(loadCatalogue(), loadRegister());
  const { target, only, skip, allowIncomplete, outDir, keys, ...others } = validated(passed, known);
  const { findDescription, allowInsecureHttp, ...file } = others;
  const inCode = (surface: (typeof surfaces)[number]) => file.surfaces?.[surface]?.baseUrl;
  return resolveConfiguration({
    cwd: process.cwd(),
    known,
    purpose: "run",
    readFile: () => file,
    fileName: name,
    signs: ownTarget
      .filter((member) => Object.hasOwn(passed, member))
      .map((member) => `the option ${member} is given`),
    keyHint: keysFromOptions,
    targetHint: targetInCode,
    isFound: false,
    ways: { insecureHttp: "allowInsecureHttp: true", commands: "" },
    environment: environmentFor(environment, keys, file.surfaces, surfaces.some(inCode)),
    flags: {
      ...(target === undefined ? {} : { reference: true }),
      ...(only === undefined ? {} : { only }),
      ...(skip === undefined ? {} : { skip }),
      ...(allowIncomplete === undefined ? {} : { allowIncomplete }),
      ...(findDescription === undefined ? {} : { description: findDescription }),
      ...(allowInsecureHttp === undefined ? {} : { allowInsecureHttp }),
      ...(outDir === undefined ? {} : { out: resolve(outDir) }),
    },
  });
}

/** @throws UsageError */
function validated(passed: object, known: Known): CertifyOptions {
  // An undefined member counts as absent.
  const given = withoutUndefined(passed);
  compiled ??= compileSchema<CertifyOptions>(schema);
  const fits = compiled(given);
  const mayHoldKeys = Object.keys(ownMembers);
  const others = Object.entries(given).filter(([member]) => !mayHoldKeys.includes(member));
  const found = [
    ...secretMistakes(Object.fromEntries(others)).map((one) => ({ ...one, hint: keysElsewhere })),
    ...schemaMistakes((compiled.errors ?? []) as DefinedError[], "is not an option"),
    ...entryMistakes(given, known),
    ...furtherMistakes(given),
  ];
  if (fits && found.length === 0) return given;
  throw mistaken({ name }, found);
}

/**
 * Keys or base URLs that are passed in code override the environment. A variable that the options name themselves, for the
 * key that may be revoked, is read unless that key is passed too.
 */
function environmentFor(
  environment: Environment,
  keys: CertifyKeys | undefined,
  tested: CertifyOptions["surfaces"],
  namesTarget: boolean,
): Environment {
  const seen: Record<string, string | undefined> = { ...environment };
  for (const surface of surfaces) {
    const product = surface.toUpperCase();
    if (namesTarget) delete seen[`${product}_BASE_URL`];
    if (keys === undefined) continue;
    const spent = tested?.[surface]?.revoke?.keyEnv;
    const revocable = keys[`${surface}Revocable`];
    if (spent !== undefined && revocable !== undefined) seen[spent] = revocable;
    seen[keyVariable(surface)] = keys[surface];
    seen[revokedKeyVariable(surface)] = keys[`${surface}Revoked`];
  }
  return seen;
}

function furtherMistakes(given: Readonly<Record<string, unknown>>): readonly MemberMistake[] {
  const { signal, onProgress, target, surfaces: tested } = given;
  const mistakes: MemberMistake[] = [];
  const refuse = (member: string, what: string, hint: string | null = null) =>
    mistakes.push({ path: [member], what, hint });
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    refuse("signal", " must be an AbortSignal");
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    refuse("onProgress", " must be a function");
  }
  if (target !== undefined && isObject(tested) && surfaces.some((surface) => surface in tested)) {
    refuse("target", " and surfaces name two different targets", targetInCode("aggregator"));
  }
  return mistakes;
}

function withoutUndefined(value: unknown): Record<string, unknown> {
  const copy = (part: unknown): unknown =>
    isPlain(part)
      ? Object.fromEntries(
          Object.entries(part).flatMap(([member, inner]) =>
            inner === undefined ? [] : [[member, copy(inner)]],
          ),
        )
      : part;
  const copied = copy(value);
  return isObject(copied) ? { ...copied } : {};
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}
