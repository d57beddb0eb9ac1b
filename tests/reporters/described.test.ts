import { describe, expect, test } from "vitest";
import type { DriftRow } from "../../description/drift.ts";
import { terminalText } from "../../reporters/formats/terminal.ts";
import { displayWidth } from "../../reporters/text/columns.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { register, report, result } from "./fixtures.ts";

const row = (differing: Partial<DriftRow>): DriftRow => ({
  endpoints: ["/search"],
  versions: ["2024-01-01"],
  statuses: [200],
  member: "/total",
  specification: "required integer",
  description: "required integer",
  server: "integer in 3, absent in 1",
  looser: [],
  stricter: [],
  breaks: [],
  ...differing,
});

function terminal(drift: readonly DriftRow[], width = 80): string {
  const written = report([result()], {
    descriptions: {
      news: {
        source: "https://a.example/openapi.json",
        openapi: "3.1.0",
        problem: null,
        roles: [],
        drift,
        driftLeftOut: 0,
      },
    },
  });
  const view = reportView(written, register);
  const text = terminalText({ view, width, color: false, reportFolder: null });
  return /OpenAPI description[\s\S]*?\n\n/.exec(text)?.[0].trim() ?? "";
}

describe("a description in the terminal", () => {
  test("that agrees takes two lines", () => {
    expect(terminal([])).toBe(
      "OpenAPI description of the news surface\n" +
        "  https://a.example/openapi.json (OpenAPI 3.1.0), no drift",
    );
  });
  test("that drifts has a table by place, with words where the columns do not tell", () => {
    const text = terminal([
      row({ member: "/own", specification: null, description: null, server: "string in 4" }),
      row({ member: "/size", description: "number", looser: ["number 1.5"] }),
      row({ breaks: [{ of: "specification", expected: "member present", actual: "absent" }] }),
    ]);
    expect(text).toMatchInlineSnapshot(`
      "OpenAPI description of the news surface
        https://a.example/openapi.json (OpenAPI 3.1.0)
          member  specification     description  server
        /search at 2024-01-01: 200
          /own    –                 –            string in 4
          /size   required integer  number       integer in 3, absent in 1
            the description allows number 1.5
        1 member where the description is right and the server differs"
    `);
  });
  test("fits into a narrow terminal", () => {
    const long = `/${"very_long_name/".repeat(20)}`;
    const text = terminal([row({ member: long, description: null })], 60);
    expect(text.split("\n").filter((line) => displayWidth(line) > 60)).toEqual([]);
  });
});
