import type { JsonObject } from "../contracts/json.ts";

/** A place where a description breaks the OpenAPI Specification. */
export interface Violation {
  /** JSON pointer into the description. */
  readonly path: string;
  readonly message: string;
}

/**
 * What a server says of itself, as it was read: plain data that can be written down and judged again.
 * All references in the document lead into the document itself.
 */
export interface Description {
  /** Where it was read: a URL, or a file as it was named. */
  readonly source: string;
  /** null where it could not be read; then `problem` says why. */
  readonly document: JsonObject | null;
  readonly problem: string | null;
  /** Empty for a valid one. */
  readonly violations: readonly Violation[];
}

/** How a description was looked for that nobody named. */
export interface DescriptionLookup {
  /** URL that it was found at; null where it was not. */
  readonly found: string | null;
  /** What was asked for, in this order, each with what came of it. */
  readonly tried: readonly { readonly url: string; readonly outcome: string }[];
}
