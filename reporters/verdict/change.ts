import type { Status } from "../../contracts/vocabulary.ts";

/**
 * What a report says of a server by one check. `right`: it passed. `wrong`: it failed or warned.
 * `accepted`: the server is wrong, and a waiver covers it. `unjudged`: skipped, blocked, an error of
 * ours, excluded, or not in the report at all.
 */
export type Standing = "right" | "wrong" | "accepted" | "unjudged";

/**
 * How a check changed from one report to the next. `broken`: it is wrong now and was not, or was accepted
 * and is no longer. `fixed`: it was wrong and passes. `new`: it is judged now and was not.
 * `gone`: it was judged and is not. `still`: wrong in both. null: right in both, or judged in neither.
 */
export type Change = "broken" | "fixed" | "new" | "gone" | "still";

const changes: Readonly<Record<Standing, Readonly<Record<Standing, Change | null>>>> = {
  right: { right: null, wrong: "broken", accepted: "broken", unjudged: "gone" },
  wrong: { right: "fixed", wrong: "still", accepted: "still", unjudged: "gone" },
  // A waiver is a promise with a date: when it is over, the failure counts as if it were a new one.
  accepted: { right: "fixed", wrong: "broken", accepted: "still", unjudged: "gone" },
  unjudged: { right: "new", wrong: "new", accepted: "new", unjudged: null },
};

/** @param status null if the report does not have the check */
function standingOf(status: Status | null): Standing {
  if (status === "pass") return "right";
  if (status === "fail" || status === "warn") return "wrong";
  return status === "waived" ? "accepted" : "unjudged";
}

/** How a check changed; null stands for a report that does not contain it. */
export function changeOf(before: Status | null, after: Status | null): Change | null {
  return changes[standingOf(before)][standingOf(after)];
}
