import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { findFault } from "../../reference/faults/index.ts";
import { command, inFolder } from "./command.ts";
import { configure, runAgainst, withReference } from "./target.ts";

const key = "bk_live-0123456789abcdef";
const host = "https://api.example/news";
const recordedAt = "2026-09-01T10:00:00.000Z";

interface Given {
  readonly path?: string;
  readonly method?: string;
  readonly status?: number;
  readonly sent?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: object;
  readonly body?: unknown;
  readonly more?: object;
}

const named = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const pong = {
  id: "1",
  message: "pong",
  version: "2026-08-01",
  timestamp: Date.parse(recordedAt),
};

/** One entry as a browser writes it, with what differs. */
function entry(given: Given = {}): object {
  const { path = `${host}/ping`, body = pong, status = 200, more = {} } = given;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    startedDateTime: recordedAt,
    time: 12,
    request: {
      method: given.method ?? "GET",
      url: path,
      headers: named({ accept: "*/*", "api-version": "2026-08-01", ...given.sent }),
    },
    response: {
      status,
      headers: named({ "content-type": "application/json", ...given.headers }),
      content: given.content ?? { size: text.length, mimeType: "application/json", text },
    },
    ...more,
  };
}

function write(cwd: string, entries: readonly unknown[], name = "traffic.har"): void {
  writeFileSync(join(cwd, name), JSON.stringify({ log: { version: "1.2", entries } }));
}

function reportIn(cwd: string) {
  return JSON.parse(readFileSync(join(cwd, "conformance-report/report.json"), "utf8"));
}

async function check(cwd: string, entries: readonly unknown[], ...words: readonly string[]) {
  write(cwd, entries);
  const ended = await command(["check-har", "traffic.har", ...words], { cwd });
  const folder = join(cwd, "conformance-report");
  return { ...ended, report: existsSync(folder) ? reportIn(cwd) : null };
}

const metadata = {
  id: "8c1f0a2e-4a54-4d0b-9a0e-0f4f5f5f5f5f",
  took_ms: 3,
  timestamp: recordedAt,
};
const french = { name: "French", code: "fr", allowed: true };
const countries = (code: string) => ({
  metadata,
  parameters: {},
  countries: [{ name: "France", code, allowed: true, languages: [french] }],
});

