import * as fc from "fast-check";

/** What stands in place of a value; each has broken some reader of JSON or YAML. */
const junk: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53, "", " ", "x", "\0", "\ud800", "\u202e", "__proto__"],
  ...[[], {}, [[]], [null], { $ref: "#" }, { $ref: "#/x" }, { $ref: "../../etc/passwd" }],
  ...["^(a+)+$", "%", "%zz", "$(id)", "bk_canary-of-the-fuzzer-1", "2026-02-30", "9".repeat(400)],
  ...["a".repeat(70_000), Array(300).fill("x"), { constructor: 1, toString: 2, __proto__: null }],
];

/** Bytes that end, begin or break texts. */
const bytes: readonly Buffer[] = [
  ...[
    "{",
    "}",
    "[",
    "]",
    '"',
    "\\",
    ",",
    ":",
    "\n",
    "\r\n",
    "\t",
    "- ",
    "&a ",
    "*a",
    "<<: ",
    "%",
    "#",
  ],
  ...[
    "null",
    "1e400",
    "-0",
    '"__proto__":{"a":1},',
    "\\u0000",
    "\\ud800",
    "]]>",
    "\u2028",
    "é",
    "😀",
  ],
  ...["[".repeat(2_000), '{"a":'.repeat(2_000), "(".repeat(500)],
]
  .map((text) => Buffer.from(text))
  .concat([
    Buffer.of(0),
    Buffer.of(0xff, 0xfe),
    Buffer.of(0xef, 0xbb, 0xbf),
    Buffer.of(0xc3),
    Buffer.of(0x1f, 0x8b),
  ]);

type Change = (input: Buffer) => Buffer;

const position = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const at = (where: number, length: number) => Math.floor(where * length);

/** A change of bytes, at a place that is a share of the length. */
const ofBytes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ where: position, what: fc.constantFrom(...bytes) }).map(
    ({ where, what }): Change =>
      (input) => {
        const index = at(where, input.length + 1);
        return Buffer.concat([input.subarray(0, index), what, input.subarray(index)]);
      },
  ),
  fc.record({ where: position, to: position }).map(
    ({ where, to }): Change =>
      (input) => {
        const [begin, end] = [at(where, input.length), at(to, input.length)].sort((a, b) => a - b);
        return Buffer.concat([input.subarray(0, begin), input.subarray(end)]);
      },
  ),
  fc.record({ where: position, byte: fc.integer({ min: 0, max: 255 }) }).map(
    ({ where, byte }): Change =>
      (input) => {
        const copy = Buffer.from(input);
        if (copy.length > 0) copy[at(where, copy.length)] = byte;
        return copy;
      },
  ),
);

interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly name: string;
}

function placesIn(value: unknown): readonly Place[] {
  const found: Place[] = [];
  const walk = (one: unknown) => {
    if (typeof one !== "object" || one === null) return;
    for (const [name, inner] of Object.entries(one)) {
      found.push({ holder: one as Place["holder"], name });
      walk(inner);
    }
  };
  walk(value);
  return found;
}

/** A change of a value of a document in JSON; other inputs stay as they are. */
const ofValues: fc.Arbitrary<Change> = fc
  .record({
    where: position,
    from: position,
    how: fc.constantFrom("replace", "delete", "copy", "wrap", "rename"),
    what: fc.constantFrom(...junk),
  })
  .map(
    ({ where, from, how, what }): Change =>
      (input) => {
        const document = parsed(input);
        const places = placesIn(document);
        const place = places[at(where, places.length)];
        const other = places[at(from, places.length)];
        if (place === undefined || other === undefined) return input;
        const { holder, name } = place;
        const old: unknown = Reflect.get(holder, name);
        if (how === "delete") Reflect.deleteProperty(holder, name);
        else if (how === "rename") Reflect.set(holder, JSON.stringify(what).slice(0, 100), old);
        else if (how === "wrap") Reflect.set(holder, name, [{ [name]: old }, old]);
        else if (how === "copy")
          Reflect.set(holder, name, structuredClone(Reflect.get(other.holder, other.name)));
        else Reflect.set(holder, name, what);
        const text = JSON.stringify(document);
        // Copies of copies would grow without end.
        return text.length > 4 * 2 ** 20 ? input : Buffer.from(text);
      },
  );

function parsed(input: Buffer): unknown {
  try {
    return JSON.parse(input.toString("utf8"));
  } catch {
    return null;
  }
}

/** Inputs made of seeds by a few changes, mostly of values, so that most of them get through the parser. */
export function mutated(seeds: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const change = fc.oneof({ arbitrary: ofValues, weight: 4 }, { arbitrary: ofBytes, weight: 1 });
  return fc
    .record({
      seed: fc.constantFrom(...seeds),
      changes: fc.array(change, { minLength: 1, maxLength: 6 }),
    })
    .map(({ seed, changes }) => changes.reduce((input, one) => one(input), seed));
}
