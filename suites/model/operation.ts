import type { Operation } from "../../contracts/catalogue.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { CheckContext } from "./check.ts";
import { rotatedStyle } from "./rotation.ts";

/** The operation of a cell; there is always one, since the matrix is derived from the contracts. */
export function operationOf({ cell, contracts }: CheckContext): Operation {
  const operation = contracts.operation(cell.surface, cell.endpoint, cell.version);
  if (operation === null) throw new Error(`no operation for ${cell.endpoint} at ${cell.version}`);
  return operation;
}

/** The operation that a request asks for; null at a version that its endpoint does not have. */
export function operationAsked(
  { surface, endpoint, version }: RequestSpec,
  { contracts }: Pick<CheckContext, "contracts">,
): Operation | null {
  return contracts.operation(surface, endpoint, version);
}

/** Whether it is a search of the aggregator, of whose envelopes the specification shows the most. */
export function isAggregatorSearch({ surface, list }: Operation): boolean {
  return surface === "aggregator" && list !== null;
}

/** Whether its responses have a metadata object with an identifier and a time. */
export function hasMetadataMembers({ successRequirements }: Operation): boolean {
  return successRequirements.has("metadata.members-present");
}

/**
 * The default cell of the same endpoint if its version has the same generation; otherwise the cell
 * itself. A request without the header then serves all such versions.
 */
export function withoutHeader(context: CheckContext): CheckContext {
  const { cell, contracts } = context;
  const own = contracts.operation(cell.surface, cell.endpoint, cell.version);
  const byDefault = contracts.operation(cell.surface, cell.endpoint, defaultVersion);
  const isSame = own === null || own.generation === byDefault?.generation;
  return isSame ? { ...context, cell: { ...cell, version: defaultVersion } } : context;
}

/** The cell of the version that the default cell stands for, in its style by rotation; other cells are themselves. */
export function withHeader(context: CheckContext): CheckContext {
  const { cell, contracts } = context;
  if (cell.version !== defaultVersion) return context;
  const { version } = operationOf(context);
  return {
    ...context,
    cell: { ...cell, version, auth: rotatedStyle(contracts, { ...cell, version }) },
  };
}
