import type { CheckContext } from "./check.ts";
import { describedSchema, integerWithin, leastOf } from "./described-values.ts";
import { parameterName } from "./parameter-names.ts";

/** The number of the first page, as far as the name of the role and its described bounds are known. */
export function firstPage(context: CheckContext): readonly string[] {
  const page = parameterName(context, "search", "page");
  if (page === null) return [];
  const schema = describedSchema(context, "search", "page");
  const least = leastOf(schema) ?? 1;
  return [String(integerWithin(schema, Math.min(least, 1)))];
}
