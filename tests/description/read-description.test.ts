import { describe, expect, onTestFinished, test, vi } from "vitest";
import { TooLargeToJudge } from "../../description/description-size.ts";
import { readDocument, withViolations } from "../../description/read-description.ts";
import { referenceDocument } from "./documents.ts";

const root = "https://any.example/openapi";

/** Reads from texts by location. */
function read(texts: Readonly<Record<string, string>>, location = root) {
  return readDocument(location, async (url) => {
    const text = texts[url];
    if (text === undefined) throw new Error(`there is nothing at ${url}`);
    return text;
  });
}

const head = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\n';

describe("a document", () => {
  test("in JSON, whatever its name ends with", async () => {
    const document = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} };
    expect(await read({ [root]: JSON.stringify(document) })).toEqual(document);
  });
  test("in YAML, in which dates stay texts", async () => {
    const text = `${head}paths: {}\nx-versions: [2026-05-25]\n`;
    expect(await read({ [root]: text })).toMatchObject({ "x-versions": ["2026-05-25"] });
  });
  test("of several files becomes one", async () => {
    const document = await read({
      [root]: `${head}paths:\n  /ping: { $ref: parts/ping.yaml }\n`,
      "https://any.example/parts/ping.yaml":
        "get: { responses: { '200': { description: fine, content: { application/json: { schema: { $ref: '../more.json#/Ping' } } } } } }\n",
      "https://any.example/more.json": '{ "Ping": { "type": "object" } }',
    });
    expect(JSON.stringify(document)).not.toContain("parts/");
    expect(document).toMatchObject({
      paths: {
        "/ping": {
          get: {
            responses: { 200: { content: { "application/json": { schema: { type: "object" } } } } },
          },
        },
      },
    });
  });
  test("that was validated before is known by its content alone", async () => {
    const validated = (document: Record<string, unknown>) =>
      withViolations({ source: root, document, problem: null });
    const wrong = referenceDocument("news", (one) => {
      one.paths = 1;
    });
    const first = await validated(wrong);
    expect(first.violations).not.toEqual([]);
    expect((await validated(referenceDocument("news"))).violations).toEqual([]);
    const again = await validated(structuredClone(wrong));
    expect(again).toEqual(first);
    // What was compiled for the one serves the other.
    expect(again.document).toBe(first.document);
    wrong.paths = 2;
    expect(again.document).toMatchObject({ paths: 1 });
  });
  test("that refers to nowhere in itself is still read", async () => {
    const text = `${head}paths: {}\ncomponents: { schemas: { A: { $ref: '#/components/schemas/B' } } }\n`;
    const document = await read({ [root]: text });
    const { violations } = await withViolations({ source: root, document, problem: null });
    expect(violations[0]?.message).toContain("#/components/schemas/B");
  });
  test("whose schemas refer to themselves", async () => {
    const text = `${head}paths: {}\ncomponents: { schemas: { A: { properties: { child: { $ref: '#/components/schemas/A' } } } } }\n`;
    const document = await read({ [root]: text });
    expect((await withViolations({ source: root, document, problem: null })).violations).toEqual(
      [],
    );
  });
});

