import { expect, test } from "vitest";
import { folded } from "../../cli/output/folded.ts";
import { fitted, wantsColor } from "../../cli/output/output.ts";
import { pipelineOf } from "../../cli/output/pipeline.ts";

const colors: readonly [boolean, Readonly<Record<string, string>>, boolean][] = [
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: "1" }, false],
  [true, { NO_COLOR: "" }, true],
  [true, { TERM: "dumb" }, false],
  [false, { FORCE_COLOR: "1" }, true],
  [false, { FORCE_COLOR: "true" }, true],
  [true, { FORCE_COLOR: "0" }, false],
  [true, { FORCE_COLOR: "false" }, false],
  [false, { FORCE_COLOR: "" }, false],
  [false, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  [false, { CI: "true", GITHUB_ACTIONS: "true" }, false],
];
test.for(colors)("terminal %j with %j: colour %j", ([isTTY, environment, expected]) => {
  expect(wantsColor({ isTTY }, environment)).toBe(expected);
});

test.each([
  ["breaks at words", "one two three", { isTTY: true, columns: 9 }, "one two\nthree"],
  [
    "keeps a command whole",
    "run:\n  a b c d e f",
    { isTTY: true, columns: 9 },
    "run:\n  a b c d e f",
  ],
  ["keeps lines that fit", "one\ntwo", { isTTY: true, columns: 9 }, "one\ntwo"],
  [
    "keeps colours whole",
    "\u001b[1mone two three",
    { isTTY: true, columns: 9 },
    "\u001b[1mone two three",
  ],
  ["changes nothing in a log", "one two three", { isTTY: false, columns: 9 }, "one two three"],
  ["changes nothing at an unknown width", "one two three", { isTTY: true }, "one two three"],
])("a message %s", (_, text, stream, expected) => {
  expect(fitted(text, stream)).toBe(expected);
});

test("a pipeline is known by what it says of itself", () => {
  expect(pipelineOf({ GITHUB_ACTIONS: "true" })).toBe("github");
  expect(pipelineOf({ GITLAB_CI: "true" })).toBe("gitlab");
  expect(pipelineOf({ CI: "true", GITHUB_ACTIONS: "" })).toBeNull();
});

test("a part is folded under its first line, where there is more than that", () => {
  const part = (text: string, fold: string | null = "a.b") => ({ text, fold });
  const fold = (one: ReturnType<typeof part>, pipeline: "github" | "gitlab" | null) =>
    folded(one, one.text, pipeline, 1_800_000_000);
  expect(fold(part("title\nbody\nmore"), "github")).toBe(
    "::group::title\nbody\nmore\n::endgroup::",
  );
  expect(fold(part("title\nbody"), "gitlab")).toBe(
    "\u001b[0Ksection_start:1800000000:news_conformance_a.b[collapsed=true]\r\u001b[0Ktitle\nbody\n" +
      "\u001b[0Ksection_end:1800000000:news_conformance_a.b\r\u001b[0K",
  );
  expect(fold(part("title\nbody"), null)).toBe("title\nbody");
  expect(fold(part("title\nbody", null), "github")).toBe("title\nbody");
  expect(fold(part("title"), "github")).toBe("title");
});
