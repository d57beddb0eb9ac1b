import type { RequestSpec } from "../exchanges/request-spec.ts";
import { afterExchange, type BreakerState, closedBreaker } from "./circuit-breaker.ts";
import { createGate, type Gate, gateBehind } from "./gate.ts";
import type { Reply } from "./reply.ts";
import type { WireRequest } from "./request.ts";

/** What the circuit breaker knows of one surface: which of its endpoints answer, and whether it does at all. */
export interface SurfaceLine {
  /** Stands before everything that is sent to the surface. */
  readonly gate: Gate;
  /** Stands before what is sent to one of its endpoints. */
  gateOf(endpoint: string): Gate;
  /**
   * Notes what came of a request. An endpoint that does not answer is given up by itself; the surface only
   * where it no longer answers a request that it answered before.
   * @returns how many further requests it took to find that out
   */
  note(spec: RequestSpec, request: WireRequest, reply: Reply): Promise<number>;
  /** Sends a request that was answered before, or ping: whether the surface answers at all. */
  isAlive(): Promise<boolean>;
  /** Closes the gate for good. */
  stop(reason: string): void;
}

interface Endpoint {
  readonly gate: Gate;
  breaker: BreakerState;
}

/** Statuses with which a gateway says that what stands behind it does not answer. */
const unavailable = new Set([429, 502, 503, 504]);

/**
 * @param ping asked where nothing has been answered yet
 * @param send sends a request once, on a connection of its own
 */
export function createSurfaceLine(
  ping: () => WireRequest,
  send: (request: WireRequest) => Promise<Reply>,
): SurfaceLine {
  const gate = createGate();
  const endpoints = new Map<string, Endpoint>();
  let breaker = closedBreaker;
  let stopped = false;
  /** The first request that was answered. */
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
      // Gateways drop what is no GET without a word; that tells nothing of what stands behind them.
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
      // While it is found out whether the surface is down, the others need not ask the same.
      if (asking !== null) {
        await asking;
        return 0;
      }
      const { reason } = breaker;
      asking = isAlive();
      const alive = await asking;
      asking = null;
      if (alive) breaker = closedBreaker;
      // An answer may have come in the meantime.
      if (breaker.reason !== null && !stopped) gate.close(reason);
      return 1;
    },
    stop(reason) {
      if (stopped) return;
      stopped = true;
      // The breaker may have closed it before, for another reason.
      gate.open();
      gate.close(reason);
    },
  };
}
