import { type ContractFiles, openContractFiles } from "../../contracts/contract-files.ts";
import { type ErrorEnvelope, errorEnvelopes } from "../../contracts/generations.ts";
import { contractsFolder } from "../../contracts/load.ts";
import { describeOperations, type OperationSource } from "../../contracts/operations.ts";
import { type BodyChange, changesOf } from "./changes.ts";
import type { Extent } from "./edit-body.ts";
import { membersOf, type SchemaMember } from "./members.ts";

/** The responses of an endpoint that a mutant changes, all in the same way. */
export type Answers = "success" | ErrorEnvelope;

/** A server that writes one member of one endpoint's responses at one version incorrectly. */
export interface Mutant {
  /** Names it in one line, such as `news /info/topics 2026-08-01 success /title drop`. */
  readonly name: string;
  readonly operation: OperationSource;
  readonly answers: Answers;
  readonly member: SchemaMember;
  readonly change: BodyChange;
  readonly extent: Extent;
}

/** All mutants of the contracts' schemas. */
export function deriveMutants(): readonly Mutant[] {
  const files = openContractFiles(contractsFolder());
  return describeOperations(files).flatMap((operation) =>
    sidesOf(operation).flatMap(([answers, file]) =>
      membersIn(files, file).flatMap((member) => mutantsOf(operation, answers, member)),
    ),
  );
}

/** The possible bodies of an endpoint, with their schemas. */
function sidesOf(operation: OperationSource): readonly (readonly [Answers, string])[] {
  const { successSchema } = operation;
  return [
    ...(successSchema === null ? [] : [["success", successSchema] as const]),
    ...(operation.protected
      ? errorEnvelopes.map((one) => [one, `common/error-${one}.yaml`] as const)
      : []),
  ];
}

const walked = new WeakMap<ContractFiles, Map<string, readonly SchemaMember[]>>();

function membersIn(files: ContractFiles, file: string): readonly SchemaMember[] {
  const known = walked.get(files) ?? new Map<string, readonly SchemaMember[]>();
  walked.set(files, known);
  const members = known.get(file) ?? membersOf(files, file);
  known.set(file, members);
  return members;
}

function mutantsOf(
  operation: OperationSource,
  answers: Answers,
  member: SchemaMember,
): readonly Mutant[] {
  const isInList = member.steps.some(({ kind }) => kind === "entries");
  const extents: readonly Extent[] = isInList ? ["every", "last"] : ["every"];
  const place = `${operation.surface} ${operation.endpoint} ${operation.version} ${answers}`;
  return changesOf(member).flatMap((change) =>
    extents.map((extent) => {
      const where = extent === "last" ? " in the last" : "";
      const name = `${place} ${member.pointer || "/"} ${change.name}${where}`;
      return { name, operation, answers, member, change, extent };
    }),
  );
}
