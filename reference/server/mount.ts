import type { Operation } from "../../contracts/catalogue.ts";
import { loadCatalogue } from "../../contracts/load.ts";
import { defaultVersion, type Surface } from "../../contracts/vocabulary.ts";
import { sharedLibrary } from "../corpus/library.ts";
import { describeSurface } from "../description/document.ts";
import { descriptionPath } from "../description/path.ts";
import { authenticate } from "../http/authenticate.ts";
import { asRefusal, errorEnvelopeFor, renderError } from "../http/errors.ts";
import { type Handler, type HttpAnswer, jsonAnswer, type Received } from "../http/http-server.ts";
import type { KeyRing } from "../http/keys.ts";
import { createParameterReader } from "../http/parameters.ts";
import { Refusal } from "../http/refusal.ts";
import type { Endpoint } from "../surfaces/endpoint.ts";
import { pathOf, queryOf } from "../surfaces/query-of.ts";

function requestedVersion({ headers }: Received): string | undefined {
  const value = headers["api-version"];
  return typeof value === "string" ? value : undefined;
}

function effectiveOperation(
  surface: Surface,
  endpoint: Endpoint,
  requested: string | undefined,
): Pick<Operation, "version" | "generation"> {
  const found = loadCatalogue().operation(surface, endpoint.path, requested ?? defaultVersion);
  if (found !== null && requested !== defaultVersion) return found;
  const allowed = endpoint.versions.join(", ");
  throw new Refusal(400, "INVALID_PARAMETER", `The header api-version must be one of ${allowed}.`, {
    details: { parameter: "api-version", expected: allowed },
    fields: [{ name: "api-version", type: "string", description: `must be one of ${allowed}` }],
  });
}

/** Decodes the percent-encoding of a path: `/se%61rch` is `/search` (RFC 3986, 6.2.2.2). */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    throw new Refusal(400, "BAD_REQUEST", "The request is malformed.");
  }
}

/** Handles the requests of one surface below a path prefix. */
export function createSurface(options: {
  readonly surface: Surface;
  readonly endpoints: readonly Endpoint[];
  /** Empty, or a path that begins with a slash and does not end with one. */
  readonly prefix: string;
  readonly ring: KeyRing;
}): Handler {
  const { surface, endpoints, prefix, ring } = options;

  const answerEndpoint = (endpoint: Endpoint, request: Received): unknown => {
    if (!endpoint.public) authenticate(ring, surface, request.headers);
    const { version, generation } = effectiveOperation(
      surface,
      endpoint,
      requestedVersion(request),
    );
    const query = createParameterReader(queryOf(request.target));
    const startedAt = request.receivedAt;
    return endpoint.answer({ version, generation, query, startedAt, library: sharedLibrary() });
  };
  const routes = new Map<string, (request: Received) => unknown>([
    [descriptionPath, () => describeSurface(surface, prefix)],
    ...endpoints.map(
      (endpoint) =>
        [endpoint.path, (request: Received) => answerEndpoint(endpoint, request)] as const,
    ),
  ]);

  const answer = (request: Received): unknown => {
    const path = decodePath(pathOf(request.target, prefix) ?? "");
    const route = routes.get(path);
    if (route === undefined) {
      throw new Refusal(404, "NOT_FOUND", "This path does not exist.", {
        details: { path: path.slice(0, 200) },
      });
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new Refusal(405, "METHOD_NOT_ALLOWED", `Only GET is supported at ${path}.`, {
        details: { allowed: ["GET", "HEAD"] },
        headers: { allow: "GET, HEAD" },
      });
    }
    return route(request);
  };

  const refuse = (request: Received, refusal: Refusal): HttpAnswer => {
    const { status, headers } = refusal;
    const endpoint = pathOf(request.target, prefix) ?? "";
    const envelope = errorEnvelopeFor(surface, endpoint, requestedVersion(request), status);
    return jsonAnswer(status, renderError(refusal, envelope, request.receivedAt), headers);
  };

  return (request) => {
    try {
      return jsonAnswer(200, answer(request));
    } catch (error) {
      return refuse(request, asRefusal(error));
    }
  };
}
