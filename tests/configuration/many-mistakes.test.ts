import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfigurationFile } from "../../harness/configuration/file.ts";
import { validateFile } from "../../harness/configuration/validate.ts";
import { known } from "./known.ts";
import { usageError } from "./usage.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "configuration-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const said = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return usageError(() => {
    const file = readConfigurationFile(folder, name);
    return file && validateFile(file, known);
  });
};

/** Milliseconds of the processor: other processes do not count. */
function processorTime(work: () => void): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => one(index)).join(",\n");

/** Every kind of mistake, so many times. */
const kinds: readonly (readonly [string, (count: number) => string])[] = [
  ["unknown members", (count) => `{${many(count, (index) => `"k${index}":1`)}}`],
  ["empty waivers", (count) => `{"waivers":[${many(count / 3, () => "{}")}]}`],
  [
    "waivers of unknown requirements",
    (count) =>
      `{"waivers":[${many(count / 4, (index) => `{"requirement":"x${index}","reason":"r","until":"2027-01-01"}`)}]}`,
  ],
  [
    "waivers in which everything is wrong",
    (count) =>
      `{"waivers":[${many(count / 8, () => '{"requirement":5,"surface":"q","endpoint":"/q","auth":"q","reason":" ","until":"2027-02-30"}')}]}`,
  ],
  ["keys", (count) => `{"waivers":[${many(count, (index) => `"bk_canary${index}"`)}]}`],
  [
    "keys within members of long names",
    (count) =>
      `{${`"${"x".repeat(500)}":{`.repeat(20)}"a":[${many(count, () => '"bk_canary12"')}]${"}".repeat(21)}`,
  ],
  [
    "unknown versions",
    (count) =>
      `{"surfaces":{"aggregator":{"parameters":{"search":{"page":{${many(count, (index) => `"v${index}":"p"`)}}}}}}}`,
  ],
  [
    "names that no header can have",
    (count) => `{"network":{"headers":{${many(count, (index) => `"a b${index}":""`)}}}}`,
  ],
];

describe.each(["c.json", "c.yaml"])("a configuration in %s with very many", (name) => {
  test.each(kinds)("%s is refused in a time that grows as it does", (_, textOf) => {
    const [few, more] = [1_500, 24_000].map((count) => textOf(count));
    const time = (text = "") => processorTime(() => said(name, text));
    // The shortest time is that without a collection of garbage, which belongs to other tests too.
    const shortest = (text = "") => Math.min(time(text), time(text), time(text));
    // Of sixteen times as many: what is quadratic takes 256 times as long.
    expect(shortest(more) / Math.max(shortest(few), 15)).toBeLessThan(100);
  });
});

test.each(kinds)(
  "of very many %s, those that are shown are short, and the first in the file",
  (_, textOf) => {
    const lines = said("c.json", textOf(20_000)).split("\n");
    expect(lines.length).toBeLessThanOrEqual(22);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(4_000);
    const places = lines
      .flatMap((line) => /, line (\d+), column /.exec(line)?.[1] ?? [])
      .map(Number);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(lines.join()).not.toContain("canary");
  },
);

test("a few aliases stand for more text than a file can have", () => {
  const text = `only: &a "${"x".repeat(3_900)}"\nskip: [${"*a, ".repeat(5_000)}*a]\n`;
  expect(said("c.yaml", text)).toContain("its texts have more than 1048576 characters together");
});

describe("two members of one name in JSON", () => {
  const base = '"baseUrl": "http://127.0.0.1:1"';
  test.each<[what: string, text: string, place: string, first: string]>([
    [
      "at the top",
      '{"failOn": "must",\n "failOn": "should"}',
      "line 2, column 2: failOn",
      "line 1, column 2",
    ],
    [
      "the same value twice",
      '{"failOn": "must",\n "failOn": "must"}',
      "line 2, column 2: failOn",
      "line 1",
    ],
    [
      "objects",
      `{"surfaces": {"news": {${base}}},\n"surfaces": {}}`,
      "line 2, column 1: surfaces",
      "line 1",
    ],
    [
      "deeper",
      `{"surfaces": {"news": {${base},\n ${base}}}}`,
      "line 2, column 2: surfaces.news.baseUrl",
      "line 1",
    ],
    [
      "in a list",
      '{"waivers": [{}, {"reason": "a",\n\n"reason": "b"}]}',
      "line 3, column 1: waivers[1].reason",
      "line 1",
    ],
    [
      "in the first of them",
      '{"network": {"rate": 1,\n"rate": 2},\n"network": {}}',
      "line 2, column 1: network.rate",
      "line 1",
    ],
    [
      "one is escaped",
      '{"failOn": "must",\n "fail\\u004fn": "should"}',
      "line 2, column 2: failOn",
      "line 1",
    ],
    [
      "of objects' own names",
      '{"toString": 1,\n"toString": 2}',
      "line 2, column 1: toString",
      "line 1",
    ],
    [
      "of the name of the prototype",
      '{"__proto__": 1,\n"__proto__": 2}',
      "line 2, column 1: __proto__",
      "line 1",
    ],
    ["an empty name", '{"": 1,\n"": 2}', 'line 2, column 1: [""]', "line 1"],
    [
      "an overridden text that is a key",
      '{"failOn": "bk_canary123",\n"failOn": "must"}',
      "line 2, column 1: failOn",
      "line 1",
    ],
    [
      "a name that is a key",
      '{"bk_canary123": 1,\n"bk_canary123": 2}',
      "line 2, column 1: [redacted]",
      "line 1",
    ],
    [
      "an overridden value that is very deep",
      `{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)},\n"a": 1}`,
      "line 2, column 1: a",
      "line 1",
    ],
  ])("%s are refused, with the places of both", (_, text, place, first) => {
    const message = said("c.json", text);
    expect(message).toContain(`c.json, ${place} appears twice`);
    expect(message).toContain(`the first is in ${first}`);
    expect(message).not.toContain("canary");
  });
  test("all of them are said", () => {
    const message = said("c.json", '{"a": 1, "a": 2, "a": 3, "b": {"c": 1, "c": 2}}');
    expect(message.split("\n")[0]).toBe("3 mistakes:");
  });
  test.each([
    '{"waivers": [{"reason": "a"}, {"reason": "a"}]}',
    '{"surfaces": {"news": {}, "aggregator": {"surfaces": {}}}}',
    '{"a": "a", "b": ["a", "a", {"a": 1}, [], [{}], {}], "A": {}}',
    '{"0": [1], "1": {"0": 1}, "{": "}", "[": "\\"", ",": ":"}',
    "[]",
    "1",
  ])("%s has none", (text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    writeFileSync(join(folder, "c.json"), text);
    expect(readConfigurationFile(folder, "c.json")?.content).toEqual(JSON.parse(text));
  });
});
