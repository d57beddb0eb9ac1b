import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createHarSecrets } from "../../harness/har/har-secrets.ts";

const words = "correct-horse-battery-staple";
const opaque = "Zq81Kq7Lm2Pv9Rt4Wy6Bn3Cd";
const key = `bk_${opaque}`;

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");
const token = JSON.stringify({ user: 1, token: words });
const answered = (text: string) => ({ response: { headers: [], content: { text } } });
const said = (value: string) => answered(JSON.stringify({ message: value }));
const bytes = (given: Buffer) => ({
  response: { headers: [], content: { encoding: "base64", text: base64(given) } },
});
const sent = (name: string, value: string) => ({
  request: { url: "https://x.example/a", headers: [{ name, value }] },
});
const requested = (path: string) => ({
  request: { url: `https://x.example/${path}`, headers: [] },
});

async function redactorOf(entry: object) {
  const secrets = createHarSecrets();
  await secrets.look(entry);
  return secrets.redactor([]);
}

const turned = (text: string) => text.split("").toReversed().join("");
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();
const utf32 = (text: string) =>
  Buffer.concat([...text].map((sign) => Buffer.from([sign.charCodeAt(0), 0, 0, 0])));
const padded = JSON.stringify({ a: "x".repeat(90), token: words });

const families: Readonly<Record<string, Readonly<Record<string, readonly [object, string?]>>>> = {
  "a key of the service": {
    "with an escape of JSON": [answered(`{"m":"\\u0062k_${opaque}"}`), key],
    "with an escape in the name of a member": [answered(`{"\\u0062k_${opaque}":1}`), key],
    "in base64": [said(base64(`I have ${key} here`)), key],
    "percent-encoded": [requested(`?q=bk%5F${opaque}`), key],
    "with an entity": [said(`<b>bk&#95;${opaque}</b>`), key],
    backwards: [said(`it is ${turned(key)}`), key],
    "in upper case": [said(`it is BK_${opaque.toUpperCase()}`), `BK_${opaque.toUpperCase()}`],
    "behind a word": [said(`it is key_${key}`), key],
    "behind a letter": [said(`it is x${key}`), key],
    "behind an underscore, in words": [said("it is key_bk_SplxlOBeZQQY"), "bk_SplxlOBeZQQY"],
  },
  "escaped JSON": {
    "in an attribute": [said(`<div data-page="${token.replaceAll('"', "&quot;")}">`)],
    "escaped twice": [said(`<div data-page="${token.replaceAll('"', "&amp;quot;")}">`)],
    "with decimal codes": [said(`<div data-page="${token.replaceAll('"', "&#34;")}">`)],
    "with hexadecimal codes": [answered(`<a b='${token.replaceAll('"', "&#x22;")}'>`)],
    "in a script": [answered(`<script>a("${token.replaceAll('"', "\\x22")}")</script>`)],
    "in a script, with units": [answered(`<script>a("${token.replaceAll('"', "\\u0022")}")`)],
    "with backslashes": [answered(`<script>a("${token.replaceAll('"', '\\\\\\"')}")</script>`)],
  },
  base64: {
    "with letters that are not ASCII": [said(base64(`{"u":"Zoë","token":"${words}"}`))],
    "with letters in Latin-1": [
      said(base64(Buffer.from(`{"u":"Zoë","access_token":"${words}"}`, "latin1"))),
    ],
    "of other scripts": [said(base64(`{"u":"Зоя Ильинична","token":"${words}"}`))],
    "in UTF-16": [said(base64(Buffer.from(token, "utf16le")))],
    "in lines of 76 columns": [said(base64(padded).replaceAll(/(.{76})/g, "$1\r\n"))],
    "in lines within a text": [
      said(`The page:\n${base64(padded).replaceAll(/(.{64})/g, "$1\n")}\nends.`),
    ],
    "with blanks": [said(base64(padded).replaceAll(/(.{20})/g, "$1 "))],
    "in a data URL": [said(`data:application/json;base64,${base64(token)}`)],
    "with a prefix": [said(`v1:${base64(token)}`)],
    "three times": [said(base64(base64(base64(token))))],
    "seven times": [said(Array.from({ length: 7 }).reduce<string>((one) => base64(one), token))],
    "with a prefix of the same signs": [said(`v1-${base64(token)}`)],
    "within a sentence": [said(`it was ${base64(token)}, they say`)],
    "in a query": [requested(`?d=v1:${base64(token)}&e=1`)],
    "in a path": [requested(`a/${Buffer.from(token).toString("base64url")}/b?c=1`)],
    "in a link": [sent("link", `<https://x.example/a/${base64(token)}?b=1>; rel="next"`)],
    "of gzip": [said(base64(gzipSync(token)))],
    "of gzip in a URL": [requested(`?d=${encodeURIComponent(base64(gzipSync(token)))}`)],
    "of gzip with a prefix": [requested(`?d=v1.${gzipSync(token).toString("base64url")}`)],
    "of zlib": [said(base64(deflateSync(token)))],
    "of deflate": [requested(`?SAMLRequest=${encodeURIComponent(base64(deflateRawSync(token)))}`)],
  },
  "a form": {
    "with plus signs for spaces": [requested(`?q=Bearer+${opaque}`), opaque],
    "with a sentence": [requested(`?a=1&msg=your+token+${opaque}`), opaque],
    "with a form in it": [requested(`?u=${encodeURIComponent(`/b?q=Bearer+${opaque}`)}`), opaque],
  },
  "another place": {
    "the URL of a redirect": [
      { response: { headers: [], redirectURL: `https://x.example/magic/${opaque}` } },
      opaque,
    ],
    "a cookie without a name": [{ request: { headers: [], cookies: [{ value: opaque }] } }, opaque],
    "a cookie that is signed": [sent("cookie", `a=s%3A${opaque}.${turned(opaque)}`), opaque],
    "what began a request": [{ _initiator: { url: `https://x.example/?token=${words}` } }],
    "a message of a socket": [{ _webSocketMessages: [{ type: "send", data: token }] }],
    "a message in base64": [{ _webSocketMessages: [{ data: base64(token) }] }],
    "the headers as they were sent": [
      { request: { headers: [], headersText: `GET / HTTP/1.1\r\nCookie: any=${words}; a=b\r\n` } },
    ],
    "a body that was compressed": [
      { request: { headers: [], postData: { text: base64(gzipSync(token)), encoding: "base64" } } },
    ],
    "a header without a name": [{ request: { headers: [{ value: opaque }] } }, opaque],
  },
  "a body": {
    "in UTF-16BE": [bytes(utf16be(`\ufeff${token}`))],
    "in UTF-16BE without a mark": [bytes(utf16be(token))],
    "in UTF-16LE without a mark": [bytes(Buffer.from(token, "utf16le"))],
    "in UTF-32": [bytes(utf32(`\ufeff${token}`))],
    "in UTF-32 without a mark": [bytes(utf32(token))],
    "in gzip without a header": [bytes(gzipSync(token))],
    "in gzip twice": [bytes(gzipSync(gzipSync(token)))],
    "in zlib without a header": [bytes(deflateSync(token))],
    "in gzip, as characters": [answered(gzipSync(token).toString("latin1"))],
  },
};

