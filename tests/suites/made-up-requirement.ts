import type { Requirement } from "../../contracts/register.ts";

/** A requirement of no specification, for judging made-up checks. */
export function madeUpRequirement(level: "must" | "should"): Requirement {
  return {
    id: "item.made-up",
    area: "item",
    level,
    clause: "",
    clauses: [],
    statement: "",
    expected: "",
    impact: "",
    interpretation: null,
    notTested: null,
  };
}
