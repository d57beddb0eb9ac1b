import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { type Drift, type DriftRow, driftOf } from "../../description/drift.ts";
import { describedSurface } from "../../description/operations.ts";

const contracts = loadCatalogue();
const operations = contracts.operations.filter(
  ({ surface, endpoint }) => surface === "news" && endpoint === "/ping",
);
const versions = operations.map(({ version }) => version);
const latest = contracts.latest("news");
const body = { id: "1", message: "pong", version: latest, timestamp: 1 };

function answer(value: unknown, differing: Partial<RecordedExchange> = {}): RecordedExchange {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return {
    id: "x",
    surface: "news",
    endpoint: "/ping",
    version: "default",
    curl: "",
    request: { method: "GET", url: "", headers: {} },
    response: { status: 200, headers: {}, body: text, bytes: 0, truncated: false },
    failure: null,
    attempts: 1,
    startedAt: "",
    durationMs: 0,
    ...differing,
  };
}

const integer = { type: "integer" };
const text = { type: "string" };
const described = {
  type: "object",
  required: ["id", "message", "version", "timestamp"],
  properties: { id: text, message: { const: "pong" }, version: text, timestamp: integer },
};

function rows(schema: object, ...exchanges: readonly RecordedExchange[]): readonly DriftRow[] {
  return drift(schema, ...exchanges).rows;
}

function drift(schema: object, ...exchanges: readonly RecordedExchange[]): Drift {
  const document = {
    openapi: "3.1.0",
    info: { title: "A", version: latest },
    paths: {
      "/ping": {
        get: {
          responses: { 200: { description: "", content: { "application/json": { schema } } } },
        },
      },
    },
  };
  return driftOf(describedSurface(document), "", operations, exchanges, contracts);
}

test("there is no drift if all three agree", () => {
  expect(rows(described, answer(body), answer(body))).toEqual([]);
});

describe("each of the three may be the odd one out", () => {
  test("the server", () => {
    const [row, ...more] = rows(described, answer(body), answer({ ...body, id: 7 }));
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      endpoints: ["/ping"],
      versions: [latest],
      statuses: [200],
      member: "/id",
      specification: "required string",
      description: "required string",
      server: "string in 1, integer in 1",
      looser: [],
      stricter: [],
      breaks: [
        { of: "specification", expected: "string", actual: "number 7" },
        { of: "description", expected: "string", actual: "number 7" },
      ],
    });
  });
  test("the description", () => {
    const [row] = rows({ ...described, required: [] }, answer(body));
    expect(row).toMatchObject({
      member: "/id",
      looser: ["its absence"],
      breaks: [],
      server: "string",
    });
  });
  test("the description, against both", () => {
    const properties = { ...described.properties, timestamp: text };
    expect(rows({ ...described, properties }, answer(body))).toMatchObject([
      {
        member: "/timestamp",
        specification: "required integer",
        description: "required string",
        server: "integer",
        looser: ["string"],
        stricter: ["integer"],
        breaks: [{ of: "description", expected: "string", actual: "number 1" }],
      },
    ]);
  });
  test("members that are not described", () => {
    expect(rows(described, answer({ ...body, region: "eu" }))).toMatchObject([
      { member: "/region", specification: null, description: null, server: "string", breaks: [] },
    ]);
  });
});

test("only answers of the place and version count, and none that can't be read", () => {
  const wrong = { ...body, id: 7 };
  const others = [
    answer(wrong, { surface: "aggregator" }),
    answer(wrong, { endpoint: "/search" }),
    answer(wrong, { version: "2024-01-01" }),
    answer(wrong, { response: null }),
    answer("not JSON"),
    answer(wrong, { request: { method: "POST", url: "", headers: {} } }),
  ];
  expect(rows(described, answer(body), ...others)).toEqual([]);
  expect(rows(described, answer(wrong, { version: latest }))).toHaveLength(1);
});

test("a schema with a dangling reference is not compared with responses", () => {
  const properties = { ...described.properties, id: { $ref: "#/components/schemas/Gone" } };
  expect(rows({ ...described, properties }, answer({ ...body, message: "hi" }))).toMatchObject([
    { member: "/message", breaks: [{ of: "specification" }] },
    { member: "/id", breaks: [] },
  ]);
});

test("of thousands of members a few hundred are shown, those first that break the specification", () => {
  const names = Array.from({ length: 1_500 }, (_, index) => `m${index}`);
  const required = [...described.required, ...names];
  const { rows: shown, leftOut } = drift({ ...described, required }, answer({ ...body, id: 7 }));
  expect(shown).toHaveLength(300);
  expect(shown[0]).toMatchObject({ member: "/id", breaks: [{ of: "specification" }, {}] });
  expect(shown.every(({ breaks }) => breaks.length > 0)).toBe(true);
  expect(shown.length + leftOut).toBe(names.length + 1);
});

test("what is said of many operations alike is said once", () => {
  const pings = contracts.operations.filter(({ endpoint }) => endpoint === "/ping");
  const news = pings.filter(({ surface }) => surface === "news");
  const schema = { oneOf: [{ ...described, required: ["id"] }, { type: "null" }] };
  const document = {
    openapi: "3.1.0",
    paths: {
      "/ping": { get: { responses: { default: { content: { "application/json": { schema } } } } } },
    },
  };
  const found = driftOf(describedSurface(document), "", news, [], contracts);
  expect(found.rows.map((row) => [row.member, row.versions])).toEqual([
    ["/message", versions],
    ["/version", versions],
    ["/timestamp", versions],
  ]);
  expect(found.leftOut).toBe(0);

  const wrong = versions.map((version, index) => answer({ ...body, id: 7 + index }, { version }));
  const [first] = driftOf(describedSurface(document), "", news, wrong, contracts).rows;
  expect(first).toMatchObject({
    member: "/id",
    versions,
    server: `integer in all ${versions.length}`,
    breaks: [
      { of: "specification", expected: "string", actual: "number 7" },
      { of: "description" },
    ],
  });
});
