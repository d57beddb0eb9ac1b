import type { Surface, Version } from "../../contracts/vocabulary.ts";
import type { ReferenceKeys } from "../../reference/http/keys.ts";
import type { ListedRequest } from "./listed-requests.ts";

/** The OpenAPI document of a surface at a version, as `news-conformance openapi` writes it. */
export interface PeerDocument {
  readonly surface: Surface;
  readonly version: Version;
  /** Name of the document, such as `news-2024-01-01`. */
  readonly name: string;
  /** The absolute path of its JSON. */
  readonly file: string;
  /** What has to be sent, in the order of the list. */
  readonly requests: readonly ListedRequest[];
}

/** What a tool is given, the same for every server: they use the same ports and keys. */
export interface Place {
  /** An empty folder for files of this tool. */
  readonly folder: string;
  /** The folder of this project. */
  readonly root: string;
  readonly documents: readonly PeerDocument[];
  readonly urls: Readonly<Record<Surface, string>>;
  readonly keys: ReferenceKeys;
}

/** A tool in one set-up. */
export interface Peer {
  readonly name: string;
  /** Markdown, in sentences: how it is set up, for the page. */
  readonly setUp: string;
  /** Markdown, in sentences. */
  readonly betterAt: string;
  readonly junit: boolean;
  /** The version that is measured. */
  version(root: string): string;
  /** Why it can't run here, such as a missing runtime; null if it can. */
  missing?(): string | null;
  /** Writes what it needs, once. */
  prepare(place: Place): Promise<void>;
  /**
   * A whole run, from the start of its first process.
   * @returns the names of what failed; the same failure has the same name in every run
   */
  run(place: Place): Promise<readonly string[]>;
}
