import type { Generated, Level, MatrixKind, Surface } from "../../contracts/vocabulary.ts";
import type { Exclusion, Waiver } from "../../contracts/waivers.ts";
import type { RevokeHook, RoleName, Samples } from "../settings/types.ts";

/** One surface as the file has it, valid against `schema.json`. */
export interface FileSurface {
  readonly baseUrl?: string;
  /** null: there is none, and none is searched for. */
  readonly openapi?: string | null;
  readonly parameters?: Readonly<Record<string, Readonly<Record<string, RoleName>>>>;
  readonly samples?: Partial<Samples>;
  readonly revoke?: Pick<RevokeHook, "keyEnv" | "command"> & {
    /** Names of variables that the command gets. */
    readonly environment?: readonly string[];
  };
}

export interface FileNetwork {
  readonly concurrency?: number;
  readonly rate?: number | null;
  readonly timeoutMs?: number;
  readonly retries?: number;
  readonly patienceSeconds?: number;
  readonly maxDurationSeconds?: number;
  /** A PEM file, relative to the folder of the configuration file. */
  readonly ca?: string;
  /** Values are templates: `${NAME}` stands for an environment variable. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The configuration file, valid against `schema.json`. Every member is optional. */
export interface ConfigurationFile {
  readonly $schema?: string;
  readonly surfaces?: Readonly<Partial<Record<Surface, FileSurface>>>;
  readonly network?: FileNetwork;
  readonly robustness?: Partial<Generated>;
  readonly matrix?: MatrixKind;
  /** `K/N`. */
  readonly rotation?: string;
  /** The maximum number of requests. */
  readonly budget?: number;
  readonly failOn?: Level;
  readonly waivers?: readonly Waiver[];
  readonly exclusions?: readonly Exclusion[];
}
