import type {
  Generated,
  Level,
  MatrixChoice,
  Surface,
  Version,
} from "../../contracts/vocabulary.ts";
import type { Exclusion, Waiver } from "../../contracts/waivers.ts";
import type { Description, DescriptionLookup } from "../../description/description.ts";

/** The real name of a role, for every version or by version; null if the server has none. */
export type RoleName = string | null | Readonly<Record<Version, string | null>>;

/** Values that have matches on the target. */
export interface Samples {
  readonly query: string;
  readonly location: string;
  /** Lower-case alpha-2 code. */
  readonly country: string;
  readonly language: string;
  readonly topic: string;
  /** null: taken from an item that the server returned. */
  readonly domain: string | null;
}

/** How to show that revocation is immediate. */
export interface RevokeHook {
  /** Name of the environment variable with a live key that may be revoked. */
  readonly keyEnv: string;
  /** A shell command that revokes it; the key is in its environment as `REVOKE_KEY`. */
  readonly command: string;
  /** The variables, by name, that the command gets in addition to the usual ones. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Absolute path of the folder in which the command runs; the working directory if absent. */
  readonly folder?: string;
  /** Base URL of the embedded server's console, which revokes keys without a command. */
  readonly console?: string;
}

export interface SurfaceConfiguration {
  /** Without a trailing slash; may have a path prefix. */
  readonly baseUrl: string;
  /** The location of its description: a URL or an absolute path; null if none is given. */
  readonly openapi: string | null;
  /** Whether a description is searched for below the base URL if none is given; absent if not. */
  readonly findDescription?: true;
  /** How one was searched for; absent if none was. */
  readonly lookup?: DescriptionLookup;
  /** The description itself; null if there is none, or it has not been read yet. */
  readonly description: Description | null;
  /** The number of requests to find and read it; absent if none was sent. */
  readonly descriptionRequests?: number;
  /** By group of roles (`search`, `topics`, `publishers`), then by role. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, RoleName>>>>;
  readonly samples: Samples;
  readonly revoke: RevokeHook | null;
}

export interface NetworkConfiguration {
  /** Maximum requests in flight, over all origins. */
  readonly concurrency: number;
  /** Requests per second; null for no limit. */
  readonly rate: number | null;
  readonly timeoutMs: number;
  /** Retries after 429, 502, 503 or 504, and after a connection lost before any response. */
  readonly retries: number;
  /** How long a run waits in total for a surface that throttles or asks clients to retry later. */
  readonly patienceMs: number;
  /** After this time nothing more is sent. */
  readonly maxDurationMs: number;
  /** Certificate authorities that are trusted in addition, as PEM; null for none. */
  readonly ca: string | null;
  /** Any certificate is accepted, which every report says. */
  readonly allowInsecureTls: boolean;
  /** Sent with every request; `${NAME}` has been replaced from the environment. */
  readonly headers: Readonly<Record<string, string>>;
  /** For each header the values from the environment in it; if absent, whole values are secret. */
  readonly headerSecrets?: Readonly<Record<string, readonly string[]>>;
  /** Whether proxy variables of the environment apply; false for the embedded server. */
  readonly useProxy: boolean;
}

export type { CellPattern, Exclusion, Waiver } from "../../contracts/waivers.ts";

/** The settings of a run, merged from flags, environment, file and defaults. */
export interface Configuration {
  /** At least one surface. */
  readonly surfaces: Readonly<Partial<Record<Surface, SurfaceConfiguration>>>;
  /** The target is the embedded reference server. */
  readonly embedded: boolean;
  readonly network: NetworkConfiguration;
  /** The seed and number of generated requests. */
  readonly robustness: Generated;
  readonly matrix: MatrixChoice;
  /** The lowest level at which a broken requirement fails the run. */
  readonly failOn: Level;
  readonly allowIncomplete: boolean;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly waivers: readonly Waiver[];
  readonly exclusions: readonly Exclusion[];
  /** Absolute path of the folder for the reports. */
  readonly outputDirectory: string;
}

/**
 * The keys of one surface. Separate from the configuration, so that printing the configuration can't
 * print a key.
 */
export interface SurfaceKeys {
  readonly own: string | null;
  readonly revoked: string | null;
  readonly revocable: string | null;
}
export type Keys = Readonly<Record<Surface, SurfaceKeys>>;
