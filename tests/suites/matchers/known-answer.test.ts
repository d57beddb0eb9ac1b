import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../../harness/requests/request-spec.ts";
import {
  expectKnownAnswer,
  expectKnownHead,
  expectKnownPreflight,
  expectKnownRefusal,
  expectWholeRefusal,
} from "../../../suites/matchers/known-answer.ts";
import type { CheckContext } from "../../../suites/model/check.ts";
import { madeUpExchange } from "../sources.ts";
import { completeTarget } from "../target.ts";
import { ending } from "./ending.ts";

const contracts = loadCatalogue();
const target = completeTarget();
const get: RequestSpec = {
  surface: "aggregator",
  endpoint: "/search",
  version: "2024-01-01",
  credential: { kind: "none" },
  query: [],
};
const answered = (status: number, body: string, differing: Partial<RequestSpec> = {}) =>
  madeUpExchange({ ...get, ...differing }, { status, body });

const current = '{"errors":[{"code":"X"}]}';
const legacy = '{"success":false,"code":"X","message":"y"}';
const html = " \n<!doctype html><p>no</p>";

/** What a body is called that is none of ours. */
const strangers = [
  ["", "an empty body"],
  ["  \n", "an empty body"],
  [html, "an HTML page"],
  ["nope", "a body that is not JSON"],
  ["[]", "JSON, but not an object"],
  ['{"error":"no"}', "an object with error"],
  ["{}", "an object with no members"],
] as const;

describe("a refusal", () => {
  test.each([400, 404, 405, 414, 499])("with %i in one of the envelopes is known", (status) => {
    for (const body of [current, legacy, '{"metadata":{}}', '{"code":1,"message":"m"}']) {
      expect(expectKnownRefusal(answered(status, body))).toEqual([]);
    }
  });

  test.each(strangers)("with the body %j is not", (body, actual) => {
    expect(expectKnownRefusal(answered(400, body))).toEqual([
      { path: "", expected: "one of the two error envelopes", actual },
    ]);
  });

  test.each([200, 302, 399, 500, 503])("is none with %i", (status) => {
    expect(expectKnownRefusal(answered(status, current))).toEqual([
      { path: "status", expected: "a refusal (4xx)", actual: String(status) },
    ]);
  });

  test("may be 501 for a method, and for nothing else", () => {
    expect(expectKnownRefusal(answered(501, current, { method: "PATCH" }))).toEqual([]);
    expect(expectKnownRefusal(answered(500, current, { method: "PATCH" }))).toHaveLength(1);
    expect(expectKnownRefusal(answered(501, html, { method: "PATCH" }))).toHaveLength(1);
    expect(expectKnownRefusal(answered(501, current))).toMatchObject([{ actual: "501" }]);
  });
});

describe("a whole refusal", () => {
  const judge = (body: string, spec: Partial<RequestSpec> = {}) =>
    expectWholeRefusal(answered(404, body, { version: "default", ...spec }), { contracts }).map(
      ({ path }) => path,
    );

  test("has the members of an envelope, which others judge", () => {
    expect(judge(legacy)).toEqual([]);
    expect(judge('{"metadata":{},"errors":[]}')).toEqual([]);
    expect(judge('{"code":404,"message":"m"}')).toEqual(["/success"]);
    expect(judge('{"success":false}').toSorted()).toEqual(["/code", "/message"]);
    expect(judge('{"errors":["no"]}')).toContain("/metadata");
  });

  test("is judged as closely at a path that is no endpoint", () => {
    expect(judge(legacy, { endpoint: "/no-such-path" })).toEqual(["/code"]);
  });

  test("is a refusal", () => {
    expect(judge(html)).toEqual([""]);
  });
});

