import { surfaces } from "../../contracts/vocabulary.ts";
import type { Flags } from "./flags.ts";
import type { Merged } from "./merge.ts";
import type { Mistakes } from "./mistakes.ts";
import { isOwnMachine } from "./own-machine.ts";

/** How each risk is accepted, for hints. */
export interface WaysToAccept {
  readonly insecureHttp: string;
  readonly commands: string;
}

export interface RisksInput {
  readonly flags: Pick<Flags, "allowInsecureHttp" | "allowCommands">;
  /** The configuration file; null if there is none. */
  readonly fileName: string | null;
  /** The file was found in a folder, so it may be somebody else's. */
  readonly isFound: boolean;
  readonly ways: WaysToAccept;
}

/**
 * Refuses what endangers the user's keys or machine, unless the user accepts it: keys that are sent over
 * plain HTTP to another machine, and commands of a configuration file that was found rather than named.
 */
export function refuseRisks(
  { configuration, sources }: Merged,
  { flags, fileName, isFound, ways }: RisksInput,
  mistakes: Mistakes,
): void {
  for (const surface of surfaces) {
    const tested = configuration.surfaces[surface];
    if (tested === undefined) continue;
    const { baseUrl, revoke } = tested;
    const url = new URL(baseUrl);
    if (url.protocol === "http:" && !isOwnMachine(url) && flags.allowInsecureHttp !== true) {
      mistakes.add(
        `${sources[surface]?.name} is ${baseUrl}: anyone between this machine and ${url.host} could read the keys`,
        `Use https://, or accept that with ${ways.insecureHttp}.`,
      );
    }
    if (revoke !== null && isFound && flags.allowCommands !== true) {
      mistakes.add(
        `${fileName} was found rather than named with --config, and surfaces.${surface}.revoke.command would run: ${revoke.command}`,
        `If you trust it, use ${ways.commands}, or name the file with --config.`,
      );
    }
  }
}
