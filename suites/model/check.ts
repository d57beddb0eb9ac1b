import type { Catalogue } from "../../contracts/catalogue.ts";
import type { Cell, Finding, Remedy } from "../../contracts/vocabulary.ts";
import type { DescribedSurface } from "../../description/operations.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { Where } from "./cells.ts";
import type { Target } from "./target.ts";

/**
 * A finding as a check returns it. If it names no exchange, the engine adds the one that was judged, or
 * the last of several.
 */
export type Found = Omit<Finding, "exchange"> & { readonly exchange?: string };

/** Thrown by matchers and checks if there is nothing to judge; never a defect of the suite. */
export class Inconclusive extends Error {
  readonly outcome: "skip" | "blocked";
  /** null if no setting would help. */
  readonly remedy: Remedy | null;

  constructor(outcome: "skip" | "blocked", reason: string, remedy: Remedy | null = null) {
    // Its stack trace is never needed, and capturing one takes longer than most judgements.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(reason);
    Error.stackTraceLimit = stackTraceLimit;
    this.outcome = outcome;
    this.remedy = remedy;
  }
}

/** Ends the check as `skip`: not applicable or not possible here. `remedies.ts` has the remedies. */
export function skip(reason: string, remedy: Remedy | null = null): never {
  throw new Inconclusive("skip", reason, remedy);
}

/** Ends the check as `blocked`: the response that it needs is missing. */
export function blocked(reason: string, remedy: Remedy | null = null): never {
  throw new Inconclusive("blocked", reason, remedy);
}

/** A pass because the condition of the requirement does not hold, with a reason in one line. */
export interface NotOwed {
  readonly notOwed: string;
}
export function notOwed(reason: string): NotOwed {
  return { notOwed: reason };
}

export type Judgement = readonly Found[] | NotOwed;

/** false where the matrix leaves combinations of parameters out, or the styles in which it sends them. */
export type Combining = false | "in-own-style" | "in-each-style";

/** The input of every step of a check. */
export interface CheckContext {
  readonly cell: Cell;
  readonly target: Target;
  readonly contracts: Catalogue;
  /** The response to the control request of a check that has one; present only during judging. */
  readonly control?: Exchange;
  /** Whether combinations of parameters are sent, and values beyond the first; in each style if absent. */
  readonly combines?: Combining;
}

/** A request, or alternatives of which the first that is not refused is judged. */
export type RequestChoice = RequestSpec | readonly [RequestSpec, ...RequestSpec[]];
/** Whether it is a list of alternatives. */
export function isAlternatives(
  choice: RequestChoice,
): choice is readonly [RequestSpec, ...RequestSpec[]] {
  return Array.isArray(choice);
}

/** The alternative that is sent first. */
export function firstRequest(choice: RequestChoice): RequestSpec {
  return isAlternatives(choice) ? choice[0] : choice;
}

/** The request, or all alternatives; empty if there is none. */
export function alternativesOf(choice: RequestChoice | null): readonly RequestSpec[] {
  if (choice === null) return [];
  return isAlternatives(choice) ? choice : [choice];
}

export type RequestChoices = Readonly<Record<string, RequestChoice>>;
export type NamedExchanges = Readonly<Record<string, Exchange>>;

/**
 * The kind of a response in recorded traffic: a 200 of a protected endpoint, another 2xx status there, a refusal, a
 * refusal of another method or of an unusual request in an error envelope of the service, a server error or a connection
 * that is dropped for this request only, a malformed HTTP message, a response of ping, or any response to a version that
 * is not listed.
 */
export type Observation =
  | "success"
  | "other-success"
  | "refusal"
  | "other-refusal"
  | "server-error"
  | "malformed"
  | "ping"
  | "unknown-version";

/**
 * Which responses in recorded traffic are enough to judge a requirement, without knowing why they were
 * requested.
 */
