import type { Socket } from "node:net";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { Surface } from "../../contracts/words.ts";
import { authenticate } from "../authenticate.ts";
import { describeSurface } from "../description/document.ts";
import { descriptionPath } from "../description/path.ts";
import { asRefusal, errorEnvelopeFor, renderError } from "../errors.ts";
import type { FaultHook } from "../faults/hook.ts";
import type { KeyRing } from "../keys.ts";
import { sharedLibrary } from "../library.ts";
import { createParameterReader } from "../parameters.ts";
import { Refusal } from "../refusal.ts";
import type { Endpoint } from "./endpoint.ts";
import { pathOf, queryOf } from "./query-of.ts";

/** Request heads may be this long: a value of 64 KiB stays readable, percent-encoded too. */
const longestHead = 1024 * 1024;

const allow = "GET, HEAD";

function requestedVersion(request: FastifyRequest): string | undefined {
  const value = request.headers["api-version"];
  return typeof value === "string" ? value : undefined;
}

function effectiveVersion(endpoint: Endpoint, requested: string | undefined): string {
  if (requested === undefined) return endpoint.versions[0];
  if (endpoint.versions.includes(requested)) return requested;
  const allowed = endpoint.versions.join(", ");
  throw new Refusal(400, "INVALID_PARAMETER", `The header api-version must be one of ${allowed}.`, {
    details: { parameter: "api-version", expected: allowed },
    fields: [{ name: "api-version", type: "string", description: `must be one of ${allowed}` }],
  });
}

/** Answers what never became a request: a head that is no HTTP, or far too long. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? [431, "Request Header Fields Too Large"]
      : [400, "Bad Request"];
  const refusal = new Refusal(status, "BAD_REQUEST", "The request can't be understood.");
  const body = JSON.stringify(renderError(refusal, "current", performance.now()));
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Date: ${new Date().toUTCString()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

/** A fastify instance that answers the endpoints of one surface below a path prefix. */
export function createSurface(options: {
  readonly surface: Surface;
  readonly endpoints: readonly Endpoint[];
  /** Empty, or a path that begins with a slash and does not end with one. */
  readonly prefix: string;
  readonly ring: KeyRing;
  readonly faultHook: FaultHook | null;
}): FastifyInstance {
  const { surface, endpoints, prefix, ring, faultHook } = options;

  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = asRefusal(error);
    const endpoint = pathOf(request.raw.url ?? "/", prefix) ?? "";
    const envelope = errorEnvelopeFor(surface, endpoint, requestedVersion(request), refusal.status);
    const startedAt = performance.now() - reply.elapsedTime;
    return reply
      .code(refusal.status)
      .headers(refusal.headers)
      .send(renderError(refusal, envelope, startedAt));
  };

  const app: FastifyInstance = fastify({
    logger: false,
    forceCloseConnections: true,
    http: { maxHeaderSize: longestHead },
    clientErrorHandler: refuseConnection,
    frameworkErrors: refuse,
    ...(faultHook === null ? {} : { rewriteUrl: faultHook.rewriteUrl }),
  });

  const refuseRoute = (request: FastifyRequest): never => {
    const path = pathOf(request.raw.url ?? "/", prefix) ?? "";
    if (endpoints.some((endpoint) => endpoint.path === path)) {
      throw new Refusal(405, "METHOD_NOT_ALLOWED", `Only GET is answered at ${path}.`, {
        details: { allowed: ["GET", "HEAD"] },
        headers: { allow },
      });
    }
    throw new Refusal(404, "NOT_FOUND", "There is nothing at this path.", {
      details: { path: path.slice(0, 200) },
    });
  };

  faultHook?.install(app);
  app.setErrorHandler(refuse);
  // Before the framework looks at the body: one in an unknown format would be refused as that.
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.method !== "GET" && request.method !== "HEAD") refuseRoute(request);
    done();
  });
  app.setNotFoundHandler(refuseRoute);

  for (const endpoint of endpoints) {
    app.get(prefix + endpoint.path, (request, reply) => {
      const startedAt = performance.now() - reply.elapsedTime;
      if (!endpoint.public) authenticate(ring, surface, request.headers);
      const version = effectiveVersion(endpoint, requestedVersion(request));
      const query = createParameterReader(queryOf(request.raw.url ?? ""));
      const body = endpoint.answer({ version, query, startedAt, library: sharedLibrary() });
      return reply.header("content-type", "application/json; charset=utf-8").send(body);
    });
  }
  app.get(prefix + descriptionPath, () => describeSurface(surface, prefix));
  return app;
}
