import type { MatrixChoice } from "../../contracts/vocabulary.ts";
import type { ConfigurationFile } from "./file-types.ts";
import type { Flags } from "./flags.ts";
import { UsageError } from "./usage-error.ts";

/** What certifies: every cell in one run. */
export const fullMatrix: MatrixChoice = { kind: "full", rotation: null };

/** Whether one run with this choice covers every cell. */
export function isFull({ kind, rotation }: MatrixChoice): boolean {
  return kind === "full" && rotation === null;
}

/**
 * The cells that a run covers, as flags and file say.
 * @throws UsageError where a rotation is no `K/N` with K from 1 to N, or is not one of the full matrix
 */
export function matrixChoice(
  flags: Pick<Flags, "matrix" | "rotation">,
  file: Pick<ConfigurationFile, "matrix" | "rotation">,
): MatrixChoice {
  const kind = flags.matrix ?? file.matrix ?? "full";
  // A flag that asks for less overrules the rotation of the file, which is one of the full matrix.
  const text = flags.rotation ?? (flags.matrix === undefined ? file.rotation : undefined);
  if (text === undefined) return { kind, rotation: null };
  const [, part = 0, of = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (part < 1 || part > of) {
    throw new UsageError(
      `--rotation ${JSON.stringify(text)} is none: it has to be K/N, with K from 1 to N`,
      "For example --rotation 1/7 on the first of seven nights.",
    );
  }
  if (kind !== "full") {
    throw new UsageError(
      `--rotation is one of the full matrix, and --matrix ${kind} is less than that`,
      "Leave one of them out.",
    );
  }
  return { kind, rotation: { part, of } };
}
