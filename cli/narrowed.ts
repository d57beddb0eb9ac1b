import type { Flags } from "../harness/configuration/flags.ts";
import type { Loaded } from "../harness/configuration/load.ts";
import type { OnlyFailed } from "../run/only-failed.ts";

/** A configuration as `--only-failed` narrows it; reading a report is loaded only then. */
export async function narrowed(
  loaded: Loaded,
  { onlyFailed: named }: Pick<Flags, "onlyFailed">,
): Promise<OnlyFailed> {
  if (named === undefined) return { loaded, notes: [] };
  return (await import("../run/only-failed.ts")).onlyFailed(loaded, named, process.cwd());
}
