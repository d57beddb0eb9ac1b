import type { JsonObject } from "../contracts/json.ts";

/** A place where a description breaks the OpenAPI Specification. */
export interface Violation {
  /** JSON pointer into the description. */
  readonly path: string;
  readonly message: string;
}

/**
 * A server's description as it was read: plain data that can be recorded and judged again. All references
 * in the document are internal.
 */
export interface Description {
  /** Where it was read: a URL, or a file name as given. */
  readonly source: string;
  /** null if it could not be read; then `problem` says why. */
  readonly document: JsonObject | null;
  readonly problem: string | null;
  /** Empty for a valid one. */
  readonly violations: readonly Violation[];
}

/** The search for a description that was not configured. */
export interface DescriptionLookup {
  /** URL where it was found; null if it was not. */
  readonly found: string | null;
  /** The attempts in their order, each with its outcome. */
  readonly tried: readonly { readonly url: string; readonly outcome: string }[];
}
