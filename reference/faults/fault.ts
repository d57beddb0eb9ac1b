import { areas } from "../../contracts/areas.ts";
import type { AuthStyle, Surface, Version } from "../../contracts/vocabulary.ts";
import { descriptionPath } from "../description/path.ts";
import type { HttpAnswer } from "../http/http-server.ts";
import type { ReferenceKeys } from "../http/keys.ts";

type OneOrMore<T> = T | readonly T[];

/**
 * The cells in which a fault acts; an absent member means all. A version is a date, which requires the
 * header, or `default`, which requires its absence: they are different cells. `auth` is the style in
 * which the request carries its key; a request without a key has no style.
 */
export interface FaultCells {
  readonly surface?: OneOrMore<Surface>;
  readonly endpoint?: OneOrMore<string>;
  readonly version?: OneOrMore<Version>;
  readonly auth?: OneOrMore<AuthStyle>;
}

/** An incoming request. Members that are not readonly may be changed. */
export interface FaultRequest {
  readonly surface: Surface;
  /** The path without the prefix, as received. */
  readonly endpoint: string;
  /** Header names in the received spelling. */
  readonly headerNames: readonly string[];
  /** As received; `default` if the header is absent. */
  readonly version: Version;
  /** The first listed style with a key; null without a key. */
  readonly auth: AuthStyle | null;
  /** The key in that style. */
  readonly key: string | null;
  /** The request target as received, with its percent-encoding. */
  readonly target: string;
  /** The query as received, for faults that hide their effect. */
  readonly sent: URLSearchParams;
  /** The keys of this server, to let a request pass authentication. */
  readonly keys: ReferenceKeys;
  /** Surface for which a key was issued, revoked or not; null for an unknown one. */
  ownerOf(key: string): Surface | null;
  isRevoked(key: string): boolean;
  /** State of this surface between requests. Empty when the server starts. */
  readonly memory: Map<string, unknown>;
  /** The connection of the request, the same object for all its requests; null if there is none. */
  readonly connection: object | null;

  method: string;
  /** Without the prefix; changing it routes the request to another endpoint. */
  path: string;
  query: URLSearchParams;
  /** Lower-case names. */
  headers: Record<string, string | string[] | undefined>;
}

/** An outgoing response. */
export interface FaultResponse {
  status: number;
  /** Lower-case names; a deleted one is not sent. */
  headers: Record<string, string>;
  /** The parsed JSON body; change it in place or replace it. */
  body: unknown;
  /** Sent instead of `body` if set. */
  raw?: string | Uint8Array;
  /** Closes the connection instead. */
  cut?: NonNullable<HttpAnswer["cut"]>;
}

/** One named deviation of the reference server, conforming or not. */
export interface Deviation {
  /** kebab-case, unique. */
  readonly name: string;
  readonly cells: FaultCells;
  /** What this server does differently, in words. */
  readonly sentence: string;
  readonly request?: (request: FaultRequest) => void;
  /** Gets the request after `request` has changed it. */
  readonly response?: (response: FaultResponse, request: FaultRequest) => void | Promise<void>;
}

/** One named defect of the reference server. */
export interface Fault extends Deviation {
  /** Id of the requirement that it breaks. */
  readonly breaks: string;
  /**
   * Further requirements that are necessarily broken. One that ends in `.` stands for all that begin with
   * it, which may stay whole or not: what a neighbour breaks depends on who the neighbour is.
   */
  readonly also?: readonly string[];
  /** Further endpoints whose checks show it, such as those with links to the broken one. */
  readonly seenAt?: readonly string[];
  /** A request that shows it; if absent, a plain request with a valid key does. */
  readonly witness?: FaultWitness;
}

type WitnessMethod = "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "DELETE" | "PATCH";

/** A request that shows a fault. Absent members come from the fault's cells. */
export interface FaultWitness {
  readonly surface?: Surface;
  readonly endpoint?: string;
  readonly version?: Version;
  readonly query?: Readonly<Record<string, string>>;
  /** The key; `own` if absent. */
  readonly key?:
    | "own"
    | "none"
    | "unknown"
    | "lengthened"
    | "altered"
    | "altered-within"
    | "unprefixed"
    | "recased"
    | "other-product"
    | "revoked"
    | "revocable";
  /** GET if absent. */
  readonly method?: WitnessMethod;
  /** Sent unchanged instead of the endpoint and query. */
  readonly target?: string;
  /**
   * Sent instead of a key header; `$KEY` in a value is the own key, `$REVOKED` a revoked one, `$REVOCABLE` the one that
   * may be revoked, `$BASIC` the own key for Basic, as user and as password.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Visible only after the revocable key was used once and then revoked. */
  readonly afterRevocation?: true;
  /** How that key was used before it was revoked; like afterwards if absent. */
  readonly usedAs?: FaultWitness;
  /** Sent before it, one after the other. */
  readonly before?: readonly FaultWitness[];
  /** In flight together with it; then the answers to these may show it too. */
  readonly with?: readonly FaultWitness[];
}

/** What a fault declares whose effect of one request on another may be seen at either of them. */
export const anythingElse = areas.map((area) => `${area}.`);

/** Whether a fault breaks a requirement, or says that it may. */
export function declares(
  { breaks, also = [] }: Pick<Fault, "breaks" | "also">,
  requirement: string,
): boolean {
  return [breaks, ...also].some((id) =>
    id.endsWith(".") ? requirement.startsWith(id) : requirement === id,
  );
}

function includes<T>(pattern: OneOrMore<T> | undefined, value: T): boolean {
  if (pattern === undefined) return true;
  return Array.isArray(pattern) ? pattern.includes(value) : pattern === value;
}

/**
 * Whether a fault acts on a request of this cell. The description of a surface is not one of its
 * endpoints: only a fault that names its path acts on it.
 */
export function actsIn(
  { cells }: Pick<Deviation, "cells">,
  cell: {
    readonly surface: Surface;
    readonly endpoint: string;
    readonly version: Version;
    readonly auth: AuthStyle | null;
  },
): boolean {
  if (cell.endpoint === descriptionPath && cells.endpoint === undefined) return false;
  return (
    includes(cells.surface, cell.surface) &&
    includes(cells.endpoint, cell.endpoint) &&
    includes(cells.version, cell.version) &&
    (cells.auth === undefined || (cell.auth !== null && includes(cells.auth, cell.auth)))
  );
}
