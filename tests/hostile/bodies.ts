import { brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";
import { type Asked, type Hostility, instead, withMembers, write } from "./hostility.ts";

const once = new Map<string, string>();
/** A large text that is made once only. */
function made(name: string, make: () => string): string {
  const text = once.get(name) ?? make();
  once.set(name, text);
  return text;
}

const mega = 1024 * 1024;
const padding = (bytes: number) =>
  made(`padding ${bytes}`, () => `"padding":"${"x".repeat(bytes)}"`);
const members = (count: number) =>
  made(`members ${count}`, () =>
    Array.from({ length: count }, (_, index) => `"m${index}":0`).join(","),
  );

/** The right body with the first entry of each of its own lists this often. */
function repeated(right: Buffer, count: number): string {
  const value: unknown = JSON.parse(right.toString());
  if (typeof value !== "object" || value === null) return right.toString();
  const lists = Object.entries(value).map(([name, member]: [string, unknown]) => [
    name,
    Array.isArray(member) && member.length > 0 ? Array(count).fill(member[0]) : member,
  ]);
  return JSON.stringify(Object.fromEntries(lists));
}

const items = new Map<string, string>();
function manyItems(count: number): Hostility["answer"] {
  return instead((right, { path }) => {
    const name = `${count} ${path.replace(/\?.*/, "")}`;
    const known = items.get(name) ?? repeated(right, count);
    items.set(name, known);
    return known;
  });
}

/** The right body with longer titles, of this many bytes together. */
function longItems(bytes: number): Hostility["answer"] {
  return instead((right) => {
    const text = right.toString();
    const titles = text.match(/"(title|name)":"/g)?.length ?? 0;
    if (titles === 0) return text;
    return text.replace(/"(title|name)":"/g, (name) => name + "x".repeat(bytes / titles));
  });
}

/** Wrong in a body alone, so every check that can read it is judged. */
const judged = { atOnce: [0, 1, 3], late: [0, 1, 3] };

function coded(coding: string, body: Uint8Array): Hostility["answer"] {
  return (asked: Asked) => write(asked, 200, { "content-encoding": coding }, body);
}

const zeros = Buffer.alloc(100 * mega);
let bombs: { readonly gzip: Buffer; readonly br: Buffer; readonly raw: Buffer } | null = null;
function bomb(kind: "gzip" | "br" | "raw"): Buffer {
  bombs ??= {
    gzip: gzipSync(zeros),
    br: brotliCompressSync(zeros),
    raw: deflateRawSync(zeros),
  };
  return bombs[kind];
}

/** Servers with bodies that are too large, too deep, or not what they seem. */
export const hostileBodies: readonly Hostility[] = [
  {
    name: "1 MB more of a string",
    answer: instead((right) => withMembers(right, padding(mega))),
    ...judged,
  },
  {
    name: "1.9 MB more of a string",
    answer: instead((right) => withMembers(right, padding(1.9 * mega))),
    ...judged,
  },
  {
    name: "1.9 MB of text in the items",
    answer: longItems(1.9 * mega),
    ...judged,
  },
  {
    name: "1.9 MB more of a string, compressed",
    answer: instead((right) => gzipSync(withMembers(right, padding(1.9 * mega)), { level: 1 }), {
      "content-encoding": "gzip",
    }),
    ...judged,
  },
  {
    name: "6 MB more of a string",
    answer: instead((right) => withMembers(right, padding(6 * mega))),
    ...judged,
  },
  {
    name: "6 MB more of a string, first",
    answer: instead((right) => withMembers(right, padding(6 * mega), true)),
    ...judged,
  },
  {
    name: "20 MB more of a string",
    answer: instead((right) => withMembers(right, padding(20 * mega))),
  },
  { name: "1 MB of white space", answer: instead((right) => " ".repeat(mega) + right), ...judged },
  {
    name: "1.9 MB of text with a 500",
    answer: (asked) =>
      write(asked, 500, { "content-type": "text/html" }, "lorem ipsum ".repeat((1.9 * mega) / 12)),
    atOnce: [1, 3],
  },
  {
    name: "6 MB of text",
    answer: (asked) => write(asked, 200, {}, "lorem ipsum ".repeat(mega / 2)),
  },
  {
    name: "6 MB of text with a 500",
    answer: (asked) =>
      write(
        asked,
        500,
        { "content-type": "text/html" },
        `<html>${"lorem ipsum ".repeat(mega / 2)}`,
      ),
  },
  {
    name: "6 MB of error",
    answer: (asked) =>
      write(asked, 500, {}, `{"success":false,"code":500,"message":"${"at x ".repeat(mega)}"}`),
    atOnce: [1, 3],
  },
  {
    name: "a hundred thousand members",
    answer: instead((right) => withMembers(right, members(100_000))),
    ...judged,
  },
  {
    name: "half a million members",
    answer: instead((right) => withMembers(right, members(500_000))),
    ...judged,
  },
  {
    name: "a million members in a list",
    answer: instead((right) =>
      withMembers(right, `"many":[${made("ones", () => "1,".repeat(1_000_000))}1]`),
    ),
    ...judged,
  },
  { name: "ten thousand items", answer: manyItems(10_000), ...judged },
  {
    name: "eleven thousand wrong topics at one endpoint",
    answer: instead((right, { path }) =>
      path.includes("/info/topics")
        ? `{"topics":[${made("wrong topics", () => '{"subtopics":[{},{}]},'.repeat(11_500))}{}]}`
        : right,
    ),
    atOnce: [1],
    late: [1],
  },
  {
    name: "a hundred thousand members of parameters",
    answer: instead((right) =>
      right.toString().replace('"parameters":{', `"parameters":{${members(100_000)},`),
    ),
    ...judged,
  },
  {
    name: "a million small items",
    answer: instead((right) =>
      right
        .toString()
        .replace(
          /"(news_articles|articles|data|publishers|countries|topics)":\[/,
          (list) => list + made("objects", () => "{},".repeat(1_000_000)),
        ),
    ),
    ...judged,
  },
  {
    name: "a million null items",
    answer: instead((right) =>
      right
        .toString()
        .replace(
          /"(news_articles|articles|data|publishers|countries|topics)":\[/,
          (list) => list + made("nulls", () => "null,".repeat(1_000_000)),
        ),
    ),
    ...judged,
  },
  {
    name: "nested 900 levels deep",
    answer: instead((right) => withMembers(right, `"deep":${"[".repeat(900)}${"]".repeat(900)}`)),
    ...judged,
  },
  {
    name: "a name of a megabyte",
    answer: instead((right) => withMembers(right, `"${"n".repeat(mega)}":{"a":[1,null]}`)),
    ...judged,
  },
  {
    name: "nested 100,000 levels deep",
    answer: instead((right) =>
      withMembers(right, `"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}`),
    ),
  },
  {
    name: "6 million opening braces",
    answer: (asked) => write(asked, 200, {}, '{"a":'.repeat(mega)),
  },
  {
    name: "__proto__",
    answer: instead((right) =>
      withMembers(
        right,
        '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null',
        true,
      ),
    ),
    ...judged,
  },
  {
    name: "members named like methods",
    answer: instead((right) =>
      withMembers(right, '"length":-1,"then":{"then":1},"toJSON":"x","valueOf":{}'),
    ),
    ...judged,
  },
  {
    name: "not UTF-8",
    answer: instead((right) =>
      Buffer.concat([
        right.subarray(0, -1),
        Buffer.from(',"x":"'),
        Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
        Buffer.from('"}'),
      ]),
    ),
    atOnce: [1, 3],
  },
  {
    name: "1.9 MB that is not UTF-8",
    answer: instead((right) =>
      Buffer.concat([
        right.subarray(0, -1),
        Buffer.from(',"x":"'),
        Buffer.alloc(1.9 * mega, 0xff),
        Buffer.from('"}'),
      ]),
    ),
    atOnce: [1, 3],
  },
  {
    name: "UTF-16",
    answer: instead((right) => Buffer.from(`\ufeff${right}`, "utf16le")),
    atOnce: [1, 3],
  },
  {
    name: "lone surrogates",
    answer: instead((right) => withMembers(right, '"x":"\\ud800","\\udfff":1')),
    ...judged,
  },
  { name: "NUL bytes", answer: instead((right) => `${right}\0\0\0\0`), atOnce: [1, 3] },
  {
    name: "1e400 everywhere",
    answer: instead((right) => right.toString().replace(/:\d+/g, ":1e400")),
    atOnce: [1, 3],
  },
  {
    name: "numbers of 100,000 digits",
    answer: instead((right) => right.toString().replace(/:\d+/g, `:${"9".repeat(100_000)}`)),
    atOnce: [1, 3],
  },
  {
    name: "the same member a hundred thousand times",
    answer: instead((right) =>
      withMembers(
        right,
        made("same", () => Array(100_000).fill('"same":{}').join(",")),
      ),
    ),
    ...judged,
  },
  { name: "an empty body", answer: (asked) => write(asked, 200, {}, ""), quick: true },
  { name: "null", answer: (asked) => write(asked, 200, {}, "null") },
  { name: "a list", answer: (asked) => write(asked, 200, {}, "[[]]") },
  { name: "gzip bomb", answer: (asked) => coded("gzip", bomb("gzip"))(asked) },
  { name: "brotli bomb", answer: (asked) => coded("br", bomb("br"))(asked) },
  { name: "deflate bomb", answer: (asked) => coded("deflate", bomb("raw"))(asked) },
  {
    name: "gzip in gzip in gzip in gzip",
    answer: (asked) =>
      coded("gzip, gzip, gzip, gzip", gzipSync(gzipSync(gzipSync(bomb("gzip")))))(asked),
  },
  {
    name: "a hundred thousand empty gzip members",
    answer: (asked) =>
      coded("gzip", Buffer.concat(Array<Buffer>(100_000).fill(gzipSync(Buffer.alloc(0)))))(asked),
  },
  { name: "gzip that is none", answer: coded("gzip", Buffer.from("{}")) },
  { name: "gzip cut off", answer: (asked) => coded("gzip", bomb("gzip").subarray(0, 1000))(asked) },
  { name: "a hundred codings", answer: coded("gzip,".repeat(100), Buffer.from("{}")) },
];
