import type { Operation, SchemaFinding } from "../../contracts/catalogue.ts";

type Findings = readonly SchemaFinding[];

/** Each body is validated once per operation, although many requirements share the schema. */
const kept = new WeakMap<Operation, WeakMap<object, Findings>>();
/** As many findings of a body as may be kept as long as the body. */
const mostKept = 100;
/** The last bodies with more, which would take too much memory together. */
const mostRecent = 8;
const recent: JudgedBody[] = [];

interface JudgedBody {
  readonly body: object;
  readonly operation: Operation;
  readonly findings: Findings;
}

/** The places where a success body breaks the schema of its operation. */
export function schemaFindings(body: unknown, operation: Operation): Findings {
  if (typeof body !== "object" || body === null) return operation.validateSuccess(body);
  const ofOperation = kept.get(operation) ?? new WeakMap<object, Findings>();
  kept.set(operation, ofOperation);
  const known =
    ofOperation.get(body) ??
    recent.find((one) => one.body === body && one.operation === operation)?.findings;
  if (known !== undefined) return known;
  const findings = operation.validateSuccess(body);
  if (findings.length <= mostKept) ofOperation.set(body, findings);
  else {
    recent.unshift({ body, operation, findings });
    recent.length = Math.min(recent.length, mostRecent);
  }
  return findings;
}
