import { setImmediate as nextTurn } from "node:timers/promises";
import type { ConnectionOptions } from "node:tls";
import PQueue from "p-queue";
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { hasTooManyValues, maxValues } from "../../contracts/json-values.ts";
import type { FailureKind } from "../../contracts/vocabulary.ts";
import { createGarbageLimit } from "../collect-garbage.ts";
import { type ProxySettings, proxySettings } from "../configuration/proxy-settings.ts";
import type { WireRequest } from "../requests/request.ts";
import type { NetworkConfiguration } from "../settings/types.ts";
import { comingBytes } from "./body-limit.ts";
import { collectBody, Interrupted } from "./collect.ts";
import { type Decoded, decodeContent } from "./content-coding.ts";
import { eachConnection } from "./each-connection.ts";
import { type Destination, explainError } from "./failures.ts";
import { inQueue } from "./in-queue.ts";
import { PausingClient } from "./pausing-client.ts";
import { createReceivingRoom } from "./receiving-room.ts";
import type { Reply } from "./reply.ts";
import { secureContext } from "./secure-context.ts";
import { skipInformational } from "./skip-informational.ts";
import { tunnelPool } from "./tunnel-pool.ts";

/**
 * The largest body that is read, compressed or decompressed: 20 KB for each of a hundred items, several times what an
 * article or a publisher takes. A run with a body of this size for each response stays within its time and memory.
 */
export const maxBodyBytes = 2 * 1024 * 1024;

/** Decoding a larger body leaves garbage worth mentioning: twice its size. */
const largeBytes = 64 * 1024;
/** The garbage of decoding that may pile up, in bytes. */
const mostGarbageBytes = 16 * 1024 * 1024;
/** The turns of the event loop after which a body is where its reader keeps it. */
const turnsOfReader = 4;

export interface SendOptions {
  /** On a new connection that is closed afterwards. */
  readonly freshConnection?: boolean;
  /** On a connection that it shares with those of the same name alone; closed after the last of them. */
  readonly connection?: { readonly name: string; readonly last: boolean };
}

export interface Client {
  /** Sends once. Never rejects for a failure of the network or the server. */
  send(request: WireRequest, options?: SendOptions): Promise<Reply>;
  /** Closes all connections; requests in flight end as failures. */
  close(): Promise<void>;
}

