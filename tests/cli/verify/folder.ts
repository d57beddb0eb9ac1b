import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Deviation } from "../../../reference/faults/fault.ts";
import { findFault } from "../../../reference/faults/index.ts";
import { variants } from "../../../reference/variants/index.ts";
import type { Report } from "../../../reporters/model/report.ts";
import { verifyBundle } from "../../../run/verify/verify-bundle.ts";

/** The folder of the reports in the working directory of a run. */
export const out = "conformance-report";

/** A fault or a variant. */
export function fault(name: string): Deviation {
  const found = findFault(name) ?? variants.find((variant) => variant.name === name);
  if (found === undefined) throw new Error(`no fault or variant ${name}`);
  return found;
}

/** What verifying the reports in a working directory comes to. */
export async function verified(cwd: string) {
  const { differences, untold, report } = await verifyBundle(join(cwd, out));
  return { differences, untold, verdict: report.verdict };
}

/** The same of a folder that is what it claims to be. */
export const asClaimed = (verdict: string) => ({ differences: [], untold: [], verdict });

/** A report to tamper with. */
export type Tampered = {
  -readonly [Name in keyof Report]: Report[Name];
} & {
  // biome-ignore lint/suspicious/noExplicitAny: whoever tampers knows no types.
  [Name in "results" | "exchanges" | "counts" | "configuration" | "waivers"]: any;
};

export function reportIn(folder: string): Tampered {
  return JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
}

/** Changes the report of a folder and leaves every other file as it is. */
export function tamper(folder: string, change: (report: Tampered) => void): void {
  const report = reportIn(folder);
  change(report);
  writeFileSync(join(folder, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
}
