import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../../reporters/model/report.ts";

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
