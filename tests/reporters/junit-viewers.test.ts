import { describe, expect, test } from "vitest";
import { loadRegister } from "../../contracts/load.ts";
import { findFault } from "../../reference/faults/index.ts";
import { junitXml } from "../../reporters/formats/junit.ts";
import { convertedTypes, gitlabCases, gitlabWidget } from "../../tools/viewers/gitlab.ts";
import { jenkinsCases } from "../../tools/viewers/jenkins.ts";
import { junitCases } from "../../tools/viewers/junit-elements.ts";
import { exchange, register, report, result } from "./fixtures.ts";
import { reportOn } from "./formats/html/reports.ts";

/*
 * What viewers make of a case, by the rules of their own readers (tools/viewers/): Jenkins' JUnit plugin, GitLab's
 * parser of unit test reports, and the actions that annotate on GitHub.
 */

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
const xml = junitXml(written, register);
const cases = junitCases(xml);
const inJenkins = jenkinsCases(xml);
const inGitLab = gitlabCases(xml);

function caseOf<Case extends { readonly name: string }>(
  all: readonly Case[],
  requirement: string,
  place = "",
): Case {
  const found = all.find(({ name }) => name.startsWith(`${requirement} [${place}`));
  if (found === undefined) throw new Error(`no case of ${requirement} ${place}`);
  return found;
}

/** Actions on GitHub: the message, or the first two lines of the text where they don't read it. */
function inAnnotations(requirement: string, place = ""): readonly string[] {
  const { verdict } = caseOf(cases, requirement, place);
  const lines = (verdict?.text ?? "").split("\n");
  return [verdict?.attributes.message ?? "", lines.slice(0, 2).join("\n")];
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
    const { errorDetails, skipMessage } = caseOf(inJenkins, requirement, place);
    expect(errorDetails ?? skipMessage).toContain(cause);
    expect(caseOf(inGitLab, requirement, place).systemOutput?.split("\n")[0]).toContain(cause);
    for (const shown of inAnnotations(requirement, place)) expect(shown).toContain(cause);
  });

  test("messages are one line, though an answer has several", () => {
    for (const { verdict } of cases)
      expect(verdict?.attributes.message ?? "").not.toMatch(/[\n\r]/);
  });

  test("GitLab and Jenkins show the whole card of a failure, GitLab that of a warning", () => {
    expect(caseOf(inJenkins, "error.code-is-status").stackTrace).toContain("curl -sS");
    expect(caseOf(inGitLab, "error.code-is-status").systemOutput).toContain("curl -sS");
    expect(caseOf(inGitLab, "error.status-401").systemOutput).toContain("curl -sS");
  });

  test("no type of an element is one that GitLab would convert", () => {
    for (const { verdict } of cases) expect(convertedTypes).not.toContain(verdict?.attributes.type);
    for (const { status, systemOutput } of inGitLab) {
      expect(systemOutput === null).toBe(status === "success");
    }
  });
});

describe("names", () => {
  test("are told apart by themselves, as GitLab lists them in a merge request", () => {
    expect(new Set(inGitLab.map(({ name }) => name)).size).toBe(cases.length);
  });
  test("are short, and hold nothing that a server chose", () => {
    for (const { name } of cases) {
      expect(name.length).toBeLessThan(100);
      expect(name).toMatch(/^[a-z0-9.-]+ \[(aggregator|news) \/[a-z/]+ [a-z0-9 -]+\]$/);
    }
  });
  test("make packages of endpoints and classes of versions in Jenkins", () => {
    const { packageName, className } = caseOf(inJenkins, "error.code-is-status");
    expect([packageName, className]).toEqual(["aggregator.topics", "2024-01-01"]);
  });
});

test("no text of a server stands where viewers look for attachments and properties", () => {
  for (const { standardOutput } of inJenkins) {
    for (const line of standardOutput?.split("\n") ?? []) {
      expect(line).toMatch(/^\[\[PROPERTY\|(requirement|level|clause|retries)=[^[\]]*\]\]$/);
    }
  }
});

test("GitLab's sum of the case times is the time that the exchanges took", () => {
  const sum = inGitLab.reduce((total, { seconds }) => total + seconds, 0);
  expect(sum).toBeCloseTo(0.027, 6);
});

