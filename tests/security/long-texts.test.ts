import { expect, test } from "vitest";
import { literals, partsOf } from "./shipped-expressions.ts";

/** In V8, an expression that counts (`[a-z]{8,}`) keeps every character on a stack, which has a limit. */
const counting = /^[a-z]{8,}$/;

/** What meets the texts of a recording, which may be as long as its file; all else meets what a response may have. */
const meetsRecordings = /^(?:harness\/(?:har|redaction)\/|harness\/exchanges\/redaction)/;
const lengthOf = { recordings: 10_000_000, responses: 2 * 1024 * 1024 };

/** One of each kind that expressions distinguish. */
const alphabet = [...` \n"'aZ09=:;&<>/\\-_.,%+*#@~([{\u00e9あ`];

/** The expressions of some files that fail at a text of one character, repeated. */
function failing(length: number, isMeant: (file: string) => boolean): readonly string[] {
  const texts = new Map(alphabet.map((sign) => [sign, sign.repeat(length)]));
  const found: string[] = [];
  for (const [literal, file] of literals) {
    if (!isMeant(file)) continue;
    for (const [sign, text] of texts) {
      try {
        new RegExp(...partsOf(literal)).exec(text);
      } catch (error) {
        found.push(`${file}: ${literal} on ${JSON.stringify(sign)}: ${String(error)}`);
      }
    }
  }
  return found;
}

test("an expression that keeps characters on its stack is recognised", () => {
  expect(() => counting.test("a".repeat(lengthOf.recordings))).toThrow(RangeError);
});

test("every expression that meets recorded texts searches any of many megabytes", () => {
  expect(failing(lengthOf.recordings, (file) => meetsRecordings.test(file))).toEqual([]);
}, 300_000);

test("every other expression searches any text of a response", () => {
  expect(failing(lengthOf.responses, (file) => !meetsRecordings.test(file))).toEqual([]);
}, 300_000);
