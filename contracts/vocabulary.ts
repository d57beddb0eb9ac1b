/**
 * The words of the house as types. Every other file uses these; nothing here knows a network or a
 * test runner.
 */

export const surfaces = ["aggregator", "news"] as const;
/** One of the two halves of the service, each with its own base URL and its own key. */
export type Surface = (typeof surfaces)[number];

export const authStyles = ["api-key", "x-api-key", "bearer"] as const;
/** The three listed ways to send a key (specification: Authentication, 4). */
export type AuthStyle = (typeof authStyles)[number];

/** The cell where the `api-version` header is omitted, so that the latest version applies. */
export const defaultVersion = "default";
/** A date that is a value of the `api-version` header, or `default` where the header is omitted. */
export type Version = string;

/**
 * `must`: the specification states it. `should`: it documents it without requiring it, or HTTP and
 * common sense expect it.
 */
export type Level = "must" | "should";

/** One square of the matrix. `auth` is null where a check is not about one auth style. */
export interface Cell {
  readonly surface: Surface;
  /** The path as the specification writes it, such as `/search/publishers`. */
  readonly endpoint: string;
  readonly version: Version;
  readonly auth: AuthStyle | null;
}

/** What a check of one requirement in one cell came to. */
export type Outcome = "pass" | "fail" | "warn" | "skip" | "blocked" | "error";
/** An outcome after waivers and exclusions have been applied. */
export type Status = Outcome | "waived" | "excluded";
/** What a whole run came to. */
export type Verdict = "conformant" | "non-conformant" | "incomplete";

/** One place where an answer is not as it should be. */
export interface Finding {
  /** JSON pointer into the body, or `status`, `header:<name>`, `body`. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
  /** The id of the exchange that shows it; null where it is about several together. */
  readonly exchange: string | null;
  /** The id of the exchange beside which it shows: the request that was sent before it, or with it. */
  readonly beside?: string;
}

export const matrixKinds = ["full", "pairwise", "smoke"] as const;
/**
 * How much of the matrix a run covers: every cell, every pair of what makes a cell, or one request to
 * each endpoint.
 */
export type MatrixKind = (typeof matrixKinds)[number];

/** One of several runs that together cover the full matrix. */
export interface Rotation {
  /** From 1 to `of`. */
  readonly part: number;
  readonly of: number;
}

/** The cells that a run covers. */
export interface MatrixChoice {
  readonly kind: MatrixKind;
  /** null where one run covers them. */
  readonly rotation: Rotation | null;
}

/** What makes a generated request come again: the seed, and how many were made up in each cell. */
export interface Generated {
  readonly seed: number;
  readonly runs: number;
}

/** What a user sets so that a check which could not be judged is. */
export interface Remedy {
  /** What the check waits for, as a noun: `names of parameters`, `a revoked key`. Checks are grouped by it. */
  readonly wants: string;
  /** Any one of these ends the wait: a flag, an environment variable, a path in the configuration. */
  readonly set: readonly string[];
}

/** A name that a judged request used for a parameter whose name the specification does not show. */
export interface UsedName {
  readonly name: string;
  /** A path in the configuration, or where the description stands that tells it. */
  readonly from: string;
  readonly source: "configuration" | "description";
  /** The server echoed its parameters, and this one is not among them: perhaps it does not know the name. */
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
  /** What the requests were made up from; absent where they are the same in every run. */
  readonly generated?: Generated;
  /** Only where it could not be judged and the user can end that. */
  readonly remedy?: Remedy;
  /** Only where something is broken, and the requests that show it rest on such names. */
  readonly names?: readonly UsedName[];
}

/** What a run asked with in place of a configured sample for which this server has nothing. */
export interface FoundSample {
  readonly surface: Surface;
  /** Its name in the configuration. */
  readonly sample: string;
  readonly configured: string;
  /** What the configured one lacks: `hits`, `subtopics`, or `permission` by the caller's plan. */
  readonly lacks: "hits" | "subtopics" | "permission";
  /** null where nothing that has hits was found, so that the configured one was asked with. */
  readonly taken: string | null;
  /** In words, such as `found in a title`; null where nothing was. */
  readonly from: string | null;
}

/**
 * Why no answer could be had. Two are the server's fault: `malformed`, an answer that is no HTTP message, and
 * `dropped`, a connection closed without an answer to this request again and again while the surface
 * answered others. The rest may be the network's.
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

/** One request with its response as it is kept and reported: redacted, and safe to serialise. */
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
    /** A secret was taken out of the body, so that it is not quite what was judged. */
    readonly redacted?: true;
    /** The body's bytes in base64, where they are not the UTF-8 of `body`. */
    readonly raw?: string;
  } | null;
  readonly failure: { readonly kind: FailureKind; readonly message: string } | null;
  /**
   * How many requests it took; more than 1 where it was retried, or where another request had to show
   * whether the surface answers at all.
   */
  readonly attempts: number;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  /** Of the last attempt, in milliseconds. */
  readonly durationMs: number;
}
