import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { checkKey } from "../../contracts/check-key.ts";
import { isObject } from "../../contracts/json.ts";
import { structureOf } from "../../contracts/json-values.ts";
import type { MatrixChoice } from "../../contracts/vocabulary.ts";
import schema from "../report.schema.json" with { type: "json" };
import type { Report, ReportResult } from "./report.ts";

/** The text is not a report of this suite; the message says why, such as `it is not JSON`. */
export class ReportReadError extends Error {}

/** Of a report whose server fails every check there are half a million values. */
const largest = { values: 4_000_000, depth: 150 };

const tooLarge = `it is not a report: it has more than ${largest.values} values, or more than ${largest.depth} levels`;

/** What older reports lack, which their schema therefore does not require. */
type Later = keyof typeof absent | "results";
type Written = Omit<Report, Later> &
  Partial<Pick<Report, Exclude<Later, "results">>> & {
    readonly results: readonly (Omit<ReportResult, "known"> & { readonly known?: boolean })[];
  };

let compiled: ValidateFunction<Written> | null = null;

function validator(): ValidateFunction<Written> {
  if (compiled !== null) return compiled;
  const ajv = new Ajv2020({ allowUnionTypes: true, strictRequired: false });
  addFormats.default(ajv);
  compiled = ajv.compile<Written>(schema);
  return compiled;
}

/**
 * Reads a report and validates it against its published schema. Members that older reports lack are added.
 * @param text of a `report.json`
 * @throws ReportReadError
 */
export function readReport(text: string): Report {
  // Counted before it is parsed, since values may take a hundred times as much memory as their text.
  const { values, depth } = structureOf(Buffer.from(text), largest);
  if (values > largest.values || depth > largest.depth) throw new ReportReadError(tooLarge);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new ReportReadError("it is not JSON");
  }
  refuseOtherVersion(value);
  const holds = validator();
  if (!holds(value)) {
    const wrong = deepest(holds.errors ?? []);
    const where = wrong?.instancePath || "the document";
    throw new ReportReadError(`it is not a report: ${where} ${wrong?.message ?? "is wrong"}`);
  }
  const results = value.results.map((result) => ({ known: false, ...result }));
  refuseTwins(results);
  refuseParts(value.configuration?.matrix);
  // A finding may name an exchange that is called like a member that all objects inherit.
  const exchanges = Object.assign(Object.create(null), value.exchanges);
  return { ...absent, ...value, exchanges, results };
}

/** What reports of older suites lack. */
const absent = {
  baseline: null,
  generated: null,
  runUrl: null,
  configuration: null,
  configurationFile: null,
  traffic: null,
  targetFlags: [],
  descriptions: {},
  ended: null,
};

/** The mistake that says most: of what may be null, not that it is not. */
function deepest(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const depth = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
  return errors.toSorted((a, b) => depth(b) - depth(a))[0];
}

/** Checked first, since a report of another version breaks the schema in many places. */
function refuseOtherVersion(value: unknown): void {
  if (!isObject(value) || value.schemaVersion === undefined) {
    throw new ReportReadError("it is not a report: it has no schemaVersion");
  }
  const current = schema.properties.schemaVersion.const;
  if (value.schemaVersion === current) return;
  throw new ReportReadError(
    `its schemaVersion is ${JSON.stringify(value.schemaVersion)?.slice(0, 40)}, and this version of ` +
      `news-conformance reads ${current} only`,
  );
}

/** Of several machines or runs, there is none after the last one. */
function refuseParts(matrix: MatrixChoice | undefined): void {
  for (const name of ["shard", "rotation"] as const) {
    const { part = 1, of = 1 } = matrix?.[name] ?? {};
    if (part <= of) continue;
    throw new ReportReadError(`/configuration/matrix/${name} is part ${part} of ${of}`);
  }
}

/** With two results for one check, it would be unclear which one is valid. */
function refuseTwins(results: readonly ReportResult[]): void {
  const seen = new Set<string>();
  for (const result of results) {
    const key = checkKey(result);
    if (seen.has(key)) {
      throw new ReportReadError(`it has two results for the same check of ${result.requirement}`);
    }
    seen.add(key);
  }
}
