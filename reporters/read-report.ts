import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Report } from "./report.ts";

/** It is no report of ours; the message says why. */
export class ReportReadError extends Error {}

/** The schema lies beside the sources, also where this code runs compiled from `dist/`. */
function schema(): object {
  const here = dirname(fileURLToPath(import.meta.url));
  for (const folder of [here, join(here, "..", "..", "reporters")]) {
    try {
      const parsed: unknown = JSON.parse(readFileSync(join(folder, "report.schema.json"), "utf8"));
      if (typeof parsed === "object" && parsed !== null) return parsed;
    } catch {
      // The other place, then.
    }
  }
  throw new Error("report.schema.json of news-conformance is missing beside its code");
}

/**
 * A report that was written before.
 * @param text of a `report.json`
 * @throws ReportReadError
 */
export function readReport(text: string): Report {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new ReportReadError("it is not JSON");
  }
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile<Report>(schema());
  if (validate(value)) return { ...absent, ...value };
  const [first] = validate.errors ?? [];
  throw new ReportReadError(
    `${first?.instancePath || "the report"} ${first?.message ?? "is wrong"}`,
  );
}

/** What reports of older suites lack. */
const absent = { runUrl: null, configuration: null, traffic: null };
