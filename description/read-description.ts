import type { ErrorObject } from "ajv";
import { isObject, type JsonObject } from "../contracts/json.ts";
import { parseYaml } from "../contracts/yaml.ts";
import type { Description, Violation } from "./description.ts";

/** Returns the text at an absolute path or URL. Rejects with a message for the user. */
export type ReadText = (location: string) => Promise<string>;

/** The maximum number of values in a description; YAML aliases can expand to billions. */
const mostValues = 200_000;
const mostViolations = 5;

/**
 * Reads a description in JSON or YAML, with every document that it refers to, as one document.
 * @param location absolute path or URL
 * @throws Error with the reason as its message
 */
export async function readDocument(location: string, read: ReadText): Promise<JsonObject> {
  const bundled = await bundle(location, read);
  if (!isObject(bundled)) throw new Error("it is not an object, so it is not an OpenAPI document");
  if (!isSmall(bundled)) throw new Error("it is too large, or refers to itself");
  if (typeof bundled.openapi !== "string" && typeof bundled.swagger !== "string") {
    throw new Error("it is not an OpenAPI document: it has no member openapi with its version");
  }
  return bundled;
}

async function bundle(location: string, read: ReadText): Promise<unknown> {
  const { $RefParser } = await import("@apidevtools/json-schema-ref-parser");
  // The library does not say why a file could not be read or parsed.
  const causes: unknown[] = [];
  const noting = async <T>(attempt: () => T | Promise<T>): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      causes.push(error);
      throw error;
    }
  };
  const options = {
    resolve: {
      http: false,
      file: false,
      own: {
        order: 1,
        canRead: true,
        read: ({ url }: { url: string }) => noting(() => read(url)),
      },
    },
    // The library's own parsers would expand YAML aliases before their number can be checked.
    parse: {
      json: false,
      yaml: false,
      text: false,
      binary: false,
      own: {
        order: 1,
        canParse: true,
        parse: ({ data }: { data: unknown }) => noting(() => parse(data)),
      },
    },
  } as const;
  try {
    return await $RefParser.bundle(location, options);
  } catch (error) {
    if (causes.length > 0) throw new Error(firstLine(causes[0]));
    const alone: unknown = await $RefParser.parse(location, options).catch(() => null);
    // A broken internal reference makes a document invalid but still readable.
    if (isSmall(alone) && isObject(alone) && refersToItselfOnly(alone)) return alone;
    throw new Error(firstLine(error));
  }
}

/** Parses JSON or YAML to a tree of JSON values without shared objects. */
function parse(text: unknown): unknown {
  const value = parseYaml(String(text));
  if (!isSmall(value)) throw new Error("it is too large, or refers to itself");
  if (!isObject(value)) throw new Error("it is not an object, so it is not an OpenAPI document");
  if (Object.keys(value).length === 0)
    throw new Error("it is empty, so it is not an OpenAPI document");
  return JSON.parse(JSON.stringify(value));
}

/** @param value no larger than `isSmall` allows */
function refersToItselfOnly(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(refersToItselfOnly);
  if (!isObject(value)) return true;
  if (typeof value.$ref === "string" && !value.$ref.startsWith("#")) return false;
  return Object.values(value).every(refersToItselfOnly);
}

/** A description with the validation errors of its document. */
export async function withViolations(read: Omit<Description, "violations">): Promise<Description> {
  const violations = read.document === null ? [] : await violationsOf(read.document);
  return { ...read, violations };
}

/** The validation errors of a document; empty if it is valid. */
async function violationsOf(document: JsonObject): Promise<readonly Violation[]> {
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  const copy = JSON.parse(JSON.stringify(document));
  try {
    await SwaggerParser.validate(copy, { resolve: { external: false } });
    return [];
  } catch (error) {
    const details: readonly ErrorObject[] =
      error instanceof Error && "details" in error && Array.isArray(error.details)
        ? error.details
        : [];
    if (details.length === 0) return [{ path: "", message: firstLine(error) }];
    return telling(details);
  }
}

/** The errors that name the cause, without those that follow from it, such as that no alternative matches. */
function telling(errors: readonly ErrorObject[]): readonly Violation[] {
  const wrappers = new Set(["if", "anyOf", "oneOf", "$ref"]);
  const details = errors.filter(({ keyword }) => !wrappers.has(keyword));
  const shown = new Map<string, Violation>();
  for (const { instancePath, message = "", params } of details.length > 0 ? details : errors) {
    const extra: unknown = params.additionalProperty ?? params.unevaluatedProperty;
    const name = typeof extra === "string" ? ` (${extra})` : "";
    const violation = { path: instancePath, message: message + name };
    shown.set(JSON.stringify(violation), violation);
  }
  // The deepest error is the nearest to the cause.
  const depth = ({ path }: Violation) => path.split("/").length;
  return [...shown.values()].sort((a, b) => depth(b) - depth(a)).slice(0, mostViolations);
}

function isSmall(value: unknown): boolean {
  let values = 0;
  const count = (one: unknown): boolean => {
    values += 1;
    if (values > mostValues) return false;
    if (typeof one !== "object" || one === null) return true;
    return Object.values(one).every(count);
  };
  return count(value);
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n").find((line) => line.trim() !== "") ?? "unknown error";
}
