import { request as forward } from "node:http";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "../../harness/http/client.ts";
import {
  clientFor,
  closedPort,
  get,
  httpServer,
  httpsServer,
  network,
  rawServer,
} from "./servers.ts";

/** A small forwarding proxy that notes what it was asked for. */
async function proxyServer(): Promise<{ url: string; seen: string[]; headers: string[] }> {
  const seen: string[] = [];
  const headers: string[] = [];
  const url = await httpServer(
    (request, response) => {
      seen.push(`${request.method} ${request.url}`);
      headers.push(...request.rawHeaders);
      const outgoing = forward(request.url ?? "", { headers: request.headers }, (incoming) => {
        response.writeHead(incoming.statusCode ?? 500, incoming.headers);
        incoming.pipe(response);
      });
      outgoing.end();
    },
    (server) =>
      server.on("connect", (request, socket) => {
        seen.push(`CONNECT ${request.url}`);
        const [host, port] = (request.url ?? "").split(":");
        const outgoing = connect(Number(port), host ?? "", () => {
          socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
          outgoing.pipe(socket).pipe(outgoing);
        });
        outgoing.on("error", () => socket.destroy());
        socket.on("error", () => outgoing.destroy());
      }),
  );
  return { url, seen, headers };
}

const throughProxy = (env: Record<string, string>) => clientFor({ useProxy: true }, { env });

