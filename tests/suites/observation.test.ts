import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { observationOf } from "../../suites/engine/observed-kind.ts";
import { looksLikeService } from "../../suites/matchers/service-body.ts";
import { isBadResultCount, isGoodResultCount } from "../../suites/requests/result-counts.ts";
import { madeUpExchange } from "./sources.ts";

const contracts = loadCatalogue();

const plain: RequestSpec = {
  surface: "news",
  endpoint: "/info/topics",
  version: "default",
  credential: { kind: "none" },
  query: [],
};

function observed(status: number, differing: Partial<RequestSpec> = {}, body = "{}") {
  const spec = { ...plain, ...differing };
  return observationOf(madeUpExchange(spec, { status, body }), { contracts }).kind;
}

describe("what an observed answer is by itself", () => {
  const browser = { accept: "text/html,*/*;q=0.8", acceptEncoding: null };
  test.each([
    ["a page for a browser shows nothing", 200, browser, "<html>", "nothing"],
    ["nor does an error page", 404, browser, "<html>", "nothing"],
    ["JSON for a browser is judged", 200, browser, "{}", "success"],
    ["a page for any other client is judged", 200, undefined, "<html>", "success"],
  ] as const)("%s", (_, status, negotiation, body, kind) => {
    const differing = negotiation === undefined ? {} : { negotiation };
    expect(observed(status, differing, body)).toBe(kind);
  });

  test.each([
    [200, {}, "success"],
    [
      200,
      {
        query: [
          ["a", "1"],
          ["a", "2"],
        ],
      },
      "success",
    ],
    [400, {}, "refusal"],
    [401, {}, "refusal"],
    [404, {}, "refusal"],
    [500, {}, "server-error"],
    [503, {}, "nothing"],
    [429, {}, "nothing"],
    [405, {}, "nothing"],
    [414, {}, "nothing"],
    [304, {}, "nothing"],
    [201, {}, "other-success"],
    [
      400,
      {
        query: [
          ["a", "1"],
          ["a", "2"],
        ],
      },
      "nothing",
    ],
    [500, { query: [["a", "\u0000"]] }, "nothing"],
    [200, { endpoint: "/ping" }, "ping"],
    [500, { endpoint: "/ping" }, "ping"],
    [401, { endpoint: "/ping" }, "nothing"],
    [400, { endpoint: "/ping", query: [["a", "1"]] }, "nothing"],
    [200, { version: "1999-12-31" }, "unknown-version"],
    [500, { version: "1999-12-31" }, "unknown-version"],
    [400, { version: "no version, at all" }, "nothing"],
    [200, { method: "POST" }, "nothing"],
    [400, { rawQuery: "a=%" }, "nothing"],
  ] as const)("%i %j: %s", (status, differing, kind) => {
    expect(observed(status, differing)).toBe(kind);
  });

  const own = ['{"metadata":{},"errors":[]}', '{"success":false,"code":"x","message":5}'];
  const others = ['{"errors":[{"message":"no"}]}', '{"code":405,"message":"no"}', "<p>", "null"];
  test.each([
    [405, { method: "POST" }],
    [405, {}],
    [414, {}],
    [400, { rawQuery: "a=%" }],
    [405, { method: "PUT", endpoint: "/ping" }],
  ] as const)("%i %j is a refusal of the service only in one of its envelopes", (status, spec) => {
    for (const body of own) expect(observed(status, spec, body)).toBe("other-refusal");
    for (const body of others) expect(observed(status, spec, body)).toBe("nothing");
  });

  test.each([
    ["dropped", {}, "server-error"],
    ["dropped", { query: [["a", "\u0000"]] }, "nothing"],
    ["dropped", { method: "POST" }, "nothing"],
    ["dropped", { endpoint: "/ping" }, "nothing"],
    ["dropped", { version: "1999-12-31" }, "nothing"],
    ["malformed", {}, "malformed"],
    ["malformed", { rawQuery: "a=%" }, "nothing"],
  ] as const)("a response that is %s, %j: %s", (failure, differing, kind) => {
    const exchange = madeUpExchange({ ...plain, ...differing }, { failure });
    expect(observationOf(exchange, { contracts }).kind).toBe(kind);
  });

  test("what answers another method with data is not judged by itself", () => {
    expect(observed(200, { method: "POST" }, own[0])).toBe("nothing");
    expect(observed(500, { method: "POST" }, own[0])).toBe("nothing");
  });
});

test.each([
  [["1", "37", "99", "100"], true, false],
  [["0", "-1", "101", "1000", "99999999999999999999", "1.5"], false, true],
  // May be read as a number or not, so that nothing is owed.
  [["", "1.0", "+1", "01", "10abc", "1e2", " 5"], false, false],
])("the numbers of results %j may be asked for: %s, may not: %s", (texts, good, bad) => {
  for (const text of texts) {
    expect([text, isGoodResultCount(text), isBadResultCount(text)]).toEqual([text, good, bad]);
  }
});

test.each([
  [{ message: "pong" }, true],
  [{ metadata: {}, errors: [] }, true],
  [{ success: false, code: 401, message: "no" }, true],
  [{ success: true, data: [] }, false],
  [[], false],
  ["pong", false],
])("%j looks like the service: %s", (body, expected) => {
  expect(looksLikeService(body)).toBe(expected);
});
