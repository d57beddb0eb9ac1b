import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isObject } from "../contracts/json.ts";
import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import { surfaces } from "../contracts/words.ts";
import type { Environment } from "../harness/configuration/environment.ts";
import { knownNames } from "../harness/configuration/known.ts";
import { type Loaded, resolveConfiguration } from "../harness/configuration/load.ts";
import { suggestion } from "../harness/configuration/nearest.ts";
import configurationSchema from "../harness/configuration/schema.json" with { type: "json" };
import { refuseSecrets } from "../harness/configuration/secrets-in-file.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import { validateFile } from "../harness/configuration/validate.ts";
import type { CertifyKeys, CertifyOptions } from "./options.ts";

/** What messages call the options. */
const name = "certify options";

const keysFromOptions =
  "Pass it in keys, or without keys set it in the environment: keys.news or NEWS_API_KEY, for example.";

const targetInCode =
  'Pass surfaces.aggregator.baseUrl or surfaces.news.baseUrl, or target: "reference" for the built-in reference server.';

/** What is of use for a target of one's own only; passing it, even as undefined, shows that one is meant. */
const ownTarget = ["surfaces", "keys", "baseline", "waivers", "exclusions"] as const;

const texts = { type: "array", items: { type: "string" } };
const text = { type: "string", pattern: "\\S" };
/** What stands beside the configuration's own members; the rest is after the configuration's schema. */
const ownMembers = {
  target: { enum: ["reference"] },
  only: texts,
  skip: texts,
  allowIncomplete: { type: "boolean" },
  findDescription: { type: "boolean" },
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
};
const objects = ["signal", "onProgress"] as const;

/**
 * The options of `certify` as a configuration and keys.
 *
 * @param environment read only, for keys and base URLs that the options don't give
 * @throws UsageError for the first thing that is wrong; no message holds a key
 */
export function readOptions(options: CertifyOptions, environment: Environment): Loaded {
  const passed: unknown = options;
  if (!isObject(passed)) throw new UsageError(`${name}: they have to be an object`);
  // A member that is undefined is absent, as everywhere in JavaScript.
  const given = withoutUndefined(passed);
  const own: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(given)) {
    if (objects.some((one) => one === member)) continue;
    (Object.hasOwn(ownMembers, member) ? own : rest)[member] = value;
  }
  refuseUnknown(Object.keys(rest));
  refuseWrongOwn(own, options);
  refuseMisplacedKeys(rest);
  const known = knownNames(loadCatalogue(), loadRegister());
  const file = validateFile(name, rest, known);
  const { target, only, skip, allowIncomplete, outDir, keys, findDescription } = options;
  if (target !== undefined && surfaces.some((surface) => file.surfaces?.[surface] !== undefined)) {
    throw new UsageError(`${name}: target and surfaces name two different targets`, targetInCode);
  }
  const inCode = (surface: (typeof surfaces)[number]) => file.surfaces?.[surface]?.baseUrl;
  return resolveConfiguration({
    cwd: process.cwd(),
    known,
    purpose: "run",
    file,
    fileName: name,
    signs: ownTarget
      .filter((member) => Object.hasOwn(passed, member))
      .map((member) => `the option ${member} is given`),
    keyHint: keysFromOptions,
    targetHint: targetInCode,
    environment: environmentFor(environment, keys, file.surfaces, surfaces.some(inCode)),
    flags: {
      ...(target === undefined ? {} : { reference: true }),
      ...(only === undefined ? {} : { only }),
      ...(skip === undefined ? {} : { skip }),
      ...(allowIncomplete === undefined ? {} : { allowIncomplete }),
      ...(findDescription === undefined ? {} : { description: findDescription }),
      ...(outDir === undefined ? {} : { out: resolve(outDir) }),
    },
  });
}

/** Whoever passes keys or base URLs in code means those, whatever else the environment holds. */
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
    if (spent !== undefined) seen[spent] = keys[`${surface}Revocable`];
    seen[`${product}_API_KEY`] = keys[surface];
    seen[`${product}_REVOKED_KEY`] = keys[`${surface}Revoked`];
  }
  return seen;
}

/** The validation of a file refuses them too, but with the advice that fits a file. */
function refuseMisplacedKeys(rest: object): void {
  try {
    refuseSecrets(name, rest);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message, "Keys go into keys, or come from the environment.");
  }
}

function refuseUnknown(members: readonly string[]): void {
  const valid = Object.keys(configurationSchema.properties).filter((one) => one !== "$schema");
  const all = [...valid, ...Object.keys(ownMembers), ...objects];
  const unknown = members.find((member) => !all.includes(member));
  if (unknown === undefined) return;
  throw new UsageError(`${name}: there is no option ${unknown}`, suggestion(unknown, all));
}

function refuseWrongOwn(own: object, { signal, onProgress }: CertifyOptions): void {
  const ajv = new Ajv2020({ allowUnionTypes: true });
  const holds = ajv.compile({ type: "object", properties: ownMembers });
  // Never the value: it may be a key.
  if (!holds(own)) {
    const [first] = holds.errors ?? [];
    const path = first?.instancePath.slice(1).replaceAll("/", ".") ?? "";
    const unknown: unknown = first?.params.additionalProperty;
    if (typeof unknown === "string") {
      throw new UsageError(
        `${name}: there is no key ${path}.${unknown}`,
        suggestion(unknown, Object.keys(ownMembers.keys.properties)),
      );
    }
    const wrong = first?.keyword === "pattern" ? "must not be empty" : (first?.message ?? "");
    throw new UsageError(`${name}: ${path} ${wrong}`);
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new UsageError(`${name}: signal has to be an AbortSignal`);
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw new UsageError(`${name}: onProgress has to be a function`);
  }
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
