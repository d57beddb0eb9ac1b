import { plural } from "../../reporters/text/verdict-text.ts";
import { type JUnitCase, junitCases } from "./junit-elements.ts";

/** What GitLab shows of a case: the name in a merge request, the rest in the dialog that the name opens. */
export interface GitLabCase {
  /** The title of the dialog. */
  readonly classname: string;
  readonly name: string;
  readonly seconds: number;
  readonly status: "failed" | "error" | "skipped" | "success";
  readonly systemOutput: string | null;
}

/** The widget of a merge request whose target branch has no report. */
export interface GitLabWidget {
  readonly summary: string;
  /** At most a hundred failures and a hundred errors are listed. */
  readonly listed: readonly GitLabCase[];
}

const mostListed = 100;

const statuses = { failure: "failed", error: "error", skipped: "skipped" } as const;

/**
 * The types that GitLab's reader of XML takes for the types of values, so that it would convert or refuse the text
 * of an element (`Hash.from_xml` of Active Support).
 */
export const convertedTypes: ReadonlySet<string> = new Set(
  (
    "array base64Binary binary boolean date dateTime datetime decimal double duration file float hexBinary " +
    "integer string symbol yaml"
  ).split(" "),
);

/**
 * Reads JUnit as GitLab does (`lib/gitlab/ci/parsers/test/junit.rb`): of `<failure>`, `<error>` and `<skipped>` the
 * text alone, without which it is their attributes; the last of equal names of a class counts.
 */
export function gitlabCases(xml: string): readonly GitLabCase[] {
  const cases = junitCases(xml).map(({ suite, name, classname, time, verdict }) => ({
    key: JSON.stringify([suite, classname, name, verdict?.element]),
    classname,
    name,
    seconds: time,
    status: verdict === null ? ("success" as const) : statuses[verdict.element],
    systemOutput: verdict === null ? null : systemOutput(verdict),
  }));
  return [...new Map(cases.map(({ key, ...one }) => [key, one])).values()];
}

function systemOutput({ attributes, text }: NonNullable<JUnitCase["verdict"]>): string | null {
  if (convertedTypes.has(attributes.type ?? "")) return null;
  return text.trim() === "" ? JSON.stringify(attributes) : text;
}

/** The widget as the names of the failures that are new (`test_suite_comparer.rb`, `widgets/test_report`). */
export function gitlabWidget(cases: readonly GitLabCase[]): GitLabWidget {
  const failed = cases.filter(({ status }) => status === "failed");
  const errors = cases.filter(({ status }) => status === "error");
  const counts = [
    ...(failed.length === 0 ? [] : [`${failed.length} failed`]),
    ...(errors.length === 0 ? [] : [plural(errors.length, "error")]),
  ];
  const results = counts.length === 0 ? "no changed test results" : counts.join(", ");
  return {
    summary: `Test summary: ${results}, ${plural(cases.length, "total test")}`,
    listed: [...failed.slice(0, mostListed), ...errors.slice(0, mostListed)],
  };
}
