import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { createEntryScanner } from "../../harness/har/entry-ranges.ts";
import { readHarFile } from "../../harness/har/har-file.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";

const folder = mkdtempSync(join(tmpdir(), "har-file-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "recorded.har");

function read(text: string | Buffer): unknown[] {
  writeFileSync(file, text);
  return [...readHarFile(file)];
}

function mistakeIn(text: string | Buffer): string {
  try {
    return `no mistake, but ${JSON.stringify(read(text))}`;
  } catch (error) {
    if (error instanceof UsageError) return error.message.replace(file, "FILE");
    throw error;
  }
}

describe("the ranges of the entries", () => {
  const words = fc.constantFrom('"', "\\", '\\"', "[", "]", "{", "}", ",", ":", "log", "é", " ");
  const texts = fc.oneof(
    fc.string(),
    fc.array(words).map((some) => some.join("")),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      texts,
      fc.integer(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("log", "entries", "entries\\", "a,b"), tie("value")),
    ),
  }));
  const others = fc.dictionary(
    texts.filter((name) => name !== "log"),
    value,
    { maxKeys: 3 },
  );
  const inLog = fc.dictionary(
    texts.filter((name) => name !== "entries"),
    value,
    { maxKeys: 3 },
  );
  const isLast = fc.boolean();
  const cuts = fc.array(fc.nat(), { maxLength: 6 });

  test("are those that a parser would find, however the text is cut into pieces", () => {
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 4 }),
        others,
        inLog,
        isLast,
        fc.constantFrom(0, 1, "\t"),
        cuts,
        (entries, beside, besideEntries, last, space, cut) => {
          const log = last ? { ...besideEntries, entries } : { entries, ...besideEntries };
          const har = last ? { ...beside, log } : { log, ...beside };
          const bytes = Buffer.from(JSON.stringify(har, null, space));
          const ends = cut.map((one) => one % bytes.length).sort((a, b) => a - b);
          const scanner = createEntryScanner();
          [...ends, bytes.length].reduce((from, to) => {
            scanner.take(bytes.subarray(from, to));
            return to;
          }, 0);
          const { found } = scanner;
          const parts = found.entries.map(({ from, to }) => bytes.subarray(from, to).toString());
          const read = parts.length === 1 && parts[0]?.trim() === "" ? [] : parts;
          expect(read.map((one) => JSON.parse(one))).toEqual(JSON.parse(JSON.stringify(entries)));
          expect(found.isRepeated).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

test.each<[string, string, unknown[]]>([
  ["no entries", '{"log":{"entries":[ \n]}}', []],
  ["a byte order mark", '\ufeff{"log":{"entries":[1]}}', [1]],
  ["escapes in the names of the path", '{"\\u006cog":{"\\u0065ntries":[1,2]}}', [1, 2]],
  ["entries elsewhere", '{"entries":[1],"log":{"a":{"entries":[2]},"entries":[3]}}', [3]],
  ["a log in the log", '{"log":{"log":{"entries":[1]},"entries":[2]}}', [2]],
  ["lists in a list", '{"log,entries":[[1]],"log":{"entries":[[2]]}}', [[2]]],
  [
    "brackets and quotes in texts",
    '{"log":{"entries":["]}","\\"]","\\\\",[]]}}',
    ["]}", '"]', "\\", []],
  ],
  [
    "other members, which its first object gets",
    '{"a":1,"log":{"b":2,"entries":[null,{"c":3},{}]},"d":4}',
    [null, { c: 3, _file: { a: 1, b: 2, d: 4 } }, {}],
  ],
])("a HAR file with %s", (_, text, entries) => {
  expect(read(text)).toEqual(entries);
});

const noList = "it has no list log.entries";
const noJson = "it is not JSON";

test.each([
  ["nothing", "", noJson],
  ["no log", "{}", noList],
  ["a list in place of the file", '[{"log":{"entries":[1]}}]', noList],
  ["a list in place of the log", '{"log":[{"entries":[1]}]}', noList],
  ["an object in place of the list", '{"log":{"entries":{"a":1}}}', noList],
  ["a list without end", '{"log":{"entries":[1', noJson],
  ["a text without end", '{"log":{"entries":["a]}}', noJson],
  ["a list that ends as an object", '{"log":{"entries":[1}}}', noJson],
  ["an entry that ends otherwise", '{"log":{"entries":[{"a":1]]}}', noJson],
  ["no entry before a comma", '{"log":{"entries":[,1]}}', noJson],
  ["no entry after a comma", '{"log":{"entries":[1, ]}}', noJson],
  ["no comma between entries", '{"log":{"entries":[1 2]}}', noJson],
  ["a blank of another kind", '{"log":{"entries":[\u000b]}}', noJson],
  ["something after its end", '{"log":{"entries":[1]}} 2', noJson],
  ["two lists", '{"log":{"entries":[1],"entries":[2]}}', "it has the list log.entries twice"],
  [
    "two logs",
    '{"log":{"entries":[1]},"log":{"entries":[2]}}',
    "it has the list log.entries twice",
  ],
  [
    "a megabyte of brackets",
    `{"log":{"entries":[${"[".repeat(1024 * 1024)}`,
    "it has more than 8000000 values, 1000 levels or 1000000 entries",
  ],
  [
    "two million entries",
    `{"log":{"entries":[${"1,".repeat(2_000_000)}1]}}`,
    "it has more than 8000000 values, 1000 levels or 1000000 entries",
  ],
  [
    "a long text beside the entries",
    `{"a":"${"x".repeat(17 * 1024 * 1024)}","log":{"entries":[]}}`,
    "it has more than 16 MB beside the list log.entries",
  ],
])("a file with %s is refused", (_, text, why) => {
  expect(mistakeIn(text)).toBe(`FILE is not a HAR file: ${why}`);
});
