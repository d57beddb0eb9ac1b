import type { Operation } from "../contracts/catalogue.ts";
import type { Surface } from "../contracts/vocabulary.ts";
import type { DescribedSurface } from "./operations.ts";

/**
 * The endpoints of a surface, ping aside, whose GET is described; none where a description is about
 * something else. Ping tells nothing, since every service has one.
 * @param basePath path of the base URL, which the paths of a description may begin with
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
