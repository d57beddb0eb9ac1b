import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlLine, headerVariable } from "../../harness/exchanges/curl.ts";
import { unknownKeyValue } from "../../harness/requests/key-names.ts";
import { buildRequest } from "../../harness/requests/request.ts";
import {
  alteredWithin,
  type Credential,
  noCredential,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import { keys, surfaceAt } from "./servers.ts";

const surface = surfaceAt("https://staging.example/it's $HOME/news");
const spec: RequestSpec = {
  surface: "news",
  endpoint: "/search/publishers",
  version: "2024-01-01",
  credential: noCredential,
  query: [["q", 'it\'s `a` $b "c" \\ & é']],
};
const environment = {
  NEWS_API_KEY: "bk_news-own",
  AGGREGATOR_API_KEY: "bk_aggregator-own",
  NEWS_REVOCABLE_KEY: "bk_news-revocable",
  X_STAGING_GATE: "let me in",
  PATH: process.env.PATH,
};

/** What a shell hands to curl when the line is pasted. */
function pasted(line: string, encoding: "utf8" | "latin1" = "utf8"): string[] {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${line}\n`;
  const output = execFileSync("sh", ["-c", script], { env: environment, encoding });
  return output.split("\0").slice(0, -1);
}

const withKey = (
  key: Extract<Credential, { kind: "key" }>["key"],
  form: Extract<Credential, { kind: "key" }>["form"],
): RequestSpec => ({ ...spec, credential: { kind: "key", key, form } });

describe("curlLine", () => {
  it("is one line that repeats the request", () => {
    const line = curlLine(spec, surface, []);
    expect(line).not.toContain("\n");
    expect(pasted(line)).toEqual([
      "-sSi",
      "--compressed",
      "-H",
      "accept: application/json",
      "-H",
      "api-version: 2024-01-01",
      buildRequest(spec, surface, keys, {}).url,
    ]);
  });

  it.each([
    [{ accept: "*/*", acceptEncoding: null }, ["-H", "accept: */*"]],
    [
      { accept: null, acceptEncoding: "identity" },
      ["-H", "accept:", "-H", "accept-encoding: identity"],
    ],
    [
      { accept: "*/*", acceptEncoding: null, userAgent: null },
      ["-H", "user-agent:", "-H", "accept: */*"],
    ],
  ])("repeats what a client accepts: %o", (negotiation, headers) => {
    expect(pasted(curlLine({ ...spec, negotiation }, surface, []))).toEqual([
      "-sSi",
      ...headers,
      "-H",
      "api-version: 2024-01-01",
      buildRequest(spec, surface, keys, {}).url,
    ]);
  });

  it("repeats another method, several keys and a query as it stands", () => {
    const peculiar: RequestSpec = {
      ...spec,
      query: [],
      rawQuery: "q=%zz%",
      method: "POST",
      credential: {
        kind: "several",
        of: [
          { kind: "key", key: "own", form: "api-key" },
          { kind: "key", key: "unknown", form: "bearer" },
          { kind: "malformed", header: "x-api-key", value: "" },
        ],
      },
    };
    const line = curlLine(peculiar, surface, []);
    expect(line).not.toContain("bk_news-own");
    expect(pasted(line)).toEqual([
      "-sSi",
      "--compressed",
      "-X",
      "POST",
      "-H",
      "accept: application/json",
      "-H",
      "api-version: 2024-01-01",
      "-H",
      `api-key: ${environment.NEWS_API_KEY}`,
      "-H",
      `authorization: Bearer ${unknownKeyValue}`,
      "-H",
      "x-api-key;",
      "https://staging.example/it's $HOME/news/search/publishers?q=%zz%",
    ]);
    expect(buildRequest(peculiar, surface, keys, {})).toMatchObject({
      method: "POST",
      url: "https://staging.example/it's $HOME/news/search/publishers?q=%zz%",
    });
  });

  it("asks for the head alone where that was asked for", () => {
    expect(pasted(curlLine({ ...spec, method: "HEAD" }, surface, []))).toContain("--head");
  });

  it("writes the bytes of a header that is not ASCII", () => {
    const version = "caf\u00e9\t'1' \"2\" 5% \\";
    const words = pasted(curlLine({ ...spec, version }, surface, []), "latin1");
    expect(words).toContain(`api-version: ${version}`);
  });

  it.each([
    [withKey("own", "api-key"), "api-key: $NEWS_API_KEY"],
    [withKey("own", "bearer"), "authorization: Bearer $NEWS_API_KEY"],
    [withKey("own", "bearer-lower-case"), "authorization: bearer $NEWS_API_KEY"],
    [withKey("own", "bare"), "authorization: $NEWS_API_KEY"],
    [withKey("own", "authorization-upper-case"), "AUTHORIZATION: Bearer $NEWS_API_KEY"],
    [withKey("other-product", "x-api-key"), "x-api-key: $AGGREGATOR_API_KEY"],
    [withKey("revocable", "bearer"), "authorization: Bearer $NEWS_REVOCABLE_KEY"],
    [withKey("unknown", "bearer"), `authorization: Bearer ${unknownKeyValue}`],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell expression
    [withKey("lengthened", "bearer"), "authorization: Bearer ${NEWS_API_KEY}x"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell expression
    [withKey("shortened", "api-key"), "api-key: ${NEWS_API_KEY%?}"],
    [withKey("altered", "api-key"), 'api-key: $(printf %s "$NEWS_API_KEY" | sed'],
    ...alteredWithin.map((key): [RequestSpec, string] => [
      withKey(key, "bearer"),
      'authorization: Bearer $(printf %s "$NEWS_API_KEY" | awk',
    ]),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell expression
    [withKey("unprefixed", "bearer"), "authorization: Bearer ${NEWS_API_KEY#???}"],
    [withKey("recased", "x-api-key"), 'x-api-key: $(printf %s "$NEWS_API_KEY" | tr'],
    [withKey("own", "token-scheme"), "authorization: Token $NEWS_API_KEY"],
  ])("lets the shell fill in the key (%#)", (asked, header) => {
    const line = curlLine(asked, surface, []);
    expect(line).toContain(header);
    const sent = Object.entries(buildRequest(asked, surface, keys, {}).headers)
      .map(([name, value]) => `${name}: ${value}`)
      .filter((text) => /^(x-)?api-key|^authorization/i.test(text));
    expect(sent).toHaveLength(1);
    expect(pasted(line)).toEqual(expect.arrayContaining(sent));
  });

  it("uses curl's own way for HTTP Basic, and keeps HTTP/1.1 for a spelling", () => {
    expect(pasted(curlLine(withKey("own", "basic"), surface, []))).toEqual(
      expect.arrayContaining(["-u", "bk_news-own:bk_news-own"]),
    );
    expect(pasted(curlLine(withKey("unknown", "basic"), surface, []))).toEqual(
      expect.arrayContaining(["-u", `${unknownKeyValue}:${unknownKeyValue}`]),
    );
    expect(curlLine(withKey("own", "api-key-upper-case"), surface, [])).toContain("--http1.1");
    expect(curlLine(withKey("own", "api-key"), surface, [])).not.toContain("--http1.1");
  });

  it.each([
    ["Bearer", "authorization: Bearer"],
    ["it's $HOME", "authorization: it's $HOME"],
    ["", "authorization;"],
  ])("sends a malformed credential as it is: %j", (authorization, word) => {
    const line = curlLine(
      { ...spec, credential: { kind: "malformed", header: "authorization", value: authorization } },
      surface,
      [],
    );
    expect(pasted(line)).toContain(word);
  });

  it("names extra headers by a variable, unless ours takes their place", () => {
    const extra = ["x-staging-gate", "Authorization", "ACCEPT"];
    const line = curlLine(withKey("own", "bearer"), surface, extra);
    const words = pasted(line);
    expect(words).toContain("x-staging-gate: let me in");
    expect(words.filter((word) => /^(authorization|accept):/i.test(word))).toEqual([
      "accept: application/json",
      "authorization: Bearer bk_news-own",
    ]);
    expect(headerVariable("9-lives.x")).toBe("_9_LIVES_X");
  });
});
