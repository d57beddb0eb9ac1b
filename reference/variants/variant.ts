import type { Deviation } from "../faults/fault.ts";

/** A freedom that the specification leaves, used by a conforming server. No check may fail on it. */
export interface Variant extends Deviation {
  /** `incomplete` if it lacks samples, so that a `must` can't be judged. */
  readonly ends: "conformant" | "incomplete";
  /** It also meets every `should`, so that nothing may warn either. */
  readonly quiet?: true;
}

/** A variant that acts everywhere and lets everything be judged. */
export function everywhere(
  name: string,
  sentence: string,
  how: Pick<Variant, "request" | "response">,
): Variant {
  return { name, sentence, cells: {}, ends: "conformant", ...how };
}
