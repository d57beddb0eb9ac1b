import { isObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Observation } from "./check.ts";
import { unanswered } from "./judgement.ts";

/**
 * Refusals that may speak of the message rather than of what was asked: of its method, its size, its
 * media type, its connection, or of how often there was one.
 */
const ofTheMessage = new Set([
  405, 406, 407, 408, 411, 412, 413, 414, 415, 416, 417, 421, 426, 428, 429, 431,
]);

/** Longer requests may be refused for their length, by whatever stands before the service. */
const longestRequest = 1000;

/** Why an observed answer shows nothing, or what it is. */
export type Observable =
  | { readonly kind: Observation }
  | { readonly kind: "nothing"; readonly reason: string };

const nothing = (reason: string): Observable => ({ kind: "nothing", reason });

/**
 * What an answer in recorded traffic is by itself.
 * @param context at the version that was asked for; at `default` where that one is not listed
 */
export function observationOf(exchange: Exchange, context: CheckContext): Observable {
  const { spec, answer } = exchange;
  const operation = context.contracts.operation(spec.surface, spec.endpoint, spec.version);
  if (answer === null || unanswered(exchange) !== null) return nothing("unavailable, or throttled");
  const { status } = answer;
  if (operation === null) {
    return isPlain(exchange) ? { kind: "unknown-version" } : nothing("an odd request");
  }
  if (!operation.protected) {
    if (status === 401 || status === 403) return nothing("ping with a key that was refused");
    if (status !== 200 && (!isPlain(exchange) || spec.query.length > 0))
      return nothing("an odd request");
    return { kind: "ping" };
  }
  if (status === 200) return { kind: "success" };
  if (!isPlain(exchange)) return nothing("an odd request");
  if (status >= 500) return { kind: "server-error" };
  if (status >= 400 && !ofTheMessage.has(status)) return { kind: "refusal" };
  return nothing(`status ${status}`);
}

/** A request as clients of the service make them: whatever is refused then is refused by the service. */
function isPlain({ spec, recorded }: Exchange): boolean {
  const { url, headers } = recorded.request;
  const accept = Object.entries(headers).find(([name]) => name.toLowerCase() === "accept")?.[1];
  const names = spec.query.map(([name]) => name);
  return (
    url.length <= longestRequest &&
    (accept === undefined || /\*\/\*|application\/(\*|json)/i.test(accept)) &&
    new Set(names).size === names.length &&
    spec.query.every(([name, value]) => !/\p{Cc}/u.test(name + value)) &&
    /^(default|[\w.-]{1,40})$/.test(spec.version)
  );
}

/** Whether a body looks like this service's, whichever surface and version it is from. */
export function looksLikeService(body: unknown): boolean {
  if (!isObject(body)) return false;
  if (body.message === "pong") return true;
  const has = (...names: readonly string[]) => names.every((name) => Object.hasOwn(body, name));
  return (
    has("metadata", "parameters") ||
    has("metadata", "errors") ||
    has("success", "totalHits") ||
    has("success", "total", "data") ||
    has("success", "code", "message")
  );
}
