import type { Entries } from "./entries.ts";
import type { ErrorEnvelope, Generation } from "./generations.ts";
import type { JudgedPlace } from "./judged-places.ts";
import type { Shape } from "./shape.ts";
import type { Surface, Version } from "./vocabulary.ts";

/** A place where a body breaks a schema, with the requirement that owns that part of the schema. */
export interface SchemaFinding {
  /** JSON pointer into the body; empty for the body itself. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
  /** Id in the register, from the nearest `x-requirement` above the broken keyword. */
  readonly requirement: string;
}

/** Validates a parsed body; an empty list means that it is valid. */
export type Validate = (body: unknown) => readonly SchemaFinding[];

/**
 * `stated`: the specification says that this endpoint has this version. `contested`: one of its
 * descriptions does. `unstated`: it names no versions for this endpoint.
 */
export type Availability = "stated" | "contested" | "unstated";

/** A parameter whose name the specification does not show. */
export interface RoleDescription {
  readonly role: string;
  readonly meaning: string;
  /** JSON Schema of its values. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** One endpoint at one dated version, read from that version's OpenAPI document. */
export interface Operation {
  readonly surface: Surface;
  readonly endpoint: string;
  /** A date, never `default`. */
  readonly version: Version;
  readonly availability: Availability;
  /** False for ping, which is public. */
  readonly protected: boolean;
  /** The family of envelopes that this version uses. */
  readonly generation: Generation;
  /** The error envelope that matches this version. */
  readonly errorEnvelope: ErrorEnvelope;
  /** Member of the success body with the items; null if there is none or it is not shown. */
  readonly list: string | null;
  /** The definition of those items; null if there is no list, or it is not shown. */
  readonly entries: Entries | null;
  /** Group of this endpoint's roles in the configuration; null if it has none. */
  readonly roleGroup: string | null;
  readonly roles: readonly RoleDescription[];
  /** Names of the parameters that the specification shows. */
  readonly parameters: readonly string[];
  /** A value for each of them that its contract gives an example, enumeration or default. */
  readonly parameterExamples: Readonly<Record<string, string>>;
  /** Top-level members that the success shape requires. */
  readonly requiredMembers: readonly string[];
  readonly validateSuccess: Validate;
  /** Requirements that own some part of the success schema. */
  readonly successRequirements: ReadonlySet<string>;
  /** The places in success bodies that their parts of the schema judge. */
  readonly judgedPlaces: ReadonlyMap<string, readonly JudgedPlace[]>;
  /** The shape of the success schema, for comparison with another schema. */
  readonly successShape: Shape;
}

/** All contracts, loaded once per process. */
export interface Catalogue {
  /** Newest first, without versions whose operations are all contested. */
  versions(surface: Surface): readonly Version[];
  latest(surface: Surface): Version;
  /**
   * The version of an endpoint that applies without the header: its newest version that is not contested.
   * Null if the surface has no such endpoint, or only a contested version of it.
   */
  defaultOf(surface: Surface, endpoint: string): Version | null;
  /** Endpoints in the order of the specification, then the newest version first. */
  readonly operations: readonly Operation[];
  /**
   * `default` is the version that applies without the header. Null if the contracts have no such
   * operation.
   */
  operation(surface: Surface, endpoint: string, version: Version): Operation | null;
  readonly errors: Readonly<
    Record<ErrorEnvelope, { validate: Validate; requirements: ReadonlySet<string>; shape: Shape }>
  >;
  /** `sha256:` and the hex digest of all contract files, paths and contents, in sorted order. */
  readonly digest: string;
}
