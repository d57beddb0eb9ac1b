import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { inFolder } from "./command.ts";
import { check, type EntryParts, entry, host, metadata } from "./recorded-entries.ts";

/** Everything that the command prints and writes about traffic that it fails. */
async function shownOf(cwd: string, entries: readonly object[]): Promise<string> {
  const { code, stdout, stderr } = await check(cwd, entries, "--news-url", host);
  expect(code).toBe(1);
  const folder = join(cwd, "conformance-report");
  const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  return [stdout, stderr, ...written].join("\n");
}

/** Made for one case, so that no other one can teach it; without any word for a credential in it. */
interface Made {
  readonly canary: string;
  readonly opaque: string;
  readonly joined: string;
  readonly jwt: string;
}

function madeFor(id: string): Made {
  const claims = Buffer.from(`{"sub":"user-${id}"}`).toString("base64url");
  return {
    canary: `canary-${id}-Blue`,
    opaque: `canary-${id}d2e6-Blue`,
    joined: `canary${id}Blue`,
    jwt: ["eyJhbGciOiJIUzI1NiJ9", claims, "c2lnbmF0dXJlLTctY2FuYXJ5"].join("."),
  };
}

const elsewhere = "https://login.example";
const path = `${host}/info/topics`;

/** The entries that contain a credential, which one that is answered later repeats in its body. */
function placesOf({ canary, opaque, joined, jwt }: Made): Readonly<Record<string, EntryParts>> {
  const basic = (user: string) => `Basic ${Buffer.from(`${user}:${canary}`).toString("base64")}`;
  const post = (postData: object): EntryParts => ({
    path: `${elsewhere}/token`,
    method: "POST",
    more: { request: { method: "POST", url: `${elsewhere}/token`, headers: [], postData } },
  });
  const cookie = (one: string) => ({ cookies: [{ name: one, value: canary }] });
  return {
    "a header of a gateway": { path, sent: { "x-gateway-auth": canary } },
    "a header of a session": { path, sent: { "X-Session": canary } },
    "a header of any name": { path, sent: { "x-whatever": opaque } },
    "a header of Cloudflare": { path, sent: { "CF-Access-Client-Secret": canary } },
    "a proxy": { path, sent: { "Proxy-Authorization": basic("user") } },
    "HTTP Basic": { path, sent: { Authorization: basic("someone") } },
    Digest: { path, sent: { Authorization: `Digest username="u", response="${canary}"` } },
    "a later parameter": {
      path,
      sent: { Authorization: `Digest username="u", realm="r", response="${canary}"` },
    },
    "a body that is compressed": {
      path,
      headers: { "content-encoding": "gzip" },
      content: {
        encoding: "base64",
        text: gzipSync(JSON.stringify({ session_token: canary })).toString("base64"),
      },
    },
    "a member that is there twice": {
      path,
      body: `{"metadata":{},"token":"${canary}","token":"x"}`,
    },
    "a cookie without a name": { path, sent: { Cookie: canary } },
    "a list under a name": { path, body: { client_secret: [canary] } },
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
      headers: { Location: `${elsewhere}/callback/${joined}?x=1` },
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
}

describe("shows no credential that others recorded", () => {
  const names = Object.keys(placesOf(madeFor("7f3a9c41")));
  /** Each in a form of its own, as it was recorded and encoded. */
  const repeating = (secrets: readonly string[]) => {
    const echo = secrets
      .flatMap((one) => [one, encodeURIComponent(one), Buffer.from(one).toString("base64")])
      .join(" and ");
    const body = { metadata, parameters: { echo, [echo]: 1 }, topics: `it was ${echo}` };
    return entry({ path, body });
  };

  test("but what nobody recorded as one", async () => {
    await inFolder(async (cwd) => {
      const all = await shownOf(cwd, [repeating(Object.values(madeFor("7f3a9c41")))]);
      for (const secret of Object.values(madeFor("7f3a9c41")).slice(0, -1))
        expect(all).toContain(secret);
    });
  });

  test.each([...names.entries()])("%i: %s", async (index, name) => {
    await inFolder(async (cwd) => {
      const made = madeFor(`${7_310_000 + index * 7_919}f3a9c41`.slice(0, 8));
      const given = placesOf(made)[name];
      if (given === undefined) throw new Error("no such place");
      const written = JSON.stringify(given);
      const isIn = (secret: string) => written.includes(secret);
      // The others are encoded where they are.
      const secret = [made.opaque, made.joined, made.jwt].find(isIn) ?? made.canary;
      const all = await shownOf(cwd, [entry(given), repeating([secret])]);
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString("base64").slice(0, -4));
      expect(all).toContain("[redacted key]");
    });
  });

  // A finding shows the beginning of a value, which is cut before it is redacted.
  test.each([
    ["at the beginning of a value", ""],
    ["within a value", "it was signed in with the token that follows: "],
  ])("of several hundred characters, %s", async (_, before) => {
    await inFolder(async (cwd) => {
      const claims = Array.from({ length: 60 }, (__, index) => `claim-${index}-canary`).join();
      const long = ["eyJhbGciOiJIUzI1NiJ9", Buffer.from(claims).toString("base64url"), "c2ln"].join(
        ".",
      );
      expect(long.length).toBeGreaterThan(1_000);
      const value = before + long;
      const body = { metadata, parameters: { any: value, [value]: 1 }, topics: value };
      const sent = { Authorization: `Bearer ${long}` };
      const recorded = entry({ path, sent, body, headers: { "x-request-id": value } });
      const all = await shownOf(cwd, [recorded]);
      expect(all).toContain("[part of a secret]");
      for (let begin = 24; begin < long.length; begin += 24)
        expect(all).not.toContain(long.slice(begin, begin + 24));
    });
  });

  test("and leaves what is no credential", async () => {
    await inFolder(async (cwd) => {
      const sent = {
        Cookie: "theme=dark; lang=en-GB; consent=accepted; visits=12",
        "x-tenant": "staging",
        Authorization: "Bearer canary-7f3a9c41-Blue",
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
