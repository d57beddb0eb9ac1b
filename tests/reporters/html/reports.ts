import { startEmbedded } from "../../../cli/embedded.ts";
import { reportConfiguration } from "../../../cli/report-configuration.ts";
import { reportOf } from "../../../cli/report-of.ts";
import { reportedDescriptions } from "../../../cli/reported-descriptions.ts";
import { certify } from "../../../cli/runner.ts";
import { withDescriptions } from "../../../cli/target.ts";
import type { Configuration } from "../../../harness/configuration/types.ts";
import type { Deviation } from "../../../reference/faults/fault.ts";
import type { Report } from "../../../reporters/report.ts";
import { completeConfiguration } from "../../suites/subject.ts";

/** Text that would act if it were taken for anything but text. */
export const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'\`--><!--\u2028\u202e&lt;javascript:alert(3)`;

/** What a run against a reference server comes to, with its descriptions. */
export async function reportOn(
  deviations: readonly Deviation[],
  change: Partial<Configuration> = {},
): Promise<Report> {
  const embedded = await startEmbedded(deviations);
  try {
    const named = Object.entries(embedded.surfaces).map(([name, surface]) => [
      name,
      { ...surface, openapi: `${surface.baseUrl}/openapi.json` },
    ]);
    const { keys } = embedded;
    const told: Configuration = {
      ...completeConfiguration,
      network: { ...completeConfiguration.network, timeoutMs: 10_000 },
      surfaces: Object.fromEntries(named),
      ...change,
    };
    const configuration = await withDescriptions(told, keys, true);
    const certified = await certify({ configuration, keys });
    return reportOf(configuration, certified, {
      runUrl: null,
      configuration: reportConfiguration(configuration, keys),
      traffic: null,
      baseline: null,
      descriptions: reportedDescriptions(configuration.surfaces, certified.exchanges),
    });
  } finally {
    await embedded.close();
  }
}
