import { describeValue } from "../../contracts/describe-value.ts";
import { valueAt } from "../../contracts/json.ts";
import { type AnswerComparison, answersOf } from "../../description/answers.ts";
import { anyEntry } from "../../description/drift.ts";
import { UnusableSchema } from "../../description/judged-schemas.ts";
import type { DescribedSurface } from "../../description/operations.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { schemaFindings } from "../matchers/schema-findings.ts";
import { blocked, type CheckContext, type Judgement, notOwed, skip } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { ordinary, ping } from "../requests/ordinary-requests.ts";
import { missingKey } from "../requests/refused-keys.ts";

/** The described responses of a cell's endpoint, version by version. */
function comparisons(
  surface: DescribedSurface,
  { cell, contracts, target }: CheckContext,
): readonly AnswerComparison[] {
  return contracts.operations
    .filter((one) => one.surface === cell.surface && one.endpoint === cell.endpoint)
    .flatMap((one) =>
      usable(() => answersOf(surface, target.basePath(cell.surface), one, contracts)),
    );
}

/** Skips what needs a schema that can't be used. */
function usable<T>(use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof UnusableSchema) skip(error.message);
    throw error;
  }
}

export function expectAgreeingSchemas(surface: DescribedSurface, context: CheckContext): Judgement {
  return comparisons(surface, context).flatMap(({ described: { pointer }, contradictions }) =>
    contradictions.map(({ member, specification, description }) => ({
      path: valueAt(surface.document, pointer) === undefined ? "" : pointer,
      expected: `${member || "the body"}: ${specification ?? "absent"}`,
      actual: description ?? "not described",
    })),
  );
}

/** The requests whose responses are compared with a description: an ordinary one, and one without a key. */
export function requestsToCompare(context: CheckContext) {
  if (!operationOf(context).protected) return [ping(context)];
  return [ordinary(context), missingKey(context)];
}

/** Differences between a response and its description that do not break the specification. */
export function expectDescribedAnswer({ answer }: Exchange, context: CheckContext): Judgement {
  const { target, contracts, cell } = context;
  const surface = target.described(cell.surface);
  const operation = operationOf(context);
  if (surface === null) blocked("there is no description to compare it with");
  if (answer === null || !answer.json.ok) {
    skip("there is no JSON body to compare with the description");
  }
  const { status } = answer;
  const compared = usable(() =>
    answersOf(surface, target.basePath(cell.surface), operation, contracts),
  );
  const found = compared.find((one) => one.status === status);
  if (found === undefined) {
    return notOwed(`nothing is described for status ${status} at this version`);
  }
  const body = answer.json.value;
  const known =
    status === 200
      ? schemaFindings(body, operation)
      : Object.values(contracts.errors).flatMap(({ validate }) => validate(body));
  // A description that contradicts the specification, and a response that breaks it, are reported by
  // other requirements.
  const said = [
    ...known.map((one) => one.path),
    ...found.contradictions.map(({ member }) => member),
  ].map((one) => `${anyEntry(one)}/`);
  const isSaid = (path: string) => {
    const own = `${anyEntry(path)}/`;
    return said.some((one) => one.startsWith(own) || own.startsWith(one));
  };
  return usable(() => found.described.validate(body))
    .filter(({ paths }) => !paths.some(isSaid))
    .map(({ path, expected }) => {
      const value = valueAt(body, path);
      const actual = value === undefined ? "absent" : describeValue(value);
      return { path, expected: `${expected}, as described`, actual };
    });
}
