import type { Configuration } from "../../../../harness/settings/types.ts";
import type { Deviation } from "../../../../reference/faults/fault.ts";
import type { Report } from "../../../../reporters/model/report.ts";
import { reportOf } from "../../../../run/build-run-report.ts";
import { withDescriptions } from "../../../../run/open-target.ts";
import { startEmbedded } from "../../../../run/reference-target.ts";
import { reportConfiguration } from "../../../../run/report-configuration.ts";
import { runChecks } from "../../../../run/run-checks.ts";
import { completeConfiguration } from "../../../suites/target.ts";

/** Text that would act if it were taken for anything but text. */
export const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'\`--><!--\u2028\u202e&lt;javascript:alert(3)`;

let healthy: Promise<Report> | null = null;

/** What a run comes to in which everything is right: made once for all tests of a worker. */
export function healthyReport(): Promise<Report> {
  healthy ??= reportOn([]);
  return healthy;
}

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
    const certified = await runChecks({ configuration, keys });
    return reportOf(configuration, certified, {
      runUrl: null,
      configuration: reportConfiguration(configuration, keys),
      traffic: null,
      baseline: null,
    });
  } finally {
    await embedded.close();
  }
}
