import type { Catalogue, Operation } from "../contracts/catalogue.ts";
import { errorEnvelopeOwed } from "../contracts/error-envelope-owed.ts";
import type { Shape } from "../contracts/shape.ts";
import { compareShapes, type ShapeDifference } from "./compare-shapes.ts";
import { type DescribedAnswer, describedAnswer } from "./described-answer.ts";
import type { DescribedSurface } from "./operations.ts";

/** What a contract and a description say of the answers of an operation with one status. */
export interface AnswerComparison {
  readonly status: number;
  readonly contract: Shape;
  readonly described: DescribedAnswer;
  readonly differences: readonly ShapeDifference[];
}

/** The statuses whose answers the specification shows: a success, and refusals of parameters and keys. */
export const comparedStatuses = [200, 400, 401] as const;

const compared = new WeakMap<DescribedSurface, Map<string, readonly AnswerComparison[]>>();

/** As `compareAnswers`, which costs time; the same for the same description. */
export function answersOf(
  described: DescribedSurface,
  basePath: string,
  operation: Operation,
  contracts: Pick<Catalogue, "defaultOf" | "versions" | "errors">,
): readonly AnswerComparison[] {
  const known = compared.get(described) ?? new Map<string, readonly AnswerComparison[]>();
  compared.set(described, known);
  const name = JSON.stringify([operation.endpoint, operation.version, basePath]);
  const answers = known.get(name) ?? compareAnswers(described, basePath, operation, contracts);
  known.set(name, answers);
  return answers;
}

/**
 * Holds what a description says of an operation's answers against its contract; one entry for each
 * status of which both say something at this version.
 */
function compareAnswers(
  described: DescribedSurface,
  basePath: string,
  operation: Operation,
  contracts: Pick<Catalogue, "defaultOf" | "versions" | "errors">,
): readonly AnswerComparison[] {
  return comparedStatuses.flatMap((status) => {
    if (status !== 200 && !operation.protected) return [];
    const compared = contractsOf(operation, status, contracts).flatMap((contract) => {
      const answer = describedAnswer(
        described,
        basePath,
        { ...operation, status },
        contract,
        contracts,
      );
      if (answer === null) return [];
      const differences = compareShapes(contract, answer.shape);
      return [{ status, contract, described: answer, differences }];
    });
    // Where either envelope will do, the one that is described.
    const [best] = compared.sort((a, b) => contradictions(a) - contradictions(b));
    return best === undefined ? [] : [best];
  });
}

/** What the specification says of an answer; two where the news surface may have either envelope. */
function contractsOf(
  operation: Operation,
  status: number,
  { errors }: Pick<Catalogue, "errors">,
): readonly Shape[] {
  if (status === 200) return [operation.successShape];
  const owed = errorEnvelopeOwed(operation, status);
  const other = owed === "legacy" ? "metadata-and-errors" : "legacy";
  const either = operation.surface === "news";
  return [errors[owed].shape, ...(either ? [errors[other].shape] : [])];
}

function contradictions({ differences }: AnswerComparison): number {
  return differences.filter(({ contradicts }) => contradicts).length;
}
