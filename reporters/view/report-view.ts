import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import type { Report, ReportResult } from "../model/report.ts";
import { partialText } from "../text/partial-text.ts";
import { samplesText } from "../text/samples-text.ts";
import { plural } from "../text/verdict-text.ts";
import { type WaiverCase, waiverCases } from "../text/waiver-text.ts";
import { type AcceptedEntry, acceptedEntries } from "./accepted-entries.ts";
import { type BaselineView, baselineView } from "./baseline-view.ts";
import { type BrokenCards, brokenCards } from "./broken-cards.ts";
import { cardsOf, type FailureCard } from "./card.ts";
import { type ContractView, contractView } from "./contract-view.ts";
import { type DescriptionView, descriptionViews } from "./description-view.ts";
import { anyJudged } from "./explained.ts";
import { type MatrixTable, matrixOf } from "./matrix.ts";
import { type UnjudgedReason, unjudgedReasons } from "./unjudged.ts";
import { type WaitingView, waitingView } from "./waiting.ts";

/** A problem of the whole run; may hold text of a server. */
export interface ProblemView {
  readonly message: string;
  /** ` (12 checks not judged)`, or nothing. */
  readonly cost: string;
}

/**
 * Everything that the terminal, Markdown, HTML and annotations derive from a report, derived once: they
 * only lay it out, and leave out what they have no room for.
 */
export interface ReportView {
  readonly report: Report;
  readonly register: Register;
  /** Why the verdict certifies nothing; null if it does. Safe to print. */
  readonly partial: string | null;
  readonly problems: readonly ProblemView[];
  /** The stale waivers, then the expired ones. */
  readonly waiversToDelete: readonly WaiverCase[];
  readonly waivers: readonly AcceptedEntry[];
  readonly exclusions: readonly AcceptedEntry[];
  readonly baseline: BaselineView | null;
  readonly waiting: WaitingView | null;
  /** Which samples replaced configured ones, in one line that is safe to print; null if none did. */
  readonly samples: string | null;
  /** Whether anything was judged: without it the matrix would be a page of question marks. */
  readonly anyJudged: boolean;
  readonly matrix: readonly MatrixTable[];
  /**
   * What makes the run fail, beyond what a baseline knows, with what follows from the same cause: `must` before
   * `should`, as the register has them.
   */
  readonly broken: readonly FailureCard[];
  /** Failures that the baseline has too. */
  readonly known: readonly FailureCard[];
  /** What warns without making the run fail, but for what follows from a broken requirement. */
  readonly warnings: readonly FailureCard[];
  readonly waived: readonly FailureCard[];
  /** What could not be judged without a response; the cause that blocks most checks comes first. */
  readonly blocked: BrokenCards["blocked"];
  readonly unjudged: readonly UnjudgedReason[];
  readonly descriptions: readonly DescriptionView[];
  /** What the answers showed of the contracts; null if the report does not say. */
  readonly contract: ContractView | null;
  readonly resultsByRequirement: ReadonlyMap<string, readonly ReportResult[]>;
}

/** Derives the view of a report. Pure. */
export function reportView(report: Report, register: Register): ReportView {
  const cardsWhere = (isWanted: (result: ReportResult) => boolean) =>
    cardsOf(report.results.filter(isWanted), report, register);
  return {
    report,
    register,
    partial: partialText(report),
    problems: problemViews(report),
    waiversToDelete: waiverCases(report),
    ...acceptedEntries(report),
    baseline: baselineView(report),
    waiting: waitingView(report),
    samples: samplesText(report.samples),
    anyJudged: anyJudged(report),
    matrix: matrixOf(report),
    ...brokenCards(report, register),
    known: cardsWhere(({ known }) => known),
    waived: cardsWhere(({ status }) => status === "waived"),
    unjudged: unjudgedReasons(report),
    descriptions: descriptionViews(report),
    contract: contractView(report.contractCoverage),
    resultsByRequirement: group(report.results, ({ requirement }) => requirement),
  };
}

function problemViews({ problems, results }: Report): readonly ProblemView[] {
  const counts = new Map(problems.map((problem) => [problem, 0]));
  for (const { message } of results) {
    const count = counts.get(message);
    if (count !== undefined) counts.set(message, count + 1);
  }
  return problems.map((problem) => {
    const stopped = counts.get(problem) ?? 0;
    return {
      message: problem,
      cost: stopped === 0 ? "" : ` (${plural(stopped, "check")} not judged)`,
    };
  });
}
