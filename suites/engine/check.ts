import type { Catalogue } from "../../contracts/catalogue.ts";
import type { Cell, Finding, Remedy } from "../../contracts/words.ts";
import type { DescribedSurface } from "../../description/operations.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Ask } from "../../harness/exchanges/request-spec.ts";
import type { Subject } from "./subject.ts";

/**
 * A finding as a check returns it. Where it names no exchange the engine notes the one that was
 * judged, or the last of several.
 */
export type Found = Omit<Finding, "exchange"> & { readonly exchange?: string };

/** Thrown by matchers and checks where there is nothing to judge; never a defect of ours. */
export class NotJudged extends Error {
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
  throw new NotJudged("skip", reason, remedy);
}

/** Ends the check as `blocked`: the answer that it needs is not there. */
export function blocked(reason: string, remedy: Remedy | null = null): never {
  throw new NotJudged("blocked", reason, remedy);
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
  readonly subject: Subject;
  readonly contracts: Catalogue;
  /** The answer to the plain request of a check that has one; only while it judges. */
  readonly plain?: Exchange;
}

/** An ask, or several of which the first that is not refused counts. */
export type Need = Ask | readonly [Ask, ...Ask[]];
/** Whether a need is a list of asks of which the first that is not refused counts. */
export function isAlternatives(need: Need): need is readonly [Ask, ...Ask[]] {
  return Array.isArray(need);
}

export type Needs = Readonly<Record<string, Need>>;
export type Exchanges = Readonly<Record<string, Exchange>>;

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
  readonly cells: (subject: Subject, contracts: Catalogue) => readonly Cell[];
  /**
   * A request without the peculiarity that is being judged. Where it is not served the check is
   * blocked: what is wrong then is something else, which another requirement names.
   */
  readonly plain?: (context: CheckContext) => Need;
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
  readonly asks: (context: CheckContext) => readonly Need[];
  /**
   * What is sent in place of a request that turned out badly, to find the least that does: the same
   * request with less in it, the shortest first.
   */
  readonly shorter?: (ask: Ask) => Iterable<Ask>;
  readonly judge: (exchange: Exchange, context: CheckContext) => Judgement;
}

/** Judges several exchanges against each other. */
export interface TogetherCheck extends CheckBase {
  readonly kind: "together";
  readonly asks: (context: CheckContext) => Needs;
  /** Asks that depend on what came back, such as the links that a body holds. */
  readonly follow?: (exchanges: Exchanges, context: CheckContext) => Needs;
  readonly judge: (exchanges: Exchanges, context: CheckContext) => Judgement;
}

/** Judges what a surface says of itself. Nothing is sent; findings point into the description. */
export interface DescriptionCheck extends Pick<CheckBase, "requirement" | "cells"> {
  readonly kind: "description";
  readonly plain?: never;
  readonly generated?: never;
  readonly observed?: never;
  readonly unconditional: true;
  readonly judge: (described: DescribedSurface, context: CheckContext) => Judgement;
}

export type Check = EachCheck | TogetherCheck | DescriptionCheck;
