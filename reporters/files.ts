import type { Register } from "../contracts/register.ts";
import type { RecordedExchange } from "../contracts/words.ts";
import { badgeJson, badgeSvg } from "./badge.ts";
import { ctrfJson } from "./ctrf.ts";
import { junitXml } from "./junit.ts";
import { reportMarkdown } from "./markdown.ts";
import type { Report } from "./report.ts";

/** What the files of a report folder are made from. */
export interface Reported {
  readonly report: Report;
  readonly register: Register;
  /** Every exchange of the run, in the order of sending, also those that no result names. */
  readonly exchanges: readonly RecordedExchange[];
}

/** One file of the report folder. */
export interface ReportFile {
  readonly name: string;
  /**
   * The whole text. null where this run has no such file; one that an earlier run left in the folder
   * is deleted then, so that nobody takes it for this run's.
   */
  readonly text: (reported: Reported) => string | null | Promise<string | null>;
}

/** Every file that a run writes; a new format is one more row. */
export const reportFiles: readonly ReportFile[] = [
  { name: "report.json", text: ({ report }) => `${JSON.stringify(report, null, 2)}\n` },
  { name: "junit.xml", text: ({ report, register }) => junitXml(report, register) },
  { name: "report.md", text: ({ report, register }) => reportMarkdown(report, register) },
  { name: "ctrf.json", text: ({ report, register }) => ctrfJson(report, register) },
  { name: "badge.svg", text: ({ report }) => badgeSvg(report) },
  { name: "badge.json", text: ({ report }) => badgeJson(report) },
];
