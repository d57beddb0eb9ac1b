import type { MatrixChoice } from "../../contracts/vocabulary.ts";
import type { ConfigurationFile } from "./file-types.ts";
import type { Flags } from "./flags.ts";
import { UsageError } from "./usage-error.ts";

/** The matrix that certifies: every cell in one run. */
export const fullMatrix: MatrixChoice = { kind: "full", rotation: null };

/** Whether one run with this choice covers every cell. */
export function isFull({ kind, rotation }: MatrixChoice): boolean {
  return kind === "full" && rotation === null;
}

/**
 * The cells that a run covers, according to flags and file.
 * @throws UsageError if a rotation is not `K/N` with K from 1 to N, or is combined with a smaller matrix
 */
export function matrixChoice(
  flags: Pick<Flags, "matrix" | "rotation">,
  file: Pick<ConfigurationFile, "matrix" | "rotation">,
): MatrixChoice {
  const kind = flags.matrix ?? file.matrix ?? "full";
  // A flag for a smaller matrix overrides the rotation in the file, which applies to the full matrix.
  const text = flags.rotation ?? (flags.matrix === undefined ? file.rotation : undefined);
  if (text === undefined) return { kind, rotation: null };
  const [, part = 0, of = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (part < 1 || part > of) {
    throw new UsageError(
      `--rotation ${JSON.stringify(text)} is not valid: it must be K/N, with K from 1 to N`,
      "For example, --rotation 1/7 on the first of seven nights.",
    );
  }
  if (kind !== "full") {
    throw new UsageError(
      `--rotation divides the full matrix and can't be combined with --matrix ${kind}`,
      "Omit one of them.",
    );
  }
  return { kind, rotation: { part, of } };
}
