import { describe, expect, test } from "vitest";
import { ReportReadError, readReport } from "../../reporters/model/read-report.ts";
import { report, result } from "./fixtures.ts";

const written = () => JSON.parse(JSON.stringify(report([result({ outcome: "fail" })])));

test("reads what was written, also with a byte order mark", () => {
  expect(readReport(`\ufeff${JSON.stringify(written())}`)).toEqual(written());
});

test("fills in what an older report lacks", () => {
  const { baseline, ...older } = written();
  expect(baseline).toBeNull();
  delete older.results[0].known;
  expect(readReport(JSON.stringify(older))).toEqual(written());
});

describe("refuses", () => {
  const refused: readonly [string, () => unknown, string][] = [
    ["what is no object", () => [], "it has no schemaVersion"],
    ["a file of another kind", () => ({ waivers: [] }), "it has no schemaVersion"],
    [
      "a newer form",
      () => ({ ...written(), schemaVersion: 2 }),
      "its schemaVersion is 2, and this version of news-conformance reads 1 only",
    ],
    [
      "a report without results",
      () => ({ ...written(), results: undefined }),
      "it is not a report: the document must have required property 'results'",
    ],
    [
      "a status that there is not",
      () => ({ ...written(), results: [{ ...written().results[0], status: "fine" }] }),
      "it is not a report: /results/0/status",
    ],
    [
      "two results of one check",
      () => ({ ...written(), results: [...written().results, ...written().results] }),
      "it has two results for the same check of auth.missing-key-refused",
    ],
  ];
  test.for(refused)("%s", ([, make, message]) => {
    const text = JSON.stringify(make());
    expect(() => readReport(text)).toThrow(ReportReadError);
    expect(() => readReport(text)).toThrow(message);
  });
  test("what is not JSON", () => {
    expect(() => readReport("<testsuites/>")).toThrow(new ReportReadError("it is not JSON"));
  });
});