export interface Observed {
  readonly in: readonly Observation[];
  /** Only of these requests; absent for all. */
  readonly when?: (exchange: Exchange, context: CheckContext) => boolean;
  /** Only of requests that name the version. */
  readonly named?: true;
  /** Only responses to a run's own requests: in other traffic, what the check needs to know is unknown. */
  readonly ownOnly?: true;
}

interface CheckBase {
  /** Id in the register, such as `auth.missing-key-refused`. */
  readonly requirement: string;
  /** The cells in which it is judged. */
  readonly where: Where;
  /**
   * The control request: it lacks the property that is judged. If it is not served the check is blocked,
   * since the cause is something else that another requirement reports.
   */
  readonly control?: (context: CheckContext) => RequestChoice;
  /** Its requests are generated from the seed of the run, which its results then name. */
  readonly generated?: true;
  /**
   * Absent if the check needs its own request, a known key or several exchanges; then it can't be judged
   * on recorded traffic.
   */
  readonly observed?: Observed;
  /** Also judged if the specification does not state that the endpoint has this version. */
  readonly unconditional?: true;
}

/** Judges every exchange separately; one bad exchange breaks the requirement. */
export interface EachCheck extends CheckBase {
  readonly kind: "each";
  readonly send: (context: CheckContext) => readonly RequestChoice[];
  /**
   * Shorter forms of a request whose response is bad, the shortest first, to find the smallest one that
   * still gives a bad response.
   */
  readonly shorter?: (spec: RequestSpec) => Iterable<RequestSpec>;
  /**
   * A further request that is judged too where nothing in the response is wrong, but it does not show what it was
   * requested for; null if it does.
   */
  readonly further?: (exchange: Exchange, context: CheckContext) => RequestSpec | null;
  readonly expect: (exchange: Exchange, context: CheckContext) => Judgement;
}

/** Compares several exchanges. */
export interface TogetherCheck extends CheckBase {
  readonly kind: "together";
  readonly send: (context: CheckContext) => RequestChoices;
  /**
   * Which responses to documented requests with the surface's key, which other checks send to this cell, are judged
   * too, keyed by exchange id.
   */
  readonly others?: (exchange: Exchange, context: CheckContext) => boolean;
  /** Further cells to which the same applies. */
  readonly othersAt?: (context: CheckContext) => readonly Cell[];
  /** Follow-ups: requests that depend on a response, such as the links in a body. */
  readonly thenSend?: (exchanges: NamedExchanges, context: CheckContext) => RequestChoices;
  /** The endpoint that they go to, if it differs from that of the cell. */
  readonly opens?: string;
  /** Whether these are combinations of parameters, which all checks of a cell share. */
  readonly combines?: true;
  readonly expect: (exchanges: NamedExchanges, context: CheckContext) => Judgement;
}

/** Judges a surface's description. Nothing is sent; findings point into the description. */
export interface DescriptionCheck extends Pick<CheckBase, "requirement" | "where"> {
  readonly kind: "description";
  readonly control?: never;
  readonly generated?: never;
  readonly observed?: never;
  readonly unconditional: true;
  readonly expect: (described: DescribedSurface, context: CheckContext) => Judgement;
}

/** Judges every response separately; one bad response breaks the requirement. */
export function eachAnswer(
  requirement: string,
  check: Omit<EachCheck, "kind" | "requirement">,
): EachCheck {
  return { kind: "each", requirement, ...check };
}

/** Compares several responses. */
export function answersTogether(
  requirement: string,
  check: Omit<TogetherCheck, "kind" | "requirement">,
): TogetherCheck {
  return { kind: "together", requirement, ...check };
}

/** Judges a surface's description. */
export function ownDescription(
  requirement: string,
  check: Pick<DescriptionCheck, "where" | "expect">,
): DescriptionCheck {
  return { kind: "description", unconditional: true, requirement, ...check };
}

export type Check = EachCheck | TogetherCheck | DescriptionCheck;
