import { type Area, areas } from "../../contracts/areas.ts";
import { loadRegister } from "../../contracts/load.ts";
import { type Allowance, allowanceOf, allowances } from "./allowances.ts";
import { judgeMutants, type MutantVerdict } from "./judge-mutants.ts";

/** Requirements that may fail before the one that owns a member, by owner; `none` if nothing owns it. */
const spokesmen: Readonly<Record<string, readonly string[]>> = {
  // An optional member that is missing from every entry.
  none: ["item.listed-members-seen", "error.details-present"],
  // A body that is not an object has no envelope.
  "error.current-members": ["error.envelope-matches-version", "error.known-envelope"],
  "error.legacy-members": [
    ...["error.envelope-matches-version", "error.known-envelope"],
    "error.geolocation-legacy-envelope",
  ],
  // An item with an unknown type belongs to no kind that could own it.
  "item.article-identifying": ["item.discriminator"],
  "item.article-types": ["item.discriminator"],
};

/** The suite's score over all mutants of the contracts. */
export interface MutantScore {
  /** Mutants that a response of the reference server shows: killed, allowed or survivors. */
  readonly total: number;
  readonly killed: number;
  /** The allowances, with the number of mutants under each. */
  readonly allowed: readonly (Pick<Allowance, "reason" | "verdict"> & { readonly count: number })[];
  /** Names of mutants that survive, or are not shown, without an allowance. */
  readonly survivors: readonly string[];
  /** Names of mutants that are killed despite an allowance, with the requirement that killed them. */
  readonly overruled: readonly string[];
  /** Names of mutants that are killed by a requirement that is not responsible for the member. */
  readonly misblamed: readonly string[];
  /** Mutants of the members that a requirement of the area owns; mutants without an owner are in no area. */
  readonly byArea: readonly {
    readonly area: Area;
    readonly total: number;
    readonly killed: number;
  }[];
}

/**
 * Runs the suite against every mutant, in this process and on one recording.
 * @param onProgress called after each mutant
 */
export async function runMutants(
  onProgress: (done: number, total: number) => void = () => {},
): Promise<MutantScore> {
  return scoreOf(await judgeMutants(onProgress));
}

/** Sums up verdicts. Pure. */
export function scoreOf(verdicts: readonly MutantVerdict[]): MutantScore {
  const killed = verdicts.filter(({ verdict }) => verdict === "killed");
  const ruled = verdicts.map((one) => ({ one, rule: allowanceOf(one) }));
  const isAllowed = ({ one, rule }: (typeof ruled)[number]) => rule?.verdict === one.verdict;
  const nameOf = ({ mutant, by }: MutantVerdict) => `${mutant.name}: ${by}`;
  const areaOf = new Map(loadRegister().requirements.map(({ id, area }) => [id, area]));
  const seen = verdicts.filter(({ verdict }) => verdict !== "unseen");
  return {
    total: seen.length,
    killed: killed.length,
    allowed: allowances.map((rule) => ({
      reason: rule.reason,
      verdict: rule.verdict,
      count: ruled.filter((entry) => entry.rule === rule && isAllowed(entry)).length,
    })),
    survivors: ruled
      .filter((entry) => entry.one.verdict !== "killed" && !isAllowed(entry))
      .map(({ one }) => one.mutant.name),
    overruled: ruled
      .filter(({ one, rule }) => one.verdict === "killed" && rule !== null && !rule.mayBeKilled)
      .map(({ one }) => nameOf(one)),
    misblamed: killed.filter((one) => !speaksFor(one)).map(nameOf),
    byArea: areas.flatMap((area) => {
      const here = seen.filter(({ mutant }) => areaOf.get(mutant.change.owner ?? "") === area);
      const dead = here.filter(({ verdict }) => verdict === "killed");
      return here.length === 0 ? [] : [{ area, total: here.length, killed: dead.length }];
    }),
  };
}

function speaksFor({ by, mutant }: MutantVerdict): boolean {
  const { owner } = mutant.change;
  return by === owner || (by !== null && (spokesmen[owner ?? "none"] ?? []).includes(by));
}
