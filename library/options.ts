import type { ConfigurationFile } from "../harness/configuration/file-types.ts";
import type { Report } from "../reporters/model/report.ts";
import type { CertifyProgress } from "./progress.ts";

/** Keys of the target, where they are not to come from the environment. */
export interface CertifyKeys {
  readonly aggregator?: string | undefined;
  readonly news?: string | undefined;
  /** Revoked ones, which have to be refused. */
  readonly aggregatorRevoked?: string | undefined;
  readonly newsRevoked?: string | undefined;
  /** Live ones that may be spent; `surfaces.<surface>.revoke.command` revokes them. */
  readonly aggregatorRevocable?: string | undefined;
  readonly newsRevocable?: string | undefined;
}

/**
 * What is tested and how: everything that a configuration file may hold, and what the command line
 * says beside it. No configuration file is read.
 */
export interface CertifyOptions extends Omit<ConfigurationFile, "$schema"> {
  /**
   * Judge the built-in reference server, whatever the environment holds. Without it and without a base
   * URL, in `surfaces` or in the environment, it is judged only where nothing shows that another target
   * is meant: no `surfaces`, `keys`, `baseline`, `waivers` or `exclusions`, no key in the environment and
   * no `CI`.
   */
  readonly target?: "reference" | undefined;
  /**
   * Without it the keys come from the environment, under the names that the command line uses. With it
   * the environment has no say.
   */
  readonly keys?: CertifyKeys | undefined;
  /**
   * false: do not look for descriptions below the base URLs. `openapi: null` turns it off for one surface.
   */
  readonly findDescription?: boolean | undefined;
  /** Patterns as of `--only`. */
  readonly only?: readonly string[] | undefined;
  /** Patterns as of `--skip`. */
  readonly skip?: readonly string[] | undefined;
  /** The report's exit code is 0 also where nothing failed but something was not judged. */
  readonly allowIncomplete?: boolean | undefined;
  /** An earlier report, or where it is; the report's exit code counts only what it has not failing. */
  readonly baseline?: Report | string | undefined;
  /** Folder for the reports; without it nothing is written. */
  readonly outDir?: string | undefined;
  /** Ends the sending when aborted; the report of what was judged by then is `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every check. */
  readonly onProgress?: ((progress: CertifyProgress) => void) | undefined;
}
