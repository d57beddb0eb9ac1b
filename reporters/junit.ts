import { create } from "xmlbuilder2";
import type { Register } from "../contracts/register.ts";
import { cardOf } from "./card.ts";
import { cardText } from "./card-text.ts";
import { group } from "./group.ts";
import { byCell, byCheck, type Compare } from "./order.ts";
import type { Report, ReportResult } from "./report.ts";
import { type JUnitElement, junitElement } from "./verdict.ts";
import { waiverCases } from "./waiver-text.ts";
import { escapeText } from "./xml-text.ts";

/** Columns of the cards inside of JUnit, where viewers don't wrap. */
const cardWidth = 100;

/** One `<testcase>` before it is XML. */
interface TestCase {
  readonly name: string;
  readonly className: string;
  readonly seconds: number;
  readonly element: JUnitElement;
  /** One line; empty for a pass. */
  readonly message: string;
  /** Inside of the element, such as the card. */
  readonly detail: string;
  /** Level of what is broken, or what kind of thing happened. */
  readonly type: string;
  readonly output: string;
}

interface TestSuite {
  readonly name: string;
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly cases: readonly TestCase[];
}

/**
 * The report as JUnit XML that is valid for Jenkins: a suite for each surface × endpoint × version,
 * a case for each requirement × cell. Its schema allows properties on suites only, so the suite names
 * level and clause of its requirements, and each case repeats its own in the `[[PROPERTY|name=value]]`
 * lines that viewers read from its output.
 */
export function junitXml(report: Report, register: Register): string {
  const suites = [...suitesOf(report, register), ...waiverSuite(report)];
  const root = create({ version: "1.0", encoding: "UTF-8" }).ele("testsuites", {
    name: report.suite.name,
    ...totals(suites.flatMap(({ cases }) => cases)),
    time: seconds(report.durationMs / 1000),
  });
  for (const { name, properties, cases } of suites) {
    const suite = root.ele("testsuite", {
      name: escapeText(name),
      ...totals(cases),
      skipped: String(cases.filter(({ element }) => element === "skipped").length),
      time: seconds(cases.reduce((sum, one) => sum + one.seconds, 0)),
      timestamp: report.startedAt.slice(0, 19),
    });
    const list = properties.length === 0 ? null : suite.ele("properties");
    for (const [key, value] of properties) {
      list?.ele("property", { name: escapeText(key), value: escapeText(value) });
    }
    for (const one of cases) addCase(suite, one);
  }
  return `${root.end({ prettyPrint: true })}\n`;
}

function addCase(suite: ReturnType<typeof create>, one: TestCase): void {
  const testcase = suite.ele("testcase", {
    name: escapeText(one.name),
    classname: escapeText(one.className),
    time: seconds(one.seconds),
  });
  if (one.element !== "pass") {
    const said = { message: escapeText(one.message), type: escapeText(one.type) };
    testcase.ele(one.element, said).txt(escapeText(one.detail));
  }
  if (one.output !== "") testcase.ele("system-out").txt(escapeText(one.output));
}

function totals(cases: readonly TestCase[]): Record<"tests" | "failures" | "errors", string> {
  const count = (wanted: JUnitElement) =>
    String(cases.filter(({ element }) => element === wanted).length);
  return { tests: String(cases.length), failures: count("failure"), errors: count("error") };
}

function seconds(value: number): string {
  return value.toFixed(3);
}

function suitesOf(report: Report, register: Register): readonly TestSuite[] {
  const compareCells = byCell(report.endpoints);
  const compareChecks = byCheck(register, report.endpoints);
  const inSuiteOrder: Compare<ReportResult> = (a, b) =>
    compareCells({ ...a, auth: null }, { ...b, auth: null }) || compareChecks(a, b);
  const suites = group([...report.results].sort(inSuiteOrder), suiteName);
  const timed = new Set<string>();
  return [...suites].map(([name, results]) => ({
    name,
    properties: suiteProperties(results, register),
    cases: numberEqualNames(results.map((result) => caseOf(result, report, register, timed))),
  }));
}

function suiteName({ surface, endpoint, version }: ReportResult): string {
  return `${surface} GET ${endpoint} @ ${version}`;
}

function suiteProperties(
  results: readonly ReportResult[],
  register: Register,
): TestSuite["properties"] {
  const requirements = [...group(results, ({ requirement }) => requirement)];
  const [first] = results;
  const place: TestSuite["properties"] =
    first === undefined
      ? []
      : [
          ["surface", first.surface],
          ["endpoint", first.endpoint],
          ["version", first.version],
        ];
  return [
    ...place,
    ...requirements.flatMap(([id, [result]]): TestSuite["properties"] => [
      [`${id}.level`, result?.level ?? ""],
      [`${id}.clause`, register.get(id)?.clause ?? ""],
    ]),
  ];
}

/**
 * @param timed ids of the exchanges whose time an earlier case has; a shared exchange was sent once,
 * so only the first case that judges it has its time, and sums are right
 */
function caseOf(
  result: ReportResult,
  report: Report,
  register: Register,
  timed: Set<string>,
): TestCase {
  const { requirement, surface, endpoint, version, auth, level, status } = result;
  const element = junitElement(result);
  const broken = result.red || status === "warn";
  const card = broken
    ? cardText(cardOf(result, [result], report.exchanges, register), cardWidth)
    : "";
  let milliseconds = 0;
  for (const id of result.exchanges) {
    if (!timed.has(id)) milliseconds += report.exchanges[id]?.durationMs ?? 0;
    timed.add(id);
  }
  const properties = [
    `[[PROPERTY|requirement=${requirement}]]`,
    `[[PROPERTY|level=${level}]]`,
    `[[PROPERTY|clause=${register.get(requirement)?.clause ?? ""}]]`,
  ].join("\n");
  return {
    name: auth === null ? requirement : `${requirement} [${auth}]`,
    className: [surface, ...endpoint.split("/").filter((part) => part !== ""), version].join("."),
    // Whole milliseconds, so that the rounded cases add up to their suite.
    seconds: Math.round(milliseconds) / 1000,
    element,
    message: messageOf(result),
    detail: element === "failure" ? card : "",
    type: broken ? level : status,
    output: element === "skipped" && broken ? `${properties}\n\n${card}` : properties,
  };
}

function messageOf({ status, level, red, known, message, reason }: ReportResult): string {
  if (known) return `known from the baseline (${level}): ${message}`;
  if (status === "warn" && !red) return `warning (${level}): ${message}`;
  if (status === "waived" || status === "excluded") {
    return `${status}: ${reason ?? ""}${message === "" ? "" : ` (${message})`}`;
  }
  if (status === "skip" || status === "blocked") {
    return `${status === "skip" ? "skipped" : status}: ${message}`;
  }
  return message;
}

/** Two cases of one suite with one name would be one case to a viewer. */
function numberEqualNames(cases: readonly TestCase[]): readonly TestCase[] {
  return [...group(cases, ({ name }) => name).values()].flatMap((same) =>
    same.map((one, index) => (index === 0 ? one : { ...one, name: `${one.name} (${index + 1})` })),
  );
}

/** A stale waiver makes the exit code 1, so it fails here too; an expired one is mentioned. */
function waiverSuite(report: Report): readonly TestSuite[] {
  const cases = waiverCases(report).map(
    ({ name, message, detail, stale }): TestCase => ({
      name,
      className: "waivers",
      seconds: 0,
      element: stale ? "failure" : "skipped",
      message,
      detail,
      type: stale ? "stale waiver" : "expired waiver",
      output: "",
    }),
  );
  return cases.length === 0 ? [] : [{ name: "waivers", properties: [], cases }];
}
