import { describe, expect, test } from "vitest";
import type { FailureKind } from "../../../contracts/vocabulary.ts";
import {
  type Credential,
  noCredential,
  type RequestSpec,
} from "../../../harness/requests/request-spec.ts";
import {
  answerOf,
  bodyServed,
  errorBody,
  expectBelowServerError,
  expectJsonMediaType,
  expectRefused,
  expectServed,
  expectStatus,
  isRefusal,
  needKeyAccepted,
  statusText,
  successBody,
} from "../../../suites/matchers/answer.ts";
import { expectServedWithKey } from "../../../suites/matchers/served-with-key.ts";
import { madeUpExchange } from "../sources.ts";
import { ending } from "./ending.ts";

const asked = (credential: Credential = noCredential): RequestSpec => ({
  surface: "aggregator",
  endpoint: "/search",
  version: "default",
  credential,
  query: [],
});
const answered = (status: number, body = "{}", headers = {}) =>
  madeUpExchange(asked(), { status, body, headers });
const closed = madeUpExchange(asked(), null);

test("without a response there is nothing to judge", () => {
  expect(ending(() => answerOf(closed))).toBe("blocked: connection closed");
  expect(ending(() => answerOf({ ...closed, failure: null }))).toBe("blocked: no response");
  expect(answerOf(answered(204)).status).toBe(204);
});

test("a response that fails below HTTP's status is a finding, one that the network may lose is none", () => {
  const failed = (failure: FailureKind) => madeUpExchange(asked(), { failure });
  expect(statusText(failed("dropped"))).toBe("a dropped connection");
  expect(statusText(failed("malformed"))).toBe("a malformed HTTP message");
  expect(ending(() => statusText(failed("timeout")))).toBe("blocked: connection closed");
  const actual = "a dropped connection";
  for (const expectation of [expectServed, expectBelowServerError, expectRefused]) {
    expect(expectation(failed("dropped"))).toMatchObject([{ path: "status", actual }]);
  }
});

describe("bodies", () => {
  test("of a success", () => {
    expect(successBody(answered(200, '{"a":1}'))).toEqual({ a: 1 });
    expect(ending(() => successBody(answered(201)))).toBe(
      "blocked: needs a success body, but the status is 201",
    );
    expect(ending(() => successBody(answered(200, "<p>")))).toMatch(
      /^blocked: needs a JSON body, but it does not parse: SyntaxError/,
    );
  });

  test("of a 200 with JSON, where any other response has none to compare", () => {
    expect(bodyServed(answered(200, '{"a":1}'))).toEqual({ a: 1 });
    for (const other of [answered(400, '{"a":1}'), answered(200, "<p>"), closed])
      expect(bodyServed(other)).toBeUndefined();
  });

  test("of a refusal", () => {
    expect(errorBody(answered(400, '{"a":1}'))).toEqual({ a: 1 });
    expect(errorBody(answered(499, "<p>"))).toBeUndefined();
    for (const status of [200, 399, 500]) {
      expect(ending(() => errorBody(answered(status)))).toBe(
        `skip: the request was not refused, but answered with ${status}`,
      );
    }
  });

  test.each([
    [399, false],
    [400, true],
    [499, true],
    [500, false],
  ])("%i is a refusal: %s", (status, expected) => {
    expect(isRefusal(status)).toBe(expected);
  });
});

describe("statuses", () => {
  test("exactly one of those that are wanted", () => {
    expect(expectStatus(answered(401), 400, 401)).toEqual([]);
    expect(expectStatus(answered(403), 400, 401)).toEqual([
      { path: "status", expected: "400 or 401 for a request without a key", actual: "403" },
    ]);
  });

  test("served is a 200 with JSON", () => {
    expect(expectServed(answered(200))).toEqual([]);
    expect(expectServed(answered(204, ""))).toEqual([
      { path: "status", expected: "200 for a request without a key", actual: "204" },
    ]);
    expect(ending(() => expectServed(answered(200, "")))).toMatch(/^blocked: needs a JSON body/);
  });

  test.each([401, 403])("a good key that is refused with %i is another's matter", (status) => {
    const message = `blocked: the key was refused with ${status}: see auth.style-accepted`;
    expect(ending(() => needKeyAccepted(answered(status)))).toBe(message);
    expect(ending(() => expectServedWithKey(answered(status)))).toBe(message);
  });

  test("any other status is judged", () => {
    expect(ending(() => needKeyAccepted(answered(400)))).toBe("judged");
    expect(ending(() => needKeyAccepted(closed))).toBe("judged");
    expect(expectServedWithKey(answered(200))).toEqual([]);
    expect(expectServedWithKey(answered(500))).toHaveLength(1);
  });
});

