import type { Operation } from "../../contracts/catalogue.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { CheckContext } from "./check.ts";

/** The operation of a cell; the matrix is made of the contracts, so there is one. */
export function operationOf({ cell, contracts }: CheckContext): Operation {
  const operation = contracts.operation(cell.surface, cell.endpoint, cell.version);
  if (operation === null) throw new Error(`no operation for ${cell.endpoint} at ${cell.version}`);
  return operation;
}

/**
 * The cell's place without the version header, where that means a version of the same generation; else
 * the cell as it is. What is asked without the header is asked once for all such versions.
 */
export function withoutHeader(context: CheckContext): CheckContext {
  const { cell, contracts } = context;
  const own = contracts.operation(cell.surface, cell.endpoint, cell.version);
  const byDefault = contracts.operation(cell.surface, cell.endpoint, defaultVersion);
  const isSame = own === null || own.generation === byDefault?.generation;
  return isSame ? { ...context, cell: { ...cell, version: defaultVersion } } : context;
}
