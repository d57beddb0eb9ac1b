import type { MatrixChoice, Rotation } from "../../contracts/vocabulary.ts";
import { UsageError } from "../settings/usage-error.ts";
import type { ConfigurationFile } from "./file-types.ts";
import type { Flags } from "./flags.ts";

/** The matrix that certifies: every cell in one run. */
export const fullMatrix: MatrixChoice = { kind: "full", rotation: null };

/** The smallest budget: with fewer requests, a run can't reach every endpoint. */
export const smallestBudget = 20;

/** Whether one run with this choice covers every cell, whatever it finds. */
export function isFull({ kind, rotation, ...narrowing }: MatrixChoice): boolean {
  const { budget, shard, failed, bail } = narrowing;
  const isNarrowed = [budget, shard, failed, bail].some((one) => (one ?? null) !== null);
  return kind === "full" && rotation === null && !isNarrowed;
}

type Chosen = Pick<Flags & ConfigurationFile, "matrix" | "rotation" | "budget">;

/**
 * The cells that a run covers, with how many requests, which of them this machine covers, and when it
 * stops.
 * @throws UsageError as `matrixOf` does, and if a shard is not `I/N` or is combined with a budget
 */
export function matrixChoice(flags: Flags, file: Chosen): MatrixChoice {
  const { bail } = flags;
  const choice = { ...matrixOf(flags, file), ...(bail !== undefined && { bail }) };
  if (flags.shard === undefined) return choice;
  if ((choice.budget ?? null) !== null) {
    throw new UsageError("--shard can't be combined with --budget", "Omit one of them.");
  }
  return {
    ...choice,
    shard: partIn(flags.shard, "--shard", "I", "--shard 1/4 on the first of four machines"),
  };
}

/**
 * @param letter for the number of the part
 * @throws UsageError if a text is not `K/N` with K from 1 to N
 */
function partIn(text: string, flag: string, letter: "I" | "K", example: string): Rotation {
  const [, part = 0, of = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (part >= 1 && part <= of) return { part, of };
  throw new UsageError(
    `${flag} ${JSON.stringify(text)} is not valid: it must be ${letter}/N, with ${letter} from 1 to N`,
    `For example, ${example}.`,
  );
}

/**
 * The cells that a run covers, and with how many requests, according to flags and file. A flag overrides
 * the whole choice of the file, since each of the three settings excludes the others.
 * @throws UsageError if a rotation is not `K/N` with K from 1 to N, or if it or a budget is combined with
 *   another choice
 */
function matrixOf(flags: Chosen, file: Chosen): MatrixChoice {
  const isFlagged = [flags.matrix, flags.rotation, flags.budget].some((one) => one !== undefined);
  const { matrix: kind = "full", rotation: text, budget } = isFlagged ? flags : file;
  if (budget !== undefined) {
    if (kind !== "full" || text !== undefined) {
      throw new UsageError(
        "--budget chooses from the full matrix and can't be combined with --matrix or --rotation",
        "Omit one of them.",
      );
    }
    return { kind, rotation: null, budget };
  }
  if (text === undefined) return { kind, rotation: null };
  const rotation = partIn(text, "--rotation", "K", "--rotation 1/7 on the first of seven nights");
  if (kind !== "full") {
    throw new UsageError(
      `--rotation divides the full matrix and can't be combined with --matrix ${kind}`,
      "Omit one of them.",
    );
  }
  return { kind, rotation };
}
