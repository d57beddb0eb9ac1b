import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../../harness/requests/request-spec.ts";
import {
  describeForeign,
  describeOtherSurface,
  isOfService,
  surfaceOfPing,
} from "../../../suites/matchers/foreign-answers.ts";
import { madeUpExchange } from "../sources.ts";

const contracts = loadCatalogue();
const topics: RequestSpec = {
  surface: "news",
  endpoint: "/info/topics",
  version: "2026-08-01",
  credential: { kind: "none" },
  query: [],
};
const ping: RequestSpec = { ...topics, endpoint: "/ping" };
const countries: RequestSpec = { ...topics, endpoint: "/info/countries" };

const answered = (spec: RequestSpec, status: number, body: unknown, headers = {}): Exchange =>
  madeUpExchange(spec, {
    status,
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers,
  });
const atUrl = (exchange: Exchange, url: string): Exchange => {
  const { recorded } = exchange;
  return { ...exchange, recorded: { ...recorded, request: { ...recorded.request, url } } };
};

describe("a response of this service", () => {
  const whole = { metadata: {}, parameters: {}, topics: [] };
  const isOurs = (spec: RequestSpec, status: number, body: unknown) =>
    isOfService(answered(spec, status, body), contracts);

  test.each([
    [200, true],
    [299, true],
    [300, false],
    [399, false],
    [400, true],
    [404, false],
    [410, false],
    [411, true],
    [500, true],
  ])("with %i: %s", (status, expected) => {
    expect(isOurs(topics, status, whole)).toBe(expected);
  });

  test.each<readonly [string, RequestSpec, unknown, boolean]>([
    ["two members of the envelope", topics, { metadata: {}, parameters: {} }, true],
    ["the list alone", topics, { topics: null }, true],
    ["another member alone", topics, { metadata: {} }, false],
    ["another endpoint's list", topics, { countries: [] }, false],
    ["an error envelope", ping, { metadata: {}, errors: [] }, true],
    ["three members of ping", ping, { id: "", version: "", timestamp: 1 }, true],
    ["two members of ping", ping, { id: "", version: "" }, false],
    ["pong", ping, { message: "pong" }, true],
    ["a list", topics, ["topics", "metadata"], false],
    ["nothing", topics, null, false],
    ["a member called null, without a list", ping, { null: [] }, false],
    [
      "anything at an unlisted version",
      { ...topics, version: "2019-01-01" },
      { topics: [] },
      false,
    ],
    ["pong in JSON that is cut off", ping, '{"message":"pong","ver', true],
    ["pong, spaced", ping, '{"message" : "pong",', true],
    ["pong in another notation", ping, "{'message': 'pong'}", true],
    ["pong as plain text", ping, "message: pong", false],
    ["pong as part of another word", ping, '{"message":"ponged', false],
    ["members in JSON that is cut off", topics, '{"metadata":{},"parameters":', true],
    ["members in another notation", topics, "{'metadata':{},'parameters':{}}", true],
    ["members as words", topics, "metadata parameters topics", false],
    ["one member and no other", topics, '{"metadata":', false],
  ])("%s", (_, spec, body, expected) => {
    expect(isOurs(spec, 200, body)).toBe(expected);
  });

  test("is a response", () => {
    expect(isOfService(madeUpExchange(topics, null), contracts)).toBe(false);
  });
});

describe("the surface that ping tells", () => {
  test.each([
    [200, { version: "2026-05-25" }, "aggregator"],
    [200, { version: "2026-08-01" }, "news"],
    [200, { version: "2024-01-01" }, null],
    [200, { version: "2031-01-01" }, null],
    [200, {}, null],
    [200, ["2026-05-25"], null],
    [200, null, null],
    [200, "<p>", null],
    [500, { version: "2026-05-25" }, null],
  ])("with %i and %j: %s", (status, body, expected) => {
    expect(surfaceOfPing(answered(ping, status, body), contracts)).toBe(expected);
  });

  test("is unknown without a response", () => {
    expect(surfaceOfPing(madeUpExchange(ping, null), contracts)).toBeNull();
  });

  test("is named where another one was expected, with the URL, at most in 80 characters", () => {
    const at = (url: string) =>
      describeOtherSurface("news", "aggregator", atUrl(answered(ping, 200, {}), url));
    const line = (url: string) =>
      `the news surface is not at this base URL: GET ${url} returns a version of the aggregator ` +
      "surface; the two base URLs are probably swapped";
    const longest = "x".repeat(80);
    expect(at(longest)).toBe(line(longest));
    expect(at(`${longest}y`)).toBe(line(`${"x".repeat(79)}…`));
  });
});

