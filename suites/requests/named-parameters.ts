import type { RequestSpec } from "../../harness/exchanges/request-spec.ts";
import type { CheckContext } from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { role } from "./ordinary-requests.ts";

/** Values of the parameters of these meanings whose names are known. */
export function namedParameters(
  context: CheckContext,
  group: string,
  values: Readonly<Record<string, string>>,
): RequestSpec["query"] {
  return Object.entries(values).flatMap(([meaning, value]) => {
    const name = role(context, group, meaning);
    return name === null ? [] : [[name, value] as const];
  });
}

/** The names on this server of those roles of the cell's endpoint that have one of these meanings, by name. */
export function namesOfRoles(
  context: CheckContext,
  meanings: readonly string[],
): ReadonlyMap<string, string> {
  const { roleGroup } = operationOf(context);
  return new Map(
    meanings.flatMap((meaning) => {
      const name = roleGroup === null ? null : role(context, roleGroup, meaning);
      return name === null ? [] : [[name, meaning] as const];
    }),
  );
}

/** Everything by which publishers can be searched, without the number of results and the sort order. */
export function everyFilter(context: CheckContext): RequestSpec["query"] {
  const { query, country, language } = context.target.samples(context.cell.surface);
  return namedParameters(context, "publishers", { query, category: "General", country, language });
}
