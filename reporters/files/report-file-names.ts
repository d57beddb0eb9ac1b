/**
 * The files that a run may write, each with a text by which it differs from another tool's file of this name, so that
 * only the suite's own are moved or deleted. `report-files.ts` defines what is in them.
 */
export const reportFileMarks = {
  "report.json": "news-conformance",
  "junit.xml": "news-conformance",
  "report.md": "news-conformance",
  "report.html": "news-conformance",
  "ctrf.json": "news-conformance",
  // A badge has room for a word or two only.
  "badge.svg": "conformance",
  "badge.json": "conformance",
  "attestation.json": "news-conformance",
  "traffic.har": "news-conformance",
} as const;

export type ReportFileName = keyof typeof reportFileMarks;

/** In the order in which they are written. */
export const reportFileNames = Object.keys(reportFileMarks) as ReportFileName[];

/**
 * The files that a run writes however it ends. It has an attestation only if it may attest something.
 * @param har whether the traffic is written as well
 */
export function certainReportNames(har: boolean): readonly ReportFileName[] {
  return reportFileNames.filter(
    (name) => name !== "attestation.json" && (har || name !== "traffic.har"),
  );
}
