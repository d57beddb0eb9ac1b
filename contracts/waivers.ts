import type { AuthStyle, Surface, Version } from "./vocabulary.ts";

/** The cells of an entry; an absent member selects all. */
export interface CellPattern {
  readonly surface?: Surface;
  readonly endpoint?: string;
  readonly version?: Version;
  readonly auth?: AuthStyle;
}

/** A known failure that does not fail the run until its date has passed. */
export interface Waiver extends CellPattern {
  readonly requirement: string;
  readonly reason: string;
  /** YYYY-MM-DD; the last day on which it covers anything, in UTC. */
  readonly until: string;
}

/** A requirement that does not apply to this target. */
export interface Exclusion extends CellPattern {
  readonly requirement: string;
  readonly reason: string;
}
