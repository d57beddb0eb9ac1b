import { describe, expect, it } from "vitest";
import { sourceAt, spec, withKey } from "./live-sources.ts";
import { httpServer, pathOf } from "./servers.ts";

describe("the live source", () => {
  it("makes one exchange of equal request specs", async () => {
    let requests = 0;
    const base = await httpServer((_request, response) => {
      requests += 1;
      response.end('{"message":"pong"}');
    });
    const source = sourceAt(`${base}/prefix`);
    const [first, second] = await Promise.all([
      source.exchange(spec("/ping")),
      source.exchange({ ...spec("/ping") }, "follow-up"),
    ]);
    expect(second).toBe(first);
    expect(await source.exchange(spec("/ping"))).toBe(first);
    expect(first.answer?.json).toEqual({ ok: true, value: { message: "pong" } });
    expect(first.recorded.request.url).toBe(`${base}/prefix/ping`);
    expect([requests, source.requests]).toEqual([1, 1]);
    expect(source.seen).toEqual([first.recorded]);
  });

  it("takes a request spec without surface or key for a defect", async () => {
    const source = sourceAt("http://127.0.0.1:9");
    await expect(source.exchange(spec("/ping", "aggregator"))).rejects.toThrow("not tested");
    await expect(source.exchange(withKey("revoked"))).rejects.toThrow("there is no revoked key");
  });

  it("counts what it retries", async () => {
    let requests = 0;
    const base = await httpServer((_request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(503, { "retry-after": "0" }).end();
      else response.end("{}");
    });
    const source = sourceAt(base);
    const { recorded } = await source.exchange(spec("/ping"));
    expect([recorded.attempts, recorded.response?.status, source.requests]).toEqual([2, 200, 2]);
  });

  it("sends the cookies of a surface back where they are asked for, and records none", async () => {
    const sent: (string | undefined)[] = [];
    const base = await httpServer((request, response) => {
      sent.push(request.headers.cookie);
      const own = request.headers["x-api-key"] === undefined ? "other" : "opened";
      response.setHeader("set-cookie", [`sid=${own}; HttpOnly`, "lang=en"]).end("{}");
    });
    const source = sourceAt(base);
    await source.exchange(withKey("own"));
    await source.exchange(spec("/info/topics"));
    const { recorded } = await source.exchange({ ...spec("/info/topics"), cookies: "received" });
    expect(sent).toEqual([undefined, undefined, "sid=opened; lang=en"]);
    expect(recorded.request.headers.cookie).toBe("[cookies of the server]");
    expect(JSON.stringify(source.seen)).not.toMatch(/opened|lang=/);
  });

  it("sends nothing more to a surface once it is stopped", async () => {
    const paths: string[] = [];
    const base = await httpServer((request, response) => {
      paths.push(pathOf(request));
      setImmediate(() => response.end("{}"));
    });
    const source = sourceAt(base, { network: { concurrency: 1 } });
    const all = Array.from({ length: 20 }, (_, index) => source.exchange(spec(`/${index}`)));
    await all[0];
    source.stop("news", "interrupted");
    source.stop("news", "a later reason");
    const done = await Promise.all([...all, source.exchange(spec("/late"))]);
    const stopped = done.filter(({ failure }) => failure?.message === "interrupted");
    expect(stopped.length).toBe(done.length - paths.length);
    expect(stopped.length).toBeGreaterThan(15);
    expect(stopped[0]?.recorded.attempts).toBe(0);
  });

  it("never rejects, also when it is closed under way", async () => {
    const base = await httpServer(() => void source.close());
    const source = sourceAt(base, { network: { retries: 0 } });
    expect((await source.exchange(spec("/ping"))).answer).toBeNull();
    expect((await source.exchange(spec("/later"))).failure?.kind).toBe("not-sent");
  });

  it("redacts with the keys of the run", () => {
    const source = sourceAt("http://127.0.0.1:9", { network: { headers: { gate: "let-me-in" } } });
    expect(source.redact("bk_news-own let-me-in")).toBe("$NEWS_API_KEY [redacted header gate]");
  });
});
