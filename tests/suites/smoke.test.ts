import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import type { FailureKind, Surface } from "../../contracts/vocabulary.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { firstRequest } from "../../suites/model/check.ts";
import { judgeSmoke, smokeRequests, trySurface } from "../../suites/session/smoke.ts";
import { type MadeUp, type MadeUpAnswer, madeUpExchange } from "./sources.ts";
import { completeTarget } from "./target.ts";

const contracts = loadCatalogue();

interface Answers {
  readonly ping: MadeUp;
  readonly keyed: MadeUp;
  /** As `keyed` where it is absent. */
  readonly further?: MadeUp;
}

function verdict({ ping, keyed, further = keyed }: Answers, surface: Surface = "news") {
  const needs = smokeRequests(surface, completeTarget(), contracts);
  return judgeSmoke(
    surface,
    {
      pinged: madeUpExchange(firstRequest(needs.ping), ping),
      keyed: needs.keyed.map((need) => madeUpExchange(firstRequest(need), keyed)),
      further: needs.further.map((need) => madeUpExchange(firstRequest(need), further)),
    },
    contracts,
  );
}

function json(status: number, body: unknown, headers = {}): MadeUpAnswer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}
function html(status: number, headers = {}): MadeUpAnswer {
  const body = "<!doctype html><title>Hello</title>";
  return { status, headers: { "content-type": "text/html", ...headers }, body };
}

const pong = json(200, { id: "1", message: "pong", version: "2026-08-01", timestamp: 1 });
const topics = json(200, { metadata: {}, parameters: {}, topics: [] });
const currentError = (status: number) => json(status, { metadata: {}, errors: [] });
const legacyError = (status: number) => json(status, { success: false, code: status, message: "" });

test("smoke is ping without a key and one endpoint in each style, and at most two more", () => {
  const needs = smokeRequests("news", completeTarget(), contracts);
  expect(firstRequest(needs.ping)).toMatchObject({
    endpoint: "/ping",
    credential: { kind: "none" },
  });
  const forms = needs.keyed.map((need) => firstRequest(need).credential);
  expect(forms.map((form) => form.kind === "key" && form.form)).toEqual([
    "api-key",
    "x-api-key",
    "bearer",
  ]);
  expect(needs.further.map((need) => firstRequest(need).endpoint)).toEqual([
    "/info/countries",
    "/search/publishers",
  ]);
});

describe("the run goes on", () => {
  const plain500: MadeUpAnswer = { status: 500, body: "Internal Server Error" };
  const table: readonly (readonly [string, Answers])[] = [
    ["where all is well", { ping: pong, keyed: topics }],
    ["where only ping is broken", { ping: plain500, keyed: topics }],
    ["where only ping is missing", { ping: html(404), keyed: topics }],
    ["where ping is a page of HTML", { ping: html(200), keyed: topics }],
    ["where only ping is answered", { ping: pong, keyed: plain500 }],
    ["where everything but ping is missing", { ping: pong, keyed: html(404) }],
    [
      "where ping wants a key and only a further endpoint is there",
      { ping: currentError(401), keyed: currentError(404), further: topics },
    ],
    [
      "where everything but a ping that fails is missing",
      { ping: currentError(500), keyed: currentError(404) },
    ],
    ["where the endpoints drop the connection", { ping: pong, keyed: { failure: "dropped" } }],
    [
      "where only a further endpoint is right",
      { ping: html(404), keyed: html(404), further: topics },
    ],
    [
      "where the key is refused at the first endpoint only",
      { ping: pong, keyed: currentError(401), further: topics },
    ],
    [
      "where a further endpoint is refused",
      { ping: html(404), keyed: html(404), further: legacyError(400) },
    ],
    [
      "where everything fails in the current envelope",
      { ping: currentError(500), keyed: currentError(500) },
    ],
    [
      "where everything fails in the legacy envelope",
      { ping: legacyError(500), keyed: legacyError(500) },
    ],
    [
      "where the older envelope comes",
      { ping: html(404), keyed: json(200, { success: true, total: 0, data: [] }) },
    ],
    [
      "where the list has its name and nothing else",
      { ping: html(404), keyed: json(200, { topics: [] }) },
    ],
    [
      "where two members of the envelope are there",
      { ping: html(404), keyed: json(200, { metadata: {}, parameters: {} }) },
    ],
    [
      "where ping has another message",
      { ping: json(200, { id: "", message: "ok", version: "", timestamp: 1 }), keyed: plain500 },
    ],
    [
      "where bodies are cut off",
      {
        ping: html(404),
        keyed: { status: 200, body: '{"metadata":{"id":"1"},"parameters":{},"top' },
      },
    ],
    [
      "where bodies are wrapped into a call",
      { ping: html(404), keyed: { status: 200, body: 'f({"metadata":{},"topics":[]})' } },
    ],
    [
      "where bodies are another language's",
      { ping: html(404), keyed: { status: 200, body: "{'metadata': {}, 'topics': []}" } },
    ],
    [
      "where JSON is called HTML",
      { ping: { ...pong, headers: { "content-type": "text/html" } }, keyed: plain500 },
    ],
  ];
  test.each(table)("%s", (_, answers) => {
    expect(verdict(answers)).toEqual({ kind: "go" });
  });
});

