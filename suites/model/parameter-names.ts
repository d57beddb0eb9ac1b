import { type CheckContext, skip } from "./check.ts";
import { NotInVersion } from "./in-version.ts";
import { operationOf } from "./operation.ts";
import { exclusion, nameOfParameter } from "./remedies.ts";

/** The name that the server gives to the parameter of a role at the cell's version; null if none is known. */
export function parameterName(context: CheckContext, group: string, role: string): string | null {
  return context.target.parameterName(context.cell.surface, group, role, context.cell.version);
}

/** The name of the parameter of a role; if none is known, it skips the check and says what to configure. */
export function needParameterName(context: CheckContext, group: string, role: string): string {
  return parameterName(context, group, role) ?? skipForRole(context, group, role);
}

/** Skips a check that needs a role without a name. */
export function skipForRole(context: CheckContext, group: string, role: string): never {
  const { cell, target } = context;
  if (target.isRemoved(cell.surface, group, role, cell.version))
    throw new NotInVersion(group, role);
  if (target.isConfiguredAbsent(cell.surface, group, role, cell.version)) {
    const reason = `the configuration says that this server has no parameter ${group}.${role}`;
    skip(reason, exclusion("exclusions for parameters that this server does not have"));
  }
  skip(
    `no name is known for the parameter ${group}.${role}`,
    nameOfParameter(context, group, role),
  );
}

/** The names of a cell's parameters: those that the specification shows, and those of its roles. */
export function namesKnown(context: CheckContext): ReadonlySet<string> {
  const { parameters, roleGroup, roles } = operationOf(context);
  const { surface, version } = context.cell;
  const named = roles.flatMap(({ role }) =>
    roleGroup === null
      ? []
      : (context.target.parameterName(surface, roleGroup, role, version) ?? []),
  );
  return new Set([...parameters, ...named]);
}

/** The names on this server of those roles of the cell's endpoint that have one of these meanings, by name. */
export function namesOfRoles(
  context: CheckContext,
  meanings: readonly string[],
): ReadonlyMap<string, string> {
  const { roleGroup } = operationOf(context);
  return new Map(
    meanings.flatMap((meaning) => {
      const name = roleGroup === null ? null : parameterName(context, roleGroup, meaning);
      return name === null ? [] : [[name, meaning] as const];
    }),
  );
}