describe("proxies", () => {
  it("asks the proxy itself for plain HTTP, in the same spelling", async () => {
    const proxy = await proxyServer();
    const base = await httpServer((_request, response) => response.end("{}"));
    const client = throughProxy({ HTTP_PROXY: proxy.url });
    const reply = await client.send(get(`${base}/a?b=c`, { "API-KEY": "k" }));
    expect(reply).toMatchObject({ kind: "answered", status: 200 });
    expect(proxy.seen).toEqual([`GET ${base}/a?b=c`]);
    expect(proxy.headers).toContain("API-KEY");
  });

  it("tunnels HTTPS", async () => {
    const proxy = await proxyServer();
    const base = await httpsServer((_request, response) => response.end("{}"));
    const client = throughProxy({ https_proxy: proxy.url });
    const reply = await client.send(get(`${base}/a`));
    // The certificate signed itself, so it ends there, at the target and not at the proxy.
    expect(reply).toMatchObject({ failure: { kind: "tls" } });
    expect(proxy.seen).toEqual([`CONNECT ${base.slice("https://".length)}`]);
  });

  it.each([
    ["http", httpServer],
    ["https", httpsServer],
  ])("passes over informational responses of a server behind it, with %s", async (scheme, make) => {
    const proxy = await proxyServer();
    const base = await make((_request, response) => {
      response.writeEarlyHints({ link: "</x>" });
      response.writeContinue();
      response.writeContinue();
      response.end("{}");
    });
    const env = { [`${scheme}_proxy`]: proxy.url };
    const client = clientFor({ useProxy: true, allowInsecureTls: true }, { env });
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await client.send(get(base))).toMatchObject({ kind: "answered", status: 200 });
    }
    expect(proxy.seen.length).toBeGreaterThan(0);
  });

  it("passes over informational responses of its own, which wait for no tunnel", async () => {
    const url = await rawServer((_head, socket) => {
      socket.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
    });
    const client = throughProxy({ HTTP_PROXY: url });
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await client.send(get("http://target.invalid/a"))).toMatchObject({ status: 200 });
    }
  });

  it.each([
    ["http", httpServer],
    ["https", httpsServer],
  ])("lets many large bodies arrive whole, with %s", async (scheme, make) => {
    const proxy = await proxyServer();
    const large = "x".repeat(1_500_000);
    const base = await make((_request, response) => response.end(large));
    const env = { [`${scheme}_proxy`]: proxy.url };
    const client = clientFor({ useProxy: true, allowInsecureTls: true, concurrency: 20 }, { env });
    const replies = Array.from({ length: 20 }, () => client.send(get(base)));
    for (const reply of await Promise.all(replies)) {
      const { body } = reply as { body?: Uint8Array };
      expect(body?.length).toBe(large.length);
    }
  });

  it.each(["127.0.0.1", "*", "other.example, 127.0.0.1"])(
    "goes past it for NO_PROXY=%s",
    async (no) => {
      const proxy = await proxyServer();
      const base = await httpServer((_request, response) => response.end("{}"));
      const client = throughProxy({ HTTP_PROXY: proxy.url, NO_PROXY: no });
      expect(await client.send(get(base))).toMatchObject({ kind: "answered" });
      expect(proxy.seen).toEqual([]);
    },
  );

  it("ignores the variables when it is told to", async () => {
    const base = await httpServer((_request, response) => response.end("{}"));
    const env = { HTTP_PROXY: `http://127.0.0.1:${await closedPort()}` };
    const client = clientFor({ useProxy: false }, { env });
    expect(await client.send(get(base))).toMatchObject({ kind: "answered" });
  });

  it("blames the proxy where nothing listens there, without its password", async () => {
    const port = await closedPort();
    const client = throughProxy({ HTTP_PROXY: `http://user:hunter22@127.0.0.1:${port}` });
    const reply = await client.send(get("http://target.invalid/a"));
    expect(reply).toMatchObject({
      failure: { kind: "proxy", message: expect.stringContaining(`127.0.0.1:${port}`) },
    });
    expect(JSON.stringify(reply)).not.toContain("hunter22");
  });

  it.each([
    ["refuses a tunnel", "HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n", "https", /403/],
    ["wants credentials", "HTTP/1.1 407 Auth\r\ncontent-length: 0\r\n\r\n", "http", /407/],
  ])("blames a proxy that %s", async (_name, answer, scheme, message) => {
    const url = await rawServer((_head, socket) => socket.end(answer));
    const client = throughProxy({ HTTP_PROXY: url });
    expect(await client.send(get(`${scheme}://target.invalid/a`))).toMatchObject({
      failure: { kind: "proxy", message: expect.stringMatching(message) },
    });
  });

  it("gives up on a proxy that hangs up on every tunnel", async () => {
    let tunnels = 0;
    const url = await rawServer((_head, socket) => {
      tunnels += 1;
      socket.end();
    });
    const client = throughProxy({ HTTPS_PROXY: url });
    const reply = await client.send(get("https://target.invalid/a"));
    expect(reply).toMatchObject({
      failure: { kind: "proxy", message: expect.stringContaining("instead of opening a tunnel") },
    });
    expect(tunnels).toBe(1);
  });

  it("refuses a variable that holds no URL, without showing it", () => {
    const create = () =>
      createClient({ ...network, useProxy: true }, { env: { HTTP_PROXY: "s3cret" } });
    expect(create).toThrow("HTTP_PROXY is not an http or https URL, so the proxy can't be used");
  });

  it.each(["/path", "/?query", "/#fragment", "?query"])(
    "refuses a proxy with %s, which no connection could use",
    (more) => {
      const env = { https_proxy: `http://proxy.invalid:3128${more}` };
      const create = () => createClient({ ...network, useProxy: true }, { env });
      expect(create).toThrow("https_proxy has a path, a query or a fragment");
    },
  );

  it("says nothing on the terminal", async () => {
    const warnings: string[] = [];
    const listener = (warning: Error) => warnings.push(warning.message);
    process.on("warning", listener);
    onTestFinished(() => {
      process.off("warning", listener);
    });
    const proxy = await proxyServer();
    const base = await httpServer((_request, response) => response.end("{}"));
    await throughProxy({ HTTP_PROXY: proxy.url }).send(get(base));
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });
});

describe("TLS", () => {
  it("names the reason why a certificate is not trusted", async () => {
    const base = await httpsServer((_request, response) => response.end("{}"));
    expect(await clientFor().send(get(base))).toMatchObject({
      failure: {
        kind: "tls",
        // Newer versions of Node add advice of their own.
        message: expect.stringMatching(
          /^TLS with 127\.0\.0\.1:\d+ failed: self-signed certificate.*\(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
        ),
      },
    });
  });

  it("recognises a server that speaks plain HTTP", async () => {
    const plain = await httpServer((_request, response) => response.end("{}"));
    expect(await clientFor().send(get(plain.replace("http:", "https:")))).toMatchObject({
      failure: { kind: "tls", message: expect.stringContaining("does the server use plain HTTP?") },
    });
  });
});
