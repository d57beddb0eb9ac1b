import data from "./known-faults.json" with { type: "json" };

/** How the faults of the reference server show in a run, as `npm run known-faults` has recorded it. */
export interface KnownFaults {
  /**
   * The ids of exchanges that depend on responses, by their purpose, at the reference server without
   * faults.
   */
  readonly following: Readonly<Record<string, readonly string[]>>;
  /** By name of the fault: the names of the probes that show it. */
  readonly shownBy: Readonly<Record<string, readonly string[]>>;
}

/** The faults of the reference server that requests reveal. */
export const knownFaults: KnownFaults = data;