describe("is refused with a reason", () => {
  const nested = Array.from(
    { length: 12 },
    (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(",")}]\n`,
  );
  test.each([
    ["where nothing is there", {}, "there is nothing at"],
    [
      "where a part is missing",
      { [root]: `${head}paths: { /ping: { $ref: ./gone.yaml } }\n` },
      "gone.yaml",
    ],
    ["where it is no text of either kind", { [root]: "{ unbalanced: [" }, "unexpected end"],
    ["where it is a page", { [root]: "<!doctype html><html></html>" }, "not an object"],
    ["where it is a list", { [root]: "[]" }, "not an object"],
    ["where it is something else", { [root]: '{ "name": "package" }' }, "no member openapi"],
    [
      "where aliases stand for billions",
      { [root]: `openapi: 3.1.0\na0: &a0 x\n${nested.join("")}` },
      "too large",
    ],
  ])("%s", async (_, texts, reason) => {
    await expect(read(texts)).rejects.toThrow(reason);
  });
});

describe("violations", () => {
  const of = async (document: Record<string, unknown>) =>
    (await withViolations({ source: root, document, problem: null })).violations.map(
      ({ path, message }) => `${path} ${message}`,
    );

  test("of the reference server there are none", async () => {
    expect(await of(referenceDocument("aggregator"))).toEqual([]);
    expect(await of(referenceDocument("news"))).toEqual([]);
  });
  test("lead to their places, and leave the document as it is", async () => {
    const document = referenceDocument("news", (one) => {
      one.info = { version: "1" };
    });
    const before = JSON.stringify(document);
    expect(await of(document)).toEqual(["/info must have required property 'title'"]);
    expect(JSON.stringify(document)).toBe(before);
  });
  test("of unknown versions", async () => {
    expect((await of({ openapi: "4.0.0", paths: {} }))[0]).toContain("4.0.0");
  });
  test("of OpenAPI 2.0 and 3.0", async () => {
    expect(await of({ swagger: "2.0", info: { title: "A", version: "1" }, paths: {} })).toEqual([]);
    expect(await of({ openapi: "3.0.4", info: { title: "A", version: "1" }, paths: {} })).toEqual(
      [],
    );
    expect(await of({ swagger: "2.0", info: { title: "A" }, paths: {} })).toHaveLength(1);
  });
  test("of what could not be read there are none", async () => {
    const unread = { source: root, document: null, problem: "gone" };
    expect(await withViolations(unread)).toEqual({ ...unread, violations: [] });
  });
});

describe("is too large to judge", () => {
  const json = (more: object) =>
    JSON.stringify({ openapi: "3.0.4", info: { title: "A", version: "1" }, paths: {}, ...more });
  const many = <T>(count: number, of: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => of(index));
  const schemas = (named: object) => ({ components: { schemas: named } });
  const named = (count: number, of: (index: number) => object) =>
    Object.fromEntries(many(count, (index) => [`S${index}`, of(index)]));
  const ref = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
  const deep = (levels: number) =>
    json(schemas({ A: "@" })).replace('"@"', `${'{"not":'.repeat(levels)}{}${"}".repeat(levels)}`);

  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      "a chain of documents",
      Object.fromEntries(
        many(60, (index) => [
          index === 0 ? root : `https://any.example/${index}`,
          json({ "x-next": { $ref: `/${index + 1}` } }),
        ]),
      ),
      "more than 50 documents",
    ],
    [
      "a document that refers to many",
      { [root]: json({ "x-all": many(60, (index) => ({ $ref: `/${index}` })) }) },
      "more than 50 documents",
    ],
    [
      "190,000 allOf",
      { [root]: json(schemas({ A: { allOf: many(190_000, () => ({})) } })) },
      "values",
    ],
    [
      "6,000 allOf",
      { [root]: json(schemas({ A: { allOf: many(6_000, () => ({})) } })) },
      "5000 entries",
    ],
    [
      "60,000 properties",
      {
        [root]: json(
          schemas({
            A: { properties: Object.fromEntries(many(60_000, (one) => [`p${one}`, true])) },
          }),
        ),
      },
      "5000 entries",
    ],
    [
      "a text of 11 MB",
      { [root]: json({ "x-text": "x".repeat(11 * 2 ** 20) }) },
      "more than 10485760 characters",
    ],
    ["three million empty lists", { [root]: `[${"[],".repeat(3_000_000)}[]]` }, "commas"],
    [
      "two million lines of one value",
      { [root]: `a: x\n${"  y\n".repeat(2_000_000)}` },
      "line breaks",
    ],
    [
      "references that double",
      { [root]: json(schemas(named(40, (one) => ({ allOf: [ref(one + 1), ref(one + 1)] })))) },
      "500000 values",
    ],
    [
      "members that double",
      {
        [root]: json(
          schemas(named(40, (one) => ({ properties: { a: ref(one + 1), b: ref(one + 1) } }))),
        ),
      },
      "500000 values",
    ],
    [
      "schemas that all refer to all",
      { [root]: json(schemas(named(60, () => ({ anyOf: many(60, ref) })))) },
      "500000 values",
    ],
    [
      "a long chain of references",
      { [root]: json(schemas(named(4_000, (one) => ref(one + 1)))) },
      "400 levels",
    ],
    ["deep schemas", { [root]: deep(200) }, "100 levels"],
    ["very deep schemas", { [root]: deep(100_000) }, "100 levels"],
    [
      "references that double over two documents",
      {
        [root]: json(
          schemas(
            named(40, (one) => ({
              allOf: [{ $ref: `/b#/S${one + 1}` }, { $ref: `/b#/S${one + 1}` }],
            })),
          ),
        ),
        "https://any.example/b": JSON.stringify(
          named(41, (one) => ({
            allOf: [
              { $ref: `/openapi#/components/schemas/S${one + 1}` },
              { $ref: `/openapi#/components/schemas/S${one + 1}` },
            ],
          })),
        ),
      },
      "500000 values",
    ],
  ])("%s", async (_, texts, reason) => {
    const begun = performance.now();
    const reading = read(texts);
    await expect(reading).rejects.toThrow(TooLargeToJudge);
    await expect(reading).rejects.toThrow(reason);
    // It takes at most a second or two; what it stands for takes hours.
    expect(performance.now() - begun).toBeLessThan(30_000);
  });

  test("not one parts of which never come", async () => {
    const begin = json({ "x-more": { $ref: "/more" } });
    const partly = async (url: string) => (url === root ? begin : new Promise<string>(() => {}));
    const reading = readDocument(root, partly, 20);
    await expect(reading).rejects.toThrow(
      /takes more than 0\.02 s: \S+\/more, to which it refers, has not come/,
    );
    await expect(reading).rejects.not.toThrow(TooLargeToJudge);
  });

  test("not one that never comes, whose size is unknown", async () => {
    const reading = readDocument(root, () => new Promise<string>(() => {}), 20);
    await expect(reading).rejects.toThrow(`no usable response from ${root} within 0.02 s`);
    await expect(reading).rejects.not.toThrow(TooLargeToJudge);
  });

  test("one that takes more than ten seconds", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    let isOver = false;
    const reading = readDocument(root, () => new Promise<string>(() => {})).catch(String);
    void reading.then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(9_900);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(isOver).toBe(true);
    expect(await reading).toContain(`no usable response from ${root} within 10 s`);
  });

  test("time in which the process is busy with something else is not that of reading", async () => {
    const busy = async () => {
      const until = performance.now() + 500;
      while (performance.now() < until);
      // As with a socket, what has arrived meanwhile is read in later turns of the event loop.
      for (let turn = 0; turn < 3; turn += 1) await new Promise((go) => setImmediate(go));
      return json({});
    };
    expect(await readDocument(root, busy, 200)).toMatchObject({ openapi: "3.0.4" });
  });

  test.each<[string, object]>([
    [
      "4,000 properties",
      schemas({ A: { properties: Object.fromEntries(many(4_000, (one) => [`p${one}`, {}])) } }),
    ],
    [
      "4,000 paths",
      {
        paths: Object.fromEntries(
          many(4_000, (one) => [`/p${one}`, { get: { responses: { 200: { description: "d" } } } }]),
        ),
      },
    ],
    [
      "4,000 references",
      schemas({
        S1: {},
        A: { properties: Object.fromEntries(many(4_000, (one) => [`p${one}`, ref(1)])) },
      }),
    ],
    ["a text of 9 MB", { "x-text": "/".repeat(9 * 2 ** 20) }],
    [
      "schemas that refer to each other",
      schemas(
        named(8, (one) => ({ properties: { a: ref((one + 1) % 8), b: ref((one + 3) % 8) } })),
      ),
    ],
  ])("but not %s", async (_, more) => {
    const document = await read({ [root]: json(more) });
    const { violations } = await withViolations({ source: root, document, problem: null });
    expect(violations).toEqual([]);
  });
});
