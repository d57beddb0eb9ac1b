import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { RecordedExchange, Surface } from "../../contracts/vocabulary.ts";
import type { NetworkConfiguration, RevokeHook } from "../../harness/configuration/types.ts";
import { createLiveSource, type LiveSource } from "../../harness/exchanges/live-source.ts";
import {
  type KeyName,
  noCredential,
  type RequestSpec,
} from "../../harness/exchanges/request-spec.ts";
import { closedPort, httpServer, keys, network, pathOf, surfaceAt } from "./servers.ts";

const spec = (endpoint: string, surface: Surface = "news"): RequestSpec => ({
  surface,
  endpoint,
  version: "default",
  credential: noCredential,
  query: [],
});
const withKey = (key: KeyName, endpoint = "/info/topics"): RequestSpec => ({
  ...spec(endpoint),
  credential: { kind: "key", key, form: "x-api-key" },
});
const later = (asked: RequestSpec): RequestSpec => ({ ...asked, after: "revocation" });

interface Setting {
  readonly network?: Partial<NetworkConfiguration>;
  readonly revoke?: RevokeHook;
  readonly aggregator?: string;
}

function sourceAt(news: string, setting: Setting = {}): LiveSource & { seen: RecordedExchange[] } {
  const seen: RecordedExchange[] = [];
  const source = createLiveSource({
    configuration: {
      surfaces: {
        news: { ...surfaceAt(news), revoke: setting.revoke ?? null },
        ...(setting.aggregator === undefined ? {} : { aggregator: surfaceAt(setting.aggregator) }),
      },
      network: { ...network, ...setting.network },
    },
    keys,
    onExchange: (recorded) => seen.push(recorded),
  });
  onTestFinished(() => source.close());
  return Object.assign(source, { seen });
}

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

  it("gives a surface up that never answers, and spares the other", async () => {
    const down = `http://127.0.0.1:${await closedPort()}`;
    const base = await httpServer((_request, response) => response.end("{}"));
    const source = sourceAt(down, { aggregator: base, network: { concurrency: 2 } });
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, index) => source.exchange(spec(`/${index}`))),
    );
    const kinds = all.map(({ failure }) => failure?.kind);
    expect(kinds.filter((kind) => kind === "refused").length).toBeLessThan(15);
    expect(kinds.filter((kind) => kind === "not-sent").length).toBeGreaterThan(14);
    expect(all.at(-1)?.failure?.message).toMatch(
      /^not sent, since 8 requests in a row went unanswered; .*connection refused/,
    );
    expect((await source.exchange(spec("/ping", "aggregator"))).answer?.status).toBe(200);
  });

  it("takes no surface for down because other methods than GET are dropped", async () => {
    const base = await httpServer((request, response) => {
      if (request.method === "GET") response.end("{}");
      else request.socket.destroy();
    });
    const source = sourceAt(base, { network: { concurrency: 1, retries: 0 } });
    const posts = Array.from({ length: 10 }, (_, index) =>
      source.exchange({ ...spec(`/${index}`), method: "POST" }),
    );
    const kinds = (await Promise.all(posts)).map(({ failure }) => failure?.kind);
    expect(new Set(kinds)).toEqual(new Set(["reset"]));
    expect((await source.exchange(spec("/ping"))).answer?.status).toBe(200);
  });

  describe("connections that are dropped", () => {
    /** Answers ping and every path that is not dropped; counts what comes at each path. */
    async function dropping(
      drops: (path: string, nth: number) => boolean,
      how: (request: IncomingMessage, response: ServerResponse) => void = (request) =>
        request.socket.destroy(),
    ) {
      const counts: Record<string, number> = {};
      const base = await httpServer((request, response) => {
        const path = pathOf(request);
        const nth = (counts[path] ?? 0) + 1;
        counts[path] = nth;
        if (drops(path, nth)) how(request, response);
        else response.end("{}");
      });
      return { base, counts };
    }

    it("again and again at one request, while others are answered, are the server's", async () => {
      const { base, counts } = await dropping((path) => path === "/broken");
      const source = sourceAt(base);
      const [broken, fine] = await Promise.all([
        source.exchange(spec("/broken")),
        source.exchange(spec("/fine")),
      ]);
      expect(broken.failure).toEqual({
        kind: "dropped",
        message: expect.stringMatching(
          /closed the connection without an answer, also on a fresh connection, while it answered other requests$/,
        ),
      });
      expect(fine.answer?.status).toBe(200);
      // Once more of what was answered before, to see that the surface is alive.
      expect(counts).toEqual({ "/broken": 3, "/fine": 2 });
      expect([broken.recorded.attempts, source.requests]).toEqual([4, 5]);
    });

    it("are asked for again, also where no retries are wanted", async () => {
      const { base, counts } = await dropping((path) => path === "/broken");
      const source = sourceAt(base, { network: { retries: 0 } });
      expect((await source.exchange(spec("/broken"))).failure?.kind).toBe("dropped");
      // Nothing was answered before, so that ping shows whether the surface is alive.
      expect(counts).toEqual({ "/broken": 2, "/ping": 1 });
    });

    it("are forgotten where the last attempt is answered", async () => {
      const { base } = await dropping((path, nth) => path === "/late" && nth < 3);
      const source = sourceAt(base);
      expect((await source.exchange(spec("/late"))).answer?.status).toBe(200);
    });

    it("in the middle of an answer are an answer that is no HTTP message", async () => {
      const { base } = await dropping(
        (path) => path === "/broken",
        (request, response) => {
          response.writeHead(200, { "content-length": 100 });
          response.write("{", () => (request.socket as Socket).resetAndDestroy());
        },
      );
      const source = sourceAt(base);
      expect((await source.exchange(spec("/broken"))).failure?.kind).toBe("malformed");
    });

    it("are an outage where nothing is answered any more", async () => {
      let alive = true;
      const { base } = await dropping(() => !alive);
      const source = sourceAt(base);
      expect((await source.exchange(spec("/ping"))).answer?.status).toBe(200);
      alive = false;
      const kinds = await Promise.all(
        ["/a", "/b"].map(async (path) => (await source.exchange(spec(path))).failure?.kind),
      );
      expect(kinds).toEqual(["reset", "reset"]);
    });

    it("are an outage where a gateway has answered for what stands behind it", async () => {
      const base = await httpServer((request, response) => {
        if (pathOf(request) === "/broken") request.socket.destroy();
        else response.writeHead(502).end();
      });
      const source = sourceAt(base, { network: { retries: 0 } });
      expect((await source.exchange(spec("/broken"))).failure?.kind).toBe("reset");
    });

    it("in time with an interruption are left as they were", async () => {
      const { base } = await dropping((path) => path === "/broken");
      const source = sourceAt(base);
      const broken = source.exchange(spec("/broken"));
      await source.exchange(spec("/fine"));
      source.stop("news", "the run was interrupted");
      expect(["reset", "not-sent"]).toContain((await broken).failure?.kind);
    });

    it("at one endpoint do not silence its neighbours", async () => {
      const { base, counts } = await dropping((path) => path.startsWith("/broken"));
      const source = sourceAt(base, { network: { concurrency: 1 } });
      const broken = Array.from({ length: 30 }, (_, index) =>
        source.exchange({ ...spec("/broken"), query: [["n", String(index)]] }),
      );
      const fine = Array.from({ length: 30 }, (_, index) =>
        source.exchange({ ...spec("/fine"), query: [["n", String(index)]] }),
      );
      const answered = (await Promise.all(fine)).filter(({ answer }) => answer?.status === 200);
      expect(answered.length).toBe(30);
      const failures = (await Promise.all(broken)).map(({ failure }) => failure);
      expect(failures.slice(0, 8).map((failure) => failure?.kind)).toEqual(
        Array.from({ length: 8 }, () => "dropped"),
      );
      expect(failures.at(-1)).toEqual({
        kind: "not-sent",
        message: expect.stringMatching(
          /^not sent, since 8 requests in a row to \/broken went unanswered; /,
        ),
      });
      expect(Object.keys(counts).filter((path) => path.startsWith("/broken")).length).toBeLessThan(
        11,
      );
    });
  });

  it("gives a surface up that stops answering, once what was answered before is not any more", async () => {
    let down = false;
    let requests = 0;
    const base = await httpServer((request, response) => {
      requests += 1;
      if (down) request.socket.destroy();
      else response.end("{}");
    });
    const source = sourceAt(base, { network: { retries: 0, concurrency: 4 } });
    await source.exchange(spec("/ping"));
    down = true;
    const paths = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? "/one" : "/other"));
    const all = await Promise.all(
      paths.map((path, index) => source.exchange({ ...spec(path), query: [["n", String(index)]] })),
    );
    expect(all.at(-1)?.failure?.message).toMatch(/^not sent, since \d+ requests in a row went/);
    expect(new Set(all.map(({ failure }) => failure?.kind))).toEqual(
      new Set(["reset", "not-sent"]),
    );
    expect(requests).toBeLessThan(25);
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

