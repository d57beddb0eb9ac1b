/** The reports could not be written; the message names the file and says why. */
export class ReportWriteError extends Error {}
