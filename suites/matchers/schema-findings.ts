import type { Operation, SchemaFinding } from "../../contracts/catalogue.ts";

/** Each body is validated once per operation, although many requirements share the schema. */
const judged = new WeakMap<Operation, WeakMap<object, readonly SchemaFinding[]>>();

/** The places where a success body breaks the schema of its operation. */
export function schemaFindings(body: unknown, operation: Operation): readonly SchemaFinding[] {
  if (typeof body !== "object" || body === null) return operation.validateSuccess(body);
  const ofOperation = judged.get(operation) ?? new WeakMap<object, readonly SchemaFinding[]>();
  judged.set(operation, ofOperation);
  const findings = ofOperation.get(body) ?? operation.validateSuccess(body);
  ofOperation.set(body, findings);
  return findings;
}
