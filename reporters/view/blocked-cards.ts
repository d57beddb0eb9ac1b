import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import { unavailable } from "../../contracts/unavailable.ts";
import type { Report, ReportResult } from "../model/report.ts";
import { remedyText } from "../text/remedy-text.ts";
import { shortLine } from "../text/short-line.ts";
import { cardOf, type FailureCard } from "./card.ts";
import { singleCase } from "./card-case.ts";
import { isExplained } from "./explained.ts";
import type { CardSource } from "./rerun.ts";

/** Maximum number of further messages shown for one cause. */
const mostReasons = 3;

/** Whether a check could not be judged for a reason that no problem of the whole run names. */
export function isBlocked(
  { status, message }: Pick<ReportResult, "status" | "message">,
  { problems }: Pick<Report, "problems">,
): boolean {
  return status === "blocked" && !problems.includes(message);
}

/**
 * A card for each cause that kept checks from being judged, the cause of most checks first. A cause is one exchange
 * without a good response, or one message.
 */
export function blockedCards(report: Report, register: Register): readonly FailureCard[] {
  if (isExplained(report)) return [];
  const blocked = report.results.filter((result) => isBlocked(result, report));
  return byCause(blocked, report)
    .flatMap((same) => blockedCard(same, report, register) ?? [])
    .sort((a, b) => (b.blocked?.checks ?? 0) - (a.blocked?.checks ?? 0));
}

/** The card of checks that were blocked by one cause; null if there are none. */
export function blockedCard(
  all: readonly ReportResult[],
  source: CardSource,
  register: Register,
): FailureCard | null {
  const [first, ...more] = all;
  if (first === undefined) return null;
  const remedies = all.flatMap(({ remedy }) => remedy ?? []);
  const reasons = [...new Set(all.map(({ message }) => shortLine(message)))];
  const shown = singleCase([first, ...more], shownExchange(first, source), source);
  const card = cardOf(all, [shown], source, register);
  if (card === null) return null;
  return {
    ...card,
    // The card is about the cause, not about the requirement.
    statement: "",
    clauses: [],
    impact: "",
    reading: null,
    blocked: {
      checks: all.length,
      requirements: [...new Set(all.map(({ requirement }) => requirement))],
      reasons: reasons.slice(1, 1 + mostReasons),
      because: null,
      remedy: remedies.length === 0 ? null : shortLine(remedyText(...remedies)),
    },
  };
}

/** Id of the exchange that kept a result from being judged; empty if none did. */
function shownExchange(result: ReportResult, { exchanges }: CardSource): string {
  // Without an answer, or else with no good one.
  const statusOf = (id: string) => exchanges[id]?.response?.status ?? 0;
  const isLacking = [
    (id: string) => statusOf(id) === 0,
    (id: string) => unavailable.has(statusOf(id)),
    (id: string) => statusOf(id) !== 200,
  ];
  for (const lacking of isLacking) {
    const id = result.exchanges.find((one) => one in exchanges && lacking(one));
    if (id !== undefined) return id;
  }
  return result.exchanges.at(-1) ?? "";
}

/** Results that share an exchange or the words for what happened to it, surface by surface. */
function byCause(
  results: readonly ReportResult[],
  source: CardSource,
): readonly (readonly ReportResult[])[] {
  const said = ({ surface, message }: ReportResult) => `${surface} said ${message}`;
  const joinedTo = new Map<string, string>();
  const causeOf = (key: string): string => {
    const other = joinedTo.get(key);
    return other === undefined ? key : causeOf(other);
  };
  for (const result of results) {
    const shown = shownExchange(result, source);
    const [one, other] = [causeOf(said(result)), causeOf(`exchange ${shown}`)];
    if (shown !== "" && one !== other) joinedTo.set(one, other);
  }
  return [...group(results, (result) => causeOf(said(result))).values()];
}
