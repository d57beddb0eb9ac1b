import { checkKey } from "../../contracts/check-key.ts";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import { missingReasons } from "../../harness/exchanges/replay-source.ts";
import { canonicalJson } from "../../reporters/model/digest.ts";
import type { Report, ReportExchanges, ReportResult } from "../../reporters/model/report.ts";
import { outOfTime } from "../../suites/engine/judging-time.ts";
import { isEndedFromOutside } from "../end-reasons.ts";

/** One check whose result in the report differs from the result when it is judged again. */
export interface ResultDifference {
  readonly result: CheckResult;
  /** One line with both results. */
  readonly text: string;
}

export interface ComparedResults {
  readonly differences: readonly ResultDifference[];
  /**
   * Checks with a different result that depend on an exchange whose recorded body was truncated or
   * redacted, or on the time that judging took: the difference shows nothing.
   */
  readonly untold: readonly ResultDifference[];
  /** Checks that the run had not judged when it was ended, with their results when judged again. */
  readonly open: readonly ResultDifference[];
  /** The results of judging again, or those of the report if that can't be determined. */
  readonly results: readonly CheckResult[];
}

/** Compares the results of a report with those that were judged again. Pure. */
export function compareResults(
  report: Pick<Report, "results" | "exchanges" | "ended">,
  again: readonly CheckResult[],
): ComparedResults {
  const claimed = new Map(report.results.map((result) => [checkKey(result), result]));
  const anyImpaired = Object.keys(report.exchanges).some((id) => isImpaired(report.exchanges, id));
  const slow = new Set([...report.results, ...again].filter(isOutOfTime).map(endpointOf));
  const differences: ResultDifference[] = [];
  const untold: ResultDifference[] = [];
  const open: ResultDifference[] = [];
  const results = again.map((result) => {
    const claim = claimed.get(checkKey(result));
    claimed.delete(checkKey(result));
    if (claim === undefined) {
      differences.push({ result, text: `not in the report, judged again: ${brief(result)}` });
      return result;
    }
    const word = wordOf(claim);
    if (isUnmade(word)) {
      differences.push({ result, text: `${brief(claim)} in the report, which no run gives` });
      return result;
    }
    if (canonicalJson(word) === canonicalJson(result)) return result;
    if (isOpen(word, report)) {
      open.push({ result, text: `not judged, judged again: ${brief(result)}` });
      return word;
    }
    // Failing responses to other checks' requests are only counted; those that are not recorded whole can't be
    // counted again.
    if (anyImpaired && canonicalJson(withoutAlso(word)) === canonicalJson(withoutAlso(result))) {
      return word;
    }
    const text = `${brief(claim)} in the report, judged again: ${brief(result)}`;
    const rests = [...claim.exchanges, ...result.exchanges];
    const isPlanned = canonicalJson(plannedOf(word)) === canonicalJson(plannedOf(result));
    const isUnsure =
      slow.has(endpointOf(result)) || rests.some((id) => isImpaired(report.exchanges, id));
    if (isPlanned && isUnsure) {
      untold.push({ result, text });
      return word;
    }
    differences.push({ result, text });
    return result;
  });
  for (const result of claimed.values()) {
    differences.push({
      result,
      text: `${brief(result)} in the report, not part of a run with this configuration`,
    });
  }
  return { differences, untold, open, results };
}

/** Whether a result can only be that of judging an incomplete recording. */
function isUnmade({ message }: CheckResult): boolean {
  return Object.values(missingReasons).some((reason) => message.includes(reason));
}

/** Whether a result is that of a check which a run had not judged when it was ended from outside. */
function isOpen(word: CheckResult, { ended }: Pick<Report, "ended">): boolean {
  const { requirement, level, surface, endpoint, version, auth, message } = word;
  const cell = { requirement, level, surface, endpoint, version, auth, message };
  const unjudged = { ...cell, outcome: "blocked", findings: [], exchanges: [] };
  return (
    isEndedFromOutside(ended) &&
    isEndedFromOutside(message) &&
    canonicalJson(word) === canonicalJson(unjudged)
  );
}

function isOutOfTime({ outcome, message, endpoint }: CheckResult | ReportResult): boolean {
  return outcome === "blocked" && message === outOfTime({ endpoint });
}

function endpointOf({ surface, endpoint }: CheckResult | ReportResult): string {
  return `${surface} ${endpoint}`;
}

/** Whether the recording of an exchange has less than what was judged. */
export function isImpaired(exchanges: ReportExchanges, id: string): boolean {
  const response = exchanges[id]?.response;
  return response?.truncated === true || response?.redacted === true;
}

/**
 * A result without the effects of waivers, exclusions and a baseline. All other members are kept, in
 * their order.
 */
function wordOf(result: ReportResult): CheckResult {
  const { status: _status, reason: _reason, red: _red, known: _known, ...word } = result;
  return word;
}

/** The parts of a result that follow from the plan alone, regardless of the responses. */
function plannedOf(result: CheckResult) {
  const { outcome: _outcome, message: _message, findings: _findings, ...rest } = result;
  const { exchanges: _exchanges, remedy: _remedy, names: _names, ...planned } = rest;
  return withoutAlso(planned);
}

function withoutAlso<T extends Pick<CheckResult, "also">>({
  also: _,
  ...rest
}: T): Omit<T, "also"> {
  return rest;
}

function brief({ outcome, message }: CheckResult): string {
  return message === "" ? outcome : `${outcome} (${message})`;
}
