import { junitCases } from "./junit-elements.ts";

/** What Jenkins shows of a case. The parts that are null have no box on its page. */
export interface JenkinsCase {
  readonly name: string;
  readonly packageName: string;
  /** Without its package. */
  readonly className: string;
  readonly suite: string;
  readonly seconds: number;
  readonly status: "failed" | "skipped" | "passed";
  readonly errorDetails: string | null;
  readonly skipMessage: string | null;
  readonly stackTrace: string | null;
  readonly standardOutput: string | null;
}

/** Characters of the output of a case that are kept at each end, unless `stdioRetention` says otherwise. */
const halfOfOutput = { failed: 50_000, other: 500 };

/**
 * Reads JUnit as Jenkins' JUnit plugin does (`CaseResult`, `CaseResult/test-output.jelly`): the message is the error
 * details, the text of `<failure>` or `<error>` the stack trace. Of `<skipped>` only the message is shown.
 */
export function jenkinsCases(xml: string): readonly JenkinsCase[] {
  return junitCases(xml).map(({ suite, name, classname, time, verdict, output }) => {
    const dot = classname.lastIndexOf(".");
    const skipped = verdict?.element === "skipped" ? verdict : null;
    const broken = verdict?.element === "skipped" ? null : verdict;
    const half = broken === null ? halfOfOutput.other : halfOfOutput.failed;
    return {
      name,
      packageName: dot < 0 ? "(root)" : classname.slice(0, dot),
      className: classname.slice(dot + 1),
      suite,
      seconds: time,
      status: broken !== null ? "failed" : skipped !== null ? "skipped" : "passed",
      errorDetails: filled(broken?.attributes.message),
      skipMessage: filled(skipped?.attributes.message ?? skipped?.text),
      stackTrace: filled(broken?.text),
      standardOutput: filled(output === null ? undefined : truncated(output, half)),
    };
  });
}

function filled(text: string | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}

function truncated(text: string, half: number): string {
  const middle = text.length - 2 * half;
  if (middle <= 0) return text;
  return `${text.slice(0, half)}\n...[truncated ${middle} chars]...\n${text.slice(-half)}`;
}
