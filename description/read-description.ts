import { createHash } from "node:crypto";
import type { ErrorObject } from "ajv";
import { isObject, type JsonObject } from "../contracts/json.ts";
import type { Description, Violation } from "./description.ts";
import { refuseTooLarge } from "./description-size.ts";
import {
  documentUrl,
  type Gathered,
  gatherDocuments,
  longestReading,
  type ReadText,
} from "./gather-documents.ts";
import { documentValidator } from "./openapi-validators.ts";

const mostViolations = 5;

/**
 * Reads a description in JSON or YAML, with every document that it refers to, as one document.
 *
 * @param location absolute path or URL
 * @throws TooLargeToJudge if that takes too long, or it can't be judged in bounded time
 * @throws Error with the reason as its message
 */
export async function readDocument(
  location: string,
  read: ReadText,
  mostMilliseconds = longestReading,
): Promise<JsonObject> {
  const gathered = await gatherDocuments(location, read, mostMilliseconds);
  const [root = {}] = gathered.documents;
  if (typeof root.openapi !== "string" && typeof root.swagger !== "string") {
    throw new Error("it is not an OpenAPI document: it has no member openapi with its version");
  }
  const bundled = gathered.documents.length === 1 ? root : await bundle(gathered);
  refuseTooLarge(bundled);
  return bundled;
}

/** One document of several. */
async function bundle({ documents, urls }: Gathered): Promise<JsonObject> {
  // The library takes exponential time for references that multiply.
  refuseTooLarge(asOne(documents));
  const { $RefParser } = await import("@apidevtools/json-schema-ref-parser");
  const own = {
    order: 1,
    canRead: true,
    read: ({ url }: { url: string }) => {
      const index = documents.findIndex((_, one) => documentUrl(one) === url);
      return JSON.stringify(documents[index]);
    },
  };
  try {
    const bundled: unknown = await $RefParser.bundle(documentUrl(0), {
      resolve: { http: false, file: false, own },
    });
    if (isObject(bundled)) return bundled;
  } catch (error) {
    throw new Error(withUrls(firstLine(error), urls));
  }
  throw new Error("it is not an object, so it is not an OpenAPI document");
}

/** The documents as members of one, whose references lead to the same values. */
function asOne(documents: readonly JsonObject[]): unknown {
  const within = (value: unknown, index: number): unknown => {
    if (Array.isArray(value)) return value.map((entry) => within(entry, index));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, inner]) => {
      if (name !== "$ref" || typeof inner !== "string") return [name, within(inner, index)];
      const other = documents.findIndex((_, one) => inner.split("#")[0] === documentUrl(one));
      return [name, `#/${other < 0 ? index : other}${inner.split("#")[1] ?? ""}`];
    });
    return Object.fromEntries(entries);
  };
  return documents.map(within);
}

function withUrls(text: string, urls: readonly string[]): string {
  return text.replaceAll(/https:\/\/documents\.invalid\/(\d+)/g, (standIn, index: string) => {
    return urls[Number(index)] ?? standIn;
  });
}

/** A document and its validation errors. */
type Validated = Required<Pick<Description, "document" | "violations">>;

/**
 * The documents that were validated last, by their digests. A run that is repeated or verified reads the same again;
 * with the same object, what was compiled for it is found again too.
 */
const validated = new Map<string, Validated>();
const mostValidated = 16;

/** A description with the validation errors of its document. */
export async function withViolations(read: Omit<Description, "violations">): Promise<Description> {
  if (read.document === null) return { ...read, violations: [] };
  const text = JSON.stringify(read.document);
  const digest = createHash("sha256").update(text).digest("base64");
  const known = validated.get(digest);
  if (known !== undefined) return { ...read, ...known };
  // A document of its own, since the caller may go on to change theirs.
  const made = { document: JSON.parse(text), violations: await violationsOf(text) };
  if (validated.size >= mostValidated) validated.clear();
  validated.set(digest, made);
  return { ...read, ...made };
}

/** The validation errors of a document as JSON; empty if it is valid. */
async function violationsOf(text: string): Promise<readonly Violation[]> {
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  const read = JSON.parse(text);
  const validate = documentValidator(read.openapi);
  // Circular references are kept, as they are when the parser itself applies the schema.
  const own = { validate: { schema: false }, dereference: { circular: "ignore" } } as const;
  try {
    const resolved = await SwaggerParser.validate(read, {
      resolve: { external: false },
      ...(validate !== null && own),
    });
    return telling(validate?.(resolved) ?? []);
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

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n").find((line) => line.trim() !== "") ?? "unknown error";
}
