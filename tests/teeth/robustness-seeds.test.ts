import { describe, expect, test } from "vitest";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import { createLiveSource } from "../../harness/exchanges/live-source.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { robustnessFaults } from "../../reference/faults/robustness.ts";
import { startEmbedded } from "../../run/reference-target.ts";
import { robustnessChecks } from "../../suites/checks/robustness.ts";
import { planRun } from "../../suites/engine/planning.ts";
import { createTarget } from "../../suites/model/target.ts";
import { judgeAll } from "../../suites/session/judge-all.ts";
import { faultVerdict } from "../../teeth/judging/fault-verdict.ts";
import { localNetwork } from "../../teeth/judging/with-server.ts";

/** What is caught must not hang on the seed that happens to be the default. */
async function judged(
  faults: readonly Deviation[],
  robustness: { readonly seed: number; readonly runs: number },
): Promise<readonly CheckResult[]> {
  const embedded = await startEmbedded(faults);
  const configuration = {
    surfaces: embedded.surfaces,
    network: localNetwork,
    robustness,
  };
  const contracts = loadCatalogue();
  const target = createTarget(configuration, embedded.keys, contracts);
  const live = createLiveSource({ configuration, keys: embedded.keys });
  try {
    const planned = planRun(robustnessChecks, target, contracts, loadRegister());
    return await judgeAll(planned, live);
  } finally {
    await live.close();
    await embedded.close();
  }
}

test.each([2, 20_260_525])("with seed %i the reference server passes", async (seed) => {
  const results = await judged([], { seed, runs: 8 });
  const rest = results.filter(({ outcome }) => outcome !== "pass");
  expect(rest.map(({ requirement, message }) => `${requirement}: ${message}`)).toEqual([]);
});

describe.concurrent("with another seed every fault is caught, by nothing unrelated", () => {
  test.each(robustnessFaults.map((fault) => [fault.name, fault] as const))(
    "%s",
    async (_, fault) => {
      const results = await judged([fault], { seed: 20_260_525, runs: 1 });
      const { verdict, unrelated } = faultVerdict(fault, results);
      expect({ verdict, unrelated }).toEqual({ verdict: "caught", unrelated: [] });
    },
  );
});
