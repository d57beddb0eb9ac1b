import type { Surface, Version } from "../contracts/words.ts";
import type { KeyName } from "../harness/ask.ts";
import type { Configuration, Samples } from "../harness/configuration/types.ts";

/** The target as the checks see it: what is tested, what things are called there, which keys exist. */
export interface Subject {
  readonly surfaces: readonly Surface[];
  samples(surface: Surface): Samples;
  /** The real name of a role at a version, or null where none is known. `effective` is a date. */
  role(surface: Surface, group: string, role: string, effective: Version): string | null;
  /** Whether such a key can be sent to this surface. */
  hasKey(surface: Surface, key: KeyName): boolean;
}
export type { Configuration };
