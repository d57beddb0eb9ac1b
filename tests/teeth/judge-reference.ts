import { startEmbedded } from "../../cli/embedded.ts";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import type { CheckResult } from "../../contracts/words.ts";
import { createLiveSource } from "../../harness/live-source.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { allChecks } from "../../suites/all-checks.ts";
import { judgeAll } from "../../suites/judge-all.ts";
import { planRun } from "../../suites/planning.ts";
import { createSubject } from "../../suites/subject.ts";

/** Every check against a fresh reference server, over real HTTP, in this process. */
export async function judgeReference(
  faults: readonly Deviation[] = [],
): Promise<readonly CheckResult[]> {
  const embedded = await startEmbedded(faults);
  const network = {
    concurrency: 8,
    rate: null,
    timeoutMs: 10_000,
    retries: 2,
    headers: {},
    useProxy: false,
  };
  const configuration = { surfaces: embedded.surfaces, network };
  const contracts = loadCatalogue();
  const subject = createSubject(configuration, embedded.keys, contracts.latest);
  const live = createLiveSource({ configuration, keys: embedded.keys });
  try {
    return await judgeAll(planRun(allChecks, subject, contracts, loadRegister()), live);
  } finally {
    await live.close();
    await embedded.close();
  }
}
