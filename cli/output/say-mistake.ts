import { UsageError } from "../../harness/settings/usage-error.ts";
import { ReportWriteError } from "../../reporters/files/report-write-error.ts";
import { visibleBlock } from "../../reporters/text/visible.ts";
import type { Output } from "./output.ts";

/**
 * Prints an error that the user can correct.
 * @returns false if it is not one
 */
export function sayMistake(error: unknown, output: Pick<Output, "note">): boolean {
  if (!(error instanceof UsageError || error instanceof ReportWriteError)) return false;
  // Both may quote a file that somebody else wrote.
  output.note(`error: ${visibleBlock(error.message)}`);
  if (error.hint !== null) output.note(visibleBlock(error.hint));
  return true;
}
