import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import type { Cell } from "../../contracts/vocabulary.ts";
import type { Report, ReportResult } from "../model/report.ts";
import { blockedCards } from "./blocked-cards.ts";
import { cardsOf, type FailureCard } from "./card.ts";
import { isEnvelope, isMixedUp, leadersOf } from "./causes.ts";

/** Checks that were blocked, with a card for each cause; the cause that blocks most checks comes first. */
export interface BlockedView {
  readonly checks: number;
  readonly cards: readonly FailureCard[];
}

export interface BrokenCards {
  readonly broken: readonly FailureCard[];
  readonly warnings: readonly FailureCard[];
  readonly blocked: BlockedView;
}

/** What fails beyond a baseline, and what warns. */
function brokenResults({ results }: Pick<Report, "results">): readonly ReportResult[] {
  return results.filter(({ red, known, status }) => (red && !known) || (status === "warn" && !red));
}

/** Broken requirements that follow from another one: `requirement → leader`. */
export function followersIn(
  report: Pick<Report, "results" | "exchanges">,
): ReadonlyMap<string, string> {
  const byRequirement = group(brokenResults(report), ({ requirement }) => requirement);
  return leadersOf(
    [...byRequirement].flatMap(([requirement, same]) =>
      same[0] === undefined ? [] : [{ requirement, level: same[0].level, results: same }],
    ),
    report.exchanges,
  );
}

/** In how many auth styles a requirement is judged at the endpoint and version of a cell. */
function stylesJudged({
  results,
}: Pick<Report, "results">): (requirement: string, cell: Cell) => number {
  const place = (requirement: string, { surface, endpoint, version }: Cell) =>
    `${requirement} ${surface} ${endpoint} ${version}`;
  const styled = results.filter(({ auth }) => auth !== null);
  const counts = group(styled, (one) => place(one.requirement, one));
  return (requirement, cell) => counts.get(place(requirement, cell))?.length ?? 0;
}

/** A card for each cause of what fails, warns and was blocked; what follows from a cause is in its card. */
export function brokenCards(report: Report, register: Register): BrokenCards {
  const results = brokenResults(report);
  const leaders = followersIn(report);
  const followers = group(
    cardsOf(results, report, register),
    ({ requirement }) => leaders.get(requirement) ?? "",
  );
  const causeOf = causesIn(results, report.exchanges);
  const blocked = blockedCards(report, register).map((card) => withCause(card, causeOf, leaders));
  const stylesAt = stylesJudged(report);
  const leading = (followers.get("") ?? []).map((card) => ({
    ...card,
    oneStyle: card.cells.every((cell) => stylesAt(card.requirement, cell) === 1),
    also: followers.get(card.requirement) ?? [],
    blocks: checksOf(blocked.filter((one) => one.blocked?.because === card.requirement)),
  }));
  const warned = new Set(results.flatMap(({ red, requirement }) => (red ? [] : [requirement])));
  const isWarning = ({ requirement }: FailureCard) => warned.has(requirement);
  return {
    broken: mostTellingFirst(
      leading.filter((card) => !isWarning(card)),
      new Set(
        results.flatMap((one) =>
          one.findings.some((finding) => isMixedUp(one, finding)) ? [one.requirement] : [],
        ),
      ),
    ),
    warnings: leading.filter(isWarning),
    blocked: { checks: checksOf(blocked), cards: blocked },
  };
}

function checksOf(cards: readonly FailureCard[]): number {
  return cards.reduce((sum, { blocked }) => sum + (blocked?.checks ?? 0), 0);
}

/**
 * `must` before `should`. Where responses are mixed up, what is found in single ones may come from that, so it comes
 * first. The register's order stays otherwise: its first areas are those on which the others rest.
 */
function mostTellingFirst(
  cards: readonly FailureCard[],
  mixedUp: ReadonlySet<string>,
): readonly FailureCard[] {
  const rank = ({ level, requirement }: FailureCard) =>
    (level === "must" ? 0 : 2) + (mixedUp.has(requirement) ? 0 : 1);
  return [...cards].sort((a, b) => rank(a) - rank(b));
}

/**
 * Finds the broken requirement for which an exchange was of no use, or else for which such exchanges are mixed up at
 * its endpoint; undefined if there is none.
 */
function causesIn(
  broken: readonly ReportResult[],
  exchanges: Report["exchanges"],
): (exchange: string) => string | undefined {
  const ofExchange = new Map<string, string>();
  const mixedUp = new Map<string, string>();
  const status = ({ surface, endpoint }: Pick<Cell, "surface" | "endpoint">, actual: string) =>
    `${surface} ${endpoint} ${actual}`;
  const add = (map: Map<string, string>, key: string, requirement: string) => {
    if (!map.has(key)) map.set(key, requirement);
  };
  for (const one of broken.filter(({ red }) => red)) {
    for (const finding of one.findings) {
      const { exchange, path, actual } = finding;
      if (exchange !== null && isAboutAll(path, one.requirement)) {
        add(ofExchange, exchange, one.requirement);
      }
      if (path === "status" && isMixedUp(one, finding)) {
        add(mixedUp, status(one, actual), one.requirement);
      }
    }
  }
  return (id) => {
    const exchange = exchanges[id];
    if (exchange === undefined) return undefined;
    return ofExchange.get(id) ?? mixedUp.get(status(exchange, String(exchange.response?.status)));
  };
}

/** A blocked card with the broken requirement that is the cause, if there is one. */
function withCause(
  card: FailureCard,
  causeOf: (exchange: string) => string | undefined,
  leaders: ReadonlyMap<string, string>,
): FailureCard {
  const [{ exchange }] = card.cases;
  const cause = exchange === null ? undefined : causeOf(exchange);
  if (cause === undefined || card.blocked === null) return card;
  return { ...card, blocked: { ...card.blocked, because: leaders.get(cause) ?? cause } };
}

/** Whether a finding at a path leaves nothing of a response to judge: the body of another version has other members. */
function isAboutAll(path: string, requirement: string): boolean {
  if (path === "status" || path === "body" || path.startsWith("header:content-")) return true;
  return requirement.startsWith("version.") && isEnvelope(path);
}
