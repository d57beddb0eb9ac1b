import { isObject, type JsonObject } from "../../contracts/json.ts";
import type { Description } from "../../description/description.ts";
import { withViolations } from "../../description/read-description.ts";
import { redactAll } from "../secrets/redact-all.ts";
import type { Redact } from "../secrets/redaction.ts";

/**
 * Removes secrets from a document that was read as a description, so that the judged and the recorded
 * form are the same.
 * @throws Error if no object is left
 */
export async function cleanDescription(
  source: string,
  document: JsonObject,
  redact: Redact,
): Promise<Description> {
  const clean: unknown = redactAll(document, redact);
  if (!isObject(clean)) throw new Error("it is not an object, so it is not an OpenAPI document");
  return withViolations({ source, document: clean, problem: null });
}
