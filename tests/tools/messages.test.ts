import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadRegister } from "../../contracts/load.ts";
import { messagesIn } from "../../tools/messages.ts";

test("the messages of a module are its texts of several words", () => {
  const source = [
    'import { x } from "./one two three.js";',
    'const name = "short name";',
    ["const said = `there is no $", "{name} in $", "{x}`;"].join(""),
    'throw new Error("it is not here, in this place");',
    'const style = "a { color: red and blue }";',
  ].join("\n");
  expect(messagesIn(source).map(({ line, text }) => [line, text])).toEqual([
    [3, "there is no … in …"],
    [4, "it is not here, in this place"],
  ]);
});

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const messages = [
  ...readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js") && !/^(bench|tools|teeth)/.test(file))
    .flatMap((file) => messagesIn(readFileSync(join(dist, file), "utf8")).map(({ text }) => text)),
  ...loadRegister().requirements.flatMap(({ statement, expected, impact }) => [
    statement,
    expected,
    impact,
  ]),
];

describe("every message", () => {
  test("is found", () => {
    expect(messages.length).toBeGreaterThan(900);
    expect(messages.some((text) => text.includes("nothing responds at"))).toBe(true);
  });
  // One way to write a thing, as the field has it.
  test.each([
    ["a space too many", /\S {2,}\S/],
    ["a word twice", /\b(the|a|an|of|to|is|in|and|that) \1\b/i],
    ["cannot in two words", /\bcan not\b/],
    ["Latin", /\b(e\.g|i\.e|etc)\./],
    ["a space before a mark", /\w [,;](?= |$)/],
    ["three dots", /\.\.\./],
  ])("is without %s", (_, fault) => {
    expect(messages.filter((text) => fault.test(text))).toEqual([]);
  });
});
