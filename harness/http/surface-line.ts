import { unavailable } from "../../contracts/unavailable.ts";
import type { WireRequest } from "../requests/request.ts";
import type { RequestSpec } from "../requests/request-spec.ts";
import type { NetworkConfiguration } from "../settings/types.ts";
import { afterExchange, type BreakerState, closedBreaker, shownBy } from "./circuit-breaker.ts";
import { createGate, type Gate, gateBehind } from "./gate.ts";
import type { Paced } from "./pacing.ts";

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
  note(spec: RequestSpec, request: WireRequest, paced: Paced): Promise<number>;
  /**
   * Repeats requests that had a response, of other endpoints than those that have none now, or sends ping,
   * to find out whether the surface responds at all.
   */
  probe(): Promise<Probe>;
  /** Closes the gate for good. */
  stop(reason: string): void;
}

/** The result of a probe, and the number of requests that it took. */
export interface Probe {
  readonly isAlive: boolean;
  readonly requests: number;
}

/** The most requests of one probe: each may take as long as the timeout. */
const mostProbes = 2;

interface Endpoint {
  readonly gate: Gate;
  breaker: BreakerState;
}

/** The breaker of a surface that responds after all; what it has lost remains. */
function reopened({ lostMs, lastLost }: BreakerState): BreakerState {
  return { ...closedBreaker, lostMs, lastLost };
}

/**
 * @param ping sent if nothing has had a response yet
 * @param send sends a request once, on a new connection
 */
export function createSurfaceLine(
  ping: () => WireRequest,
  send: (request: WireRequest) => Promise<Paced>,
  { patienceMs, timeoutMs }: Pick<NetworkConfiguration, "patienceMs" | "timeoutMs">,
): SurfaceLine {
  const gate = createGate(patienceMs);
  const endpoints = new Map<string, Endpoint>();
  let breaker = closedBreaker;
  /** For each endpoint, the last request with a response. */
  const known = new Map<string, WireRequest>();
  /** The endpoints that were throttled since the last response. */
  const throttled = new Set<string>();
  /** The endpoints that had no response since the last response. */
  const silent = new Set<string>();
  let asking: Promise<Probe> | null = null;

  function endpointOf(path: string): Endpoint {
    const found = endpoints.get(path) ?? { gate: gateBehind(gate, path), breaker: closedBreaker };
    endpoints.set(path, found);
    return found;
  }

  async function probe(): Promise<Probe> {
    const others = [...known].filter(([endpoint]) => !silent.has(endpoint));
    const asked = (others.length > 0 ? others : [...known]).map(([, request]) => request);
    let requests = 0;
    for (const request of asked.length > 0 ? asked.slice(-mostProbes) : [ping()]) {
      const { reply, attempts } = await send(request);
      requests += attempts;
      if (reply.kind === "answered" && !unavailable.has(reply.status)) {
        return { isAlive: true, requests };
      }
    }
    return { isAlive: false, requests };
  }

  function noteEndpoint(path: string, paced: Paced): void {
    const endpoint = endpointOf(path);
    endpoint.breaker = afterExchange(
      endpoint.breaker,
      paced,
      path,
      timeoutMs,
      breaker.lostMs,
      gate.throttle.isMetering,
    );
    const { reason, isFinal } = endpoint.breaker;
    if (reason === null) endpoint.gate.open();
    else if (isFinal) endpoint.gate.stop(reason);
    else endpoint.gate.close(reason);
  }

  return {
    gate,
    gateOf: (endpoint) => endpointOf(endpoint).gate,
    probe,
    async note(spec, request, paced) {
      const { reply } = paced;
      const isGet = request.method === "GET";
      // A gateway may silently drop requests that are not GET, which says nothing about the service
      // behind it.
      if (reply.kind === "failed" && !isGet) return 0;
      const shown = shownBy(reply);
      if (shown === null) return 0;
      if (reply.kind === "answered" && isGet && !unavailable.has(reply.status)) {
        known.set(spec.endpoint, request);
      }
      if (shown === "silent" || shown === "dropped") silent.add(spec.endpoint);
      else silent.clear();
      if (shown === "throttled") throttled.add(spec.endpoint);
      else throttled.clear();
      breaker = afterExchange(breaker, paced, null, timeoutMs);
      noteEndpoint(spec.endpoint, paced);
      // The others may answer.
      if (breaker.isFinal && throttled.size === 1) breaker = reopened(breaker);

      const { reason, isFinal } = breaker;
      if (reason === null) {
        gate.open();
        return 0;
      }
      if (isFinal) {
        gate.stop(reason);
        return 0;
      }
      if (gate.reason !== null) return 0;
      // One probe at a time is enough to find out whether the surface is down.
      if (asking !== null) {
        await asking;
        return 0;
      }
      asking = probe();
      const { isAlive, requests } = await asking;
      asking = null;
      if (isAlive) breaker = reopened(breaker);
      // A response may have arrived in the meantime.
      if (breaker.reason !== null) gate.close(reason);
      return requests;
    },
    stop: gate.stop,
  };
}
