import { describe, expect, it } from "vitest";
import { unknownKeyValue } from "../../harness/requests/key-names.ts";
import { buildRequest, describeRequest } from "../../harness/requests/request.ts";
import {
  type Credential,
  noCredential,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import { suiteVersion } from "../../harness/suite-version.ts";
import { clientFor, json, keys, rawServer, surfaceAt } from "./servers.ts";

const surface = surfaceAt("https://staging.example/news");
const spec: RequestSpec = {
  surface: "news",
  endpoint: "/search/publishers",
  version: "default",
  credential: noCredential,
  query: [],
};
const key = (form: "api-key" | "bearer" | "bare" | "basic"): Credential => ({
  kind: "key",
  key: "own",
  form,
});

describe("buildRequest", () => {
  it("joins base URL, endpoint and query, in order and percent-encoded", () => {
    const query = [
      ["q", "a b&c=d/é!'()*~-._+"],
      ["a[]", ""],
      ["q", "€"],
    ] as const;
    expect(buildRequest({ ...spec, query }, surface, keys, {}).url).toBe(
      "https://staging.example/news/search/publishers" +
        "?q=a%20b%26c%3Dd%2F%C3%A9%21%27%28%29%2A~-._%2B&a%5B%5D=&q=%E2%82%AC",
    );
  });

  it("sends a lone surrogate, which an id from a response may contain, as U+FFFD", () => {
    const query = [["id", "a\ud800b\udc00"]] as const;
    expect(buildRequest({ ...spec, query }, surface, keys, {}).url).toMatch(
      /\?id=a%EF%BF%BDb%EF%BF%BD$/,
    );
  });

  it("sends its own headers and no version for the default", () => {
    expect(buildRequest(spec, surface, keys, {}).headers).toEqual({
      accept: "application/json",
      "accept-encoding": "gzip, deflate, br",
      "user-agent": `news-conformance/${suiteVersion}`,
    });
    expect(suiteVersion).toMatch(/^\d+\.\d+\.\d+/);
  });

  it("sends what another client accepts, and nothing that the configuration adds in its place", () => {
    const negotiation = { accept: null, acceptEncoding: "identity" };
    const added = { Accept: "text/html", "x-gate": "open" };
    expect(buildRequest({ ...spec, negotiation }, surface, keys, added).headers).toEqual({
      "accept-encoding": "identity",
      "user-agent": `news-conformance/${suiteVersion}`,
      "x-gate": "open",
    });
  });

  it("sends where a client is", () => {
    const negotiation = {
      ...{ accept: "*/*", acceptEncoding: "gzip" },
      ...{ acceptLanguage: "fr", origin: "https://example.com" },
    };
    const { headers } = buildRequest({ ...spec, negotiation }, surface, keys, { Origin: "x" });
    expect(headers).toEqual({
      accept: "*/*",
      "accept-encoding": "gzip",
      "accept-language": "fr",
      origin: "https://example.com",
      "user-agent": `news-conformance/${suiteVersion}`,
    });
  });

  it("sends no name for a client without one", () => {
    const negotiation = { accept: "*/*", acceptEncoding: null, userAgent: null };
    const { headers } = buildRequest({ ...spec, negotiation }, surface, keys, {
      "User-Agent": "x",
    });
    expect(headers).toEqual({ accept: "*/*" });
  });

  it("sends a further header, unless the configuration has it", () => {
    const furtherHeader = ["cookie", "session=1"] as const;
    const sent = (added: Readonly<Record<string, string>>) =>
      buildRequest({ ...spec, furtherHeader }, surface, keys, added).headers;
    expect(sent({ "x-gate": "open" })).toMatchObject({ cookie: "session=1", "x-gate": "open" });
    const configured = sent({ Cookie: "gate=open" });
    expect(configured).toMatchObject({ Cookie: "gate=open" });
    expect(configured).not.toHaveProperty("cookie");
  });

  it("sends any other version as it stands", () => {
    const { headers } = buildRequest({ ...spec, version: "not-a-version" }, surface, keys, {});
    expect(headers["api-version"]).toBe("not-a-version");
  });

  it.each([
    ["own", "bk_news-own"],
    ["other-product", "bk_aggregator-own"],
    ["revocable", "bk_news-revocable"],
    ["unknown", unknownKeyValue],
    ["lengthened", "bk_news-ownx"],
    ["shortened", "bk_news-ow"],
    ["altered", "bk_news-ow0"],
    ["altered-within-1", "bk__ews-own"],
    ["altered-within-4", "bk_news_own"],
    ["altered-within-6", "bk_news-o_n"],
    ["unprefixed", "news-own"],
    ["recased", "bk_NEWS-OWN"],
  ] as const)("knows the %s key", (name, value) => {
    const credential: Credential = { kind: "key", key: name, form: "x-api-key" };
    expect(buildRequest({ ...spec, credential }, surface, keys, {}).headers["x-api-key"]).toBe(
      value,
    );
    expect(unknownKeyValue).toMatch(/^bk_/);
  });

  it("takes asking for a key that does not exist for a defect", () => {
    const credential: Credential = { kind: "key", key: "revoked", form: "bearer" };
    expect(() => buildRequest({ ...spec, credential }, surface, keys, {})).toThrow(
      "there is no revoked key for the news surface",
    );
  });

  it("lets extra headers through unless ours bears the name", () => {
    const credential = key("api-key");
    const { headers } = buildRequest({ ...spec, credential }, surface, keys, {
      "X-Gate": "open",
      ACCEPT: "text/html",
      "Api-Key": "stolen",
      authorization: "Basic gate",
    });
    expect(headers).toMatchObject({
      accept: "application/json",
      "api-key": "bk_news-own",
      "X-Gate": "open",
      authorization: "Basic gate",
    });
    expect(Object.keys(headers)).not.toContain("ACCEPT");
    expect(Object.keys(headers)).not.toContain("Api-Key");
  });
});

describe("the credential on the wire", () => {
  const basic = Buffer.from("bk_news-own:bk_news-own").toString("base64");
  it.each([
    ["api-key", "api-key: bk_news-own"],
    ["x-api-key", "x-api-key: bk_news-own"],
    ["bearer", "authorization: Bearer bk_news-own"],
    ["api-key-upper-case", "API-KEY: bk_news-own"],
    ["x-api-key-upper-case", "X-API-KEY: bk_news-own"],
    ["authorization-upper-case", "AUTHORIZATION: Bearer bk_news-own"],
    ["bearer-lower-case", "authorization: bearer bk_news-own"],
    ["bare", "authorization: bk_news-own"],
    ["basic", `authorization: Basic ${basic}`],
  ] as const)("%s goes out as %s", async (form, line) => {
    const heads: string[] = [];
    const base = await rawServer((head, socket) => {
      heads.push(head);
      socket.write(json("{}"));
    });
    const credential: Credential = { kind: "key", key: "own", form };
    const request = buildRequest({ ...spec, credential }, surfaceAt(base), keys, { "X-Gate": "1" });
    const reply = await clientFor().send(request);
    expect(reply.kind).toBe("answered");
    expect(heads).toHaveLength(1);
    const lines = heads[0]?.split("\r\n") ?? [];
    expect(lines[0]).toBe("GET /search/publishers HTTP/1.1");
    expect(lines).toContain(line);
    expect(lines).toContain("X-Gate: 1");
    expect(lines.filter((sent) => /^(x-)?api-key|^authorization/i.test(sent))).toEqual([line]);
  });

  it("sends a malformed credential as it is", async () => {
    let head = "";
    const base = await rawServer((sent, socket) => {
      head = sent;
      socket.write(json("{}"));
    });
    const credential: Credential = { kind: "malformed", header: "authorization", value: "Bearer" };
    await clientFor().send(buildRequest({ ...spec, credential }, surfaceAt(base), keys, {}));
    expect(head.split("\r\n")).toContain("authorization: Bearer");
  });
});

describe("describeRequest", () => {
  it.each([
    ["bearer", "authorization", "Bearer $NEWS_API_KEY"],
    ["bare", "authorization", "$NEWS_API_KEY"],
    ["basic", "authorization", "Basic base64($NEWS_API_KEY:$NEWS_API_KEY)"],
  ] as const)("shows %s without the key", (form, name, value) => {
    const described = describeRequest({ ...spec, credential: key(form) }, surface, ["X-Gate"]);
    expect(described.headers).toMatchObject({
      [name]: value,
      "X-Gate": "[redacted header X-Gate]",
    });
  });

  it("names the variable of every key", () => {
    const withHook = { ...surface, revoke: { keyEnv: "SPENDABLE", command: "true" } };
    const shown = (name: "other-product" | "revoked" | "revocable" | "unknown") => {
      const credential: Credential = { kind: "key", key: name, form: "api-key" };
      return describeRequest({ ...spec, credential }, withHook, []).headers["api-key"];
    };
    expect(shown("other-product")).toBe("$AGGREGATOR_API_KEY");
    expect(shown("revoked")).toBe("$NEWS_REVOKED_KEY");
    expect(shown("revocable")).toBe("$SPENDABLE");
    expect(shown("unknown")).toBe(unknownKeyValue);
  });
});