export interface ClientOptions {
  /** The source of the proxy variables; by default the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly maxBodyBytes?: number;
}

/**
 * An HTTP/1.1 client with persistent connections, one pool per origin, that sends one request at a time
 * on each. Redirects are not followed. The configured timeout limits the connection, the wait for headers
 * and every pause in the body; twice the timeout limits the whole request.
 *
 * With `useProxy`, the variables `http_proxy`, `https_proxy` and `no_proxy` apply, in upper or lower
 * case: plain HTTP is requested from the proxy itself, HTTPS is tunnelled. If only the HTTP proxy is set,
 * it is used for HTTPS too.
 *
 * @throws UsageError if a proxy variable is not a URL
 */
export function createClient(network: NetworkConfiguration, options: ClientOptions = {}): Client {
  const env = options.env ?? process.env;
  const proxy = network.useProxy ? proxySettings(env) : null;
  const tls = tlsOptions(network, env);
  const limit = options.maxBodyBytes ?? maxBodyBytes;
  const bounds = {
    timeoutMs: network.timeoutMs,
    totalMs: 2 * network.timeoutMs,
    maxBodyBytes: limit,
    room: createReceivingRoom(comingBytes),
  };
  const kept = createDispatcher(network, proxy, tls, 1);
  // undici takes "no pipelining" as "close after every response".
  let fresh: Dispatcher | null = null;
  const once = () => {
    fresh ??= createDispatcher(network, proxy, tls, 0);
    return fresh;
  };

  // Not all at once: each may become large, however little of it was received.
  const decoding = new PQueue({ concurrency: 2 });
  const collectIfMuch = createGarbageLimit(mostGarbageBytes);
  const decode = async (body: Uint8Array, coding: string | undefined): Promise<Decoded> => {
    if (coding === undefined) return { ok: true, body };
    const decoded = await inQueue(decoding, () => decodeContent(body, coding, limit));
    if (isLarge(decoded)) collectIfMuch();
    return decoded;
  };

  const named = new Map<string, Dispatcher>();
  const ofName = (name: string) => {
    const dispatcher =
      named.get(name) ?? createDispatcher({ ...network, concurrency: 1 }, proxy, tls, 1);
    named.set(name, dispatcher);
    return dispatcher;
  };
  const endName = (name: string) => {
    void named.get(name)?.close();
    named.delete(name);
  };

  return {
    async send(request, { freshConnection = false, connection } = {}) {
      const sentAt = Date.now();
      const url = new URL(request.url);
      const to = destination(url, proxy);
      try {
        const own = connection === undefined ? kept : ofName(connection.name);
        const dispatcher = freshConnection ? once() : own;
        const wire: Dispatcher.DispatchOptions = {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: request.method,
          headers: { ...request.headers },
          // Our own timers are more precise; see collect.ts.
          headersTimeout: 0,
          bodyTimeout: 0,
        };
        const { status, headers, body, place } = await collectBody(
          dispatcher,
          wire,
          bounds,
          to.hostPort,
        );
        const decoded = await decode(body, headers["content-encoding"]);
        if (decoded.ok) place.take(decoded.body.length - body.length);
        if (isLarge(decoded)) void readerHasIt().then(place.leave);
        else place.leave();
        const receivedAt = Date.now();
        const from = `the body of the ${status} response from ${to.hostPort}`;
        const failed = (kind: FailureKind, message: string): Reply => ({
          kind: "failed",
          failure: { kind, message },
          suspicion: null,
          sentAt,
          receivedAt,
        });
        if (!decoded.ok) {
          return failed(decoded.kind, `${from} can't be decoded: ${decoded.reason}`);
        }
        if (hasTooManyValues(decoded.body)) {
          return failed("too-large", `${from} has more than ${maxValues} JSON values`);
        }
        return { kind: "answered", status, headers, body: decoded.body, sentAt, receivedAt };
      } catch (thrown) {
        if (!(thrown instanceof Interrupted)) throw thrown;
        const explained = explainError(thrown.cause, to, thrown.begun);
        return { kind: "failed", ...explained, sentAt, receivedAt: Date.now() };
      } finally {
        if (connection?.last) endName(connection.name);
      }
    },
    async close() {
      const all = [kept, fresh, ...named.values()];
      await Promise.all(all.map((dispatcher) => dispatcher?.destroy()));
    },
  };
}

function isLarge(decoded: Decoded): boolean {
  return decoded.ok && decoded.body.length > largeBytes;
}

/** Resolves in a few turns of the event loop, when the reader of a body has it where it is to stay. */
async function readerHasIt(): Promise<void> {
  for (let turn = 0; turn < turnsOfReader; turn += 1) await nextTurn();
}

function createDispatcher(
  network: NetworkConfiguration,
  proxy: ProxySettings | null,
  tls: TlsOptions,
  pipelining: 0 | 1,
): Dispatcher {
  const options = {
    connections: network.concurrency,
    pipelining,
    connect: buildConnector({ timeout: network.timeoutMs, ...tls }),
    allowH2: false,
    factory: connectionPool,
  };
  if (proxy === null) return new Agent(options);
  return new EnvHttpProxyAgent({
    ...options,
    ...proxy,
    proxyTunnel: false,
    requestTls: tls,
    proxyTls: tls,
    clientFactory: tunnelPool,
  });
}

/** The connections to one origin, however they are opened: directly, to a proxy or through its tunnel. */
function connectionPool(origin: string | URL, options: object): Dispatcher {
  const connect = eachConnection((options as Pool.Options).connect, skipInformational);
  const factory = (to: URL, each: object) => new PausingClient(to, each);
  return new Pool(origin, { ...options, connect, factory });
}

type TlsOptions = Pick<ConnectionOptions, "secureContext" | "rejectUnauthorized">;

function tlsOptions(
  { ca, allowInsecureTls }: NetworkConfiguration,
  env: Readonly<Record<string, string | undefined>>,
): TlsOptions {
  return {
    ...(ca !== null && { secureContext: secureContext(ca, env) }),
    ...(allowInsecureTls && { rejectUnauthorized: false }),
  };
}

function destination(url: URL, proxy: ProxySettings | null): Destination {
  const proxies = proxy === null ? [] : [proxy.httpProxy, proxy.httpsProxy];
  return {
    host: url.hostname,
    hostPort: hostPort(url),
    proxies: proxies.filter((value) => value !== "").map((value) => hostPort(new URL(value))),
  };
}

function hostPort(url: URL): string {
  const own = url.protocol === "https:" ? "443" : "80";
  return `${url.hostname}:${url.port === "" ? own : url.port}`;
}
