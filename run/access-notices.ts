import type { ReportConfiguration } from "../reporters/model/report-configuration.ts";

/** What every reader of a report must know about how its run reached the server. */
export function accessNotices(configuration: ReportConfiguration | null): readonly string[] {
  return configuration?.network.allowInsecureTls === true
    ? [
        "certificates were not verified (--allow-insecure-tls): anybody between this machine and the server could read the keys and forge the responses",
      ]
    : [];
}
