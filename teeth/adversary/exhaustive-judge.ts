import { checkKey } from "../../contracts/check-key.ts";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { authStyles } from "../../contracts/vocabulary.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { startEmbedded } from "../../run/reference-target.ts";
import { allChecks } from "../../suites/checks/all-checks.ts";
import { planRun } from "../../suites/engine/planning.ts";
import type { Check } from "../../suites/model/check.ts";
import { createTarget } from "../../suites/model/target.ts";
import { judgeAll } from "../../suites/session/judge-all.ts";
import { inProcess } from "../judging/in-process.ts";

/** Other generated requests than those of a run, and more of them. */
const robustness = { seed: 20_260_525, runs: 3 };

/** Judges a server with every check in every style and with more requests than any run sends. */
export interface ExhaustiveJudge {
  /** The ids of the requirements that a server breaks. */
  judge(deviations: readonly Deviation[]): Promise<readonly string[]>;
}

/** What fails on the healthy server when judged like this says nothing about another one. */
export async function createExhaustiveJudge(): Promise<ExhaustiveJudge> {
  const contracts = loadCatalogue();
  const embedded = await startEmbedded();
  await embedded.close();
  const target = createTarget({ ...embedded, robustness }, embedded.keys, contracts);
  const checks = allChecks.filter(({ kind }) => kind !== "description").map(inEveryStyle);
  const plan = planRun(checks, target, contracts, loadRegister());
  const serve = inProcess({ embedded, exchanges: new Map() });
  const broken = (deviations: readonly Deviation[]) =>
    serve(deviations, async (_, source) => {
      const results = await judgeAll(plan, source);
      return results.filter(({ outcome }) => outcome === "fail" || outcome === "warn");
    });
  const usual = new Set((await broken([])).map(checkKey));
  return {
    async judge(deviations) {
      const found = (await broken(deviations)).filter((result) => !usual.has(checkKey(result)));
      return [...new Set(found.map(({ requirement }) => requirement))].sort();
    },
  };
}

/** Where a check uses one style by rotation, it uses all. */
function inEveryStyle(check: Check): Check {
  const where: Check["where"] = (target, contracts) => {
    const cells = check
      .where(target, contracts)
      .flatMap((cell) =>
        cell.auth === null ? [cell] : authStyles.map((auth) => ({ ...cell, auth })),
      );
    return [...new Map(cells.map((cell) => [JSON.stringify(cell), cell])).values()];
  };
  return { ...check, where };
}
