import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { CheckContext } from "../model/check.ts";
import { parameterName } from "../model/parameter-names.ts";

/** Values of the parameters of these meanings whose names are known. */
export function namedParameters(
  context: CheckContext,
  group: string,
  values: Readonly<Record<string, string>>,
): RequestSpec["query"] {
  return Object.entries(values).flatMap(([meaning, value]) => {
    const name = parameterName(context, group, meaning);
    return name === null ? [] : [[name, value] as const];
  });
}

/** Everything by which publishers can be searched, without the number of results and the sort order. */
export function everyFilter(context: CheckContext): RequestSpec["query"] {
  const { query, country, language } = context.target.samples(context.cell.surface);
  return namedParameters(context, "publishers", { query, category: "General", country, language });
}
