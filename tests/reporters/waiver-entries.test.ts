import { describe, expect, test } from "vitest";
import { authStyles, type CheckResult } from "../../contracts/vocabulary.ts";
import { parseYaml } from "../../contracts/yaml.ts";
import { waiverEntries } from "../../reporters/model/waiver-entries.ts";
import { waiverEntriesText } from "../../reporters/text/waiver-entries-text.ts";
import { names } from "../../reporters/verdict/waivers.ts";
import { report, result } from "./fixtures.ts";

const versions = ["default", "2026-05-25", "2024-01-01"];
/** Every cell of `/topics` and `/search`; those for which `wrong` holds fail. */
function cells(wrong: (cell: CheckResult) => boolean): readonly CheckResult[] {
  return ["/search", "/topics"].flatMap((endpoint) =>
    versions.flatMap((version) =>
      authStyles.map((auth) => {
        const cell = result({ endpoint, version, auth });
        return { ...cell, outcome: wrong(cell) ? ("fail" as const) : ("pass" as const) };
      }),
    ),
  );
}

const requirement = "auth.missing-key-refused";
const filled = { requirement, reason: "", until: "2026-10-31" };

describe("entries are as general as the failures are", () => {
  const cases: readonly [string, (cell: CheckResult) => boolean, readonly object[]][] = [
    ["nothing fails", () => false, []],
    ["everything fails", () => true, [{}]],
    ["one endpoint", ({ endpoint }) => endpoint === "/topics", [{ endpoint: "/topics" }]],
    ["one version", ({ version }) => version === "default", [{ version: "default" }]],
    ["one style", ({ auth }) => auth === "bearer", [{ auth: "bearer" }]],
    [
      "one style at one endpoint",
      ({ auth, endpoint }) => auth === "bearer" && endpoint === "/search",
      [{ endpoint: "/search", auth: "bearer" }],
    ],
    [
      "one style, and one version of the others",
      ({ auth, version }) => auth === "bearer" || version === "default",
      [{ version: "default" }, { auth: "bearer" }],
    ],
    [
      "one cell",
      ({ endpoint, version, auth }) =>
        endpoint === "/topics" && version === "2024-01-01" && auth === "api-key",
      [{ endpoint: "/topics", version: "2024-01-01", auth: "api-key" }],
    ],
  ];
  test.for(cases)("%s", ([, wrong, patterns]) => {
    const built = report(cells(wrong));
    const entries = waiverEntries(built, []);
    expect(entries).toEqual(patterns.map((pattern) => ({ ...filled, ...pattern })));
    for (const one of built.results) {
      expect(entries.some((entry) => names(entry, one))).toBe(one.status === "fail");
    }
  });
});

test("what was not selected, skipped or known from elsewhere is not waived along", () => {
  const [first = result(), second = result(), ...rest] = cells(() => true);
  const built = report([{ ...first, outcome: "blocked" }, second]);
  const entries = waiverEntries(built, rest);
  expect(entries.filter((entry) => [first, ...rest].some((one) => names(entry, one)))).toEqual([]);
  expect(entries.filter((entry) => names(entry, second))).toHaveLength(1);
});

test("a warning is waived only where it makes the run fail", () => {
  const warned = [result({ requirement: "error.status-401", level: "should", outcome: "warn" })];
  expect(waiverEntries(report(warned), [])).toEqual([]);
  expect(waiverEntries(report(warned, { failOn: "should" }), [])).toHaveLength(1);
});

test("as YAML and as JSON they are a configuration, in which dates stay text", () => {
  const entries = waiverEntries(report(cells(({ version }) => version === "2024-01-01")), []);
  expect(parseYaml(waiverEntriesText(entries, "yaml", "non-conformant: x"))).toEqual({
    waivers: entries,
  });
  expect(JSON.parse(waiverEntriesText(entries, "json", "non-conformant: x"))).toEqual({
    waivers: entries,
  });
  expect(waiverEntriesText(entries, "yaml", "non-conformant: x")).toBe(
    "# non-conformant: x\n" +
      "# Fill in each reason: why the failure is accepted for now. An empty reason is rejected. Check each date.\n" +
      "waivers:\n" +
      "  - requirement: auth.missing-key-refused\n" +
      '    version: "2024-01-01"\n' +
      '    reason: ""\n' +
      '    until: "2026-10-31"\n',
  );
});
