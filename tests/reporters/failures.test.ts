import { expect, test } from "vitest";
import type { CheckPlace, Level, Outcome } from "../../contracts/vocabulary.ts";
import { failuresIn } from "../../reporters/model/failures.ts";
import { report, result } from "./fixtures.ts";

const place = ({ requirement, surface, endpoint, version, auth }: CheckPlace): CheckPlace => ({
  requirement,
  surface,
  endpoint,
  version,
  auth,
});

interface Case {
  readonly outcome: Outcome;
  readonly level?: Level;
  readonly failOn?: Level;
  readonly hadFailed?: boolean;
  readonly isFailure: boolean;
}

test.for<Case>([
  { outcome: "fail", isFailure: true },
  { outcome: "warn", level: "should", isFailure: false },
  { outcome: "warn", level: "should", failOn: "should", isFailure: true },
  { outcome: "pass", hadFailed: true, isFailure: false },
  { outcome: "skip", hadFailed: true, isFailure: false },
  { outcome: "blocked", isFailure: false },
  { outcome: "blocked", hadFailed: true, isFailure: true },
  { outcome: "error", isFailure: false },
  { outcome: "error", hadFailed: true, isFailure: true },
])("$outcome at $level, failing on $failOn, failed before: $hadFailed", (one) => {
  const { outcome, level = "must", failOn = "must", hadFailed = false, isFailure } = one;
  const judged = result({ outcome, level });
  const before = hadFailed ? [place(judged)] : [];
  const expected = isFailure ? [place(judged)] : [];
  expect(failuresIn(report([judged]), failOn, before)).toEqual(expected);
});
