import type { Catalogue, Operation } from "../contracts/catalogue.ts";
import { errorEnvelopeOwed } from "../contracts/error-envelope-owed.ts";
import type { Shape } from "../contracts/shape.ts";
import { compareShapes, type ShapeDifference } from "./compare-shapes.ts";
import { comparedStatuses, type DescribedAnswer, describedAnswer } from "./described-answer.ts";
import type { DescribedSurface } from "./operations.ts";

/** A contract and a description of the responses of an operation with one status. */
export interface AnswerComparison {
  readonly status: number;
  readonly contract: Shape;
  readonly described: DescribedAnswer;
  /**
   * The differences that contradict. Only these are kept: a description may have thousands of others, for each of
   * its operations.
   */
  readonly contradictions: readonly ShapeDifference[];
}

const compared = new WeakMap<DescribedSurface, Map<string, readonly AnswerComparison[]>>();

/**
 * Like `compareAnswers`, but cached for each description, since it is slow.
 * @throws UnusableSchema if the described responses are too large to judge
 */
export function answersOf(
  described: DescribedSurface,
  basePath: string,
  operation: Operation,
  contracts: Pick<Catalogue, "defaultOf" | "versions" | "errors" | "operations">,
): readonly AnswerComparison[] {
  const known = compared.get(described) ?? new Map<string, readonly AnswerComparison[]>();
  compared.set(described, known);
  const name = JSON.stringify([operation.endpoint, operation.version, basePath]);
  const answers = known.get(name) ?? compareAnswers(described, basePath, operation, contracts);
  known.set(name, answers);
  return answers;
}

/**
 * Compares the described responses of an operation with its contract; one entry for each status that both
 * describe at this version.
 */
function compareAnswers(
  described: DescribedSurface,
  basePath: string,
  operation: Operation,
  contracts: Pick<Catalogue, "defaultOf" | "versions" | "errors" | "operations">,
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
      const contradictions = differences.filter(({ contradicts }) => contradicts);
      return [{ status, contract, described: answer, contradictions }];
    });
    // If either envelope is allowed, the described one.
    const [best] = compared.sort((a, b) => a.contradictions.length - b.contradictions.length);
    return best === undefined ? [] : [best];
  });
}

/** The specified bodies of a response; two if the news surface may use either envelope. */
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
