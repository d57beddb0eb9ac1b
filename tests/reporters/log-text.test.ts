import { describe, expect, test } from "vitest";
import { withoutCommands } from "../../reporters/text/log-text.ts";

describe("what would be a command to a runner of pipelines", () => {
  const cases: readonly [string, string][] = [
    ["::set-env name=PATH::x", "\\u003a:set-env name=PATH::x"],
    ["a\n  ::error::x", "a\n  \\u003a:error::x"],
    ["\u00a0\t::stop-commands::x", "\u00a0\t\\u003a:stop-commands::x"],
    ["\u001b[31m ::error::x", "\u001b[31m \\u003a:error::x"],
    ["in the middle ##[add-mask]x", "in the middle #\\u0023[add-mask]x"],
    ["###[debug]", "##\\u0023[debug]"],
    ["x ##vso[task.setvariable variable=a]b", "x #\\u0023vso[task.setvariable variable=a]b"],
    ["##TeamCity[buildStop]", "#\\u0023TeamCity[buildStop]"],
    ["::", "\\u003a:"],
  ];
  test.for(cases)("%j is only shown", ([text, shown]) => {
    expect(withoutCommands(text)).toBe(shown);
  });

  const harmless = ["a::b", "std::string", "## heading", "#1 [x]", "IPv6 [::1]:80", ": :"];
  test.for(harmless)("%j stays as it is", (text) => expect(withoutCommands(text)).toBe(text));

  test("JSON means the same", () => {
    const json = JSON.stringify({ a: "##[group]::x::", b: "\n::error::" }, null, 2);
    expect(withoutCommands(json)).not.toBe(json);
    expect(JSON.parse(withoutCommands(json))).toEqual(JSON.parse(json));
  });
});
