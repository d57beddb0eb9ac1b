import { type Area, areas } from "../../contracts/areas.ts";
import { loadRegister } from "../../contracts/load.ts";
import { type Allowance, allowanceOf, allowances } from "./allowances.ts";
import { judgeMutants, type MutantVerdict } from "./judge-mutants.ts";

/** Requirements that may speak before the one that owns a member, by the owner; `none` where nothing owns it. */
const spokesmen: Readonly<Record<string, readonly string[]>> = {
  // Whoever drops what is optional from every entry.
  none: ["item.listed-members-seen", "error.details-present"],
  // A body that is no object is in no envelope.
  "error.current-members": ["error.envelope-matches-version", "error.known-envelope"],
  "error.legacy-members": [
    ...["error.envelope-matches-version", "error.known-envelope"],
    "error.geolocation-legacy-envelope",
  ],
  // An item whose type names no kind is of no kind that could own it.
  "item.article-identifying": ["item.discriminator"],
  "item.article-types": ["item.discriminator"],
};

/** The score of the suite over all mutants that follow from the contracts. */
export interface MutantScore {
  /** Mutants that an answer of the reference server shows: killed, allowed or survivors. */
  readonly total: number;
  readonly killed: number;
  /** What survives by a rule, with how many mutants are under it. */
  readonly allowed: readonly (Pick<Allowance, "reason" | "verdict"> & { readonly count: number })[];
  /** Names of those that survive, or are not shown, under no rule. */
  readonly survivors: readonly string[];
  /** Names of those that are killed although a rule allows them, with what killed them. */
  readonly overruled: readonly string[];
  /** Names of those that are killed by a requirement that does not speak for the member. */
  readonly misblamed: readonly string[];
  /** Mutants of the members that a requirement of the area owns; those that nothing owns are in none. */
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

/** Adds verdicts up. Pure. */
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
      .filter(({ one, rule }) => one.verdict === "killed" && rule !== null)
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
