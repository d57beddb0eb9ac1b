/** The names of the files that a run may write; what is in them, `files.ts` says. */
export const reportFileNames = [
  "report.json",
  "junit.xml",
  "report.md",
  "report.html",
  "ctrf.json",
  "badge.svg",
  "badge.json",
  "attestation.json",
  "traffic.har",
] as const;

export type ReportFileName = (typeof reportFileNames)[number];
