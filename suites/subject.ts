import { type Generated, type Surface, surfaces, type Version } from "../contracts/words.ts";
import type { KeyName } from "../harness/ask.ts";
import { defaultRobustness } from "../harness/configuration/defaults.ts";
import type { Configuration, Keys, Samples } from "../harness/configuration/types.ts";
import { recased } from "../harness/key-names.ts";

/** The target as the checks see it: what is tested, what things are called there, which keys exist. */
export interface Subject {
  /** The surfaces that have a base URL, in the order of the specification. */
  readonly surfaces: readonly Surface[];
  samples(surface: Surface): Samples;
  /** The real name of a role at a version, or null where none is known. */
  role(surface: Surface, group: string, role: string, version: Version): string | null;
  /** Whether such a key can be sent to this surface. */
  hasKey(surface: Surface, key: KeyName): boolean;
  /** Whether a command that revokes the revocable key is configured. */
  canRevoke(surface: Surface): boolean;
  /** What generated requests are made up from. */
  readonly robustness: Generated;
}

/**
 * @param latest the version that `default` means on a surface, to look up role names by version
 * @throws Error where a surface is asked about that is not tested: a defect of ours
 */
export function createSubject(
  configuration: Pick<Configuration, "surfaces"> & Partial<Pick<Configuration, "robustness">>,
  keys: Keys,
  latest: (surface: Surface) => Version,
): Subject {
  const of = (surface: Surface) => {
    const found = configuration.surfaces[surface];
    if (found === undefined) throw new Error(`the ${surface} surface is not tested`);
    return found;
  };
  const other = (surface: Surface): Surface => (surface === "news" ? "aggregator" : "news");
  return {
    surfaces: surfaces.filter((surface) => configuration.surfaces[surface] !== undefined),
    samples: (surface) => of(surface).samples,
    role(surface, group, role, version) {
      const name = of(surface).parameters[group]?.[role] ?? null;
      if (name === null || typeof name === "string") return name;
      const date = version === "default" ? latest(surface) : version;
      return name[date] ?? (version === "default" ? (name[version] ?? null) : null);
    },
    hasKey(surface, key) {
      if (key === "unknown") return true;
      const { own } = keys[surface];
      if (key === "lengthened" || key === "shortened") return own !== null;
      // A key without letters has no other case.
      if (key === "recased") return own !== null && recased(own) !== own;
      if (key === "other-product") return keys[other(surface)].own !== null;
      return keys[surface][key] !== null;
    },
    robustness: configuration.robustness ?? defaultRobustness,
    canRevoke: (surface) => of(surface).revoke !== null && keys[surface].revocable !== null,
  };
}
