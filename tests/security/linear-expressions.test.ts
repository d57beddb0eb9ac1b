import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tokenizer } from "acorn";
import { check } from "recheck";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What is compiled for developers meets no foreign text. */
const ownOnly = /^(bench|tools|teeth)\//;

const shipped = [
  ...readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".js") && !ownOnly.test(file))
    .map((file) => [file, readFileSync(join(root, "dist", file), "utf8")] as const),
  ...["reporters/formats/html/browser.js"].map(
    (file) => [file, readFileSync(join(root, file), "utf8")] as const,
  ),
];

/** Every regular expression in the shipped code, and one file that has it. */
const literals = new Map(
  shipped.flatMap(([file, source]) =>
    [...tokenizer(source, { ecmaVersion: "latest", sourceType: "module" })]
      .filter(({ type }) => type.label === "regexp")
      .map(({ start, end }) => [source.slice(start, end), file] as const),
  ),
);

test("the expressions of the shipped code are found", () => {
  expect(shipped.length).toBeGreaterThan(200);
  expect(literals.size).toBeGreaterThan(100);
});

/** What the checker says: by its native program where there is one, which takes a fifth of the time. */
const statusOf = async (pattern: string, flags: string) =>
  (await check(pattern, flags, { timeout: 60_000 })).status;

test("a backtracking expression is recognised", async () => {
  expect(await statusOf("^(a+)+$", "")).toBe("vulnerable");
  expect(await statusOf("/+$", "")).toBe("vulnerable");
});

test("every expression searches any text in linear time", async () => {
  const slow: string[] = [];
  for (const [text, file] of literals) {
    const end = text.lastIndexOf("/");
    const status = await statusOf(text.slice(1, end), text.slice(end + 1));
    if (status !== "safe") slow.push(`${file}: ${text} is ${status}`);
  }
  expect(slow).toEqual([]);
});

/** Expressions that are put together while the program runs, and why each is linear. */
const composed: Readonly<Record<string, string>> = {
  "contracts/formats.js": "constants, for texts of at most 100 characters",
  "suites/checks/parameter-combinations.js": "the name of a list of the contracts",
  "suites/matchers/echo.js": "two or three letters",
};

test("expressions that are put together are known", () => {
  const found = shipped.filter(([, source]) => /\bRegExp\(/.test(source));
  expect(found.map(([file]) => file).sort()).toEqual(Object.keys(composed).sort());
});