describe("recorded traffic", () => {
  test("in which nothing is wrong is 0, says that it certifies nothing, and has no attestation", async () => {
    await inFolder(async (cwd) => {
      const path = `${host}/info/countries`;
      const { code, stdout, report } = await check(cwd, [entry({ path, body: countries("FR") })]);
      expect(stdout).toContain("certifies nothing");
      expect(stdout).toMatch(/^conformant: [^✔]*1\s+recorded\s+answer/m);
      expect(code).toBe(0);
      expect(report).toMatchObject({ partial: true, configuration: null, target: { news: host } });
      expect(readdirSync(join(cwd, "conformance-report")).sort()).toEqual([
        "badge.json",
        "badge.svg",
        "ctrf.json",
        "junit.xml",
        "report.html",
        "report.json",
        "report.md",
      ]);
      const verified = await command(["verify", "conformance-report"], { cwd });
      expect(verified.stderr).toContain("recorded traffic");
      expect(verified.code).toBe(2);
    });
  });

  test("in which something is wrong is 1, with the card and the entry that shows it", async () => {
    await inFolder(async (cwd) => {
      const path = `${host}/info/countries`;
      const entries = [
        entry({ path, body: countries("FR") }),
        entry({ path, body: countries("FRA") }),
      ];
      const { code, stdout, report } = await check(cwd, entries);
      expect(code).toBe(1);
      expect(stdout).toContain("plan.country-code-alpha2");
      expect(stdout).toContain("/countries/0/code");
      const [failed] = report.results.filter(
        (r: { status: string }) => r.status === "fail" && "plan.country-code-alpha2",
      );
      expect(failed).toMatchObject({
        requirement: "plan.country-code-alpha2",
        exchanges: ["h1-1"],
      });
      expect(failed.message).toContain("1 of 2 recorded responses");
      expect(report.exchanges["h1-1"].response.body).toContain("FRA");
    });
  });

  test("of a run of ours against a faulty server shows the fault again", async () => {
    const fault = findFault("three-letter-countries");
    if (fault === undefined) throw new Error("no such fault");
    await inFolder((cwd) =>
      withReference([fault], async (server) => {
        configure(cwd, server);
        await runAgainst(server, cwd, ["--har", "--matrix", "smoke"]);
        const words = ["check-har", "conformance-report/traffic.har", "--out", "seen"];
        const { code, stdout } = await command(words, { cwd });
        expect(code).toBe(1);
        expect(stdout).toContain("plan.country-code-alpha2");
        expect(stdout).toContain("1 requirement broken");
      }),
    );
  });

  test("with nothing of the service is 3", async () => {
    await inFolder(async (cwd) => {
      const page = entry({
        path: "https://www.example/search?q=cats",
        sent: { "api-version": "" },
        headers: { "content-type": "text/html" },
        body: "<html>",
      });
      const { code, stdout } = await check(cwd, [Object.assign(page)]);
      expect(stdout).toContain("incomplete");
      expect(code).toBe(3);
    });
  });

  test("is read whatever is missing in it, and everything left out is counted", async () => {
    await inFolder(async (cwd) => {
      const packed = gzipSync(JSON.stringify(pong));
      const entries = [
        entry(),
        entry({
          content: {
            text: Buffer.from(JSON.stringify(pong)).toString("base64"),
            encoding: "base64",
          },
        }),
        entry({
          headers: { "content-encoding": "gzip" },
          content: { text: packed.toString("base64"), encoding: "base64" },
        }),
        null,
        {},
        entry({ method: "POST" }),
        entry({ status: 0 }),
        entry({ content: {} }),
        entry({ content: { size: 0 } }),
        entry({ content: { size: 99_999, text: "{" } }),
        entry({ more: { _fromCache: "disk" } }),
        entry({ more: { startedDateTime: "yesterday" } }),
        entry({ more: { startedDateTime: "+275760-09-13T00:00:00Z" } }),
        entry({ more: { startedDateTime: "-000001-01-01T00:00:00Z" } }),
        entry({ path: "https://cdn.example/logo.png" }),
        entry({ path: `${host}/health` }),
        entry({ status: 503, body: "down" }),
      ];
      const { code, report } = await check(cwd, entries, "--news-url", host);
      expect(code).toBe(0);
      expect(report.traffic).toEqual({
        files: ["traffic.har"],
        entries: entries.length,
        judged: 3,
        ignored: {
          "another host or path than the service's": 1,
          "served from a cache": 1,
          "not an HTTP URL": 1,
          "no response": 1,
          "not an endpoint of the service": 1,
          "no start time": 3,
          "not a GET": 1,
          "not an entry of a HAR file": 1,
          "the body is missing or incomplete": 3,
          "unavailable or throttled": 1,
        },
      });
    });
  });

  test("that claims impossible durations is judged, without them", async () => {
    await inFolder(async (cwd) => {
      const times = [1e308, -1, "12", null, 2 ** 53];
      const entries = times.map((time) => entry({ more: { time } }));
      const { code, report } = await check(cwd, entries, "--news-url", host);
      expect(code).toBe(0);
      expect(report.durationMs).toBe(0);
      const again = ["compare", "conformance-report", "conformance-report"];
      expect((await command(again, { cwd })).code).toBe(0);
    });
  });

  test("whose headers were taken out is not judged, since the version is not known", async () => {
    await inFolder(async (cwd) => {
      const bare = entry({ body: { message: "ping" } });
      Object.assign(Reflect.get(bare, "request"), { headers: [] });
      const { code, report } = await check(cwd, [bare], "--news-url", host);
      expect(code).toBe(3);
      expect(report.traffic.ignored).toEqual({ "the request's headers are missing": 1 });
    });
  });

  test("shows no key anywhere, of any owner and in any place", async () => {
    await inFolder(async (cwd) => {
      const other = "another-secret-value";
      const path = `${host}/info/topics`;
      const echo = (secret: string) => ({ metadata, parameters: { secret }, topics: secret });
      const keys: readonly Given[] = [
        { sent: { "x-api-key": key } },
        { sent: { Authorization: `Bearer ${other}` }, body: echo(other) },
        { sent: { "API-Key": key }, body: echo(`never sent: bk_zzzzzzzzzzzz and ${other}`) },
        {
          sent: {
            Authorization: `Basic ${Buffer.from("hidden-user:hidden-pass").toString("base64")}`,
          },
          body: echo("hidden-pass"),
        },
        { path: `${path}?api_key=query-secret-1`, body: echo("query-secret-1") },
      ];
      const entries = keys.map((given) => entry({ path, body: echo(key), ...given }));
      const { code, stdout, stderr } = await check(cwd, entries);
      expect(code).toBe(1);
      const written = readdirSync(join(cwd, "conformance-report")).map((name) =>
        readFileSync(join(cwd, "conformance-report", name), "utf8"),
      );
      const all = [stdout, stderr, ...written].join("\n");
      expect(all).toContain("[redacted");
      expect(all).not.toMatch(/bk_live|bk_zzz|another-secret|hidden-(user|pass)|query-secret/);
    });
  });

  describe("shows no credential that others recorded", () => {
    const canary = "canary-7f3a9c41-Secret";
    const opaque = "canary-7f3a9c41d2e6-Secret";
    const jwt = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiJ1c2VyIn0", "c2lnbmF0dXJlLTctY2FuYXJ5"].join(
      ".",
    );
    const elsewhere = "https://login.example";
    const path = `${host}/info/topics`;
    const basic = (user: string) => `Basic ${Buffer.from(`${user}:${canary}`).toString("base64")}`;
    const post = (postData: object): Given => ({
      path: `${elsewhere}/token`,
      method: "POST",
      more: { request: { method: "POST", url: `${elsewhere}/token`, headers: [], postData } },
    });
    const cookie = (one: string) => ({ cookies: [{ name: one, value: canary }] });
    /** The entries that contain it; one that echoes it everywhere is added to each. */
    const places: Readonly<Record<string, Given>> = {
      "a header of a gateway": { path, sent: { "x-gateway-auth": canary } },
      "a header of a session": { path, sent: { "X-Session": canary } },
      "a header of any name": { path, sent: { "x-whatever": "canary-7f3a9c41d2e6-Secret" } },
      "a header of Cloudflare": { path, sent: { "CF-Access-Client-Secret": canary } },
      "a proxy": { path, sent: { "Proxy-Authorization": basic("user") } },
      "HTTP Basic": { path, sent: { Authorization: basic("someone") } },
      Digest: { path, sent: { Authorization: `Digest username="u", response="${canary}"` } },
      "a cookie": { path, sent: { Cookie: `theme=dark; sid=${canary}; lang=en` } },
      "a cookie of any name": { path, sent: { Cookie: `whatever=${encodeURIComponent(canary)}` } },
      "a list of cookies": {
        path,
        more: { request: { method: "GET", url: path, headers: [], ...cookie("a") } },
      },
      "a new cookie": { path, headers: { "Set-Cookie": `a=${canary}; Path=/; HttpOnly` } },
      "several new cookies": {
        path,
        headers: { "Set-Cookie": `x=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=${canary}` },
      },
      "a list of new cookies": {
        path,
        more: { response: { status: 200, headers: [], ...cookie("b") } },
      },
      "a header of a response": { path, headers: { "X-Auth-Token": canary } },
      "the query": { path: `${path}?client_secret=${canary}` },
      "a signature in the query": { path: `${path}?X-Amz-Signature=${canary}&q=1` },
      "user and password of a URL": { path: path.replace("https://", `https://user:${canary}@`) },
      "a fragment": { path: `${path}#access_token=${canary}&token_type=bearer` },
      "a redirect": {
        path,
        status: 302,
        headers: { Location: `${elsewhere}/cb?id_token=${canary}` },
      },
      "a redirect, under any name": {
        path,
        status: 302,
        headers: { Location: `${elsewhere}/callback/canary7f3a9c41Secret?x=1` },
      },
      "a redirect with a fragment": {
        path,
        status: 302,
        headers: { Location: `${elsewhere}/cb#access_token=${canary}` },
      },
      "a page that it came from": { path, sent: { Referer: `${elsewhere}/?token=${canary}` } },
      "a form": post({
        mimeType: "application/x-www-form-urlencoded",
        text: `grant_type=x&client_secret=${canary}`,
      }),
      "parameters of a form": post({ params: [{ name: "password", value: canary }] }),
      "a body that is sent": post({
        mimeType: "application/json",
        text: JSON.stringify({ a: { refreshToken: canary } }),
      }),
      "a body that is answered": {
        path: `${elsewhere}/token`,
        body: { data: [{ access_token: canary, token_type: "Bearer" }] },
      },
      "a body in base64": {
        path: `${elsewhere}/token`,
        content: {
          encoding: "base64",
          text: Buffer.from(JSON.stringify({ apiKey: canary })).toString("base64"),
        },
      },
      "a body of the service": { path, body: { session_token: canary } },
      "a multipart form": post({
        mimeType: "multipart/form-data; boundary=x",
        text: `--x\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\n${opaque}\r\n--x--`,
      }),
      XML: post({ mimeType: "application/xml", text: `<a><password>${opaque}</password></a>` }),
      "a list of tokens": { path, body: { tokens: [opaque] } },
      "an object of credentials": { path, body: { credentials: { user: "u", value: opaque } } },
      "JSON in a text": { path, body: { log: JSON.stringify({ access_token: opaque }) } },
      "a sentence": { path, body: { log: `sent Authorization: Bearer ${opaque} to the gateway` } },
      "a challenge": {
        path,
        headers: { "WWW-Authenticate": `Digest realm="r", nonce="${opaque}"` },
      },
      "a comment": { path, more: { comment: `the password is ${opaque}` } },
      "a JWT anywhere": { path, body: { log: `user ${jwt} signed in` } },
    };

    test.each(Object.entries(places))("%s", async (_, given) => {
      await inFolder(async (cwd) => {
        const secrets = [canary, opaque, "canary7f3a9c41Secret", jwt];
        const echo = [
          ...secrets,
          encodeURIComponent(canary),
          secrets.map((one) => Buffer.from(one).toString("base64")),
        ]
          .flat()
          .join(" and ");
        const broken = { metadata, parameters: { echo, [echo]: 1 }, topics: `it was ${echo}` };
        const echoing = entry({
          path: `${path}?q=${encodeURIComponent(echo)}`,
          body: broken,
          headers: { "x-echo": echo, via: echo },
        });
        const { code, stdout, stderr } = await check(
          cwd,
          [entry(given), echoing],
          "--news-url",
          host,
        );
        expect(code).toBe(1);
        const folder = join(cwd, "conformance-report");
        const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
        const all = [stdout, stderr, ...written].join("\n");
        const found = JSON.stringify(given);
        // Only what was recorded as a credential can be known for one.
        for (const secret of secrets) {
          const isSecret =
            found.includes(secret) ||
            (secret === canary && !secrets.slice(1).some((one) => found.includes(one)));
          if (!isSecret) continue;
          expect(all).not.toContain(secret);
          expect(all).not.toContain(Buffer.from(secret).toString("base64").slice(0, -4));
        }
        expect(all).toContain("[redacted key]");
      });
    });

    test("and leaves what is no credential", async () => {
      await inFolder(async (cwd) => {
        const sent = {
          Cookie: "theme=dark; lang=en-GB; consent=accepted; visits=12",
          "x-tenant": "staging",
          Authorization: `Bearer ${canary}`,
        };
        const text = "Bearer staging accepted dark en-GB, politics, key, 12";
        const body = {
          metadata,
          key: "politics",
          token_type: "Bearer",
          parameters: {},
          topics: text,
        };
        const { report } = await check(cwd, [entry({ path, sent, body })], "--news-url", host);
        const [exchange] = Object.values<{ response: { body: string }; request: object }>(
          report.exchanges,
        );
        expect(exchange?.response.body).toContain(text);
        expect(exchange?.request).toMatchObject({
          headers: {
            accept: "*/*",
            "api-version": "2026-08-01",
            cookie: "[redacted]",
            "x-tenant": "[redacted]",
          },
        });
      });
    });
  });

  test("of two places that both look like the service needs to be told which", async () => {
    await inFolder(async (cwd) => {
      const path = (where: string) => `https://${where}.example/info/countries`;
      const entries = ["staging", "live"].map((where) =>
        entry({ path: path(where), body: countries("FR") }),
      );
      const unclear = await check(cwd, entries);
      expect(unclear.stderr).toContain("--news-url");
      expect(unclear.code).toBe(2);
      const told = await check(cwd, entries, "--news-url", "https://live.example");
      expect(told.code).toBe(0);
      expect(told.report.traffic.judged).toBe(1);
    });
  });

  test.each([
    ["no such file", null, "can't read"],
    ["not JSON", "<html>", "not JSON"],
    ["not a HAR", '{"entries":[]}', "log.entries"],
  ])("%s is wrong use", async (_, text, said) => {
    await inFolder(async (cwd) => {
      if (text !== null) writeFileSync(join(cwd, "traffic.har"), text);
      const { code, stderr } = await command(["check-har", "traffic.har"], { cwd });
      expect(stderr).toContain(said);
      expect(code).toBe(2);
    });
  });
});
