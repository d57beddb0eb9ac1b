import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inFolder } from "../cli/command.ts";
import { inOwnProcess } from "../run/in-own-process.ts";
import { literals, partsOf } from "./shipped-expressions.ts";

/** In V8, an expression that counts (`[a-z]{8,}`) keeps every character on a stack, which has a limit. */
const counting = /^[a-z]{8,}$/;

/** What meets the texts of a recording, which may be as long as its file; all else meets what a response may have. */
const meetsRecordings = /^(?:harness\/(?:har|redaction)\/|harness\/exchanges\/redaction)/;
const lengthOf = { recordings: 10_000_000, responses: 2 * 1024 * 1024 };

/** One of each kind that expressions distinguish. */
const alphabet = [...` \n"'aZ09=:;&<>/\\-_.,%+*#@~([{\u00e9あ`];

/** Tries expressions, given in a file, at texts of one character, repeated. */
const attempt = `
  import { readFileSync } from "node:fs";
  const { length, alphabet, expressions } = JSON.parse(readFileSync(process.argv[2], "utf8"));
  const texts = alphabet.map((sign) => [sign, sign.repeat(length)]);
  const found = [];
  for (const { name, parts } of expressions) {
    for (const [sign, text] of texts) {
      try {
        new RegExp(...parts).exec(text);
      } catch (error) {
        found.push(name + " on " + JSON.stringify(sign) + ": " + error);
      }
    }
  }
  console.log(JSON.stringify(found));
`;

interface Expression {
  readonly name: string;
  readonly parts: readonly string[];
}

/**
 * The expressions that fail. They are tried in a process of their own, as a thread of the suite is new too: where V8
 * has compiled very many expressions, as in that of all these tests, it optimizes no further one, which then needs
 * twice as much of its stack.
 */
function failing(length: number, expressions: readonly Expression[]): Promise<readonly string[]> {
  return inFolder(async (folder) => {
    const file = join(folder, "expressions.json");
    writeFileSync(file, JSON.stringify({ length, alphabet, expressions }));
    const found = await inOwnProcess(attempt, file);
    if (!Array.isArray(found)) throw new Error("the process tells no list");
    return found.map(String);
  });
}

function shipped(isMeant: (file: string) => boolean): readonly Expression[] {
  return [...literals].flatMap(([literal, file]) =>
    isMeant(file) ? [{ name: `${file}: ${literal}`, parts: partsOf(literal) }] : [],
  );
}

test("an expression that keeps characters on its stack is recognised", async () => {
  const found = await failing(lengthOf.recordings, [
    { name: "counting", parts: [counting.source] },
  ]);
  expect(found).toEqual(['counting on "a": RangeError: Maximum call stack size exceeded']);
});

test("every expression that meets recorded texts searches any of many megabytes", async () => {
  const found = await failing(
    lengthOf.recordings,
    shipped((file) => meetsRecordings.test(file)),
  );
  expect(found).toEqual([]);
}, 300_000);

test("every other expression searches any text of a response", async () => {
  const found = await failing(
    lengthOf.responses,
    shipped((file) => !meetsRecordings.test(file)),
  );
  expect(found).toEqual([]);
}, 300_000);
