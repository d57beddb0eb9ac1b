import { describe, expect, test } from "vitest";
import { junitXml } from "../../reporters/formats/junit.ts";
import { terminalPage } from "../../reporters/formats/terminal.ts";
import { refusalReason } from "../../reporters/view/refusal-reason.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { jenkinsCases } from "../../tools/viewers/jenkins.ts";
import { exchange, register, report, result } from "./fixtures.ts";

const status = { path: "status", expected: "200", actual: "400", exchange: "x1" };

function reasonIn(body: string, finding = status, code = 400): string | null {
  const { response, ...rest } = exchange("x1", body);
  if (response === null) throw new Error("no response");
  return refusalReason(finding, { ...rest, response: { ...response, status: code } });
}

describe("what a server says of a status that is wrong", () => {
  test.each<readonly [what: string, body: unknown, reason: string | null]>([
    ["the message of a current error", { errors: [{ code: "A", message: "no b" }] }, "no b"],
    ["the message of a legacy error", { success: false, message: "no c" }, "no c"],
    ["the detail of problem details", { title: "Bad Request", detail: "no d" }, "no d"],
    ["a title alone", { title: "Bad Request" }, "Bad Request"],
    ["the first that is not blank", { errors: [{ message: " " }], message: "no e" }, "no e"],
    ["nothing in a list", [{ message: "no" }], null],
    ["nothing where messages are no texts", { errors: [null], message: 7, detail: {} }, null],
    ["a line that is safe to print", { message: "a\nb\u001b[31m" }, "a\\nb\\u001b[31m"],
  ])("%s", (_, body, reason) => {
    expect(reasonIn(JSON.stringify(body))).toBe(reason);
  });

  test("is short", () => {
    expect(reasonIn(JSON.stringify({ message: "long ".repeat(100) }))).toHaveLength(100);
  });

  test("nothing, if it is no JSON, no error, or if something else is wrong", () => {
    const body = JSON.stringify({ message: "no" });
    expect(reasonIn("<html>")).toBeNull();
    expect(reasonIn(body, status, 200)).toBeNull();
    expect(reasonIn(body, { ...status, path: "/code" })).toBeNull();
    expect(refusalReason(undefined, exchange("x1", body))).toBeNull();
    expect(refusalReason(status, null)).toBeNull();
  });
});

describe("a line that tells the cause", () => {
  const refused = exchange("x1", '{"success":false,"message":"q is unknown"}');
  const broken = (expected: string) =>
    report(
      [
        result({
          requirement: "error.status-401",
          outcome: "fail",
          message: `status: expected ${expected}, got 401`,
          findings: [{ path: "status", expected, actual: "401", exchange: "x1" }],
          exchanges: ["x1"],
        }),
      ],
      { exchanges: [refused] },
    );

  test("has what the server says, in JUnit before the place", () => {
    const [first] = jenkinsCases(junitXml(broken("200"), register));
    expect(first?.errorDetails).toBe(
      'status: expected 200, got 401: "q is unknown"; aggregator GET /topics at 2024-01-01',
    );
  });

  test("keeps what came, however long what was expected is", () => {
    const view = reportView(broken(`200 to ${"a=b&".repeat(60)}`), register);
    const lines = terminalPage({ view, width: 80, color: false, reportFolder: "r" })
      .map(({ text }) => text)
      .join("\n")
      .split("\n");
    const end = lines.slice(lines.lastIndexOf("1 requirement broken"));
    expect(end.join(" ").replace(/\s+/g, " ")).toContain(", got 401");
  });
});
