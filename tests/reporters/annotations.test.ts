import { describe, expect, test } from "vitest";
import { workflowCommand } from "../../cli/output/github-actions.ts";
import { annotationsOf, mostAnnotations } from "../../reporters/formats/annotations.ts";
import { verdictText } from "../../reporters/text/verdict-text.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { exchange, register, report, result } from "./fixtures.ts";

function failing(requirement: string, level: "must" | "should" = "must") {
  const outcome = level === "must" ? "fail" : "warn";
  return result({ requirement, level, outcome, message: "no" });
}

describe("annotations", () => {
  test("one for each requirement, whatever the number of its cells", () => {
    const broken = {
      outcome: "fail",
      message: "/code: expected 401, got 400",
      findings: [{ path: "/code", expected: "401", actual: "400", exchange: "x1" }],
      exchanges: ["x1"],
    } as const;
    const written = report(
      [
        failing("error.status-401", "should"),
        result({ ...broken, requirement: "error.code-is-status", auth: "bearer" }),
        result({ ...broken, requirement: "error.code-is-status", auth: "api-key" }),
        failing("auth.missing-key-refused"),
      ],
      { exchanges: [exchange("x1", "{}")] },
    );
    expect(annotationsOf(reportView(written, register))).toEqual([
      { level: "notice", title: "news-conformance", text: verdictText(written) },
      {
        level: "error",
        title: "auth.missing-key-refused (must, 1 cell)",
        text: [
          "no",
          "aggregator GET /topics at 2024-01-01",
          "npx news-conformance run --only auth.missing-key-refused",
          "A request without a key is refused.",
        ].join("\n"),
      },
      {
        level: "error",
        title: "error.code-is-status (must, all 2 cells)",
        text: [
          "/code: expected 401, got 400 (in a 401)",
          "aggregator GET /topics at 2024-01-01 (api-key, bearer)",
          "npx news-conformance run --only error.code-is-status",
          "The code of the legacy envelope is the status.",
        ].join("\n"),
      },
      {
        level: "warning",
        title: "error.status-401 (should, 1 cell)",
        text: [
          "no",
          "aggregator GET /topics at 2024-01-01",
          "npx news-conformance run --only error.status-401",
          "A refused key is a 401 & nothing else.",
        ].join("\n"),
      },
    ]);
  });

  test("with --fail-on should a warning is an error, after the musts", () => {
    const written = report([failing("error.status-401", "should"), failing("zzz.last")], {
      failOn: "should",
    });
    expect(
      annotationsOf(reportView(written, register)).map(({ level, title }) => `${level} ${title}`),
    ).toEqual([
      "notice news-conformance",
      "error zzz.last (must, 1 cell)",
      "error error.status-401 (should, 1 cell)",
    ]);
  });

  test("problems of the whole run and stale waivers come first", () => {
    const problem = "nothing responds at http://127.0.0.1:1";
    const blocked = report([result({ outcome: "blocked", message: problem })], {
      problems: [problem],
    });
    expect(annotationsOf(reportView(blocked, register)).slice(1)).toEqual([
      { level: "error", title: "incomplete", text: `${problem} (1 check not judged)` },
    ]);
    const stale = report([result()], {
      waivers: [
        { requirement: "auth.missing-key-refused", reason: "ticket 1", until: "2027-01-01" },
      ],
    });
    expect(annotationsOf(reportView(stale, register))[1]?.text).toMatch(/^stale: /);
  });

  test("of too many the last counts and names the rest", () => {
    const results = Array.from({ length: 23 }, (_, index) => [
      failing(`a.must-${10 + index}`),
      failing(`a.should-${10 + index}`, "should"),
    ]).flat();
    const all = annotationsOf(reportView(report(results), register));
    for (const [level, word] of [
      ["error", "must"],
      ["warning", "should"],
    ]) {
      const own = all.filter((one) => one.level === level);
      expect(own).toHaveLength(mostAnnotations);
      expect(own[0]?.title).toBe(`a.${word}-10 (${word}, 1 cell)`);
      expect(own.at(-1)?.title).toContain("and 14 more");
      expect(own.at(-1)?.text.split("\n")).toHaveLength(14);
    }
  });
});

/** What the runner makes of a line, as its own reader does it. */
function asRunner(line: string) {
  const [, command = "", property = "", data = ""] =
    /^::(\w+) title=(.*?)::(.*)$/s.exec(line) ?? [];
  const undo = (text: string) =>
    text
      .replaceAll("%0D", "\r")
      .replaceAll("%0A", "\n")
      .replaceAll("%3A", ":")
      .replaceAll("%2C", ",")
      .replaceAll("%25", "%");
  return { command, properties: property.split(","), title: undo(property), text: undo(data) };
}

test("a workflow command is one line that the runner reads back", () => {
  const title = "50%, a: b::c,file=x\ny";
  const text = "one: 1, 100 %25\na ::set-env name=X::y\r";
  const line = workflowCommand({ level: "warning", title, text });
  expect(line).not.toMatch(/[\r\n]/);
  expect(asRunner(line)).toMatchObject({ command: "warning", title });
  expect(asRunner(line).properties).toHaveLength(1);
  expect(asRunner(line).text).toBe(text);
  const older = workflowCommand({ level: "error", title: "##[group]", text: "##[add-mask]x" });
  expect(older).not.toContain("##[");
});
