import { group } from "../../contracts/group.ts";
import { surfaces } from "../../contracts/vocabulary.ts";
import { canonicalJson, sha256 } from "../model/digest.ts";
import type { Report, ReportResult } from "../model/report.ts";

const statementType = "https://in-toto.io/Statement/v1";
const testResultType = "https://in-toto.io/attestation/test-result/v0.1";

/** Something that is named together with its digest (in-toto ResourceDescriptor). */
export interface ResourceDescriptor {
  readonly name: string;
  readonly uri?: string;
  readonly digest?: { readonly sha256: string };
  readonly mediaType?: string;
}

/** An in-toto Statement with the test-result predicate. */
export interface Attestation {
  readonly _type: typeof statementType;
  readonly subject: readonly (ResourceDescriptor & Required<Pick<ResourceDescriptor, "digest">>)[];
  readonly predicateType: typeof testResultType;
  readonly predicate: {
    /** `WARNED`: conformant, but a `should` was broken, or something was waived or excluded. */
    readonly result: "PASSED" | "WARNED" | "FAILED";
    readonly configuration: readonly ResourceDescriptor[];
    readonly url?: string;
    /** Ids of requirements. */
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
  };
}

/**
 * What a report attests; null if it attests nothing: of a partial or interrupted run, of recorded traffic, and of an
 * incomplete run, for which the predicate has no value. Pure.
 *
 * @param reportDigest of `report.json`, which the attestation ties itself to: SHA-256 in hexadecimal
 */
export function attestationOf(report: Report, reportDigest: string): Attestation | null {
  if (report.partial || report.interrupted || report.ended !== null) return null;
  // Without a verified certificate it is not known who responded.
  if (report.configuration === null || report.configuration.network.allowInsecureTls) return null;
  if (report.verdict === "incomplete") return null;
  const tests = testsOf(report.results);
  return {
    _type: statementType,
    subject: [
      // First, since signing tools that are given a file look for its digest among the subjects.
      {
        name: "report.json",
        digest: { sha256: reportDigest },
        mediaType: "application/json",
      },
      ...surfaces.flatMap((surface) => {
        const url = report.target[surface];
        return url === null ? [] : [{ name: surface, uri: url, digest: { sha256: sha256(url) } }];
      }),
      { name: "contracts", digest: { sha256: bare(report.suite.contractsDigest) } },
    ],
    predicateType: testResultType,
    predicate: {
      result: resultOf(report, tests),
      configuration: [
        {
          name: "configuration",
          digest: { sha256: configurationDigest(report) },
          mediaType: "application/json",
        },
        {
          name: report.suite.name,
          uri: `pkg:npm/${report.suite.name}@${report.suite.version}`,
        },
      ],
      ...(report.runUrl === null ? {} : { url: report.runUrl }),
      ...tests,
    },
  };
}

/**
 * Digest of all input of a run: the canonical JSON of the report's `configuration`,
 * `failOn`, `allowIncomplete`, `waivers` and `exclusions`.
 */
function configurationDigest(report: Report): string {
  const { configuration, failOn, allowIncomplete, waivers, exclusions } = report;
  return sha256(canonicalJson({ configuration, failOn, allowIncomplete, waivers, exclusions }));
}

/** A digest without the name of its algorithm. */
function bare(digest: string): string {
  return digest.slice(digest.indexOf(":") + 1);
}

type Tests = Pick<Attestation["predicate"], "passedTests" | "warnedTests" | "failedTests">;

/** Each requirement once, by its worst result in any cell; one that was not judged is in no list. */
function testsOf(results: readonly ReportResult[]): Tests {
  const passedTests: string[] = [];
  const warnedTests: string[] = [];
  const failedTests: string[] = [];
  for (const [id, same] of group(results, ({ requirement }) => requirement)) {
    if (same.some(({ red }) => red)) failedTests.push(id);
    else if (same.some(({ status }) => status === "warn" || status === "waived")) {
      warnedTests.push(id);
    } else if (same.some(({ status }) => status === "pass")) passedTests.push(id);
  }
  return { passedTests, warnedTests, failedTests };
}

function resultOf(report: Report, { warnedTests }: Tests): Attestation["predicate"]["result"] {
  if (report.verdict === "non-conformant") return "FAILED";
  const excluded = report.results.some(({ status }) => status === "excluded");
  const quiet = warnedTests.length === 0 && !excluded && report.staleWaivers.length === 0;
  return quiet ? "PASSED" : "WARNED";
}
