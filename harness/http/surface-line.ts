import type { RequestSpec } from "../exchanges/request-spec.ts";
import { afterExchange, type BreakerState, closedBreaker } from "./circuit-breaker.ts";
import { createGate, type Gate, gateBehind } from "./gate.ts";
import type { Reply } from "./reply.ts";
import type { WireRequest } from "./request.ts";

/** The circuit breaker of one surface: whether its endpoints and the surface itself respond. */
export interface SurfaceLine {
  /** Controls everything that is sent to the surface. */
  readonly gate: Gate;
  /** Controls what is sent to one of its endpoints. */
  gateOf(endpoint: string): Gate;
  /**
   * Records the result of a request. An endpoint that does not respond is given up alone; the surface
   * only if it no longer responds to a request that it responded to before.
   * @returns the number of additional requests that this took
   */
  note(spec: RequestSpec, request: WireRequest, reply: Reply): Promise<number>;
  /**
   * Repeats a request that had a response, or sends ping, to find out whether the surface responds at
   * all.
   */
  isAlive(): Promise<boolean>;
  /** Closes the gate for good. */
  stop(reason: string): void;
}

interface Endpoint {
  readonly gate: Gate;
  breaker: BreakerState;
}

/** Statuses with which a gateway reports that the service behind it does not respond. */
const unavailable = new Set([429, 502, 503, 504]);

/**
 * @param ping sent if nothing has had a response yet
 * @param send sends a request once, on a new connection
 */
export function createSurfaceLine(
  ping: () => WireRequest,
  send: (request: WireRequest) => Promise<Reply>,
): SurfaceLine {
  const gate = createGate();
  const endpoints = new Map<string, Endpoint>();
  let breaker = closedBreaker;
  let stopped = false;
  /** The first request with a response. */
  let known: WireRequest | null = null;
  let asking: Promise<boolean> | null = null;

  function endpointOf(path: string): Endpoint {
    const found = endpoints.get(path) ?? { gate: gateBehind(gate), breaker: closedBreaker };
    endpoints.set(path, found);
    return found;
  }

  async function isAlive(): Promise<boolean> {
    const reply = await send(known ?? ping());
    return reply.kind === "answered" && !unavailable.has(reply.status);
  }

  return {
    gate,
    gateOf: (endpoint) => endpointOf(endpoint).gate,
    isAlive,
    async note(spec, request, reply) {
      const isGet = request.method === "GET";
      const failure = reply.kind === "failed" ? reply.failure : null;
      // A gateway may silently drop requests that are not GET, which says nothing about the service
      // behind it.
      if (failure !== null && !isGet) return 0;
      if (reply.kind === "answered" && isGet && !unavailable.has(reply.status)) known ??= request;
      const endpoint = endpointOf(spec.endpoint);
      endpoint.breaker = afterExchange(endpoint.breaker, failure, spec.endpoint);
      if (endpoint.breaker.reason === null) endpoint.gate.open();
      else endpoint.gate.close(endpoint.breaker.reason);

      breaker = afterExchange(breaker, failure, null);
      if (stopped) return 0;
      if (breaker.reason === null) {
        gate.open();
        return 0;
      }
      if (gate.reason !== null) return 0;
      // One probe at a time is enough to find out whether the surface is down.
      if (asking !== null) {
        await asking;
        return 0;
      }
      const { reason } = breaker;
      asking = isAlive();
      const alive = await asking;
      asking = null;
      if (alive) breaker = closedBreaker;
      // A response may have arrived in the meantime.
      if (breaker.reason !== null && !stopped) gate.close(reason);
      return 1;
    },
    stop(reason) {
      if (stopped) return;
      stopped = true;
      // The breaker may already have closed it for another reason.
      gate.open();
      gate.close(reason);
    },
  };
}
