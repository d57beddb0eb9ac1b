import type { Operation } from "../contracts/catalogue.ts";
import type { Surface } from "../contracts/vocabulary.ts";
import type { DescribedSurface } from "./operations.ts";

/**
 * The endpoints of a surface, except ping, whose GET is described; empty if a description is about
 * something else. Ping is not counted, since many services have one.
 * @param basePath path of the base URL, with which the described paths may begin
 */
export function describedEndpoints(
  described: DescribedSurface,
  surface: Surface,
  basePath: string,
  operations: readonly Pick<Operation, "surface" | "endpoint" | "protected">[],
): readonly string[] {
  const own = operations.filter((one) => one.surface === surface && one.protected);
  return [...new Set(own.map(({ endpoint }) => endpoint))].filter(
    (endpoint) => (described.path(endpoint, basePath)?.get ?? null) !== null,
  );
}
