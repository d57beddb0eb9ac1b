import { type JsonObject, listAt } from "../../contracts/json.ts";
import type { CheckContext } from "./check.ts";
import { parameterName } from "./parameter-names.ts";

/**
 * The described schema of a role's values, at the cell's endpoint or else where the specification lists
 * the role; empty if it is not described. The specification bounds only the number of results and the
 * search text of publisher search, so a server may bound the other roles.
 */
export function describedSchema(context: CheckContext, group: string, name: string): JsonObject {
  const { cell, contracts, target } = context;
  const known = parameterName(context, group, name);
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
 * The smallest integer from the preferred one upwards that a schema allows, else the largest below it;
 * the preferred one if the schema allows none or has no bounds.
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

/** The smallest integer that a schema allows; null if it has no lower bound. */
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

/** The first integer inside an exclusive bound. */
function inside(exclusive: number, inwards: 1 | -1): number {
  return inwards === 1 ? Math.floor(exclusive) + 1 : Math.ceil(exclusive) - 1;
}

/** The preferred text as a schema's enumeration writes it, or the first value of the enumeration. */
export function textWithin(schema: JsonObject, preferred: string): string {
  const listed = listAt(schema, "enum").filter((one) => typeof one === "string");
  const same = (one: string) => one.toLowerCase() === preferred.toLowerCase();
  return listed.includes(preferred) ? preferred : (listed.find(same) ?? listed[0] ?? preferred);
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