describe("revocation", () => {
  /** A server that notes in which order it saw the keys, and a command that notes its turn. */
  async function setting(command: (log: string) => string) {
    const directory = await mkdtemp(join(tmpdir(), "live-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const log = join(directory, "log");
    const seen: string[] = [];
    const base = await httpServer((request, response) => {
      seen.push(String(request.headers["x-api-key"]));
      setTimeout(() => response.end("{}"), 20);
    });
    const hook = { keyEnv: "SPENDABLE", command: command(log) };
    return { source: sourceAt(base, { revoke: hook }), seen, log };
  }

  it.each(["before first", "after first"])(
    "revokes once, after what needs the key (%s)",
    async (order) => {
      const { source, seen, log } = await setting((file) => `echo "$REVOKE_KEY" >> '${file}'`);
      const events: string[] = [];
      const note = async (name: string, asked: RequestSpec) => {
        const exchange = await source.exchange(asked);
        events.push(name);
        return exchange;
      };
      const asked: [string, RequestSpec][] = [
        ["alive", withKey("revocable")],
        ["alive", withKey("revocable", "/info/countries")],
        ["revoked", later(withKey("revocable"))],
        ["revoked", later(withKey("own"))],
      ];
      if (order === "after first") asked.reverse();
      const all = await Promise.all(asked.map(([name, one]) => note(name, one)));
      expect(all.every(({ answer }) => answer?.status === 200)).toBe(true);
      expect(events).toEqual(["alive", "alive", "revoked", "revoked"]);
      expect(await readFile(log, "utf8")).toBe("bk_news-revocable\n");
      expect(seen.slice(0, 2)).toEqual(["bk_news-revocable", "bk_news-revocable"]);

      const tooLate = await source.exchange(withKey("revocable", "/search/articles"));
      expect(tooLate.failure).toMatchObject({
        kind: "not-sent",
        message: expect.stringContaining("had been revoked"),
      });
    },
  );

  it("runs the commands of both surfaces one after the other, after everything else of both", async () => {
    const directory = await mkdtemp(join(tmpdir(), "live-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const log = join(directory, "log");
    const lock = join(directory, "running");
    const unanswered: (() => void)[] = [];
    let answered = 0;
    const base = await httpServer((request, response) => {
      const answer = () => {
        answered += 1;
        response.end("{}");
      };
      if (pathOf(request) === "/slow") unanswered.push(answer);
      else answer();
    });
    // A directory can be made only once: the second command fails where the first still runs.
    const command = `mkdir '${lock}' && sleep 0.1 && echo "$REVOKE_KEY" >> '${log}' && rmdir '${lock}'`;
    const hook = { keyEnv: "SPENDABLE", command };
    const source = createLiveSource({
      configuration: {
        surfaces: {
          aggregator: { ...surfaceAt(base), revoke: hook },
          news: { ...surfaceAt(base), revoke: hook },
        },
        network,
      },
      keys: { ...keys, aggregator: { ...keys.aggregator, revocable: "bk_aggregator-revocable" } },
    });
    onTestFinished(() => source.close());
    const revoked = (["aggregator", "news"] as const).map((surface) =>
      source.exchange({ ...later(withKey("revocable")), surface }),
    );
    const slow = source.exchange(spec("/slow", "aggregator"));
    while (unanswered.length === 0) await new Promise((done) => setTimeout(done, 5));
    await expect(readFile(log)).rejects.toThrow("ENOENT");
    for (const answer of unanswered) answer();
    await slow;
    const all = await Promise.all(revoked);
    expect(all.map(({ failure }) => failure)).toEqual([null, null]);
    expect((await readFile(log, "utf8")).split("\n").sort()).toEqual([
      "",
      "bk_aggregator-revocable",
      "bk_news-revocable",
    ]);
    expect(answered).toBe(3);
  });

  it("sends nothing where the command fails", async () => {
    const { source, seen } = await setting(() => 'echo "cannot revoke $REVOKE_KEY" >&2; exit 4');
    const all = await Promise.all([
      source.exchange(later(withKey("revocable"))),
      source.exchange(later(withKey("own"))),
    ]);
    for (const { failure, recorded } of all) {
      expect(failure).toEqual({
        kind: "not-sent",
        message: "the revoke command exited with 4: cannot revoke $SPENDABLE",
      });
      expect(recorded.attempts).toBe(0);
    }
    expect(seen).toEqual([]);
  });

  it("does not spend the key on a stopped surface", async () => {
    const { source, log } = await setting((file) => `touch '${file}'`);
    source.stop("news", "smoke step failed");
    const { failure } = await source.exchange(later(withKey("revocable")));
    expect(failure?.message).toBe("smoke step failed");
    await expect(readFile(log)).rejects.toThrow("ENOENT");
  });
});
