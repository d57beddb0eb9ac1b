import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import type { Cell, Level, Status } from "../../contracts/vocabulary.ts";
import type { Report, ReportResult } from "../model/report.ts";
import { readingText } from "../text/reading-text.ts";
import { shortLine } from "../text/short-line.ts";
import { type CardCase, casesOf } from "./card-case.ts";
import { type CardSource, rerunLine } from "./rerun.ts";

/** Checks that could not be judged for one cause. All text is safe to print. */
export interface BlockedChecks {
  readonly checks: number;
  /** Ids, each once. */
  readonly requirements: readonly string[];
  /** Further messages for the same cause. */
  readonly reasons: readonly string[];
  /** The broken requirement that is the cause; null if it is none. */
  readonly because: string | null;
  /** What the user can set to resolve it; null if nothing would. */
  readonly remedy: string | null;
}

/**
 * Everything that a reader needs to fix one broken requirement, or to see why some checks could not be
 * judged. All text is safe to print.
 */
export interface FailureCard {
  readonly requirement: string;
  readonly level: Level;
  readonly status: Status;
  readonly statement: string;
  /** The addresses in the specification; the first is the one that states it. */
  readonly clauses: readonly string[];
  /** Every cell in which it is broken. */
  readonly cells: readonly Cell[];
  /** In how many cells it was judged: as many, or more. */
  readonly judged: number;
  /** Whether it is judged in one auth style only wherever it is broken, so that the style says nothing. */
  readonly oneStyle: boolean;
  /** What was received instead, each kind with its cells and an exchange; the one of most cells first. */
  readonly cases: readonly [CardCase, ...CardCase[]];
  readonly rerun: string;
  /** The flags that generate the same requests again; null if the requests are the same in every run. */
  readonly seed: string | null;
  /** What it means to a client. */
  readonly impact: string;
  /** Where it is written how the clause is read; null if that needs no words. */
  readonly reading: string | null;
  /** null on the card of a broken requirement. */
  readonly blocked: BlockedChecks | null;
  /** A question that the reader should answer first; null if there is none. */
  readonly doubt: string | null;
  /** The origin of parameter names that the specification does not show, one line each. */
  readonly names: readonly string[];
  /** Requirements that are broken by the same cause, which this card shows best. */
  readonly also: readonly FailureCard[];
  /** The number of checks that could not be judged for the same cause. */
  readonly blocks: number;
}

/** One card for each requirement among some results of a report, in their order. */
export function cardsOf(
  results: readonly ReportResult[],
  report: CardSource & Pick<Report, "results">,
  register: Register,
): readonly FailureCard[] {
  const judgedIn = cellsJudged(report);
  return [...group(results, ({ requirement }) => requirement)].flatMap(([requirement, same]) => {
    const card = brokenCard(same, report, register);
    return card === null ? [] : [{ ...card, judged: judgedIn(requirement) }];
  });
}

/** In how many cells a requirement was judged. */
function cellsJudged({ results }: Pick<Report, "results">): (requirement: string) => number {
  const isJudged = ({ status }: ReportResult) => !["skip", "blocked", "excluded"].includes(status);
  const counts = group(results.filter(isJudged), ({ requirement }) => requirement);
  return (requirement) => counts.get(requirement)?.length ?? 0;
}

/** The card of a requirement that is broken in one cell or several; null if there is no result. */
export function brokenCard(
  results: readonly ReportResult[],
  source: CardSource,
  register: Register,
): FailureCard | null {
  const cases = casesOf(results, source);
  return cases === null ? null : cardOf(results, cases, source, register);
}

/**
 * The card of some results of one requirement; null if there are none.
 * @param all every result that the card is about; the first gives the level and the command
 * @param cases the evidence
 */
export function cardOf(
  all: readonly ReportResult[],
  cases: FailureCard["cases"],
  source: CardSource,
  register: Register,
): FailureCard | null {
  const [first] = all;
  if (first === undefined) return null;
  const requirement = register.get(first.requirement);
  const { generated } = first;
  return {
    requirement: first.requirement,
    level: first.level,
    status: first.status,
    statement: requirement?.statement ?? "",
    clauses: requirement?.clauses ?? [],
    cells: all.map(({ surface, endpoint, version, auth }) => ({
      surface,
      endpoint,
      version,
      auth,
    })),
    judged: all.length,
    oneStyle: false,
    cases,
    rerun: rerunLine(first, source),
    seed: generated === undefined ? null : `--seed ${generated.seed} --runs ${generated.runs}`,
    impact: requirement?.impact ?? "",
    reading: readingText(requirement?.interpretation ?? null),
    blocked: null,
    doubt: doubtOf(first),
    names: (first.names ?? []).map(({ name, from }) =>
      shortLine(`parameter name: "${name}" (from ${from})`),
    ),
    also: [],
    blocks: 0,
  };
}

/** Whether the server may know a parameter by another name: it echoes its parameters without this one. */
function doubtOf({ names = [] }: ReportResult): string | null {
  const missed = names.find((one) => one.missed);
  if (missed === undefined) return null;
  const { name, from, source } = missed;
  const origin =
    source === "configuration" ? `your configuration (${from})` : `the description at ${from}`;
  return shortLine(
    `is the name "${name}" correct? It comes from ${origin}, but the parameters that the server echoes do not contain it`,
  );
}