describe.each(Object.entries(families))("a credential is found in %s", (_, cases) => {
  test.each(Object.entries(cases))("%s", async (_name, [entry, secret = words]) => {
    const shown = (await redactorOf(entry))(`no such item: "${secret}", it says`);
    expect(shown).not.toContain(secret);
    expect(shown).toMatch(/^no such item: "?\[redacted key\]"?, it says$/);
  });
});

test.each([
  ["sizes", said("max_upload_size_kb and memory_kb, 1024_kb")],
  ["entities", said("R&amp;D &quot;politics-and-economy&quot; iPhone15ProMaxUltra")],
  ["paths", requested("News/Articles/politics-and-economy/iPhone15ProMaxUltra?a=b+c")],
  ["base64 of an ordinary text", said(base64("title: politics-and-economy, size_kb=1024_kb"))],
])("what is no credential stays: %s", async (_, entry) => {
  const text = "max_upload_size_kb, politics-and-economy, iPhone15ProMaxUltra, 1024_kb, Articles";
  expect((await redactorOf(entry))(text)).toBe(text);
});

/** Milliseconds of the processor; other processes do not count. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

const filled = (pattern: string) => pattern.repeat((1024 * 1024) / pattern.length);
const bomb = base64(gzipSync(Buffer.alloc(4 * 1024 * 1024)));

test.each([
  ["entities", filled("&quot;")],
  ["entities in entities", filled("&amp;amp;amp;amp;amp;quot;")],
  ["escapes", filled("\\\\u005c")],
  ["backslashes", filled("\\")],
  ["lines of base64", filled(`${"YWE9".repeat(19)}\n`)],
  ["base64 at any alignment", filled("YWE9")],
  ["base64 in base64", base64(base64(base64(filled("a: b=1 ZTo9"))))],
  ["plus signs", filled("a=+%2B%252B")],
  ["keys", filled("bk_")],
  ["keys backwards", filled("_kb")],
  ["what decompresses to much", filled(`${bomb} `)],
  ["the beginnings of gzip", filled("H4sI")],
  ["random bytes", filled(`${base64(gzipSync(filled("a")))}/`)],
])(
  "a megabyte of %s is read at once",
  async (_, given) => {
    expect(await processorTime(() => redactorOf(answered(given)))).toBeLessThan(20_000);
  },
  60_000,
);
