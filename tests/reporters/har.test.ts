import { Ajv } from "ajv";
import draft6 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import addFormats from "ajv-formats";
import harSchemas from "har-schema";
import { describe, expect, test } from "vitest";
import { harOf } from "../../reporters/formats/har.ts";
import { exchange, report, result } from "./fixtures.ts";

// Draft 6, where the format's own schemas are written.
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addMetaSchema(draft6);
addFormats.default(ajv);
const { har: root = {}, ...parts } = harSchemas;
ajv.addSchema(Object.values(parts));
const validate = ajv.compile(root);

const failed = exchange("x3", "", {
  response: null,
  failure: { kind: "reset", message: "connection reset" },
  startedAt: "2026-10-01T12:00:02.000Z",
});
const long = exchange("x2", "x", { startedAt: "2026-10-01T12:00:01.000Z" });
const exchanges = [
  failed,
  exchange("x1", '{"a":1}', { attempts: 3, startedAt: "2026-10-01T12:00:00.500Z" }),
  { ...long, response: long.response && { ...long.response, truncated: true, bytes: 300_000 } },
  exchange("x0", "\ufffd", {
    response: { status: 200, headers: {}, body: "\ufffd", bytes: 1, truncated: false, raw: "6Q==" },
  }),
];
const written = harOf(
  report([
    result({ exchanges: ["x1", "x3"] }),
    result({ requirement: "ping.public", exchanges: ["x1"] }),
  ]),
  exchanges,
);

describe("the traffic as HAR", () => {
  test("is what the format's own schemas demand", () => {
    validate(JSON.parse(JSON.stringify(written)));
    expect(validate.errors).toBeNull();
  });

  test("and those schemas would notice", () => {
    const broken = JSON.parse(JSON.stringify(written));
    delete broken.log.entries[0].response.content.size;
    expect(validate(broken)).toBe(false);
  });

  test("is in the order of sending, whatever the order it came in", () => {
    const ids = written.log.entries.map((entry) => Reflect.get(entry, "_exchange"));
    expect(ids).toEqual(["x0", "x1", "x2", "x3"]);
  });

  test("says which requirements looked at an exchange and how often it was sent", () => {
    expect(written.log.entries[1]).toMatchObject({
      _requirements: ["ping.public", "auth.missing-key-refused"],
      _attempts: 3,
      time: 12.5,
      timings: { wait: 12.5 },
      request: { method: "GET", url: "http://127.0.0.1:4000/headlines/topics" },
      response: {
        status: 401,
        content: { size: 7, mimeType: "application/json", text: '{"a":1}' },
      },
    });
  });

  test("writes an exchange without an answer as browsers do", () => {
    expect(written.log.entries[3]?.response).toMatchObject({
      status: 0,
      content: { size: 0, mimeType: "x-unknown" },
      _error: "reset: connection reset",
    });
  });

  test("says where only the beginning of a body is kept, and writes bytes in base64", () => {
    expect(written.log.entries[2]).toMatchObject({
      _truncated: true,
      response: { content: { size: 300_000, comment: "only the beginning of the body" } },
    });
    expect(written.log.entries[0]?.response.content).toEqual({
      size: 1,
      mimeType: "x-unknown",
      text: "6Q==",
      encoding: "base64",
    });
  });
});
