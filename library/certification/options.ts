import type { ConfigurationFile } from "../../harness/configuration/file-types.ts";
import type { Report } from "../../reporters/model/report.ts";
import type { CertifyProgress } from "./progress.ts";

/** Keys of the target, if they do not come from the environment. */
export interface CertifyKeys {
  readonly aggregator?: string | undefined;
  readonly news?: string | undefined;
  /** Revoked keys, which must be refused. */
  readonly aggregatorRevoked?: string | undefined;
  readonly newsRevoked?: string | undefined;
  /** Valid keys that may be revoked; `surfaces.<surface>.revoke.command` revokes them. */
  readonly aggregatorRevocable?: string | undefined;
  readonly newsRevocable?: string | undefined;
}

/**
 * What is tested and how: the members of a configuration file, and the further options of the command
 * line. No configuration file is read.
 */
export interface CertifyOptions extends Omit<ConfigurationFile, "$schema"> {
  /**
   * Judge the built-in reference server, regardless of the environment. Without this option and without a
   * base URL in `surfaces` or the environment, the reference server is judged only if nothing shows that
   * you have another target: no `surfaces`, `keys`, `baseline`, `waivers` or `exclusions`, no key in the
   * environment and no `CI`.
   */
  readonly target?: "reference" | undefined;
  /**
   * Without it, the keys come from the environment variables of the command line. With it, these
   * variables are ignored.
   */
  readonly keys?: CertifyKeys | undefined;
  /**
   * false: do not look for descriptions below the base URLs. `openapi: null` turns it off for one surface.
   */
  readonly findDescription?: boolean | undefined;
  /** Send keys over plain HTTP to hosts other than this machine, where anyone on the network path can read them. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Patterns like those of `--only`. */
  readonly only?: readonly string[] | undefined;
  /** Patterns like those of `--skip`. */
  readonly skip?: readonly string[] | undefined;
  /** The report's exit code is also 0 if nothing failed but something was not judged. */
  readonly allowIncomplete?: boolean | undefined;
  /** An earlier report, or its path; the report's exit code counts only failures that it does not have. */
  readonly baseline?: Report | string | undefined;
  /** Folder for the reports; without it, nothing is written. */
  readonly outDir?: string | undefined;
  /** Stops sending when aborted; the report of the results so far is `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every check. */
  readonly onProgress?: ((progress: CertifyProgress) => void) | undefined;
}
