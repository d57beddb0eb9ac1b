import { describe, expect, test } from "vitest";
import { answerLines } from "../../reporters/view/answer-lines.ts";
import {
  type BodyDetail,
  bodyLines,
  neighbourhood,
  wholeBody,
} from "../../reporters/view/body-lines.ts";

const shown = (body: unknown, pointers: readonly string[], detail: BodyDetail = neighbourhood) =>
  bodyLines(body, pointers, detail).map(
    ({ depth, text, marked }) => `${marked ? "✘" : " "}${"  ".repeat(depth)}${text}`,
  );

const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index]));

describe("the neighbourhood of what is wrong", () => {
  test("has the member, two beside it on each side, and how much is left out", () => {
    expect(shown({ ...members(9), padding: { a: 1 } }, ["/m4"])).toEqual([
      " {",
      "   … 2 more members",
      '   "m2": 2,',
      '   "m3": 3,',
      '✘  "m4": 4,',
      '   "m5": 5,',
      '   "m6": 6,',
      "   … 3 more members",
      " }",
    ]);
  });
  test("says what is missing, in its place", () => {
    expect(shown({ list: [{ name: "a" }, { id: 1 }], rest: [1] }, ["/list/1/name"])).toEqual([
      " {",
      '   "list": [',
      "     … 1 more entry",
      "     {",
      '       "id": 1',
      '✘      "name": is missing',
      "     }",
      "   ],",
      "   … 1 more member",
      " }",
    ]);
  });
  test("of an object that is wrong as a whole has its beginning", () => {
    expect(shown({ data: { 0: "a", 1: "b" }, more: { deep: [] } }, ["/data"])).toEqual([
      " {",
      '✘  "data": {',
      '     "0": "a",',
      '     "1": "b"',
      "   },",
      '   "more": { … 1 member }',
      " }",
    ]);
  });
});

describe("with nothing to point at", () => {
  test("a short body is shown whole", () => {
    expect(shown({ errors: [{ code: "X", details: { a: [1] } }] }, [])).toEqual([
      " {",
      '   "errors": [',
      "     {",
      '       "code": "X",',
      '       "details": {',
      '         "a": [',
      "           1",
      "         ]",
      "       }",
      "     }",
      "   ]",
      " }",
    ]);
  });
  test("of a long body the beginning", () => {
    const lines = shown({ ...members(20), text: "x".repeat(600) }, []);
    expect(lines).toHaveLength(9);
    expect(lines.at(-2)).toBe("   … 15 more members");
  });
});

test("no line ends inside of a name or a value", () => {
  const long = `"quoted" \u202e${"word ".repeat(100)}`;
  for (const detail of [neighbourhood, wholeBody]) {
    for (const line of shown({ [long]: long, wrong: [long] }, ["/wrong/0"], detail)) {
      expect(line).toMatch(/^[ ✘] *(?:"(?:[^"\\]|\\.)*"(?:: .*)?|[[\]{}].*),?$|… \d+ more/u);
      expect(line.length).toBeLessThan(300);
      expect(line).not.toMatch(/\u202e/);
    }
  }
});

test.each([
  ["lists", "[", "]"],
  ["objects", '{"a":', "}"],
])("a body of %s that are nested too deep to be drawn is shown as text", (_, open, close) => {
  const body = `${open.repeat(50_000)}0${close.repeat(50_000)}`;
  const response = { status: 200, headers: {}, body, bytes: body.length, truncated: false };
  for (const detail of [neighbourhood, wholeBody]) {
    const lines = answerLines(response, ["/x"], detail);
    expect(lines[0]?.text).toContain(open);
    expect(lines.every(({ text }) => text.length < 2000)).toBe(true);
  }
});