describe("below a server error", () => {
  test("is every status under 500 with JSON", () => {
    for (const status of [200, 302, 404, 499]) {
      expect(expectBelowServerError(answered(status))).toEqual([]);
    }
  });
  test.each([500, 501, 599])("is not %i, whatever the body", (status) => {
    const finding = { path: "status", expected: "below 500", actual: String(status) };
    expect(expectBelowServerError(answered(status))).toEqual([finding]);
    expect(expectBelowServerError(answered(status, "<p>"))).toEqual([finding]);
  });
  test("can't be told without a body of the server", () => {
    expect(ending(() => expectBelowServerError(answered(200, "<p>")))).toBe(
      "blocked: needs a JSON body to be sure that the server itself responded",
    );
  });
});

describe("a refusal says of what", () => {
  test.each<[Credential, string]>([
    [noCredential, "a refusal (4xx) of a request without a key"],
    [
      { kind: "malformed", header: "authorization", value: "Bearer" },
      'a refusal (4xx) of "authorization: Bearer"',
    ],
    [
      { kind: "malformed", header: "x-api-key", value: "" },
      "a refusal (4xx) of an empty x-api-key header",
    ],
    [
      { kind: "key", key: "unknown", form: "bearer" },
      'a refusal (4xx) of a key that was never issued in "Authorization: Bearer"',
    ],
    [
      { kind: "key", key: "own", form: "token-scheme" },
      `a refusal (4xx) of the surface's key in "Authorization: Token"`,
    ],
    [
      { kind: "key", key: "own", form: "bare" },
      "a refusal (4xx) of the surface's key in Authorization",
    ],
    [
      { kind: "key", key: "shortened", form: "api-key" },
      "a refusal (4xx) of the surface's key without its last character in api-key",
    ],
    [{ kind: "key", key: "own", form: "x-api-key" }, "a refusal (4xx)"],
    [
      {
        kind: "several",
        of: [
          { kind: "key", key: "own", form: "x-api-key" },
          { kind: "key", key: "unknown", form: "bearer" },
        ],
      },
      `a refusal (4xx) of the surface's key in x-api-key and a key that was never issued in "Authorization: Bearer"`,
    ],
  ])("%j", (credential, expected) => {
    const exchange = madeUpExchange(asked(credential), { status: 200, body: "{}" });
    expect(expectRefused(exchange)).toEqual([{ path: "status", expected, actual: "200" }]);
  });
});

describe("a success is no refusal", () => {
  const inBody = ", with a refusal in the body";
  test.each([
    [200, '{"success":false}', inBody],
    [200, '{"errors":[]}', inBody],
    [200, '{"success":true}', ""],
    [200, '{"errors":{}}', ""],
    [200, "null", ""],
    [200, "<p>", ""],
    [302, '{"success":false}', ""],
  ])("%i with %s", (status, body, further) => {
    expect(expectRefused(answered(status, body))).toMatchObject([
      { path: "status", actual: `${status}${further}` },
    ]);
  });

  test("the header that was sent besides is named", () => {
    const spec = { ...asked(), furtherHeader: ["cookie", "a=b"] as const };
    expect(expectRefused(madeUpExchange(spec, { status: 200, body: "{}" }))).toMatchObject([
      { expected: 'a refusal (4xx) of a request without a key sent with "cookie: a=b"' },
    ]);
  });

  test("the own key in a listed style is not mentioned", () => {
    const spec = asked({ kind: "key", key: "own", form: "bearer" });
    expect(expectStatus(madeUpExchange(spec, { status: 404, body: "{}" }), 200)).toEqual([
      { path: "status", expected: "200", actual: "404" },
    ]);
  });
});

describe("media type", () => {
  test("a header that came twice is no contradiction where both say the same", () => {
    const type = (value: string) =>
      expectJsonMediaType(answered(200, "{}", { "content-type": value }));
    expect(type("application/json, application/json;charset=utf-8")).toEqual([]);
    expect(type("application/json, text/html")).toEqual([
      {
        path: "header:content-type",
        expected: "application/json",
        actual: "application/json, text/html",
      },
    ]);
    expect(type("json")[0]?.actual).toBe("json");
  });
});
