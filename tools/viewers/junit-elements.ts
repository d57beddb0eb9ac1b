import { childrenNamed, parseXml, type XmlElement } from "./xml.ts";

/** One `<testcase>` as its file has it, before a viewer makes something of it. */
export interface JUnitCase {
  readonly suite: string;
  readonly name: string;
  readonly classname: string;
  readonly time: number;
  /** Null where the file says nothing, which is a pass. */
  readonly verdict: {
    readonly element: "failure" | "error" | "skipped";
    readonly attributes: Readonly<Record<string, string>>;
    readonly text: string;
  } | null;
  /** `<system-out>`; null if there is none. */
  readonly output: string | null;
}

const verdicts = ["failure", "error", "skipped"] as const;

/** Every case of a JUnit document that has one `<testsuites>` with `<testsuite>`, in its order. */
export function junitCases(xml: string): readonly JUnitCase[] {
  return childrenNamed(parseXml(xml), "testsuite").flatMap((suite) =>
    childrenNamed(suite, "testcase").map((testcase) => ({
      suite: suite.attributes.name ?? "",
      name: testcase.attributes.name ?? "",
      classname: testcase.attributes.classname ?? "",
      time: Number(testcase.attributes.time),
      verdict: verdictOf(testcase),
      output: childrenNamed(testcase, "system-out")[0]?.text ?? null,
    })),
  );
}

function verdictOf(testcase: XmlElement): JUnitCase["verdict"] {
  for (const element of verdicts) {
    const [found] = childrenNamed(testcase, element);
    if (found !== undefined) return { element, attributes: found.attributes, text: found.text };
  }
  return null;
}
