import {
  type ContractCoverage,
  neverSeen,
  type OperationCoverage,
} from "../model/contract-coverage.ts";
import { contractCoverageText, featureText, percentage } from "../text/contract-coverage-text.ts";

/** The contract coverage of one operation's responses. */
export interface ContractRow {
  /** `aggregator /search 2026-05-25`. */
  readonly name: string;
  readonly of: OperationCoverage["of"];
  readonly answers: number;
  readonly share: string;
  readonly never: readonly string[];
  readonly once: readonly string[];
}

/** The contract coverage of a run. */
export interface ContractView {
  readonly share: string;
  /** The share and the features that were never seen, in one line. */
  readonly line: string;
  readonly rows: readonly ContractRow[];
}

/** Derives the view; null if a report has no contract coverage. Pure. */
export function contractView(coverage: ContractCoverage | undefined): ContractView | null {
  // Without any response, a share would be meaningless.
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
