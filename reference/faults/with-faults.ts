import type { Surface } from "../../contracts/vocabulary.ts";
import { presentedKeys } from "../http/authenticate.ts";
import type { Handler, HttpAnswer, Received } from "../http/http-server.ts";
import type { KeyRing, ReferenceKeys } from "../http/keys.ts";
import { pathOf, queryOf } from "../surfaces/query-of.ts";
import { actsIn, type Deviation, type FaultRequest, type FaultResponse } from "./fault.ts";

/** Applies faults to the requests and responses of one surface. */
export function withFaults(
  handler: Handler,
  options: {
    readonly surface: Surface;
    readonly prefix: string;
    readonly faults: readonly Deviation[];
    readonly ring: KeyRing;
    readonly keys: ReferenceKeys;
    /** Called when a fault looks at what a server keeps between requests. */
    readonly onState?: () => void;
  },
): Handler {
  const { surface, prefix, faults, ring, keys, onState = () => {} } = options;
  const memory = new Map<string, unknown>();

  const open = (received: Received, endpoint: string): FaultRequest => {
    const { method, target, headers, headerNames, connection = null } = received;
    const [presented] = presentedKeys(headers);
    const version = headers["api-version"];
    return {
      surface,
      endpoint,
      headerNames,
      version: typeof version === "string" ? version : "default",
      auth: presented?.style ?? null,
      key: presented?.key ?? null,
      target,
      sent: queryOf(target),
      keys,
      ownerOf: ring.ownerOf,
      isRevoked: ring.isRevoked,
      get memory() {
        onState();
        return memory;
      },
      get connection() {
        onState();
        return connection;
      },
      method,
      path: endpoint,
      query: queryOf(target),
      headers: { ...headers },
    };
  };

  return async (received) => {
    const endpoint = pathOf(received.target, prefix);
    if (endpoint === null) return handler(received);
    const request = open(received, endpoint);
    const acting = faults.filter((fault) => actsIn(fault, request));
    for (const fault of acting) fault.request?.(request);
    const { method, headers } = request;
    const answer = await handler({
      ...received,
      method,
      headers,
      target: targetOf(request, prefix),
    });
    return acting.some((fault) => fault.response !== undefined)
      ? changed(answer, acting, request)
      : answer;
  };
}

/** An unchanged target keeps its spelling, including invalid percent-encoding. */
function targetOf({ target, endpoint, path, query }: FaultRequest, prefix: string): string {
  const search = query.toString();
  if (path === endpoint && search === queryOf(target).toString()) return target;
  return `${prefix}${path}${search === "" ? "" : `?${search}`}`;
}

async function changed(
  answer: HttpAnswer,
  faults: readonly Deviation[],
  request: FaultRequest,
): Promise<HttpAnswer> {
  const response: FaultResponse = {
    status: answer.status,
    headers: { ...answer.headers },
    body: JSON.parse(String(answer.body)),
  };
  for (const fault of faults) await fault.response?.(response, request);
  const { status, headers, cut } = response;
  const body = response.raw ?? (response.body === undefined ? "" : JSON.stringify(response.body));
  return { status, headers, body, ...(cut === undefined ? {} : { cut }) };
}
