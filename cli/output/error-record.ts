import { UsageError } from "../../harness/settings/usage-error.ts";
import type { ErrorRecord } from "../../reporters/formats/records.ts";

/** The record of a run that could not be carried out. */
export function errorRecord(error: unknown): ErrorRecord {
  const message = error instanceof Error ? error.message : String(error);
  return { type: "error", message, hint: error instanceof UsageError ? error.hint : null };
}
