import type { Flags } from "../../harness/configuration/flags.ts";
import type { Loaded } from "../../harness/configuration/load.ts";
import type { OnlyFailed } from "../../run/only-failed.ts";

/** The configuration, narrowed by `--only-failed` if given; only then is the code that reads a report loaded. */
export async function narrowed(
  loaded: Loaded,
  { onlyFailed: named }: Pick<Flags, "onlyFailed">,
): Promise<OnlyFailed> {
  if (named === undefined) return { loaded, notes: [] };
  return (await import("../../run/only-failed.ts")).onlyFailed(loaded, named, process.cwd());
}
