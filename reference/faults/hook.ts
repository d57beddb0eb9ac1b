import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Surface } from "../../contracts/words.ts";
import { presentedKeys } from "../authenticate.ts";
import type { KeyRing, ReferenceKeys } from "../keys.ts";
import { pathOf, queryOf } from "../surfaces/query-of.ts";
import { actsIn, type Deviation, type FaultRequest, type FaultResponse } from "./fault.ts";

interface Tampered {
  readonly request: FaultRequest;
  readonly faults: readonly Deviation[];
}

/** Lets faults act on one surface: before routing, and just before the answer is sent. */
export interface FaultHook {
  /** For fastify's `rewriteUrl`, which runs before the route is looked up. */
  readonly rewriteUrl: (raw: IncomingMessage) => string;
  readonly install: (app: FastifyInstance) => void;
}

export function createFaultHook(options: {
  readonly surface: Surface;
  readonly prefix: string;
  readonly faults: readonly Deviation[];
  readonly ring: KeyRing;
  readonly keys: ReferenceKeys;
}): FaultHook {
  const { surface, prefix, faults, ring, keys } = options;
  const memory = new Map<string, unknown>();
  const tampered = new WeakMap<IncomingMessage, Tampered>();

  const receive = (raw: IncomingMessage, target: string, endpoint: string): FaultRequest => {
    const [presented] = presentedKeys(raw.headers);
    const version = raw.headers["api-version"];
    return {
      surface,
      endpoint,
      headerNames: raw.rawHeaders.filter((_, index) => index % 2 === 0),
      version: typeof version === "string" ? version : "default",
      auth: presented?.style ?? null,
      key: presented?.key ?? null,
      target,
      sent: queryOf(target),
      keys,
      ownerOf: ring.ownerOf,
      isRevoked: ring.isRevoked,
      memory,
      method: raw.method ?? "GET",
      path: endpoint,
      query: queryOf(target),
      headers: raw.headers,
    };
  };

  return {
    rewriteUrl(raw) {
      const target = raw.url ?? "/";
      const endpoint = pathOf(target, prefix);
      if (endpoint === null) return target;
      const request = receive(raw, target, endpoint);
      const acting = faults.filter((fault) => actsIn(fault, request));
      if (acting.length === 0) return target;
      for (const fault of acting) fault.request?.(request);
      raw.method = request.method;
      raw.headers = request.headers;
      tampered.set(raw, { request, faults: acting });
      // An untouched target keeps its spelling, broken percent-encoding included.
      const untouched =
        request.path === request.endpoint &&
        request.query.toString() === queryOf(target).toString();
      if (untouched) return target;
      const search = request.query.toString();
      return `${prefix}${request.path}${search === "" ? "" : `?${search}`}`;
    },
    install(app) {
      app.addHook("onSend", (request, reply, payload, done) => {
        const found = tampered.get(request.raw);
        const acting = found?.faults.filter((fault) => fault.response !== undefined) ?? [];
        if (found === undefined || acting.length === 0) {
          done(null, payload);
          return;
        }
        answer(found.request, acting, reply, payload).then(
          (changed) => {
            // No call of `done` where the connection was cut: there is nothing left to send.
            if (changed !== null) done(null, changed);
          },
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
  };
}

async function answer(
  request: FaultRequest,
  faults: readonly Deviation[],
  reply: FastifyReply,
  payload: unknown,
): Promise<string | Buffer | null> {
  const before: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) before[name] = String(value);
  const text = typeof payload === "string" ? payload : "";
  const response: FaultResponse = {
    status: reply.statusCode,
    headers: { ...before },
    body: text === "" ? null : JSON.parse(text),
  };
  for (const fault of faults) await fault.response?.(response, request);

  reply.code(response.status);
  for (const name of Object.keys(before)) {
    if (!(name in response.headers)) reply.removeHeader(name);
  }
  for (const [name, value] of Object.entries(response.headers)) reply.header(name, value);
  const { raw } = response;
  const bytes =
    raw === undefined
      ? Buffer.from(response.body === undefined ? "" : JSON.stringify(response.body))
      : Buffer.from(raw);
  if (response.cut === undefined) return bytes;

  reply.hijack();
  const { socket } = reply.raw;
  if (response.cut === "before-answer") {
    socket?.destroy();
    return null;
  }
  reply.raw.writeHead(response.status, { ...response.headers, "content-length": bytes.length });
  reply.raw.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => socket?.destroy());
  return null;
}
