import { isObject, type JsonObject } from "../../contracts/json.ts";
import type { Description } from "../../description/description.ts";
import { withViolations } from "../../description/read-description.ts";
import type { Redact } from "../exchanges/redaction.ts";

/**
 * Removes secrets from a document that was read as a description, so that the judged and the recorded
 * form are the same.
 */
export async function cleanDescription(
  source: string,
  document: JsonObject,
  redact: Redact,
): Promise<Description> {
  const clean = redactAll(document, redact);
  if (!isObject(clean)) throw new Error("it is not an object, so it is not an OpenAPI document");
  return withViolations({ source, document: clean, problem: null });
}

function redactAll(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((entry) => redactAll(entry, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redact(name), redactAll(member, redact)]),
  );
}
