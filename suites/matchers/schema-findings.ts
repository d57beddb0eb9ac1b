import type { Operation, SchemaFinding } from "../../contracts/catalogue.ts";

/** Bodies are judged once per operation, however many requirements share the schema. */
const judged = new WeakMap<Operation, WeakMap<object, readonly SchemaFinding[]>>();

/** Where a success body is not as the schema of its operation has it. */
export function schemaFindings(body: unknown, operation: Operation): readonly SchemaFinding[] {
  if (typeof body !== "object" || body === null) return operation.validateSuccess(body);
  const ofOperation = judged.get(operation) ?? new WeakMap<object, readonly SchemaFinding[]>();
  judged.set(operation, ofOperation);
  const findings = ofOperation.get(body) ?? operation.validateSuccess(body);
  ofOperation.set(body, findings);
  return findings;
}
