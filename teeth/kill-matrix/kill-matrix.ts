import { type Area, areas } from "../../contracts/areas.ts";
import type { Register } from "../../contracts/register.ts";
import type { Cell } from "../../contracts/vocabulary.ts";
import type { Fault } from "../../reference/faults/fault.ts";
import type { FaultVerdict } from "../judging/fault-verdict.ts";
import type { MutantScore } from "../mutants/run-mutants.ts";
import { isWhole, type OneCellScore } from "../one-cell/run-one-cell-faults.ts";

/** One area of the kill matrix. */
export interface KillRow {
  readonly area: Area;
  /** Faults that break a requirement of this area. */
  readonly faults: { readonly total: number; readonly caught: number };
  /** Mutants of members that a requirement of this area owns; null if none were judged. */
  readonly mutants: { readonly total: number; readonly killed: number } | null;
  /** Requirements of this area that can be tested, and those that some fault tripped. */
  readonly requirements: { readonly total: number; readonly tripped: number };
}

/** The reported result of one fault. */
export interface KilledFault {
  readonly name: string;
  readonly sentence: string;
  /** Id of the requirement that it breaks. */
  readonly breaks: string;
  readonly cells: Fault["cells"];
  readonly verdict: FaultVerdict["verdict"];
  /** Cells in which that requirement failed. */
  readonly caughtIn: readonly Cell[];
  /** Undeclared failures, and declared requirements that did not fail. */
  readonly unrelated: readonly (Cell & {
    readonly requirement: string;
    readonly message: string;
  })[];
  readonly idle: readonly string[];
}

/** Which faults the suite caught, area by area. */
export interface KillMatrix {
  readonly schemaVersion: 1;
  readonly suite: { readonly version: string; readonly contractsDigest: string };
  /** Whether only some faults were selected; untripped requirements then show nothing. */
  readonly partial: boolean;
  readonly durationMs: number;
  readonly total: number;
  readonly caught: number;
  /** Names of the faults whose requirement passed. */
  readonly survivors: readonly string[];
  /** Names of the faults that were caught but broke something that they do not declare. */
  readonly unrelated: readonly string[];
  /** Requirements that no fault tripped. */
  readonly untripped: readonly string[];
  /** The mutants of the contracts; null if only some faults were selected. */
  readonly mutants: MutantScore | null;
  /** The faults that act in one cell only; null if none was selected. */
  readonly oneCell: OneCellScore | null;
  readonly areas: readonly KillRow[];
  readonly faults: readonly KilledFault[];
}

/** Facts of the run that are not in the verdicts. */
export type KillFacts = Pick<
  KillMatrix,
  "suite" | "partial" | "durationMs" | "mutants" | "oneCell"
>;

/** Whether every fault was caught without unrelated failures, and every requirement was tripped. */
export function isClean(matrix: KillMatrix): boolean {
  const { survivors, unrelated, untripped, partial, mutants, oneCell } = matrix;
  const ofContracts = [mutants?.survivors, mutants?.overruled, mutants?.misblamed].flat();
  return (
    survivors.length + unrelated.length === 0 &&
    ofContracts.every((name) => name === undefined) &&
    (oneCell === null || isWhole(oneCell)) &&
    (partial || untripped.length === 0)
  );
}

/** Adds up verdicts over the areas of the register. Pure. */
export function killMatrix(
  verdicts: readonly FaultVerdict[],
  { requirements }: Register,
  facts: KillFacts,
): KillMatrix {
  const tested = requirements.filter(({ notTested }) => notTested === null);
  const areaOf = new Map(requirements.map(({ id, area }) => [id, area]));
  const tripped = new Set(
    verdicts.flatMap(({ fault, caughtBy }) => (caughtBy.length > 0 ? [fault.breaks] : [])),
  );
  const named = (verdict: FaultVerdict["verdict"]) =>
    verdicts.filter((one) => one.verdict === verdict).map(({ fault }) => fault.name);
  return {
    schemaVersion: 1,
    ...facts,
    total: verdicts.length,
    caught: named("caught").length,
    survivors: named("survived"),
    unrelated: named("unrelated red"),
    untripped: tested.filter(({ id }) => !tripped.has(id)).map(({ id }) => id),
    areas: areas.map((area) => {
      const here = verdicts.filter(({ fault }) => areaOf.get(fault.breaks) === area);
      const owed = tested.filter((requirement) => requirement.area === area);
      return {
        area,
        faults: {
          total: here.length,
          caught: here.filter(({ verdict }) => verdict === "caught").length,
        },
        mutants: mutantsOf(facts.mutants, area),
        requirements: {
          total: owed.length,
          tripped: owed.filter(({ id }) => tripped.has(id)).length,
        },
      };
    }),
    faults: verdicts.map(written),
  };
}

function mutantsOf(score: MutantScore | null, area: Area): KillRow["mutants"] {
  if (score === null) return null;
  const { total, killed } = score.byArea.find((row) => row.area === area) ?? {
    total: 0,
    killed: 0,
  };
  return { total, killed };
}

function written({ fault, verdict, caughtBy, unrelated, idle }: FaultVerdict): KilledFault {
  return {
    name: fault.name,
    sentence: fault.sentence,
    breaks: fault.breaks,
    cells: fault.cells,
    verdict,
    caughtIn: caughtBy.map(cellOf),
    unrelated: unrelated.map((result) => ({
      ...cellOf(result),
      requirement: result.requirement,
      message: result.message,
    })),
    idle,
  };
}

function cellOf({ surface, endpoint, version, auth }: Cell): Cell {
  return { surface, endpoint, version, auth };
}
