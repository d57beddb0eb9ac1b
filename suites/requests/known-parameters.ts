import type { CheckContext } from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";

/** The names of a cell's parameters: those that the specification shows, and those of its roles. */
export function namesKnown(context: CheckContext): ReadonlySet<string> {
  const { parameters, roleGroup, roles } = operationOf(context);
  const { surface, version } = context.cell;
  const named = roles.flatMap(({ role }) =>
    roleGroup === null ? [] : (context.target.role(surface, roleGroup, role, version) ?? []),
  );
  return new Set([...parameters, ...named]);
}
