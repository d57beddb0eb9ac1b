import { createHash } from "node:crypto";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { attestationOf } from "../../reporters/formats/attestation.ts";
import type { RunFacts } from "../../reporters/model/build-report.ts";
import type { Report } from "../../reporters/model/report.ts";
import type { ReportConfiguration } from "../../reporters/model/report-configuration.ts";
import { report, result } from "./fixtures.ts";

/** The Statement and its predicate as in-toto's documents have them, and no member besides. */
const digest = {
  type: "object",
  minProperties: 1,
  additionalProperties: { type: "string", pattern: "^[0-9a-f]{64}$" },
};
const names = { type: "array", items: { type: "string" }, uniqueItems: true };
const schema = {
  type: "object",
  additionalProperties: false,
  required: ["_type", "subject", "predicateType", "predicate"],
  properties: {
    _type: { const: "https://in-toto.io/Statement/v1" },
    subject: {
      type: "array",
      minItems: 1,
      items: { allOf: [{ $ref: "#/$defs/descriptor" }, { required: ["digest"] }] },
    },
    predicateType: { const: "https://in-toto.io/attestation/test-result/v0.1" },
    predicate: {
      type: "object",
      additionalProperties: false,
      required: ["result", "configuration"],
      properties: {
        result: { enum: ["PASSED", "WARNED", "FAILED"] },
        configuration: { type: "array", items: { $ref: "#/$defs/descriptor" } },
        url: { type: "string", format: "uri" },
        passedTests: names,
        warnedTests: names,
        failedTests: names,
      },
    },
  },
  $defs: {
    descriptor: {
      type: "object",
      additionalProperties: false,
      // in-toto: one of these has to be there.
      anyOf: [{ required: ["uri"] }, { required: ["digest"] }, { required: ["content"] }],
      properties: {
        name: { type: "string" },
        uri: { type: "string", format: "uri" },
        digest,
        content: { type: "string" },
        downloadLocation: { type: "string" },
        mediaType: { type: "string" },
        annotations: { type: "object" },
      },
    },
  },
};
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const configuration: ReportConfiguration = {
  surfaces: {},
  keys: {
    aggregator: { own: true, revoked: false, revocable: false },
    news: { own: true, revoked: false, revocable: false },
  },
  network: { concurrency: 8, rate: null, timeoutMs: 10_000, retries: 2, headers: [] },
  matrix: { kind: "full", rotation: null },
  robustness: { seed: 1, runs: 1 },
  only: [],
  skip: [],
};

function attested(results: Parameters<typeof report>[0], facts: Partial<RunFacts> = {}) {
  const built: Report = report(results, { configuration, ...facts });
  return attestationOf(built, sha256("the text of the report"));
}

const good = result({ requirement: "ping.public", endpoint: "/ping" });
const bad = result({ outcome: "fail" });
const warned = result({ requirement: "error.status-401", level: "should", outcome: "warn" });

describe("the attestation", () => {
  test("is an in-toto Statement with the test-result predicate", () => {
    const statement = attested([good, warned, bad], { runUrl: "https://ci.example/runs/1" });
    validate(statement);
    expect(validate.errors).toBeNull();
    expect(statement?.predicate).toMatchObject({
      result: "FAILED",
      url: "https://ci.example/runs/1",
      passedTests: ["ping.public"],
      warnedTests: ["error.status-401"],
      failedTests: ["auth.missing-key-refused"],
    });
  });

  test("names the report, the targets and the contracts, each by its digest", () => {
    expect(attested([good])?.subject).toEqual([
      {
        name: "report.json",
        digest: { sha256: sha256("the text of the report") },
        mediaType: "application/json",
      },
      {
        name: "aggregator",
        uri: "http://127.0.0.1:4000/headlines",
        digest: { sha256: sha256("http://127.0.0.1:4000/headlines") },
      },
      {
        name: "news",
        uri: "http://127.0.0.1:4001",
        digest: { sha256: sha256("http://127.0.0.1:4001") },
      },
      { name: "contracts", digest: { sha256: "0".repeat(64) } },
    ]);
  });

  const waiver = { requirement: "auth.missing-key-refused", reason: "r", until: "2027-01-01" };
  test.each([
    ["all passed", [good], {}, "PASSED"],
    ["a should was broken", [good, warned], {}, "WARNED"],
    ["a failure is waived", [good, bad], { waivers: [waiver] }, "WARNED"],
    [
      "something is excluded",
      [good, bad],
      { exclusions: [{ requirement: "auth.missing-key-refused", reason: "r" }] },
      "WARNED",
    ],
    [
      "a should was broken that is to fail",
      [good, warned],
      { failOn: "should" as const },
      "FAILED",
    ],
  ])("%s: %j", (_, results, facts, expected) => {
    expect(attested(results, facts)?.predicate.result).toBe(expected);
  });

  test("another configuration has another digest, and the same one the same", () => {
    const digestOf = (facts: Partial<RunFacts>) =>
      attested([good], facts)?.predicate.configuration[0]?.digest?.sha256;
    expect(digestOf({})).toBe(digestOf({ configuration: { ...configuration } }));
    expect(digestOf({ failOn: "should" })).not.toBe(digestOf({}));
    expect(digestOf({ configuration: { ...configuration, skip: ["ping.*"] } })).not.toBe(
      digestOf({}),
    );
  });

  test.each([
    ["a partial run", attestationOf(report([good], { configuration, partial: true }), "")],
    ["an interrupted run", attested([good], { interrupted: true })],
    [
      "a run that did not verify certificates",
      attested([good], {
        configuration: {
          ...configuration,
          network: { ...configuration.network, allowInsecureTls: true },
        },
      }),
    ],
    ["an incomplete run", attested([good, result({ outcome: "blocked" })])],
    ["recorded traffic", attested([good], { configuration: null })],
  ])("there is none of %s", (_, statement) => {
    expect(statement).toBeNull();
  });
});
