import type { Catalogue } from "../../contracts/catalogue.ts";
import { placeKey } from "../../contracts/check-key.ts";
import type { Register, Requirement } from "../../contracts/register.ts";
import {
  type AuthStyle,
  type Cell,
  type CheckResult,
  defaultVersion,
} from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { allChecks } from "../checks/all-checks.ts";
import { resultOf } from "../engine/judge.ts";
import { isOutOfTime, type JudgingLimits, outOfTime, timed } from "../engine/judging-time.ts";
import { isObservable, judgeObserved, type ObservedOutcome } from "../engine/observation.ts";
import { observationOf } from "../engine/observed-kind.ts";
import type { Selection } from "../engine/planning.ts";
import type { Check, CheckContext } from "../model/check.ts";
import { type Judged, summary } from "../model/judgement.ts";
import type { Target } from "../model/target.ts";

/** At most this many exchanges and findings are kept for one check. */
const mostKept = 20;

/** Judges recorded exchanges, one after the other. */
export interface ObservedJudge {
  /**
   * Judges every requirement that can be judged on this exchange alone.
   * @param auth the style in which it carried a key; null if that is not known
   * @returns `refused`: null if it was judged, otherwise why not; `named`: whether a result may refer to
   *   it
   */
  add(
    exchange: Exchange,
    auth: AuthStyle | null,
  ): { readonly refused: string | null; readonly named: boolean };
  /** Why exchanges were not judged, for each endpoint that ran out of time. */
  readonly late: ReadonlySet<string>;
  /** One for every check and cell that can be judged on some exchange. */
  results(redact: (text: string) => string): readonly CheckResult[];
}

/** The state of one check in one cell so far. */
interface Tally {
  readonly requirement: Requirement;
  readonly cell: Cell;
  passed: number;
  broken: number;
  /** The first exchange that was judged, and those that break the requirement. */
  readonly exchanges: string[];
  readonly findings: Judged["findings"][number][];
  /** A defect of the suite; null if there is none. */
  defect: string | null;
}

/** The checks that can be judged on recorded traffic, each with its requirement. */
export function observableChecks(register: Register): readonly (readonly [Check, Requirement])[] {
  return allChecks.flatMap((check) => {
    const requirement = register.get(check.requirement);
    const { observed } = check;
    return observed === undefined || observed.ownOnly || requirement === undefined
      ? []
      : [[check, requirement] as const];
  });
}

/** What of the traffic is judged. */
interface ObservedExtent {
  /** Everything by default. */
  readonly selection: Selection;
  /** Of the time that judging may take; those of a run by default. */
  readonly limits: JudgingLimits | undefined;
}

/** Judges recorded exchanges one by one, and sums up what each check says of them. */
export function createObservedJudge(
  target: Target,
  contracts: Catalogue,
  register: Register,
  { selection = () => true, limits }: Partial<ObservedExtent> = {},
): ObservedJudge {
  const traffic = {};
  const late = new Set<string>();
  const tallies = new Map<string, Tally>();
  const cells = new Map<Check, ReadonlyMap<string, Cell>>();
  const checks = observableChecks(register);

  /** The cell of a check for an exchange; null if the check does not apply there. */
  const cellOf = (check: Check, cell: Cell): Cell | null => {
    const known =
      cells.get(check) ??
      new Map(check.where(target, contracts).map((one) => [placeKey(one), one]));
    cells.set(check, known);
    const found = known.get(placeKey(cell));
    if (found === undefined) return null;
    return found.auth === null ? found : cell;
  };

  const tallyOf = (requirement: Requirement, cell: Cell): Tally => {
    const key = JSON.stringify([requirement.id, placeKey(cell), cell.auth]);
    const tally = tallies.get(key) ?? {
      requirement,
      cell,
      passed: 0,
      broken: 0,
      exchanges: [],
      findings: [],
      defect: null,
    };
    tallies.set(key, tally);
    return tally;
  };

  return {
    add(exchange, auth) {
      const { surface, endpoint, version } = exchange.spec;
      if (isOutOfTime(traffic, exchange.spec, limits)) {
        late.add(outOfTime(exchange.spec, limits));
        return { refused: "judging the endpoint took too long", named: false };
      }
      const listed = contracts.operation(surface, endpoint, version) !== null;
      const cell: Cell = { surface, endpoint, version: listed ? version : defaultVersion, auth };
      const context: CheckContext = { cell, target, contracts };
      const observation = timed(traffic, exchange.spec, () => observationOf(exchange, context));
      if (observation.kind === "nothing") return { refused: observation.reason, named: false };
      let judged = false;
      let named = false;
      for (const [check, requirement] of checks) {
        const own = cellOf(check, cell);
        if (own === null || !selection(requirement.id, own)) continue;
        const outcome = timed(traffic, exchange.spec, () =>
          isObservable(check, observation.kind, exchange, context)
            ? judgeObserved(check, exchange, context)
            : null,
        );
        if (outcome === null) continue;
        judged = true;
        named = note(tallyOf(requirement, own), outcome, exchange.id) || named;
      }
      return { refused: judged ? null : "no check can be judged on it alone", named };
    },
    late,
    results: (redact) => [...tallies.values()].map((tally) => resultOfTally(tally, redact)),
  };
}

/** @returns whether the result names this exchange */
function note(tally: Tally, outcome: ObservedOutcome, id: string): boolean {
  const { exchanges, findings } = tally;
  if (outcome.outcome === "pass") {
    tally.passed += 1;
    if (exchanges.length > 0) return false;
  } else if (outcome.outcome === "error") {
    tally.defect ??= outcome.message;
    if (exchanges.length >= mostKept) return false;
  } else if (outcome.outcome === "broken") {
    tally.broken += 1;
    // A broken exchange replaces one that passed.
    if (tally.broken === 1) exchanges.length = 0;
    if (tally.broken > mostKept) return false;
    findings.push(...outcome.findings.slice(0, mostKept - findings.length));
  }
  exchanges.push(id);
  return true;
}

function resultOfTally(tally: Tally, redact: (text: string) => string): CheckResult {
  const { requirement, passed, broken, findings, exchanges, defect } = tally;
  const base = { findings, exchanges };
  if (broken > 0) {
    const outcome = requirement.level === "must" ? "fail" : "warn";
    const share = `${broken} of ${broken + passed} recorded responses: `;
    return resultOf(tally, { ...base, outcome, message: share + summary(findings) }, redact);
  }
  if (defect !== null)
    return resultOf(tally, { ...base, outcome: "error", message: defect }, redact);
  return resultOf(tally, { ...base, outcome: "pass", message: "" }, redact);
}