test("a request that was sent again is counted where its time is", () => {
  expect(caseOf(inJenkins, "ping.public", "news").standardOutput).toContain(
    "[[PROPERTY|retries=2]]",
  );
});

describe("a run against a server with several defects", async () => {
  const names = ["related-topic-without-id", "limit-clamped", "default-stays-behind"];
  const broken = await reportOn(names.flatMap((name) => findFault(name) ?? []));
  const text = junitXml(broken, loadRegister());
  const failed = jenkinsCases(text).filter(({ status }) => status === "failed");

  test("each message has what was expected, what came, and the place", () => {
    expect(failed.length).toBeGreaterThan(10);
    for (const { errorDetails, packageName } of failed) {
      expect(errorDetails).toMatch(/ expected .+ got .+; (aggregator|news) GET \/\S+ at \S+/);
      expect(errorDetails?.length).toBeLessThan(420);
      expect(errorDetails).toContain(packageName.split(".").at(-1));
    }
  });

  test("a failure that follows from another one names it", () => {
    const following = failed.filter(({ name }) => name.startsWith("version.no-legacy-members ["));
    expect(following.length).toBeGreaterThan(0);
    for (const { errorDetails } of following) {
      expect(errorDetails).toMatch(
        /^\/\S+: expected .*; same cause as version\.default-is-latest \(.*expected .*\)$/,
      );
    }
    const leading = failed.filter(({ name }) => name.startsWith("version.default-is-latest ["));
    for (const { errorDetails } of leading) expect(errorDetails).not.toContain("same cause");
  });

  test("the text is short enough to read, begins with the message and fits into GitLab's dialog", () => {
    for (const { stackTrace, errorDetails } of failed) {
      const [message, , ...card] = stackTrace?.split("\n") ?? [];
      expect(message).toBe(errorDetails);
      expect(card.length).toBeLessThan(150);
      // A word of a command is never broken.
      const evidence = card.slice(0, card.indexOf("  Reproduce:"));
      expect(evidence.length).toBeGreaterThan(3);
      expect(evidence.filter((line) => line.length > 72)).toEqual([]);
    }
  });

  test("Jenkins cuts nothing out of an output", () => {
    for (const { standardOutput } of jenkinsCases(text)) {
      expect(standardOutput).not.toContain("[truncated");
    }
  });

  test("the widget of GitLab counts and names the failures", () => {
    const { summary, listed } = gitlabWidget(gitlabCases(text));
    expect(summary).toMatch(
      new RegExp(`^Test summary: ${failed.length} failed, \\d+ total tests$`),
    );
    expect(listed.map(({ name }) => name)).toEqual(failed.map(({ name }) => name));
  });
});

describe("the readers", () => {
  const one = (body: string, attributes = "") =>
    `<testsuites><testsuite name="s"><testcase name="n" classname="a.b.C" time="0.5"${attributes}>${body}</testcase></testsuite></testsuites>`;
  const read = (body: string) => [jenkinsCases(one(body))[0], gitlabCases(one(body))[0]] as const;

  test("Jenkins shows of what was skipped the message alone, GitLab the text alone", () => {
    const [jenkins, gitlab] = read('<skipped message="why">more</skipped>');
    expect([jenkins?.status, jenkins?.skipMessage, jenkins?.stackTrace]).toEqual([
      "skipped",
      "why",
      null,
    ]);
    expect([gitlab?.status, gitlab?.systemOutput]).toEqual(["skipped", "more"]);
  });
  test("an element without text is its attributes to GitLab, and one of a converted type is lost", () => {
    expect(read('<failure message="m"></failure>')[1]?.systemOutput).toBe('{"message":"m"}');
    expect(read('<failure type="integer">text</failure>')[1]?.systemOutput).toBeNull();
  });
  test("Jenkins cuts the middle out of long outputs, sooner where nothing failed", () => {
    const [jenkins] = read(`<system-out>${"x".repeat(1200)}</system-out>`);
    expect(jenkins?.standardOutput).toContain("...[truncated 200 chars]...");
    const long = `<failure message="m">t</failure><system-out>${"x".repeat(1200)}</system-out>`;
    expect(read(long)[0]?.standardOutput).toHaveLength(1200);
  });
});
