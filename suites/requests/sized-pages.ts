import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { CheckContext, RequestChoice } from "../model/check.ts";
import { describedSchema, integerWithin } from "../model/described-values.ts";
import { parameterName } from "../model/parameter-names.ts";
import { alternatives, request } from "./ordinary-requests.ts";

/**
 * Page sizes to try, with the name of their role: three, within the described bounds, or ten, since without described
 * bounds three may be too few for this server. Empty if the name is not known.
 */
function pageSizes(context: CheckContext): RequestSpec["query"] {
  const name = parameterName(context, "search", "pageSize");
  if (name === null) return [];
  const schema = describedSchema(context, "search", "pageSize");
  const sizes = new Set([3, 10].map((preferred) => String(integerWithin(schema, preferred))));
  return [...sizes].map((size) => [name, size]);
}

/** The first page of a search without other parameters, in a size; null if the name of that role is not known. */
export function pageOfSize(context: CheckContext): RequestChoice | null {
  const sizes = pageSizes(context);
  return sizes.length === 0 ? null : alternatives(sizes.map((size) => request(context, [size])));
}

/**
 * The second page with three items, as far as the names of these roles are known; null if neither name is known. If
 * all sizes are refused, no size is sent.
 */
export function secondPage(context: CheckContext): RequestChoice | null {
  const name = parameterName(context, "search", "page");
  const number = String(integerWithin(describedSchema(context, "search", "page"), 2));
  const page = name === null ? [] : [[name, number] as const];
  const sized = pageSizes(context).map((size) => request(context, [...page, size]));
  const choices = [...sized, ...(name === null ? [] : [request(context, page)])];
  return choices.length === 0 ? null : alternatives(choices);
}
