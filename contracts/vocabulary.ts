/**
 * The basic terms of the project as types, used by every other file. Independent of network and test
 * runner.
 */

export const surfaces = ["aggregator", "news"] as const;
/** One of the two surfaces of the service, each with its own base URL and its own key. */
export type Surface = (typeof surfaces)[number];

export const authStyles = ["api-key", "x-api-key", "bearer"] as const;
/** The three listed ways to send a key (specification: Authentication, 4). */
export type AuthStyle = (typeof authStyles)[number];

/** The version for which the `api-version` header is omitted, so that the latest version applies. */
export const defaultVersion = "default";
/** A date that is a value of the `api-version` header, or `default` if the header is omitted. */
export type Version = string;

/**
 * `must`: the specification states it. `should`: it documents it without requiring it, or HTTP and common
 * practice expect it.
 */
export type Level = "must" | "should";

/** One cell of the matrix. `auth` is null if a check is not about one auth style. */
export interface Cell {
  readonly surface: Surface;
  /** The path as the specification writes it, such as `/search/publishers`. */
  readonly endpoint: string;
  readonly version: Version;
  readonly auth: AuthStyle | null;
}

/** One check by its place: which requirement, in which cell. */
export interface CheckPlace extends Cell {
  readonly requirement: string;
}

/** The outcome of the check of one requirement in one cell. */
export type Outcome = "pass" | "fail" | "warn" | "skip" | "blocked" | "error";
/** An outcome after waivers and exclusions have been applied. */
export type Status = Outcome | "waived" | "excluded";
/** The result of a whole run. */
export type Verdict = "conformant" | "non-conformant" | "incomplete";

/** One place where a response breaks a requirement. */
export interface Finding {
  /** JSON pointer into the body, or `status`, `header:<name>`, `body`. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
  /** The id of the exchange that shows it; null if it is about several exchanges. */
  readonly exchange: string | null;
  /** The id of the exchange beside which it shows: the request that was sent before it, or with it. */
  readonly beside?: string;
}

export const matrixKinds = ["full", "pairwise", "smoke"] as const;
/**
 * How much of the matrix a run covers: every cell, every pair of endpoint, version and style, or one
 * request to each endpoint.
 */
export type MatrixKind = (typeof matrixKinds)[number];

/** One of several runs that together cover a matrix. */
export interface Rotation {
  /** From 1 to `of`. */
  readonly part: number;
  readonly of: number;
}

/** The cells that a run covers. */
export interface MatrixChoice {
  readonly kind: MatrixKind;
  /** null if one run covers them. */
  readonly rotation: Rotation | null;
  /** The maximum number of requests, the most revealing first; null or absent for no limit. */
  readonly budget?: number | null;
  /** The part of all this that one of several machines covers; null or absent for all of it. */
  readonly shard?: Rotation | null;
  /** Only these checks, which failed in an earlier run; null or absent for all. */
  readonly failed?: readonly CheckPlace[] | null;
  /** Nothing more is sent once so many requirements have failed; null or absent if everything is. */
  readonly bail?: number | null;
}

/** What is needed to repeat generated requests: the seed, and their number in each cell. */
export interface Generated {
  readonly seed: number;
  readonly runs: number;
}

/** What a user can configure so that a check can be judged. */
export interface Remedy {
  /** What the check needs, as a noun: `parameter names`, `a revoked key`. Checks are grouped by it. */
  readonly wants: string;
  /** Any one of these is enough: a flag, an environment variable, a path in the configuration. */
  readonly set: readonly string[];
}

/** A name that a judged request used for a role. */
export interface UsedName {
  readonly name: string;
  /** A path in the configuration, or the location of the description. */
  readonly from: string;
  readonly source: "configuration" | "description";
  /** The server echoed its parameters without this one, so it may not know the name. */
  readonly missed: boolean;
}

/** The judgement of one check in one cell, before waivers and exclusions. */
export interface CheckResult extends Cell {
  readonly requirement: string;
  readonly level: Level;
  readonly outcome: Outcome;
  /** One line for people. Empty for a plain pass. */
  readonly message: string;
  readonly findings: readonly Finding[];
  /** Ids of the exchanges that were judged. */
  readonly exchanges: readonly string[];
  /** Number of further responses that were judged, to requests of other checks; absent if there were none. */
  readonly also?: number;
  /** The seed of the requests; absent if they are the same in every run. */
  readonly generated?: Generated;
  /** Only if it could not be judged and the user can change that. */
  readonly remedy?: Remedy;
  /** Only if the requirement is broken and the requests used such names. */
  readonly names?: readonly UsedName[];
}

/** What a run used instead of a configured sample without matches. */
export interface FoundSample {
  readonly surface: Surface;
  /** Its name in the configuration. */
  readonly sample: string;
  readonly configured: string;
  /** What the configured sample lacks: `hits`, `subtopics`, or `permission` by the caller's plan. */
  readonly lacks: "hits" | "subtopics" | "permission";
  /** null if no sample with hits was found, so that the configured one was used. */
  readonly taken: string | null;
  /** In words, such as `found in a title`; null if nothing was found. */
  readonly from: string | null;
}

/**
 * Why there is no response. The server causes two of them: `malformed`, a malformed HTTP message, and
 * `dropped`, a connection that is closed without a response to this request, also on a new connection,
 * while the surface responds to other requests. The network may cause the others.
 */
export type FailureKind =
  | "dropped"
  | "refused"
  | "reset"
  | "timeout"
  | "tls"
  | "dns"
  | "proxy"
  | "too-large"
  | "malformed"
  | "not-sent"
  | "other";

/** One request with its response as recorded and reported: redacted and serialisable. */
export interface RecordedExchange {
  readonly id: string;
  readonly surface: Surface;
  readonly endpoint: string;
  readonly version: Version;
  /** A command line that repeats the request when pasted; keys stand in it as variables. */
  readonly curl: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly response: {
    readonly status: number;
    /** Lower-case names; a repeated header's values are joined with `, `. */
    readonly headers: Readonly<Record<string, string>>;
    /** The decoded body as text. */
    readonly body: string;
    /** Length of the decoded body in bytes; more than `body` holds where `truncated`. */
    readonly bytes: number;
    readonly truncated: boolean;
    /** A secret was removed from the body, so it differs from what was judged. */
    readonly redacted?: true;
    /** Variables with the keys that the response contained, by place: `body`, or `header:` and a name. */
    readonly echoed?: Readonly<Record<string, string>>;
    /** The body's bytes in base64, if they are not the UTF-8 of `body`. */
    readonly raw?: string;
  } | null;
  readonly failure: { readonly kind: FailureKind; readonly message: string } | null;
  /**
   * The number of requests sent; more than 1 if it was retried, or if another request was sent to find
   * out whether the surface responds.
   */
  readonly attempts: number;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  /** Of the last attempt, in milliseconds. */
  readonly durationMs: number;
}
