import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { attestationOf } from "../formats/attestation.ts";
import { badgeJson, badgeSvg } from "../formats/badge.ts";
import { ctrfJson } from "../formats/ctrf.ts";
import { harOf } from "../formats/har.ts";
import { junitXml } from "../formats/junit.ts";
import { reportMarkdown } from "../formats/markdown.ts";
import { sha256 } from "../model/digest.ts";
import type { Report } from "../model/report.ts";
import type { ReportView } from "../model/report-view.ts";
import type { ReportFileName } from "./report-file-names.ts";

/** What the files of a report folder are made from. */
export interface Reported {
  readonly view: ReportView;
  /** Every exchange of the run, in the order of sending, also those that no result names. */
  readonly exchanges: readonly RecordedExchange[];
  /** Whether the traffic is written as well. */
  readonly har?: boolean;
}

/** One file of the report folder. */
export interface ReportFile {
  readonly name: ReportFileName;
  /** It depends on the report alone, so `verify` can make it again. */
  readonly remade?: true;
  /**
   * The whole text. null if this run has no such file; one that an earlier run left in the folder
   * is deleted then, so that it is not mistaken for one of this run.
   */
  readonly text: (reported: Reported) => string | null | Promise<string | null>;
}

/** Every file that a run writes; a new format is one more row. */
export const reportFiles: readonly ReportFile[] = [
  { name: "report.json", remade: true, text: ({ view }) => reportJson(view.report) },
  { name: "junit.xml", remade: true, text: ({ view }) => junitXml(view.report, view.register) },
  {
    name: "report.md",
    remade: true,
    text: ({ view }) => reportMarkdown(view),
  },
  {
    name: "report.html",
    remade: true,
    // Slow to load, and only needed to write files.
    text: async ({ view }) => (await import("../formats/html/page.tsx")).reportHtml(view),
  },
  { name: "ctrf.json", remade: true, text: ({ view }) => ctrfJson(view.report, view.register) },
  { name: "badge.svg", remade: true, text: ({ view }) => badgeSvg(view.report) },
  { name: "badge.json", remade: true, text: ({ view }) => badgeJson(view.report) },
  {
    name: "attestation.json",
    remade: true,
    text: ({ view }) => {
      const attestation = attestationOf(view.report, digestOf(view.report));
      return attestation === null ? null : json(attestation);
    },
  },
  {
    name: "traffic.har",
    remade: true,
    text: ({ view, exchanges, har = false }) => (har ? json(harOf(view.report, exchanges)) : null),
  },
];

/** Digests of the texts of reports, so that no text is made twice: one may have tens of megabytes. */
const digests = new WeakMap<Report, string>();

function reportJson(report: Report): string {
  const text = json(report);
  digests.set(report, sha256(text));
  return text;
}

function digestOf(report: Report): string {
  return digests.get(report) ?? sha256(json(report));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