describe("an answer", () => {
  const cell = {
    surface: "aggregator",
    endpoint: get.endpoint,
    version: get.version,
    auth: null,
  } as const;
  const members =
    contracts.operation("aggregator", get.endpoint, get.version)?.requiredMembers ?? [];
  const whole = JSON.stringify(Object.fromEntries(members.map((name) => [name, 1])));
  const knownAnswer = (exchange: Exchange, control?: Exchange) => {
    const context: CheckContext = { cell, target, contracts };
    return expectKnownAnswer(exchange, control === undefined ? context : { ...context, control });
  };

  test("is the success body, and refusals as above", () => {
    expect(members.length).toBeGreaterThan(1);
    expect(knownAnswer(answered(200, whole), answered(200, whole))).toEqual([]);
    expect(knownAnswer(answered(400, current))).toEqual([]);
    expect(knownAnswer(answered(400, html))).toMatchObject([{ actual: "an HTML page" }]);
  });

  test.each([201, 204, 302, 500, 502])("with %i is neither", (status) => {
    expect(knownAnswer(answered(status, whole))).toEqual([
      { path: "status", expected: "200, or a refusal (4xx)", actual: String(status) },
    ]);
  });

  test.each(strangers.slice(0, 4))("with 200 and the body %j is neither", (body, actual) => {
    expect(knownAnswer(answered(200, body))).toEqual([
      { path: "body", expected: "a success body in JSON", actual },
    ]);
  });

  test("has the members of the envelope that the answer to the control request has", () => {
    const [first = "", second = ""] = members;
    expect(knownAnswer(answered(200, '{"odd":1}'), answered(200, whole))).toEqual(
      members.map((name) => ({
        path: `/${name}`,
        expected: "a member of the success body",
        actual: "absent",
      })),
    );
    const lacking = answered(200, JSON.stringify({ [second]: null, odd: 1 }));
    expect(knownAnswer(answered(200, `{"${first}":1}`), lacking)).toMatchObject([
      { path: `/${second}` },
    ]);
    expect(knownAnswer(answered(200, "[]"), lacking)).toMatchObject([{ path: `/${second}` }]);
  });

  test("is held against nothing where the control request has no such answer", () => {
    const odd = answered(200, "{}");
    expect(knownAnswer(odd)).toEqual([]);
    for (const control of [
      answered(200, html),
      answered(200, "[]"),
      answered(200, "null"),
      madeUpExchange(get, null),
    ]) {
      expect(knownAnswer(odd, control)).toEqual([]);
    }
  });

  test("of an endpoint without a contract is held against none", () => {
    const unknown = answered(200, "{}", { endpoint: "/nowhere" });
    expect(knownAnswer(unknown, answered(200, whole))).toEqual([]);
  });
});

describe("an answer to HEAD", () => {
  test.each([200, 400, 405, 499])("may be %i, without a body", (status) => {
    expect(expectKnownHead(answered(status, ""))).toEqual([]);
  });
  test.each([201, 301, 399, 500, 501])("is wrong with %i", (status) => {
    expect(expectKnownHead(answered(status, ""))).toEqual([
      { path: "status", expected: "200, or a refusal (4xx)", actual: String(status) },
    ]);
  });
});

describe("an answer to OPTIONS", () => {
  test.each([200, 204, 299])("may be %i with anything but HTML", (status) => {
    for (const body of ["", "{}", "GET"]) {
      expect(expectKnownPreflight(answered(status, body), { contracts })).toEqual([]);
    }
    expect(expectKnownPreflight(answered(status, html), { contracts })).toEqual([
      { path: "body", expected: "no HTML", actual: "an HTML page" },
    ]);
  });
  test.each([199, 300, 500])("is wrong with %i", (status) => {
    expect(expectKnownPreflight(answered(status, ""), { contracts })).toMatchObject([
      { path: "status", actual: String(status) },
    ]);
  });
  test("may be a refusal in an envelope", () => {
    expect(expectKnownPreflight(answered(405, legacy), { contracts })).toEqual([]);
    expect(expectKnownPreflight(answered(405, html), { contracts })).toHaveLength(1);
  });
  test("has no data if the request has no key", () => {
    const list = JSON.stringify({ countries: [{ name: "Ghana", code: "GH", allowed: true }] });
    const countries = { surface: "news", endpoint: "/info/countries" } as const;
    const keyed = {
      ...countries,
      credential: { kind: "key", key: "own", form: "api-key" },
    } as const;
    expect(expectKnownPreflight(answered(200, list, keyed), { contracts })).toEqual([]);
    expect(
      expectKnownPreflight(answered(200, '{"countries":[]}', countries), { contracts }),
    ).toEqual([]);
    expect(expectKnownPreflight(answered(200, list, countries), { contracts })).toEqual([
      { path: "/countries", expected: "no data without a key", actual: "1 entries" },
    ]);
  });
});

test("nothing is known without an answer", () => {
  const closed = madeUpExchange(get, null);
  const context = { cell: { ...get, auth: null }, target, contracts };
  for (const matcher of [expectKnownRefusal, expectKnownHead, expectKnownPreflight]) {
    expect(ending(() => matcher(closed, context))).toBe("blocked: connection closed");
  }
  expect(ending(() => expectKnownAnswer(closed, context))).toBe("blocked: connection closed");
});
