import type { JsonObject } from "../../contracts/json.ts";
import type { Generated, MatrixChoice, Surface, Version } from "../../contracts/vocabulary.ts";
import type { DescriptionLookup } from "../../description/description.ts";

/** Of one tested surface, what decides which requests are sent to it. */
export interface ReportSurface {
  readonly baseUrl: string;
  /** By group of roles, then by role; by version where the name differs. */
  readonly parameters: Readonly<
    Record<
      string,
      Readonly<Record<string, string | null | Readonly<Record<Version, string | null>>>>
    >
  >;
  readonly samples: {
    readonly query: string;
    readonly location: string;
    readonly country: string;
    readonly language: string;
    readonly topic: string;
    readonly domain: string | null;
  };
  /** The OpenAPI description of the surface; null if none was named or found, absent in older reports. */
  readonly description?: ReportDescription | null;
  /** How the suite looked for a description that was not named; absent if it did not. */
  readonly lookup?: DescriptionLookup;
  /** Number of requests to find and read the description; absent if none was sent. */
  readonly descriptionRequests?: number;
  /** Name of the environment variable with the key that can be revoked; null if there is none. */
  readonly revokeKeyEnv: string | null;
}

/** A description as it was read. */
export interface ReportDescription {
  /** A URL, or a file as it was named. */
  readonly source: string;
  /** With everything that it refers to; null if it could not be read. */
  readonly document: JsonObject | null;
  readonly problem: string | null;
}

/** Which keys there were. Never a key. */
export interface HeldKeys {
  readonly own: boolean;
  readonly revoked: boolean;
  readonly revocable: boolean;
}

/**
 * The configuration of a run without secrets: enough to plan the same run again from its recorded
 * exchanges.
 */
export interface ReportConfiguration {
  readonly surfaces: Readonly<Partial<Record<Surface, ReportSurface>>>;
  readonly keys: Readonly<Record<Surface, HeldKeys>>;
  readonly network: {
    readonly concurrency: number;
    readonly rate: number | null;
    readonly timeoutMs: number;
    readonly retries: number;
    /** Absent in older reports, like the next. */
    readonly patienceMs?: number;
    readonly maxDurationMs?: number;
    /** Whether certificates were not verified; absent if they were. */
    readonly allowInsecureTls?: true;
    /** Names of the headers that were added to every request. */
    readonly headers: readonly string[];
  };
  /** Seed and number of the generated requests. */
  readonly robustness: Generated;
  readonly matrix: MatrixChoice;
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

/** The recorded traffic that was judged. */
export interface RecordedTraffic {
  /** As they were named. */
  readonly files: readonly string[];
  /** Entries in all of them. */
  readonly entries: number;
  readonly judged: number;
  /** How many could not be judged, by reason. */
  readonly ignored: Readonly<Record<string, number>>;
}
