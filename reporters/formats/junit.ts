import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import type { Report, ReportResult } from "../model/report.ts";
import { shortLine } from "../text/short-line.ts";
import { targetText } from "../text/target-text.ts";
import { waiverCases } from "../text/waiver-text.ts";
import { type XmlElement, xmlDocument, xmlElement } from "../text/xml-text.ts";
import { type JUnitElement, junitElement } from "../verdict/verdict.ts";
import { cardText } from "../view/card-text.ts";
import { caseCard, type TestCase, testCases } from "../view/case.ts";

/** Columns of the cards inside of JUnit: viewers do not wrap, and the dialog of GitLab is narrow. */
const cardWidth = 72;

/** One `<testcase>` before it is XML. */
interface CaseElement {
  readonly name: string;
  readonly className: string;
  readonly seconds: number;
  readonly element: JUnitElement;
  /** One line; empty for a pass. */
  readonly message: string;
  /** The text of the element, which begins with the message: some viewers show only this. */
  readonly detail: string;
  /** Level of what is broken, or what kind of thing happened. */
  readonly type: string;
  /** Nothing from a server: viewers obey lines such as `[[ATTACHMENT|path]]` here. */
  readonly output: string;
}

interface SuiteElement {
  readonly name: string;
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly cases: readonly CaseElement[];
}

/**
 * The report as JUnit XML that is valid for Jenkins: a suite for each surface × endpoint × version,
 * a case for each requirement × cell. Its schema allows properties on suites only, so the suite names
 * level and clause of its requirements, and each case repeats its own in the `[[PROPERTY|name=value]]`
 * lines that viewers read from its output.
 *
 * Viewers differ in what they read. Jenkins shows the message and the text, and makes packages and classes of the
 * dots in a class name. GitLab shows the text alone and, in a merge request, the name alone. Tools that annotate on
 * GitHub take the message, or the first lines of the text. The message is therefore one line that says what was
 * expected and what was received, the text begins with it, and the name says where.
 */
export function junitXml(report: Report, register: Register): string {
  const suites = [...suitesOf(report, register), ...waiverSuite(report)];
  const cases = suites.flatMap((suite) => suite.cases);
  const attributes = {
    name: nameOf(report),
    ...totals(cases),
    time: seconds(report.durationMs / 1000),
  };
  const content = suites.map((suite) => suiteXml(suite, report.startedAt));
  return xmlDocument(xmlElement("testsuites", attributes, content));
}

function suiteXml({ name, properties, cases }: SuiteElement, startedAt: string): XmlElement {
  const attributes = {
    name,
    ...totals(cases),
    skipped: String(cases.filter((one) => one.element === "skipped").length),
    time: seconds(cases.reduce((sum, one) => sum + one.seconds, 0)),
    timestamp: startedAt.slice(0, 19),
  };
  const named = properties.map(([key, value]) => xmlElement("property", { name: key, value }));
  const list = named.length === 0 ? [] : [xmlElement("properties", {}, named)];
  return xmlElement("testsuite", attributes, [...list, ...cases.map(caseXml)]);
}

/** A viewer shows this above the cases, which alone do not say that some were left out. */
function nameOf({ suite, target, partial, traffic }: Report): string {
  const isPartial = partial && traffic === null;
  return `${suite.name}: ${targetText(target)}${isPartial ? " (a partial run)" : ""}`;
}

function caseXml(one: CaseElement): XmlElement {
  const attributes = { name: one.name, classname: one.className, time: seconds(one.seconds) };
  const { message, type } = one;
  return xmlElement("testcase", attributes, [
    ...(one.element === "pass" ? [] : [xmlElement(one.element, { message, type }, one.detail)]),
    ...(one.output === "" ? [] : [xmlElement("system-out", {}, one.output)]),
  ]);
}

function totals(cases: readonly CaseElement[]): Record<"tests" | "failures" | "errors", string> {
  const count = (wanted: JUnitElement) =>
    String(cases.filter(({ element }) => element === wanted).length);
  return { tests: String(cases.length), failures: count("failure"), errors: count("error") };
}

function seconds(value: number): string {
  return value.toFixed(3);
}

function suitesOf(report: Report, register: Register): readonly SuiteElement[] {
  return [...group(testCases(report, register), ({ suite }) => suite)].map(([name, cases]) => ({
    name,
    properties: suiteProperties(
      cases.map(({ result }) => result),
      report,
      register,
    ),
    cases: cases.map((one) => caseElement(one, report, register)),
  }));
}

function suiteProperties(
  results: readonly ReportResult[],
  report: Report,
  register: Register,
): SuiteElement["properties"] {
  const requirements = [...group(results, ({ requirement }) => requirement)];
  const [first] = results;
  const place: SuiteElement["properties"] =
    first === undefined
      ? []
      : [
          ["surface", first.surface],
          ["endpoint", first.endpoint],
          ["version", first.version],
        ];
  return [
    ["target", targetText(report.target)],
    ...report.problems.map((problem): readonly [string, string] => ["problem", shortLine(problem)]),
    ...place,
    ...requirements.flatMap(([id, [result]]): SuiteElement["properties"] => [
      [`${id}.level`, result?.level ?? ""],
      [`${id}.clause`, register.get(id)?.clause ?? ""],
    ]),
  ];
}

function caseElement(one: TestCase, report: Report, register: Register): CaseElement {
  const { result, name, message, milliseconds, retries } = one;
  const { requirement, surface, endpoint, version, level, status } = result;
  const element = junitElement(result);
  const broken = result.red || status === "warn";
  const card = caseCard(result, report, register);
  const properties = [
    `[[PROPERTY|requirement=${requirement}]]`,
    `[[PROPERTY|level=${level}]]`,
    `[[PROPERTY|clause=${register.get(requirement)?.clause ?? ""}]]`,
    ...(retries === 0 ? [] : [`[[PROPERTY|retries=${retries}]]`]),
  ];
  return {
    name,
    className: [surface, ...endpoint.split("/").filter((part) => part !== ""), version].join("."),
    // Whole milliseconds, so that the rounded cases add up to their suite.
    seconds: milliseconds / 1000,
    element,
    message,
    detail: [message, ...(card === null ? [] : [cardText(card, cardWidth)])].join("\n\n"),
    type: broken ? level : status,
    output: properties.join("\n"),
  };
}

/** A stale waiver makes the exit code 1, so it fails here too; an expired one is mentioned. */
function waiverSuite(report: Report): readonly SuiteElement[] {
  const cases = waiverCases(report).map(
    ({ name, message, detail, stale }): CaseElement => ({
      name,
      className: "waivers",
      seconds: 0,
      element: stale ? "failure" : "skipped",
      message,
      detail: detail === "" ? message : `${message}\n\n${detail}`,
      type: stale ? "stale waiver" : "expired waiver",
      output: "",
    }),
  );
  return cases.length === 0 ? [] : [{ name: "waivers", properties: [], cases }];
}