const page = "<!doctype html><title>Hello</title>";

describe("what responds in place of the service", () => {
  const absent = "the news surface is not at this base URL: GET /info/topics returns";
  const failing =
    "the news surface does not respond properly at this base URL: GET /info/topics returns";
  const prefix = "the path prefix of the base URL is probably missing or wrong";
  const gateway =
    "a gateway in front of the service requires its own credentials (network.headers)";
  const tls = "it uses TLS: begin the base URL with https://";
  const webPage = "this is a web page, not the API";
  const other = "this is another service";

  test.each<readonly [string, number, unknown, object, string]>([
    ["an unknown path", 404, {}, {}, `${absent} 404 with {}; ${prefix}`],
    ["an unknown path as a page", 404, page, {}, `${absent} 404 with an HTML page; ${prefix}`],
    ["a path that is gone", 410, "", {}, `${absent} 410 with an empty body; ${prefix}`],
    [
      "an unknown path in an error envelope",
      404,
      { metadata: {}, errors: [] },
      {},
      `${absent} 404 with {"metadata":{},"errors":[]}; the error comes from this service, so the ` +
        "path prefix of the base URL is missing or wrong",
    ],
    ["a redirect", 300, "", {}, `${absent} 300; a redirect without a valid location`],
    ["a refusal", 401, "no", {}, `${absent} 401 with no; ${gateway}`],
    ["a ban", 403, "no", {}, `${absent} 403 with no; ${gateway}`],
    ["a proxy", 407, "no", {}, `${absent} 407 with no; ${gateway}`],
    [
      "a refusal with a challenge",
      401,
      page,
      { "www-authenticate": 'Basic\n realm="x"' },
      `${absent} 401 (WWW-Authenticate: Basic realm="x"); ${gateway}`,
    ],
    [
      "a long challenge",
      401,
      "",
      { "www-authenticate": "x".repeat(41) },
      `${absent} 401 (WWW-Authenticate: ${"x".repeat(39)}…); ${gateway}`,
    ],
    [
      "an outage",
      503,
      "",
      {},
      `${failing} 503 with an empty body; it is temporarily down, or it throttles requests`,
    ],
    [
      "a failure",
      500,
      page,
      {},
      `${failing} 500 with an HTML page; the server there fails on every request: see its own log`,
    ],
    [
      "a port that expects TLS",
      400,
      "Client sent an HTTP request to an HTTPS server.",
      {},
      `${absent} 400 with Client sent an HTTP request to an HTTPS server.; ${tls}`,
    ],
    [
      "a proxy that expects TLS",
      400,
      "<html>The plain HTTP request was sent to HTTPS port",
      {},
      `${absent} 400 with an HTML page; ${tls}`,
    ],
    [
      "a web server that expects TLS",
      400,
      "You're speaking plain HTTP to an SSL-enabled server port.",
      {},
      `${absent} 400 with You're speaking plain HTTP to an SSL-enabled server port.; ${tls}`,
    ],
    [
      "a text about TLS",
      200,
      "speaking plain HTTP to an SSL port",
      {},
      `${absent} 200 with speaking plain HTTP to an SSL port; ${other}`,
    ],
    ["a page", 200, page, {}, `${absent} 200 with an HTML page; ${webPage}`],
    [
      "a page with white space first",
      299,
      ` \n${page}`,
      {},
      `${absent} 299 with an HTML page; ${webPage}`,
    ],
    [
      "a page by its media type",
      200,
      "<p>",
      { "content-type": "Text/HTML; charset=utf-8" },
      `${absent} 200 with an HTML page; ${webPage}`,
    ],
    ["a page with an error", 400, page, {}, `${absent} 400 with an HTML page; ${other}`],
    ["a fragment of a page", 200, "<p>", {}, `${absent} 200 with an HTML page; ${other}`],
    [
      "a text about a page",
      200,
      "see <html>",
      { "content-type": "text/plain" },
      `${absent} 200 with see <html>; ${other}`,
    ],
    ["a body of two lines", 200, "one\ntwo", {}, `${absent} 200 with one two; ${other}`],
    ["a long body", 200, "x".repeat(61), {}, `${absent} 200 with ${"x".repeat(59)}…; ${other}`],
  ])("%s", (_, status, body, headers, expected) => {
    expect(describeForeign("news", [answered(topics, status, body, headers)])).toBe(expected);
  });

  test("the beginning of a body decides what it is", () => {
    const at = (blanks: number) =>
      describeForeign("news", [answered(topics, 200, " ".repeat(blanks) + page)]);
    expect(at(900)).toContain(webPage);
    expect(at(1000)).toContain(other);
  });
});

