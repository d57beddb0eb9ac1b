import type { MutantVerdict } from "./judge-mutants.ts";
import type { Mutant } from "./mutant.ts";

/** A rule that allows some mutants to survive, by what they change. */
export interface Allowance {
  readonly reason: string;
  readonly verdict: "survived" | "unseen";
  readonly answers: Mutant["answers"];
  /** Its endpoints; absent means all. */
  readonly endpoint?: RegExp;
  readonly pointer: RegExp;
  /** Names of changes. */
  readonly change?: RegExp;
  readonly extent?: Mutant["extent"];
  /** It may also be killed: whether an answer shows it depends on what the suite asks for. */
  readonly mayBeKilled?: true;
  /** Only changes that no requirement owns, since the schema allows them. */
  readonly unowned?: true;
}

/**
 * The mutants that survive, or that the reference server never shows, each under one rule. The list is
 * exact: a killed mutant under a rule fails the test, and so does a rule without mutants.
 */
export const allowances: readonly Allowance[] = [
  {
    reason: "An entry may lack a member that does not identify it (Items): the rest may be sparse.",
    verdict: "survived",
    answers: "success",
    pointer: /^\/\w+\/\*.*\/\w+$/,
    change: /^drop$/,
    extent: "last",
    unowned: true,
  },
  {
    reason: "The table of the legacy article declares its thumbnail and its source's id nullable.",
    verdict: "survived",
    answers: "success",
    pointer: /^\/articles\/\*\/(thumbnail|source\/publication_id)$/,
    change: /^null$/,
  },
  {
    reason:
      "The specification does not say which members the metadata of /geolocation has, nor that article search has a total.",
    verdict: "survived",
    answers: "success",
    endpoint: /^\/(geolocation|search\/articles)$/,
    pointer: /^\/metadata\/\w+$/,
    change: /^drop$/,
    unowned: true,
  },
  {
    reason: "`fields` of a legacy error is optional, and so is each member of its entries.",
    verdict: "survived",
    answers: "legacy",
    endpoint: /^\/(search|geolocation|topics|search\/publishers)$/,
    pointer: /^\/fields/,
    change: /^drop$/,
  },
  {
    reason: "Most places of the corpus have no story, no storyline or no social post.",
    verdict: "unseen",
    mayBeKilled: true,
    answers: "success",
    endpoint: /^\/geolocation$/,
    pointer: /^\/news_articles\/\*\[(story|storyline|social_post)\]\/type$/,
  },
  {
    reason:
      "Only the refusal of another method has this envelope here: as another text it may be a gateway's.",
    verdict: "survived",
    answers: "metadata-and-errors",
    endpoint: /^\/geolocation$/,
    pointer: /^$/,
  },
  {
    reason: "The same goes for one without either member.",
    verdict: "survived",
    answers: "metadata-and-errors",
    endpoint: /^\/geolocation$/,
    pointer: /^\/(metadata|errors)$/,
    change: /^drop$/,
  },
  {
    reason: "Only the aggregator's responses have total_hits; the reference server has none here.",
    verdict: "unseen",
    answers: "success",
    endpoint: /^\/(search\/publishers|info\/\w+)$/,
    pointer: /^\/metadata\/total_hits$/,
  },
  {
    reason: "`fields` is optional: the reference server has none if only a key can be wrong.",
    verdict: "unseen",
    answers: "legacy",
    endpoint: /^\/(search\/articles|info\/\w+)$/,
    pointer: /^\/fields/,
  },
];

/** The allowance that covers a mutant; null if there is none. */
export function allowanceOf({ mutant }: Pick<MutantVerdict, "mutant">): Allowance | null {
  const { operation, member, change } = mutant;
  return (
    allowances.find(
      (rule) =>
        rule.answers === mutant.answers &&
        (rule.endpoint?.test(operation.endpoint) ?? true) &&
        rule.pointer.test(member.pointer) &&
        (rule.change?.test(change.name) ?? true) &&
        (rule.extent === undefined || rule.extent === mutant.extent) &&
        (rule.unowned === undefined || change.owner === null),
    ) ?? null
  );
}
