import type { SchemaFinding } from "../../contracts/catalogue.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { schemaFindings } from "./schema-findings.ts";
import { expectServedWithKey } from "./served-with-key.ts";

/**
 * Expects a 200 with the body of its version. Defects that the body of the control request has too are
 * reported by the requirement that they break, and not again for each special request.
 */
export function expectServedLikeControl(
  exchange: Exchange,
  context: CheckContext,
): readonly Found[] {
  return expectServedLike(
    exchange,
    context.control === undefined ? [] : [context.control],
    context,
  );
}

/**
 * `expectServedLikeControl` with several control requests.
 * @param others further requests that show which values are accepted, but not which defects are known
 */
export function expectServedLike(
  exchange: Exchange,
  controls: readonly Exchange[],
  context: CheckContext,
  others: readonly Exchange[] = [],
): readonly Found[] {
  const findings = expectServedWithKey(exchange, context, [...controls, ...others]);
  if (findings.length > 0) return findings;
  const served = controls.filter(({ answer }) => answer?.status === 200);
  const known = new Set(served.flatMap((control) => brokenIn(control, context).map(ruleOf)));
  return brokenIn(exchange, context).filter((found) => !known.has(ruleOf(found)));
}

/** Schema violations at an exchange's own endpoint and version, which may differ from the cell's. */
function brokenIn(
  { spec, answer }: Exchange,
  { contracts }: CheckContext,
): readonly SchemaFinding[] {
  const operation = contracts.operation(spec.surface, spec.endpoint, spec.version);
  if (operation === null || answer === null || !answer.json.ok) return [];
  return schemaFindings(answer.json.value, operation);
}

/** Identifies a schema rule, regardless of the list entry that breaks it. */
function ruleOf({ requirement, path }: SchemaFinding): string {
  return `${requirement} ${path.replace(/\/\d+(?=\/|$)/g, "/*")}`;
}
