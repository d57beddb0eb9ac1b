import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import type { Configuration, Keys } from "../../harness/settings/types.ts";
import { succeeded } from "../../reference/faults/edit.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { startEmbedded } from "../../run/reference-target.ts";
import { type RunOutcome, runChecks } from "../../run/run-checks.ts";
import { httpServer, network } from "../harness/servers.ts";
import { judge } from "../reporters/fixtures.ts";
import { completeConfiguration, completeKeys } from "./target.ts";

async function run(
  surfaces: Configuration["surfaces"],
  keys: Keys,
  only: readonly string[] = [],
): Promise<RunOutcome> {
  return runChecks({ configuration: { ...completeConfiguration, surfaces, network, only }, keys });
}

function verdictOf({ results }: RunOutcome): {
  readonly verdict: string;
  readonly exitCode: number;
} {
  const { verdict, exitCode } = judge(results);
  return { verdict, exitCode };
}

const page = "<!doctype html><html><title>Welcome</title></html>";
const send =
  (status: number, headers: Record<string, string>, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

/** Servers that stand at a wrong base URL, with what is said of them. */
const strangers: Readonly<Record<string, readonly [RequestListener, RegExp]>> = {
  "a server that knows none of the paths": [
    send(404, {}, ""),
    /404 with an empty body.*path prefix/,
  ],
  "this service, which asks for a key before it looks at the path": [
    (request, response) => {
      const status =
        request.headers["api-key"] || request.headers["x-api-key"] || request.headers.authorization
          ? 404
          : 401;
      const body = { metadata: {}, errors: [{ code: "NO", message: "no", details: {} }] };
      send(status, { "content-type": "application/json" }, JSON.stringify(body))(request, response);
    },
    /404 with .*the error comes from this service, so the path prefix/,
  ],
  "a web server with a welcome page": [
    (request, response) =>
      void response
        .writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html" })
        .end(page),
    /404 with an HTML page.*path prefix/,
  ],
  "the page of a single-page application": [
    send(200, { "content-type": "text/html" }, page),
    /200 with an HTML page.*a web page, not the API/,
  ],
  "a redirect to another base URL": [
    (request, response) =>
      void response.writeHead(301, { location: `https://api.example/v1${request.url}` }).end(),
    /301, .*; it redirects to https:\/\/api\.example\/v1: use that URL instead/,
  ],
  "a gateway with credentials of its own": [
    send(401, { "www-authenticate": "Basic" }, page),
    /401 \(WWW-Authenticate: Basic\).*network\.headers/,
  ],
  "an API that answers everything with {}": [
    send(200, { "content-type": "application/json" }, "{}"),
    /200 with \{\}, .*another service/,
  ],
  "another JSON API": [
    send(200, { "content-type": "application/json" }, '{"data":[],"links":{}}'),
    /another service/,
  ],
  "a server that fails at everything, in words of its own": [
    send(500, { "content-type": "text/plain" }, "Internal Server Error"),
    /500 with Internal Server Error, .*its own log/,
  ],
  "a server that does not speak HTTP": [
    (request) => void request.socket.end("220 mail.example ESMTP\r\n"),
    /the response from .* can't be read: .*is not HTTP/,
  ],
  "a server that closes every connection": [
    (request) => void request.socket.destroy(),
    /nothing responds at .*: .*closed the connection/,
  ],
};

describe("at a wrong base URL no requirement fails, and nothing more is sent", () => {
  test.each(Object.entries(strangers))("%s", async (_, [listener, message]) => {
    let requests = 0;
    const baseUrl = await httpServer((request, response) => {
      requests += 1;
      listener(request, response);
    });
    const { news } = completeConfiguration.surfaces;
    if (news === undefined) throw new Error("no news surface");
    const certified = await run({ news: { ...news, baseUrl } }, completeKeys);
    const [problem, ...others] = certified.problems;
    expect(others).toEqual([]);
    expect(problem).toMatch(message);
    const ends = certified.results.map((one) => `${one.outcome}: ${one.message}`);
    expect([...new Set(ends)]).toEqual([`blocked: ${problem}`]);
    expect(verdictOf(certified)).toEqual({ verdict: "incomplete", exitCode: 3 });
    // Ping, one endpoint in three styles, and two others; a connection that is lost is tried again, and so is ping, which
    // tells whether anything responds.
    expect(certified.exchanges.length).toBeLessThanOrEqual(6);
    expect(requests).toBeLessThanOrEqual(14);
  });
});

/** A server of this service on which something is wrong everywhere. */
function wrong(
  cells: Deviation["cells"],
  response: NonNullable<Deviation["response"]>,
): readonly Deviation[] {
  return [{ name: "wrong", sentence: "Wrong.", cells, response }];
}
const protectedOnly = {
  surface: "news",
  endpoint: ["/info/topics", "/info/countries", "/search/publishers", "/search/articles"],
} as const;

const broken: Readonly<Record<string, readonly Deviation[]>> = {
  "every request ends with 500 in the error envelope": wrong({ surface: "news" }, (response) => {
    response.status = 500;
    response.body = { success: false, code: 500, message: "oops" };
  }),
  "everything but ping ends with 500 in words of its own": wrong(protectedOnly, (response) => {
    response.status = 500;
    response.headers["content-type"] = "text/plain";
    response.raw = "Internal Server Error";
  }),
  "every body is cut off": wrong({ surface: "news" }, (response) => {
    const text = JSON.stringify(response.body);
    if (succeeded(response)) response.raw = text.slice(0, text.length - 20);
  }),
  "every connection but that of ping is dropped": wrong(protectedOnly, (response) => {
    response.cut = "before-answer";
  }),
  "ping is missing": wrong({ surface: "news", endpoint: "/ping" }, (response) => {
    response.status = 404;
    response.headers["content-type"] = "text/html";
    response.raw = page;
  }),
  "ping and the cheapest endpoint are missing": wrong(
    { surface: "news", endpoint: ["/ping", "/info/topics"] },
    (response) => {
      response.status = 404;
      response.headers["content-type"] = "text/html";
      response.raw = page;
    },
  ),
};

describe("this service, however broken, is judged", () => {
  test.each(Object.entries(broken))("%s", async (_, deviations) => {
    const embedded = await startEmbedded(deviations);
    try {
      const { news } = embedded.surfaces;
      if (news === undefined) throw new Error("no news surface");
      // Each is wrong everywhere: a part shows it.
      const certified = await run({ news }, embedded.keys, ["transport.*", "plan.*", "ping.*"]);
      expect(certified.problems).toEqual([]);
      expect(verdictOf(certified)).toEqual({ verdict: "non-conformant", exitCode: 1 });
    } finally {
      await embedded.close();
    }
  });
});
