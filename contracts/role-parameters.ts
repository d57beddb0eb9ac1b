import type { Operation, RoleDescription } from "./catalogue.ts";
import type { JsonObject } from "./json.ts";

/** The server's name for a role; null if it has no such parameter, undefined if its name is not known. */
export type RoleNamer = (group: string, role: string) => string | null | undefined;

/** The roles of an operation as an OpenAPI document can show them. */
export interface RoleParameters {
  /** Query parameters, one for each name. */
  readonly parameters: readonly JsonObject[];
  /** The roles whose names are not known. */
  readonly unnamed: readonly RoleDescription[];
}

/**
 * Query parameters for the roles that have a name. A name that the operation has anyway is not repeated, and
 * a name of several roles is one parameter, with the values of each.
 */
export function roleParameters(
  { roleGroup, roles, parameters }: Pick<Operation, "roleGroup" | "roles" | "parameters">,
  nameOf: RoleNamer,
): RoleParameters {
  const named = new Map<string, RoleDescription[]>();
  const unnamed: RoleDescription[] = [];
  for (const role of roleGroup === null ? [] : roles) {
    const name = nameOf(roleGroup ?? "", role.role);
    if (name === undefined) unnamed.push(role);
    if (name === undefined || name === null || parameters.includes(name)) continue;
    named.set(name, [...(named.get(name) ?? []), role]);
  }
  return { parameters: [...named].map(([name, of]) => parameter(name, of)), unnamed };
}

function parameter(name: string, roles: readonly RoleDescription[]): JsonObject {
  const schemas = new Map(roles.map(({ schema }) => [JSON.stringify(schema), schema]));
  const [only, ...others] = [...schemas.values()];
  return {
    name,
    in: "query",
    required: false,
    description: roles.map(({ meaning }) => meaning).join(" "),
    schema: others.length === 0 ? only : { anyOf: [only, ...others] },
  };
}

/** What a document says about the parameters that it can't show. */
export function unnamedRolesText(unnamed: readonly RoleDescription[]): string {
  return [
    "The specification does not show the names of these query parameters, all of them optional:",
    "",
    ...unnamed.map(({ meaning }) => `- ${meaning}`),
  ].join("\n");
}
