import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../../harness/requests/request-spec.ts";
import { expectOneTimeEach, expectOwnIdEach } from "../../../suites/matchers/distinct-ids.ts";
import { madeUpExchange } from "../sources.ts";
import { at } from "./searches.ts";

const countries = at("2026-08-01", "news", "/info/countries");

interface Made {
  readonly id?: string;
  readonly time?: string;
  readonly status?: number;
  readonly endpoint?: string;
  readonly query?: RequestSpec["query"];
  readonly content?: object;
  readonly negotiation?: RequestSpec["negotiation"];
}

function made({
  id = "a",
  time = "2026-05-25T10:00:00Z",
  status = 200,
  endpoint = "/info/countries",
  query = [],
  content = {},
  negotiation,
}: Made): Exchange {
  const spec: RequestSpec = {
    surface: "news",
    endpoint,
    version: "2026-08-01",
    credential: { kind: "key", key: "own", form: "bearer" },
    query,
    ...(negotiation && { negotiation }),
  };
  const body = JSON.stringify({ metadata: { id, timestamp: time }, ...content });
  return madeUpExchange(spec, { status, body });
}

const judge = (one: Made, other: Made) => expectOwnIdEach([made(one), made(other)], countries);
const shared = [{ path: "/metadata/id", actual: "a" }];

describe("an identifier", () => {
  test.each<readonly [string, Made, Made]>([
    ["of another endpoint", {}, { endpoint: "/info/topics" }],
    ["of another status", {}, { status: 404 }],
    ["of other content", { content: { countries: [1] } }, { content: { countries: [2] } }],
    ["of another refused request", { status: 400 }, { status: 400, query: [["a", "b"]] }],
  ])("is not that of a response %s", (_, one, other) => {
    expect(judge(one, other)).toMatchObject(shared);
    expect(judge(one, { ...other, id: "b" })).toEqual([]);
  });

  test.each<readonly [string, Made, Made]>([
    ["with the same content", { content: { countries: [1] } }, { content: { countries: [1] } }],
    ["of another request with the same content", {}, { query: [["a", "b"]] }],
    ["with another echo", { content: { parameters: {} } }, { content: { parameters: { a: 1 } } }],
    ["that is the same refusal", { status: 400 }, { status: 400 }],
  ])("may be that of a response %s", (_, one, other) => {
    expect(judge(one, other)).toEqual([]);
  });

  test("of other endpoints alone is judged there", () => {
    const elsewhere = { endpoint: "/info/topics" };
    expect(judge(elsewhere, { ...elsewhere, status: 404 })).toEqual([]);
  });

  test("may be that of the client", () => {
    const traced = { accept: null, acceptEncoding: null, others: { traceparent: "00-a-b-01" } };
    expect(judge({}, { endpoint: "/info/topics", negotiation: traced })).toEqual([]);
  });

  test("has one time", () => {
    const twice = [made({}), made({ time: "2026-05-25T10:00:01Z" })];
    expect(expectOneTimeEach(twice)).toMatchObject(shared);
    expect(expectOneTimeEach([made({}), made({})])).toEqual([]);
    expect(expectOneTimeEach([made({}), made({ status: 400, time: "x" })])).toEqual([]);
  });
});
