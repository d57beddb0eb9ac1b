import { contractCoverageText, featureText, percentage } from "../text/contract-coverage-text.ts";
import { type ContractCoverage, neverSeen, type OperationCoverage } from "./contract-coverage.ts";

/** What the answers of one operation showed of its contract. */
export interface ContractRow {
  /** `aggregator /search 2026-05-25`. */
  readonly name: string;
  readonly of: OperationCoverage["of"];
  readonly answers: number;
  readonly share: string;
  readonly never: readonly string[];
  readonly once: readonly string[];
}

/** What a run saw of the contracts. */
export interface ContractView {
  readonly share: string;
  /** The share and what was never seen, in one line. */
  readonly line: string;
  readonly rows: readonly ContractRow[];
}

/** Derives the view; null where a report says nothing of the contracts. Pure. */
export function contractView(coverage: ContractCoverage | undefined): ContractView | null {
  // Where nothing was answered a share of nothing would only distract.
  if (coverage === undefined || coverage.seen === 0) return null;
  const line = contractCoverageText(coverage);
  if (line === null) return null;
  return {
    share: `${percentage(coverage.seen, coverage.features)} seen`,
    line,
    rows: coverage.operations.map(({ surface, endpoint, version, of, answers, features }) => {
      const seen = features.filter((one) => one.answers > 0).length;
      return {
        name: `${surface} ${endpoint} ${version}`,
        of,
        answers,
        share: percentage(seen, features.length),
        never: neverSeen(features).map(featureText),
        once: features.filter((one) => one.answers === 1).map(featureText),
      };
    }),
  };
}
