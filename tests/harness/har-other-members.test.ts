import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readHarFile } from "../../harness/har/har-file.ts";
import { createHarSecrets } from "../../harness/har/har-secrets.ts";

/** Made by a machine, of words, and of a number. */
const opaque = "Zq81Kq7Lm2Pv9Rt4Wy6Bn3Cd";
const words = "correct-horse-battery-staple";
const digits = 839274610293847;

const sent = (request: object) => ({ request: { url: "https://x.example/a", ...request } });
const answered = (response: object) => ({ response: { headers: [], ...response } });
const comment = `the password is ${opaque}`;

async function redactorOf(...entries: readonly unknown[]) {
  const secrets = createHarSecrets();
  for (const entry of entries) await secrets.look(entry);
  return secrets.redactor([]);
}

const families: Readonly<
  Record<string, Readonly<Record<string, readonly [object, (string | number)?]>>>
> = {
  "members beside a name and a value": {
    "the comment of a header": [sent({ headers: [{ name: "accept", value: "*/*", comment }] })],
    "the comment of a cookie": [sent({ cookies: [{ name: "a", value: "b", comment }] })],
    "the comment of a parameter": [sent({ queryString: [{ name: "a", value: "b", comment }] })],
    "the comment of a part of a form": [sent({ postData: { params: [{ name: "a", comment }] } })],
    "the comment of a body": [answered({ content: { text: "x", comment } })],
    "the name of a file": [
      sent({ postData: { params: [{ name: "a", fileName: `a?token=${words}` }] } }),
      words,
    ],
  },
  "another type than the format has": {
    "headers as an object": [sent({ headers: { "X-Api-Key": opaque } })],
    "headers as an object of lists": [sent({ headers: { "X-Api-Key": [opaque] } })],
    "headers as texts": [sent({ headers: [`X-Api-Key: ${opaque}`] })],
    "headers as pairs": [sent({ headers: [["X-Api-Key", opaque]] })],
    "headers as one text": [sent({ headers: `Accept: a\r\nX-Api-Key: ${words}\r\n` }), words],
    "cookies as an object": [sent({ cookies: { any: opaque } })],
    "new cookies as an object": [answered({ cookies: { any: opaque } })],
    "a header with several values": [sent({ headers: [{ name: "Cookie", value: [opaque] }] })],
    "a header with an object": [sent({ headers: [{ name: "x-api-key", value: { a: opaque } }] })],
    "a header with a number": [sent({ headers: [{ name: "x-api-key", value: digits }] }), digits],
    "a query as an object": [sent({ queryString: { token: words } }), words],
    "a URL as an object": [sent({ url: { search: `?token=${words}` } }), words],
    "what is sent as an object": [sent({ postData: { text: { password: words } } }), words],
    "what is sent as a list": [sent({ postData: [{ password: words }] }), words],
    "a body as an object": [answered({ content: { text: { access_token: words } } }), words],
    "a body as a list": [answered({ content: { text: [`token=${words}`] } }), words],
    "a comment as a list": [{ comment: [`token=${words}`] }, words],
    "a request as a text": [{ request: `GET /?token=${words}` }, words],
  },
  "what browsers and proxies add": {
    "a list of names and values": [{ _extra: [{ name: "x-api-key", value: opaque }] }],
    "a list of cookies": [{ _blockedCookies: [{ name: "sid", value: words }] }, words],
    "an object of credentials": [{ _auth: { credentials: { user: "u", value: words } } }, words],
    "names of members": [{ _x: { tokens: { [opaque]: 1 } } }],
    "a number": [{ _x: { session_token: digits } }, digits],
    "a URL as the name of a member": [{ _sources: { [`https://x/?token=${words}`]: 1 } }, words],
    "names and values by turns": [{ _raw: ["x-api-key", opaque] }],
  },
};

describe.each(Object.entries(families))("a credential is found in %s", (_, cases) => {
  test.each(Object.entries(cases))("%s", async (_name, [entry, secret = opaque]) => {
    const shown = (await redactorOf(entry))(`no such item: "${secret}", it says`);
    expect(shown).toMatch(/^no such item: "?\[redacted key\]"?, it says$/);
  });
});

test.each([
  ["the title of a page", { log: { pages: [{ title: `https://x/?token=${words}` }] } }],
  ["a comment on the log", { log: { comment: `token=${words}` } }],
  ["a member beside the log", { log: {}, _session: { token: words } }],
])("a credential is found in %s of a file", async (_, file) => {
  const folder = mkdtempSync(join(tmpdir(), "har-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const name = join(folder, "recorded.har");
  const log = { ...file.log, entries: [null, sent({ headers: [] }), sent({ headers: [] })] };
  writeFileSync(name, JSON.stringify({ ...file, log }));
  const entries = [...readHarFile(name)];
  expect(entries.length).toBe(3);
  expect((await redactorOf(...entries))(`it is ${words}`)).toBe("it is [redacted key]");
});

test("what is no credential stays in all members of an entry", async () => {
  const entry = {
    _priority: "VeryHigh-and-early",
    _initiator: { type: "script", stack: { callFrames: [{ functionName: "getSessionToken" }] } },
    _resourceType: "document-of-a-page",
    _transferSize: 8392746102,
    connection: "83927461",
    pageref: "page_8392746102",
    serverIPAddress: "203.0.113.7",
    request: {
      headersSize: 83927461,
      headers: { accept: "application/json", "x-tenant": "staging" },
      cookies: [
        {
          name: "cookie-consent-banner",
          value: "staging",
          path: "/politics-and-economy",
          domain: "login.example.com",
          expires: "2026-09-01T10:00:00.000Z",
          sameSite: "Strict",
          comment: "of-the-consent-banner",
        },
      ],
      postData: {
        mimeType: "application/json",
        params: [{ name: "a", fileName: "the-garden.txt" }],
      },
    },
  };
  const said =
    "VeryHigh-and-early getSessionToken document-of-a-page 8392746102 83927461 page_8392746102 " +
    "203.0.113.7 application/json staging cookie-consent-banner /politics-and-economy " +
    "login.example.com 2026-09-01T10:00:00.000Z Strict of-the-consent-banner the-garden.txt";
  expect((await redactorOf(entry))(said)).toBe(said);
});