describe("another service responds", () => {
  const table: readonly (readonly [string, Answers, RegExp])[] = [
    [
      "an unknown path of this service, which asks for a key before it looks at the path",
      { ping: currentError(401), keyed: currentError(404) },
      /GET \/info\/topics returns 404 with .*; the error comes from this service, so the path prefix/,
    ],
    [
      "the same with other statuses and envelopes",
      { ping: legacyError(403), keyed: legacyError(410) },
      /GET \/info\/topics returns 410 with .*; the error comes from this service, so the path prefix/,
    ],
    [
      "an unknown path, as a page",
      { ping: html(404), keyed: html(404) },
      /GET \/ping returns 404 with an HTML page, like every other request; the path prefix of the base URL is probably missing/,
    ],
    [
      "an unknown path, as JSON",
      { ping: json(404, {}), keyed: json(404, {}) },
      /404 .*path prefix/,
    ],
    [
      "an unknown path, in this service's own words",
      { ping: currentError(404), keyed: currentError(404) },
      /the error comes from this service, .*path prefix/,
    ],
    [
      "a page at every path",
      { ping: html(200), keyed: html(200) },
      /200 with an HTML page.*a web page, not the API/,
    ],
    [
      "a redirect to the same path elsewhere",
      {
        ping: html(301, { location: "https://api.example/v1/news/ping" }),
        keyed: html(301, { location: "https://api.example/v1/news/info/topics" }),
      },
      /301, like every other request; it redirects to https:\/\/api.example\/v1\/news: use that URL instead$/,
    ],
    [
      "a redirect to a slash",
      { ping: html(308, { location: "https://api.example/ping/?x=1" }), keyed: html(308, {}) },
      /it redirects to https:\/\/api.example: use that URL instead$/,
    ],
    [
      "a redirect to a login page",
      {
        ping: html(302, { location: "/login?next=ping" }),
        keyed: html(302, { location: "/login" }),
      },
      /302, .*; it redirects to \/login, probably a login page/,
    ],
    [
      "a redirect without a valid location",
      { ping: html(302), keyed: html(302) },
      /302, .*a redirect without a valid location/,
    ],
    [
      "a gateway that wants credentials of its own",
      {
        ping: html(401, { "www-authenticate": 'Basic realm="staging"' }),
        keyed: html(401, { "www-authenticate": 'Basic realm="staging"' }),
      },
      /401 \(WWW-Authenticate: Basic realm="staging"\).*network\.headers/,
    ],
    [
      "a gateway that refuses in JSON",
      { ping: json(403, { message: "Forbidden" }), keyed: json(403, { message: "Forbidden" }) },
      /403 .*network\.headers/,
    ],
    [
      "an empty object",
      { ping: json(200, {}), keyed: json(200, {}) },
      /200 with \{\}, .*another service/,
    ],
    [
      "another service's lists",
      { ping: json(200, { ok: true }), keyed: json(200, { data: [], links: {} }) },
      /another service/,
    ],
    ["a list", { ping: json(200, []), keyed: json(200, []) }, /200 with \[\], .*another service/],
    [
      "another service's health",
      {
        ping: json(200, { status: "up", version: "1", timestamp: 2 }),
        keyed: json(200, { id: 1, message: "hello" }),
      },
      /another service/,
    ],
    [
      "a plain text",
      { ping: { status: 200, body: "OK" }, keyed: { status: 200, body: "OK" } },
      /200 with OK, .*another service/,
    ],
    [
      "an empty body",
      { ping: { status: 200, body: "" }, keyed: { status: 200, body: "" } },
      /200 with an empty body/,
    ],
    [
      "a failure without an envelope",
      { ping: { status: 500, body: "oops" }, keyed: { status: 500, body: "oops" } },
      /500 .*its own log/,
    ],
    [
      "a gateway without a server behind it",
      { ping: html(502), keyed: html(502) },
      /502 .*temporarily down/,
    ],
    [
      "a server that throttles",
      { ping: json(429, {}), keyed: json(429, {}) },
      /429 .*temporarily down, or it throttles requests/,
    ],
    [
      "a port that speaks TLS",
      {
        ping: { status: 400, body: "Client sent an HTTP request to an HTTPS server." },
        keyed: { status: 400, body: "The plain HTTP request was sent to HTTPS port" },
      },
      /400 .*begin the base URL with https:/,
    ],
    [
      "a server that takes no such request",
      { ping: html(405), keyed: html(405) },
      /405 .*another service/,
    ],
    [
      "a page, where some connections fail",
      { ping: null, keyed: html(200) },
      /GET \/info\/topics returns 200/,
    ],
  ];
  test.each(table)("%s", (_, answers, message) => {
    const stopped = verdict(answers);
    expect(stopped).toMatchObject({ kind: "foreign", message: expect.stringMatching(message) });
    const text = stopped.kind === "go" ? "" : stopped.message;
    expect(text.length).toBeLessThanOrEqual(300);
    expect(text).not.toContain("\n");
  });

  test("the line stays a line, whatever a server says", () => {
    const location = `https://a.example/${"x".repeat(900)}/ping`;
    const stopped = verdict({ ping: html(302, { location }), keyed: html(302, { location }) });
    expect(stopped.kind === "go" ? "" : stopped.message.length).toBeLessThanOrEqual(300);
  });
});

