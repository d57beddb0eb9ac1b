import { createHash } from "node:crypto";
import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { attestationOf } from "../formats/attestation.ts";
import { badgeJson, badgeSvg } from "../formats/badge.ts";
import { ctrfJson } from "../formats/ctrf.ts";
import { harOf } from "../formats/har.ts";
import { junitXml } from "../formats/junit.ts";
import { reportMarkdown } from "../formats/markdown.ts";
import type { Report } from "../model/report.ts";
import type { ReportView } from "../view/report-view.ts";
import { jsonPieces, type TextOrPieces } from "./json-pieces.ts";
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
   * What is in the file; null if this run has none. One that an earlier run left in the folder is deleted then, so
   * that it is not mistaken for one of this run.
   */
  readonly text: (reported: Reported) => TextOrPieces | null | Promise<TextOrPieces | null>;
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
      return attestation === null ? null : json(attestation, 1);
    },
  },
  {
    name: "traffic.har",
    remade: true,
    text: ({ view, exchanges, har = false }) =>
      har ? json(harOf(view.report, exchanges), 3) : null,
  },
];

/** Digests of the texts of reports, so that no text is made twice: one may have tens of megabytes. */
const digests = new WeakMap<Report, string>();

function* reportJson(report: Report): Generator<string> {
  const digest = createHash("sha256");
  for (const piece of json(report, 2)) {
    digest.update(piece);
    yield piece;
  }
  digests.set(report, digest.digest("hex"));
}

function digestOf(report: Report): string {
  const known = digests.get(report);
  if (known !== undefined) return known;
  for (const _ of reportJson(report));
  return digests.get(report) ?? "";
}

function* json(value: unknown, levels: number): Generator<string> {
  yield* jsonPieces(value, levels);
  yield "\n";
}
