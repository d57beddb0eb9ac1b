import type { CellPattern, Waiver } from "../../contracts/waivers.ts";
import type { Report } from "../model/report.ts";
import type { StaleCause } from "../verdict/waivers.ts";

const causes: Readonly<Record<StaleCause, string>> = {
  passed: "everything it covers passed",
  excluded: "an exclusion already covers it",
  "covers-nothing": "it matches no check",
};

/** A waiver that must be deleted or renewed. */
export interface WaiverCase {
  /** Position, requirement and cells: unique within a run. */
  readonly name: string;
  readonly message: string;
  readonly detail: string;
  readonly stale: boolean;
}

/** The stale waivers, which make the exit code 1, then the expired ones. */
export function waiverCases(
  report: Pick<Report, "staleWaivers" | "expiredWaivers">,
): readonly WaiverCase[] {
  return [
    ...report.staleWaivers.map(({ index, waiver, cause, line }) => ({
      name: waiverName(index, waiver),
      message: `stale: ${causes[cause]}, so it must be deleted`,
      detail: `delete this entry from "waivers": ${line}`,
      stale: true,
    })),
    ...report.expiredWaivers.map(({ index, waiver }) => ({
      name: waiverName(index, waiver),
      message: `expired on ${waiver.until} and covers nothing: ${waiver.reason}`,
      detail: "",
      stale: false,
    })),
  ];
}

function waiverName(index: number, waiver: Waiver): string {
  return `waivers[${index}] ${waiver.requirement}${patternText(waiver)}`;
}

/** ` at aggregator /topics 2024-01-01`, or empty if a pattern applies to every cell. */
export function patternText({ surface, endpoint, version, auth }: CellPattern): string {
  const parts = [surface, endpoint, version, auth].filter((part) => part !== undefined);
  return parts.length === 0 ? "" : ` at ${parts.join(" ")}`;
}
