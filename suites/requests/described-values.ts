import { type JsonObject, listAt } from "../../contracts/json.ts";
import type { CheckContext } from "../engine/check.ts";
import { role } from "./ordinary-requests.ts";

/**
 * What the server's own description says of the values of a role, at the cell's endpoint or else where the
 * specification lists it; empty where it says nothing. The specification bounds no role but the number of
 * results and the search text of publisher search, so that a server may bound the others as it likes.
 */
export function describedSchema(context: CheckContext, group: string, name: string): JsonObject {
  const { cell, contracts, target } = context;
  const known = role(context, group, name);
  const described = target.described(cell.surface);
  const listing = contracts.operations.find(({ roleGroup }) => roleGroup === group)?.endpoint;
  for (const endpoint of [cell.endpoint, listing ?? cell.endpoint]) {
    const get = described?.path(endpoint, target.basePath(cell.surface))?.get;
    const parameter = get?.parameters.find((one) => one.in === "query" && one.name === known);
    if (parameter !== undefined) return parameter.schema;
  }
  return {};
}

/**
 * The least integer from the preferred one on that a schema allows, else the greatest below it; the
 * preferred one where the schema allows none, or does not bound its values.
 */
export function integerWithin(schema: JsonObject, preferred: number): number {
  const listed = "const" in schema ? [schema.const] : listAt(schema, "enum");
  const choice = listed.filter(isInteger).sort((a, b) => a - b);
  if (choice.length > 0)
    return choice.find((one) => one >= preferred) ?? choice.at(-1) ?? preferred;
  const least = leastOf(schema) ?? Number.NEGATIVE_INFINITY;
  const most = bound(schema.maximum, schema.exclusiveMaximum, Math.min, -1);
  const step = isInteger(schema.multipleOf) && schema.multipleOf > 0 ? schema.multipleOf : 1;
  const above = Math.ceil(Math.max(preferred, least) / step) * step;
  if (above <= most) return above;
  const below = Math.floor(most / step) * step;
  return below >= least ? below : preferred;
}

/** The least integer that a schema allows; null where it has no lower bound. */
export function leastOf({ minimum, exclusiveMinimum }: JsonObject): number | null {
  const least = Math.ceil(bound(minimum, exclusiveMinimum, Math.max, 1));
  return Number.isFinite(least) ? least : null;
}

function bound(
  inclusive: unknown,
  exclusive: unknown,
  stricter: (...bounds: readonly number[]) => number,
  inwards: 1 | -1,
): number {
  const beyond = typeof exclusive === "number" ? [inside(exclusive, inwards)] : [];
  return stricter(...(typeof inclusive === "number" ? [inclusive] : []), ...beyond);
}

/** The first integer inside a bound that does not belong to what is allowed. */
function inside(exclusive: number, inwards: 1 | -1): number {
  return inwards === 1 ? Math.floor(exclusive) + 1 : Math.ceil(exclusive) - 1;
}

/** The preferred text as a schema's list of values writes it, or the first of that list. */
export function textWithin(schema: JsonObject, preferred: string): string {
  const listed = listAt(schema, "enum").filter((one) => typeof one === "string");
  const same = (one: string) => one.toLowerCase() === preferred.toLowerCase();
  return listed.includes(preferred) ? preferred : (listed.find(same) ?? listed[0] ?? preferred);
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
