import type { Catalogue } from "../../contracts/catalogue.ts";
import type { Cell, Finding, Remedy } from "../../contracts/vocabulary.ts";
import type { DescribedSurface } from "../../description/operations.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/exchanges/request-spec.ts";
import type { Where } from "./cells.ts";
import type { Target } from "./target.ts";

/**
 * A finding as a check returns it. Where it names no exchange the engine notes the one that was
 * judged, or the last of several.
 */
export type Found = Omit<Finding, "exchange"> & { readonly exchange?: string };

/** Thrown by matchers and checks where there is nothing to judge; never a defect of ours. */
export class Inconclusive extends Error {
  readonly outcome: "skip" | "blocked";
  /** null where nothing that the user sets would help. */
  readonly remedy: Remedy | null;

  constructor(outcome: "skip" | "blocked", reason: string, remedy: Remedy | null = null) {
    super(reason);
    this.outcome = outcome;
    this.remedy = remedy;
  }
}

/** Ends the check as `skip`: not applicable or not possible here. `remedies.ts` has the remedies. */
export function skip(reason: string, remedy: Remedy | null = null): never {
  throw new Inconclusive("skip", reason, remedy);
}

/** Ends the check as `blocked`: the answer that it needs is not there. */
export function blocked(reason: string, remedy: Remedy | null = null): never {
  throw new Inconclusive("blocked", reason, remedy);
}

/** A pass because the condition of the requirement does not hold, said in one line. */
export interface NotOwed {
  readonly notOwed: string;
}
export function notOwed(reason: string): NotOwed {
  return { notOwed: reason };
}

export type Judgement = readonly Found[] | NotOwed;

/** What every step of a check may look at. */
export interface CheckContext {
  readonly cell: Cell;
  readonly target: Target;
  readonly contracts: Catalogue;
  /** The answer to the control request of a check that has one; only while it judges. */
  readonly control?: Exchange;
  /** false where the matrix leaves combinations of parameters out. */
  readonly combines?: boolean;
}

/** A request, or alternatives of which the first that is not refused counts. */
export type RequestChoice = RequestSpec | readonly [RequestSpec, ...RequestSpec[]];
/** Whether it is a list of alternatives of which the first that is not refused counts. */
export function isAlternatives(
  need: RequestChoice,
): need is readonly [RequestSpec, ...RequestSpec[]] {
  return Array.isArray(need);
}

/** The alternative that is sent first. */
export function firstRequest(need: RequestChoice): RequestSpec {
  return isAlternatives(need) ? need[0] : need;
}

export type RequestChoices = Readonly<Record<string, RequestChoice>>;
export type NamedExchanges = Readonly<Record<string, Exchange>>;

/**
 * What an answer in recorded traffic is by itself: a 200 of a protected endpoint, a refusal, a failure
 * of the server, an answer of ping, or any answer to a version that is not listed.
 */
export type Observation = "success" | "refusal" | "server-error" | "ping" | "unknown-version";

/** Which answers of recorded traffic show a requirement by themselves, whoever asked and why. */
export interface Observed {
  readonly in: readonly Observation[];
  /** Only of these requests; absent for all. */
  readonly when?: (exchange: Exchange, context: CheckContext) => boolean;
}

interface CheckBase {
  /** Id in the register, such as `auth.missing-key-refused`. */
  readonly requirement: string;
  /** The cells in which it is judged. */
  readonly where: Where;
  /**
   * A request without the peculiarity that is being judged. Where it is not served the check is
   * blocked: what is wrong then is something else, which another requirement names.
   */
  readonly control?: (context: CheckContext) => RequestChoice;
  /** Its requests are made up from the seed of the run, which its results then name. */
  readonly generated?: true;
  /**
   * Absent where it takes a request that was made for it, a key that is known, or several exchanges;
   * then recorded traffic can't show it.
   */
  readonly observed?: Observed;
  /** Judged also where the specification does not state that the endpoint has this version. */
  readonly unconditional?: true;
}

/** Judges every exchange by itself; one bad exchange is enough. */
export interface EachCheck extends CheckBase {
  readonly kind: "each";
  readonly send: (context: CheckContext) => readonly RequestChoice[];
  /**
   * What is sent in place of a request that turned out badly, to find the least that does: the same
   * request with less in it, the shortest first.
   */
  readonly shorter?: (spec: RequestSpec) => Iterable<RequestSpec>;
  readonly expect: (exchange: Exchange, context: CheckContext) => Judgement;
}

/** Judges several exchanges against each other. */
export interface TogetherCheck extends CheckBase {
  readonly kind: "together";
  readonly send: (context: CheckContext) => RequestChoices;
  /** Asks that depend on what came back, such as the links that a body holds. */
  readonly thenSend?: (exchanges: NamedExchanges, context: CheckContext) => RequestChoices;
  /** Whether these are combinations of parameters, which all checks of a cell share. */
  readonly combines?: true;
  readonly expect: (exchanges: NamedExchanges, context: CheckContext) => Judgement;
}

/** Judges what a surface says of itself. Nothing is sent; findings point into the description. */
export interface DescriptionCheck extends Pick<CheckBase, "requirement" | "where"> {
  readonly kind: "description";
  readonly control?: never;
  readonly generated?: never;
  readonly observed?: never;
  readonly unconditional: true;
  readonly expect: (described: DescribedSurface, context: CheckContext) => Judgement;
}

/** Judges every answer by itself; one bad answer is enough. */
export function eachAnswer(
  requirement: string,
  check: Omit<EachCheck, "kind" | "requirement">,
): EachCheck {
  return { kind: "each", requirement, ...check };
}

/** Judges several answers against each other. */
export function answersTogether(
  requirement: string,
  check: Omit<TogetherCheck, "kind" | "requirement">,
): TogetherCheck {
  return { kind: "together", requirement, ...check };
}

/** Judges what a surface says of itself. */
export function ownDescription(
  requirement: string,
  check: Pick<DescriptionCheck, "where" | "expect">,
): DescriptionCheck {
  return { kind: "description", unconditional: true, requirement, ...check };
}

export type Check = EachCheck | TogetherCheck | DescriptionCheck;
