import type { Operation } from "../contracts/catalogue.ts";
import type { Exchange } from "../harness/exchange.ts";
import { ask, ordinary, role, searchAsk, textWithoutHits, withoutParameters } from "./asks.ts";
import { cellsOf, turn } from "./cells.ts";
import type { Check, CheckContext, EachCheck, Judgement, Need } from "./check.ts";
import { successBody } from "./matchers/answer.ts";

/** The operation of a cell; the matrix is made of the contracts, so there is one. */
export function operationOf({ cell, contracts }: CheckContext): Operation {
  const operation = contracts.operation(cell.surface, cell.endpoint, cell.version);
  if (operation === null) throw new Error(`no operation for ${cell.endpoint} at ${cell.version}`);
  return operation;
}

/** A search that should find nothing; null where the name of the search text is not known. */
export function withoutHits(context: CheckContext): Need | null {
  if (context.cell.endpoint === "/search") return searchAsk(context, textWithoutHits);
  if (context.cell.endpoint !== "/search/publishers") return null;
  const query = role(context, "publishers", "query");
  return query === null ? null : ask(context, [[query, textWithoutHits]]);
}

/** Endpoints all of whose parameters are optional and whose ordinary request has some. */
const optionalOnly = new Set(["/search", "/topics"]);

/**
 * The requests of a cell that owe a success body: the ordinary one, and where it is the style's turn
 * at an explicit version also the one without parameters.
 */
export function successNeeds(context: CheckContext): readonly Need[] {
  const { cell, contracts } = context;
  const needs: Need[] = [ordinary(context)];
  if (cell.version === "default" || cell.auth !== turn(contracts, cell)) return needs;
  if (optionalOnly.has(cell.endpoint)) needs.push(withoutParameters(context));
  return needs;
}

/** A check of every success body of the protected endpoints, in every style. */
export function successCheck(
  requirement: string,
  applies: (operation: Operation) => boolean,
  judge: (body: unknown, operation: Operation, exchange: Exchange) => Judgement,
): EachCheck {
  return {
    kind: "each",
    requirement,
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, { protected: true, operation: applies }, "each"),
    asks: successNeeds,
    judge: (exchange, context) => judge(successBody(exchange), operationOf(context), exchange),
  };
}

export type { Check };
