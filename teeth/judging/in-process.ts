import type { FailureKind } from "../../contracts/vocabulary.ts";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { createRecorder } from "../../harness/exchanges/record.ts";
import { maxBodyBytes } from "../../harness/http/client.ts";
import { decodeContent } from "../../harness/http/content-coding.ts";
import { createCookieJar } from "../../harness/http/cookie-jar.ts";
import type { Reply } from "../../harness/http/reply.ts";
import { buildRequest, type WireRequest } from "../../harness/requests/request.ts";
import { memberBefore } from "../../harness/requests/request-group.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { createRedactor } from "../../harness/secrets/redaction.ts";
import { secretsOf } from "../../harness/secrets/secrets.ts";
import { withFaults } from "../../reference/faults/with-faults.ts";
import type { Handler, HttpAnswer, Received } from "../../reference/http/http-server.ts";
import { createKeyRing, issueTestKeys, type ReferenceKeys } from "../../reference/http/keys.ts";
import { surfaceHandler } from "../../reference/server/handler.ts";
import type { Healthy } from "./healthy-reference.ts";
import { describesOtherwise } from "./reference-judge.ts";
import { localNetwork, type Serving, withServer } from "./with-server.ts";

/** Epoch milliseconds. */
type Times = Pick<Exchange, "sentAt" | "receivedAt">;

/**
 * Sends requests to deviating servers without a connection. The handlers of the reference server are
 * called in this process; if no deviation changes requests, the deviations are applied to the recorded
 * responses of the healthy server. A server then costs a few milliseconds.
 *
 * A server that keeps something between requests or has another description is asked over HTTP: what it
 * does depends on connections and on what is in flight.
 */
export function inProcess({ embedded, exchanges }: Healthy): Serving {
  const { surfaces, keys } = embedded;
  const rings = { before: ringOf(keys, false), after: ringOf(keys, true) };
  const secrets = secretsOf({ surfaces, network: localNetwork }, keys);
  const redact = createRedactor(secrets);

  return async (faults, use) => {
    if (describesOtherwise(faults)) return withServer(faults, use);
    let keepsState = false;
    const onState = () => {
      keepsState = true;
    };
    // Of its own, since a recorder limits what is recorded of one run.
    const recorder = createRecorder(redact, []);
    const cookies = { aggregator: createCookieJar(), news: createCookieJar() };
    const changesRequests = faults.some(({ request }) => request !== undefined);

    async function send(spec: RequestSpec): Promise<Exchange> {
      const before = memberBefore(spec);
      if (before !== null) await source.exchange(before);
      const { surface } = spec;
      const configured = surfaces[surface];
      if (configured === undefined) throw new Error(`the ${surface} surface is not tested`);
      const wire = buildRequest(spec, configured, keys, {}, cookies[surface].header());
      const ring = spec.after === "revocation" ? rings.after : rings.before;
      const parts = { surface, prefix: "", faults, ring, keys, onState };
      const healthy = changesRequests ? undefined : await exchanges.get(exchangeId(spec));
      // A response to HEAD has no body, and responses to other methods may not be JSON.
      const handler = healthy?.answer?.json.ok
        ? withFaults(repeating(healthy.answer), parts)
        : surfaceHandler(parts);
      const now = Date.now();
      const { sentAt = now, receivedAt = now } = healthy ?? {};
      const reply = await replyOf(wire, await handler(received(wire)), { sentAt, receivedAt });
      cookies[surface].keep(spec, reply);
      return recorder.record(spec, configured, { reply, attempts: 1 });
    }

    const sent = new Map<string, Promise<Exchange>>();
    const source: ExchangeSource = {
      exchange(spec) {
        const id = exchangeId(spec);
        const exchange = sent.get(id) ?? send(spec);
        sent.set(id, exchange);
        return exchange;
      },
    };
    const used = await use(embedded, source);
    return keepsState ? withServer(faults, use) : used;
  };
}

function ringOf(keys: ReferenceKeys, revoked: boolean) {
  const ring = createKeyRing();
  for (const surface of ["aggregator", "news"] as const) {
    issueTestKeys(ring, surface, keys[surface]);
    if (revoked) ring.revoke(keys[surface].revocable);
  }
  return ring;
}

function repeating({ status, headers, body }: NonNullable<Exchange["answer"]>): Handler {
  return () => ({ status, headers, body: Buffer.from(body).toString() });
}

/** A request as the server sees it. */
function received({ method, url, headers }: WireRequest): Received {
  const { pathname, search } = new URL(url);
  const names = Object.keys(headers);
  return {
    method,
    target: pathname + search,
    headers: Object.fromEntries(names.map((name) => [name.toLowerCase(), headers[name]])),
    headerNames: names,
    receivedAt: performance.now(),
  };
}

/** A response as the client sees it. */
async function replyOf(wire: WireRequest, answer: HttpAnswer, times: Times): Promise<Reply> {
  const { status, headers, cut } = answer;
  const failed = (kind: FailureKind, message: string): Reply => {
    return { kind: "failed", failure: { kind, message }, suspicion: null, ...times };
  };
  if (cut === "before-answer") {
    const text = "127.0.0.1 closed the connection without a response";
    // Only GET is sent again.
    return failed(wire.method === "GET" ? "dropped" : "reset", text);
  }
  if (cut === "mid-body") return failed("malformed", "the response was incomplete");
  const bodyless = wire.method === "HEAD" || status === 204 || status === 304;
  const bytes = bodyless ? new Uint8Array() : Buffer.from(answer.body);
  const decoded = await decodeContent(bytes, headers["content-encoding"], maxBodyBytes);
  if (!decoded.ok) return failed("malformed", `the body can't be read: ${decoded.reason}`);
  return { kind: "answered", status, headers, body: decoded.body, ...times };
}