test.each([
  ["reset", "nothing responds at .*"],
  ["refused", "nothing responds at .*"],
  ["timeout", "nothing responds at .*"],
  ["malformed", "the response from .* can't be read"],
  ["too-large", "the response from .* can't be read"],
] as const)("no readable response (%s)", (failure, said) => {
  const silent = verdict({ ping: { failure }, keyed: { failure } }, "aggregator");
  expect(silent).toMatchObject({
    kind: "silent",
    message: expect.stringMatching(new RegExp(`^${said}: connection closed$`)),
  });
});

describe("where ping and the first endpoint do not answer", () => {
  const tried = async (failure: FailureKind) => {
    const asked: string[] = [];
    const exchange = async (spec: RequestSpec) => {
      asked.push(spec.endpoint);
      const isLater = !["/ping", "/info/topics"].includes(spec.endpoint);
      return madeUpExchange(spec, isLater ? countries : { failure });
    };
    const { verdict } = await trySurface("news", completeTarget(), contracts, { exchange });
    return { kind: verdict.kind, asked: [...new Set(asked)] };
  };
  const countries = json(200, { metadata: {}, parameters: {}, countries: [] });

  test.each(["timeout", "reset", "malformed", "too-large"] as const)(
    "other endpoints are asked: %s",
    async (failure) => {
      expect(await tried(failure)).toEqual({
        kind: "go",
        asked: ["/ping", "/info/topics", "/info/countries", "/search/publishers"],
      });
    },
  );

  test.each(["refused", "dns", "tls"] as const)(
    "they are not asked where the host is not there: %s",
    async (failure) => {
      expect(await tried(failure)).toEqual({ kind: "silent", asked: ["/ping", "/info/topics"] });
    },
  );
});

describe("the key is refused in every style, naming the variable", () => {
  const table: readonly (readonly [string, Answers])[] = [
    ["in an envelope", { ping: pong, keyed: currentError(401) }],
    ["in no envelope, where ping tells the service", { ping: pong, keyed: html(403) }],
    ["where ping is refused too", { ping: legacyError(401), keyed: legacyError(401) }],
    ["where ping is missing", { ping: html(404), keyed: legacyError(401) }],
  ];
  test.each(table)("%s", (_, answers) => {
    expect(verdict(answers)).toMatchObject({
      kind: "refused",
      message: expect.stringContaining("NEWS_API_KEY must be a live key of this product"),
    });
  });
});

describe("ping tells a version that only the other surface has", () => {
  const headlines = json(200, { id: "1", message: "pong", version: "2026-05-25", timestamp: 1 });
  test.each([
    ["every endpoint is missing", currentError(404)],
    ["every key is refused before that", currentError(401)],
    ["a page answers", html(200)],
  ])("%s: the base URLs are swapped", (_, keyed) => {
    expect(verdict({ ping: headlines, keyed })).toEqual({
      kind: "foreign",
      message: expect.stringMatching(
        /^the news surface is not at this base URL: GET \S*\/ping returns a version of the aggregator surface; the two base URLs are probably swapped$/,
      ),
    });
  });
  test("an endpoint of this surface is served: its ping is wrong, and judged", () => {
    expect(verdict({ ping: headlines, keyed: topics }).kind).toBe("go");
    expect(verdict({ ping: headlines, keyed: currentError(404), further: topics }).kind).toBe("go");
  });
  test("a version of both surfaces, or of none, says nothing", () => {
    for (const version of ["2024-01-01", "2031-01-01", 7]) {
      const ping = json(200, { id: "1", message: "pong", version, timestamp: 1 });
      expect(verdict({ ping, keyed: currentError(500) }).kind).toBe("go");
    }
  });
});
