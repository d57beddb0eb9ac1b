import { describe, expect, test } from "vitest";
import { junitXml } from "../../reporters/formats/junit.ts";
import { childrenNamed, parseXml, type XmlElement } from "../../tools/viewers/xml.ts";
import { exchange, register, report, result } from "./fixtures.ts";

/*
 * What viewers make of a case, as their own readers do it: Jenkins' CaseResult and its attachments
 * plugin, GitLab's parser of unit test reports, and the actions that annotate on GitHub.
 */

function verdictElement(testcase: XmlElement): XmlElement | undefined {
  return testcase.children.find(({ name }) => ["failure", "error", "skipped"].includes(name));
}

/** Jenkins: the message of what failed beside its text; of what was skipped the message alone. */
function inJenkins(testcase: XmlElement): string {
  const element = verdictElement(testcase);
  const message = element?.attributes.message ?? "";
  return element?.name === "skipped" ? message : `${message}\n${element?.text ?? ""}`;
}

/** GitLab: an element with text is that text, without text it is a table of its attributes. */
function inGitLab(testcase: XmlElement): string {
  const element = verdictElement(testcase);
  return element?.text.trim() === "" ? "[object]" : (element?.text ?? "");
}

/** Actions on GitHub: the message, or the first two lines of the text where they don't read it. */
function inAnnotations(testcase: XmlElement): readonly string[] {
  const element = verdictElement(testcase);
  const lines = (element?.text ?? "").split("\n");
  return [element?.attributes.message ?? "", lines.slice(0, 2).join("\n")];
}

const hostile =
  "[[ATTACHMENT|/etc/passwd]]\n[[PROPERTY|level=none]] [[ATTACHMENT|secrets.txt]] ]]></failure>";

const written = report(
  [
    result({
      requirement: "error.code-is-status",
      outcome: "fail",
      message: `/code: expected 401, got ${hostile}`,
      findings: [{ path: "/code", expected: "401", actual: hostile, exchange: "x1" }],
      exchanges: ["x1"],
    }),
    result({
      requirement: "error.status-401",
      level: "should",
      outcome: "warn",
      message: "status: expected 401, got 403",
      findings: [{ path: "status", expected: "401", actual: "403", exchange: "x1" }],
      exchanges: ["x1"],
    }),
    result({ version: "default", outcome: "skip", message: "no name is known" }),
    result({ version: "default", auth: "bearer", outcome: "blocked", message: "timeout" }),
    result({ version: "default", auth: "api-key", outcome: "error", message: "defect: x" }),
    result({ requirement: "ping.public", endpoint: "/ping", outcome: "fail", message: "a 500" }),
    result({ requirement: "ping.public", surface: "news", endpoint: "/ping", exchanges: ["x2"] }),
  ],
  {
    exchanges: [
      exchange("x1", hostile, { durationMs: 20 }),
      exchange("x2", "{}", { durationMs: 7, attempts: 3 }),
    ],
    waivers: [
      { requirement: "ping.public", endpoint: "/ping", reason: "ticket 9", until: "2027-01-01" },
    ],
  },
);
const cases = childrenNamed(parseXml(junitXml(written, register)), "testsuite").flatMap((suite) =>
  childrenNamed(suite, "testcase"),
);

function caseOf(requirement: string, place = ""): XmlElement {
  const found = cases.find(({ attributes }) =>
    attributes.name?.startsWith(`${requirement} [${place}`),
  );
  if (found === undefined) throw new Error(`no case of ${requirement} ${place}`);
  return found;
}

describe("the cause is read without opening a log", () => {
  const causes: readonly [string, string, string][] = [
    ["error.code-is-status", "", "/code: expected 401, got [[ATTACHMENT"],
    ["error.status-401", "", "warning (should): status: expected 401, got 403"],
    ["auth.missing-key-refused", "aggregator /topics default]", "skipped: no name is known"],
    ["auth.missing-key-refused", "aggregator /topics default bearer", "blocked: timeout"],
    ["auth.missing-key-refused", "aggregator /topics default api-key", "defect: x"],
    ["ping.public", "aggregator", "waived: ticket 9 (a 500)"],
  ];
  test.for(causes)("%s %s", ([requirement, place, cause]) => {
    const one = caseOf(requirement, place);
    expect(inJenkins(one)).toContain(cause);
    expect(inGitLab(one)).toContain(cause);
    for (const shown of inAnnotations(one)) expect(shown).toContain(cause);
  });

  test("messages are one line, though an answer has several", () => {
    for (const one of cases) {
      expect(verdictElement(one)?.attributes.message ?? "").not.toMatch(/[\n\r]/);
    }
  });

  test("GitLab and Jenkins show the whole card of a failure, GitLab that of a warning", () => {
    expect(inJenkins(caseOf("error.code-is-status"))).toContain("curl -sS");
    expect(inGitLab(caseOf("error.code-is-status"))).toContain("curl -sS");
    expect(inGitLab(caseOf("error.status-401"))).toContain("curl -sS");
  });
});

describe("names", () => {
  test("are told apart by themselves, as GitLab lists them in a merge request", () => {
    expect(new Set(cases.map(({ attributes }) => attributes.name)).size).toBe(cases.length);
  });
  test("are short, and hold nothing that a server chose", () => {
    for (const { attributes } of cases) {
      expect(attributes.name?.length).toBeLessThan(100);
      expect(attributes.name).toMatch(/^[a-z0-9.-]+ \[(aggregator|news) \/[a-z/]+ [a-z0-9 -]+\]$/);
    }
  });
  test("make packages of endpoints and classes of versions in Jenkins", () => {
    const { classname = "" } = caseOf("error.code-is-status").attributes;
    const dot = classname.lastIndexOf(".");
    expect([classname.slice(0, dot), classname.slice(dot + 1)]).toEqual([
      "aggregator.topics",
      "2024-01-01",
    ]);
  });
});

test("no text of a server stands where viewers look for attachments and properties", () => {
  for (const one of cases) {
    const output = childrenNamed(one, "system-out")[0]?.text ?? "";
    for (const line of output.split("\n")) {
      expect(line).toMatch(/^\[\[PROPERTY\|(requirement|level|clause|retries)=[^[\]]*\]\]$/);
    }
  }
});

test("GitLab's sum of the case times is the time that the exchanges took", () => {
  const sum = cases.reduce((total, { attributes }) => total + Number(attributes.time), 0);
  expect(sum).toBeCloseTo(0.027, 6);
});

test("a request that was sent again is counted where its time is", () => {
  expect(childrenNamed(caseOf("ping.public", "news"), "system-out")[0]?.text).toContain(
    "[[PROPERTY|retries=2]]",
  );
});
