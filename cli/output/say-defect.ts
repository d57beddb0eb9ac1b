import { exitCodes } from "./exit-codes.ts";
import type { Output } from "./output.ts";

/**
 * Prints an unexpected error, which is a defect of the suite.
 * @returns the exit code
 */
export function sayDefect(error: unknown, output: Pick<Output, "note">): number {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  output.note(`error: a defect of news-conformance, please report it:\n${what}`);
  return exitCodes.defect;
}
