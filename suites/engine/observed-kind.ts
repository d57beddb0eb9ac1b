import type { Catalogue } from "../../contracts/catalogue.ts";
import type { Answer, Exchange } from "../../harness/exchanges/exchange.ts";
import { isUsualGet } from "../../harness/requests/request-spec.ts";
import { isKeyRefused, isRefusal } from "../matchers/answer.ts";
import { isServiceError } from "../matchers/service-body.ts";
import type { CheckContext, Observation } from "../model/check.ts";
import { unanswered } from "../model/judgement.ts";

/**
 * Refusals that may be about the HTTP message rather than the request: its method, size, media type,
 * connection or frequency.
 */
const ofTheMessage = new Set([
  405, 406, 407, 408, 411, 412, 413, 414, 415, 416, 417, 421, 426, 428, 429, 431,
]);

/** A gateway may refuse longer requests for their length. */
const longestRequest = 1000;

/** The kind of a recorded response, or why it can't be judged. */
export type Observable =
  | { readonly kind: Observation }
  | { readonly kind: "nothing"; readonly reason: string };

const nothing = (reason: string): Observable => ({ kind: "nothing", reason });

/** Every check asks for it, and the answer is the same for all. */
const observations = new WeakMap<Exchange, Observable>();

/** Tells the kind of a response. */
export function observationOf(
  exchange: Exchange,
  { contracts }: Pick<CheckContext, "contracts">,
): Observable {
  const known = observations.get(exchange) ?? observe(exchange, contracts);
  observations.set(exchange, known);
  return known;
}

function observe(exchange: Exchange, contracts: Catalogue): Observable {
  const { spec, answer } = exchange;
  const operation = contracts.operation(spec.surface, spec.endpoint, spec.version);
  const broken = operation?.protected && isUsualGet(spec) ? brokenKind(exchange) : null;
  if (broken !== null) return { kind: broken };
  if (answer === null || unanswered(exchange) !== null) return nothing("unavailable or throttled");
  const { status } = answer;
  if (isPage(answer, exchange)) return nothing("a page for a browser");
  if (!isUsualGet(spec)) return otherRefusal(answer) ?? nothing("an unusual request");
  if (operation === null) {
    return isPlain(exchange) ? { kind: "unknown-version" } : nothing("an unusual request");
  }
  if (!operation.protected) {
    if (isKeyRefused(answer)) return nothing("ping with a refused key");
    if (status !== 200 && (!isPlain(exchange) || spec.query.length > 0))
      return nothing("an unusual request");
    return { kind: "ping" };
  }
  if (status === 200) return { kind: "success" };
  if (!isPlain(exchange)) return otherRefusal(answer) ?? nothing("an unusual request");
  if (status >= 500) return { kind: "server-error" };
  if (status > 200 && status < 300) return { kind: "other-success" };
  if (status >= 400 && !ofTheMessage.has(status)) return { kind: "refusal" };
  return otherRefusal(answer) ?? nothing(`status ${status}`);
}

/** What a request as clients make it had in place of a response, if it was the server that failed at it. */
function brokenKind(exchange: Exchange): Observation | null {
  const { failure } = exchange;
  if (failure === null || !isPlain(exchange)) return null;
  // The connection was closed for this request only.
  if (failure.kind === "dropped") return "server-error";
  return failure.kind === "malformed" ? "malformed" : null;
}

/**
 * A refusal whose version may not matter to whatever part of the service refused it; null if its body does not show
 * that the service itself did.
 */
function otherRefusal({ status, json }: Answer): Observable | null {
  const isOwn = isRefusal(status) && json.ok && isServiceError(json.value);
  return isOwn ? { kind: "other-refusal" } : null;
}

function acceptOf({ recorded: { request } }: Exchange): string | undefined {
  return Object.entries(request.headers).find(([name]) => name.toLowerCase() === "accept")?.[1];
}

/** Whether a browser got something other than JSON. */
function isPage(answer: Answer, exchange: Exchange): boolean {
  // Parsing a small body takes less time than redacting its recording.
  if (!answer.isLarge && answer.json.ok) return false;
  return prefersPages(exchange) && !answer.json.ok;
}

/** Whether somebody opened a URL in a browser, which may get a page instead of JSON. */
function prefersPages(exchange: Exchange): boolean {
  return /text\/html/i.test(acceptOf(exchange) ?? "");
}

/**
 * Whether it is a request as clients of the service make them, so that a refusal comes from the service
 * itself.
 */
function isPlain(exchange: Exchange): boolean {
  const { spec, recorded } = exchange;
  const { url } = recorded.request;
  const accept = acceptOf(exchange);
  const names = spec.query.map(([name]) => name);
  return (
    url.length <= longestRequest &&
    (accept === undefined || /\*\/\*|application\/(\*|json)/i.test(accept)) &&
    new Set(names).size === names.length &&
    spec.query.every(([name, value]) => !/\p{Cc}/u.test(name + value)) &&
    /^(default|[\w.-]{1,40})$/.test(spec.version)
  );
}
