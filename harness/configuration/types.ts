import type {
  Generated,
  Level,
  MatrixChoice,
  Surface,
  Version,
} from "../../contracts/vocabulary.ts";
import type { Exclusion, Waiver } from "../../contracts/waivers.ts";
import type { Description, DescriptionLookup } from "../../description/description.ts";

/** The real name of a role, for every version or by version; null where the server has none. */
export type RoleName = string | null | Readonly<Record<Version, string | null>>;

/** Values that the target is known to answer well. */
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

/** How to prove that revocation is immediate. */
export interface RevokeHook {
  /** Name of the environment variable that holds a live key which may be spent. */
  readonly keyEnv: string;
  /** A shell command that revokes it; the key is in its environment as `REVOKE_KEY`. */
  readonly command: string;
  /** Absolute path of the folder in which the command runs; the working directory without it. */
  readonly folder?: string;
  /** Base URL of the embedded server's console, which revokes without any command. */
  readonly console?: string;
}

export interface SurfaceConfiguration {
  /** Without a trailing slash; may have a path prefix. */
  readonly baseUrl: string;
  /** Where its description stands: a URL, or an absolute path; null where nobody says. */
  readonly openapi: string | null;
  /** One is looked for below the base URL where nobody says; absent where that is not wanted. */
  readonly findDescription?: true;
  /** How one was looked for; absent where none was. */
  readonly lookup?: DescriptionLookup;
  /** What it says; null where there is none, or it has not been read yet. */
  readonly description: Description | null;
  /** How many requests reading it, or looking for it, took; absent where none was sent. */
  readonly descriptionRequests?: number;
  /** By group of roles (`search`, `topics`, `publishers`), then by role. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, RoleName>>>>;
  readonly samples: Samples;
  readonly revoke: RevokeHook | null;
}

export interface NetworkConfiguration {
  /** Requests in flight at once, over all origins. */
  readonly concurrency: number;
  /** Requests per second; null for no limit. */
  readonly rate: number | null;
  readonly timeoutMs: number;
  /** Further attempts after 429, after 503 with Retry-After, and after a connection lost before any answer. */
  readonly retries: number;
  /** Sent with every request; `${NAME}` has been replaced from the environment. */
  readonly headers: Readonly<Record<string, string>>;
  /** Proxy variables of the environment are obeyed; false for the embedded server. */
  readonly useProxy: boolean;
}

export type { CellPattern, Exclusion, Waiver } from "../../contracts/waivers.ts";

/** Everything that a run needs to know, after flags, environment, file and defaults were merged. */
export interface Configuration {
  /** At least one surface. */
  readonly surfaces: Readonly<Partial<Record<Surface, SurfaceConfiguration>>>;
  /** The target is our own reference server. */
  readonly embedded: boolean;
  readonly network: NetworkConfiguration;
  /** What the requests of a careless client are made up from. */
  readonly robustness: Generated;
  readonly matrix: MatrixChoice;
  /** The level from which a broken requirement makes the run red. */
  readonly failOn: Level;
  readonly allowIncomplete: boolean;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly waivers: readonly Waiver[];
  readonly exclusions: readonly Exclusion[];
  /** Absolute path of the folder that reports are written into. */
  readonly outputDirectory: string;
}

/** The keys of one surface. Kept apart from the configuration, so that printing one can't print the other. */
export interface SurfaceKeys {
  readonly own: string | null;
  readonly revoked: string | null;
  readonly revocable: string | null;
}
export type Keys = Readonly<Record<Surface, SurfaceKeys>>;
