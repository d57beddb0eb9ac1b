import type { Deviation } from "../faults/fault.ts";

/**
 * A freedom that the specification leaves, used by a server that conforms to every sentence of it.
 * No check may fail on it.
 */
export interface Variant extends Deviation {
  /** `incomplete` where it leaves something to sample out, so that a `must` can't be judged. */
  readonly ends: "conformant" | "incomplete";
  /** It does what the specification expects too, so that nothing may warn either. */
  readonly quiet?: true;
}

/** A variant that acts everywhere and leaves everything to be judged. */
export function everywhere(
  name: string,
  sentence: string,
  how: Pick<Variant, "request" | "response">,
): Variant {
  return { name, sentence, cells: {}, ends: "conformant", ...how };
}
