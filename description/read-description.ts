import type { ErrorObject } from "ajv";
import { isObject, type JsonObject } from "../contracts/json.ts";
import { parseYaml } from "../contracts/yaml.ts";
import type { Description, Violation } from "./description.ts";

/** Gives the text at an absolute path or URL. Rejects with what is to be said where it can't be had. */
export type ReadText = (location: string) => Promise<string>;

/** So many values are in no description that a person reads; aliases of YAML can stand for billions. */
const mostValues = 200_000;
const mostViolations = 5;

/**
 * Reads a description in JSON or YAML, with every document that it refers to, as one document.
 * @param location absolute path or URL
 * @throws Error whose message says why there is none
 */
export async function readDocument(location: string, read: ReadText): Promise<JsonObject> {
  const bundled = await bundle(location, read);
  if (!isObject(bundled)) throw new Error("it is no object, and so no OpenAPI document");
  if (!isSmall(bundled)) throw new Error("it is too large, or refers to itself");
  if (typeof bundled.openapi !== "string" && typeof bundled.swagger !== "string") {
    throw new Error("it is no OpenAPI document: it has no member openapi that tells its version");
  }
  return bundled;
}

async function bundle(location: string, read: ReadText): Promise<unknown> {
  const { $RefParser } = await import("@apidevtools/json-schema-ref-parser");
  // The library says only that a file could not be read or parsed, and not why.
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
    // The library's own parsers would let aliases of YAML expand before anybody could look.
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
    // A reference of a document into itself that leads nowhere makes it wrong, and no less readable.
    if (isSmall(alone) && isObject(alone) && refersToItselfOnly(alone)) return alone;
    throw new Error(firstLine(error));
  }
}

/** JSON or YAML as values of JSON, of which no two are the same object. */
function parse(text: unknown): unknown {
  const value = parseYaml(String(text));
  if (!isSmall(value)) throw new Error("it is too large, or refers to itself");
  if (!isObject(value)) throw new Error("it is no object, and so no OpenAPI document");
  if (Object.keys(value).length === 0) throw new Error("it is empty, and so no OpenAPI document");
  return JSON.parse(JSON.stringify(value));
}

/** @param value not larger than `isSmall` allows */
function refersToItselfOnly(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(refersToItselfOnly);
  if (!isObject(value)) return true;
  if (typeof value.$ref === "string" && !value.$ref.startsWith("#")) return false;
  return Object.values(value).every(refersToItselfOnly);
}

/** A description with what is wrong with its document. */
export async function withViolations(read: Omit<Description, "violations">): Promise<Description> {
  const violations = read.document === null ? [] : await violationsOf(read.document);
  return { ...read, violations };
}

/** What the OpenAPI Specification forbids in a document; empty where it is valid. */
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

/** The errors that say what is wrong, and not that one of several forms did not fit because of it. */
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
  // The deepest is the nearest to the cause.
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
