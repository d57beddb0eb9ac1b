import { describe, expect, test } from "vitest";
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