describe("a redirect", () => {
  const to = (location: string, url: string) =>
    describeForeign("news", [atUrl(answered(topics, 301, "", { location }), url)]);
  const from = "https://a.example/v1/info/topics";
  const line = (meaning: string) =>
    `the news surface is not at this base URL: GET ${from} returns 301; it redirects to ${meaning}`;
  const elsewhere = "probably a login page, or the service has moved";

  test.each([
    ["https://b.example/v2/info/topics", "https://b.example/v2: use that URL instead"],
    ["https://b.example/info/topics/", "https://b.example: use that URL instead"],
    ["https://b.example/info/topics?a=/#b", "https://b.example: use that URL instead"],
    ["/v2/info/topics", "https://a.example/v2: use that URL instead"],
    ["/login?next=/info/topics", `https://a.example/login, ${elsewhere}`],
    ["/login#/info/topics", `https://a.example/login, ${elsewhere}`],
    ["http://[bad", `http://[bad, ${elsewhere}`],
    [`/${"x".repeat(80)}`, `https://a.example/${"x".repeat(61)}…, ${elsewhere}`],
    [
      `/${"x".repeat(80)}/info/topics`,
      `https://a.example/${"x".repeat(61)}…: use that URL instead`,
    ],
  ])("to %s", (location, meaning) => {
    expect(to(location, from)).toBe(line(meaning));
  });

  test.each(["https://a.example/v1/info/topics/", "/v1/info/topics/?a=b", "/v1/Info/Topics"])(
    "to another spelling of the same path: %s",
    (location) => {
      expect(to(location, from)).toMatch(/with a slash at the end: serve the paths as the spec/);
    },
  );
});

describe("several responses", () => {
  const line = (rest: string) => `the news surface is not at this base URL: GET ${rest}`;
  const webPage = "this is a web page, not the API";

  test("of one kind are described by the first", () => {
    const all = [ping, topics, countries].map((spec) => answered(spec, 200, page));
    expect(describeForeign("news", all)).toBe(
      line(`/ping returns 200 with an HTML page, like every other request; ${webPage}`),
    );
  });

  test("of several kinds are described by the most frequent, with its endpoints", () => {
    const missing = answered(ping, 404, page);
    const pages = [topics, topics, countries, { ...topics, endpoint: "/search/publishers" }];
    const all = [missing, ...pages.map((spec) => answered(spec, 200, page))];
    const expected = line(
      "/info/topics returns 200 with an HTML page, like /info/countries and /search/publishers; " +
        webPage,
    );
    expect(describeForeign("news", all)).toBe(expected);
    expect(describeForeign("news", all.toReversed())).toContain(webPage);
  });

  test("from one endpoint are told once", () => {
    const all = [answered(ping, 404, {}), ...[1, 2].map(() => answered(topics, 200, page))];
    expect(describeForeign("news", all)).toBe(
      line(`/info/topics returns 200 with an HTML page; ${webPage}`),
    );
  });

  test("count without the requests that have none, and one is needed", () => {
    const closed = madeUpExchange(ping, null);
    expect(describeForeign("news", [closed, answered(topics, 200, page)])).toBe(
      line(`/info/topics returns 200 with an HTML page; ${webPage}`),
    );
    expect(() => describeForeign("news", [closed])).toThrow("no exchange has a response");
  });

  test("are told with a URL of at most 80 characters, without its query", () => {
    const at = (url: string) => describeForeign("news", [atUrl(answered(topics, 200, page), url)]);
    const told = (url: string) => line(`${url} returns 200 with an HTML page; ${webPage}`);
    const longest = "x".repeat(80);
    expect(at(`${longest}?query=a?b`)).toBe(told(longest));
    expect(at(`${longest}y`)).toBe(told(`${"x".repeat(79)}…`));
  });

  test("are told in 300 characters", () => {
    const name = "x".repeat(100);
    const all = [topics, ...["a", "b", "c"].map((one) => ({ ...topics, endpoint: one + name }))];
    const found = [answered(ping, 404, {}), ...all.map((spec) => answered(spec, 200, page))];
    const text = describeForeign("news", found);
    expect(text).toHaveLength(300);
    expect(text.endsWith("x…")).toBe(true);
  });
});
