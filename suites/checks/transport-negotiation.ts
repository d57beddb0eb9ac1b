import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import {
  answerOf,
  errorBody,
  expectJsonMediaType,
  expectStatus,
  isRefusal,
  isServed,
  statusText,
} from "../matchers/answer.ts";
import { isOrdinaryRefused, isRefusedWithoutName } from "../matchers/client-refused.ts";
import { describeErrorBody, errorEnvelopesOf } from "../matchers/error-envelope.ts";
import { cells, union, type Where } from "../model/cells.ts";
import {
  answersTogether,
  blocked,
  type Check,
  type CheckContext,
  eachAnswer,
  type Found,
  notOwed,
  type RequestChoices,
  type TogetherCheck,
} from "../model/check.ts";
import {
  browserAt,
  type ClientProfile,
  clientAt,
  negotiated,
} from "../requests/negotiated-requests.ts";
import { alone } from "../requests/neighbouring-requests.ts";
import { ordinaryOrPing } from "../requests/ordinary-requests.ts";
import { missingKey } from "../requests/refused-keys.ts";
import { everyParameterRefusal } from "../requests/refused-parameters.ts";

/** Someone who opens a URL in a browser can't choose a version. */
const byDefault: Where = union(
  cells({ protected: true, default: "only" }, "rotated"),
  cells({ protected: false, default: "only" }, "none"),
);

/** Every endpoint at every version, in the style by rotation; ping, which is the same at all versions, once. */
const onceAtEach: Where = union(
  byDefault,
  cells({ protected: true, default: "without" }, "rotated"),
);

/** A request that is refused: for a parameter where one must be, and elsewhere for its missing key. */
function refusedRequest(context: CheckContext): RequestSpec {
  const [refused] = everyParameterRefusal(context);
  return refused ?? missingKey(context);
}

/**
 * Expects that a client that also accepts other media types gets what a client that asks for JSON gets: a success body,
 * or a refusal in an error envelope.
 * @param refused the request of a client that expects a refusal
 */
function jsonAnyway(
  requirement: string,
  where: Where,
  clientOf: (context: CheckContext) => ClientProfile,
  refused: (context: CheckContext) => RequestSpec,
): TogetherCheck {
  return answersTogether(requirement, {
    where,
    control: ordinaryOrPing,
    send: (context) => {
      const { negotiation, expects } = clientOf(context);
      if (expects === "success")
        return { served: negotiated(ordinaryOrPing(context), negotiation) };
      const usual = refused(context);
      return { usual, refused: negotiated(usual, negotiation) };
    },
    // Only where it is refused: then what was sent before it may be the cause.
    thenSend: ({ served: one }, context): RequestChoices => {
      if (one === undefined) return {};
      const named = isRefusedWithoutName(one) && { named: withUsualUserAgent(one.spec) };
      if (!isOrdinaryRefused(one)) return { ...named };
      const [again] = alone(one.spec, context);
      return { ...named, ...(again && { again }) };
    },
    expect: ({ usual, again, named, ...exchanges }, { control }) => {
      if (again !== undefined && isServed(again)) {
        blocked("served when it is sent alone: see consistency.same-request-same-status");
      }
      if (named !== undefined && isServed(named)) return notOwed(namesExpected);
      return Object.entries(exchanges).flatMap(([name, exchange]) => {
        const found =
          name === "served"
            ? expectServedAsJson(exchange, control)
            : expectRefusedAsJson(exchange, usual);
        return found.map((one) => ({ ...one, exchange: exchange.id }));
      });
    },
  });
}

/** The same request with the User-Agent of this suite, which is sent unless a client has another or none. */
function withUsualUserAgent({ negotiation, ...spec }: RequestSpec): RequestSpec {
  if (negotiation === undefined) return spec;
  const { userAgent, ...others } = negotiation;
  return { ...spec, negotiation: others };
}

const namesExpected = "a server may refuse clients that send no User-Agent";

function expectServedAsJson(exchange: Exchange, control: Exchange | undefined): readonly Found[] {
  if (control !== undefined && expectJsonMediaType(control).length > 0) {
    blocked("a client that asks for JSON gets another media type: see transport.json-content-type");
  }
  // The same request from the usual client was answered with a readable body.
  if (exchange.failure?.kind === "malformed") {
    const actual = exchange.failure.message;
    return [{ path: "body", expected: "a body in a coding that the client accepts", actual }];
  }
  const { json } = answerOf(exchange);
  const findings = [...expectStatus(exchange, 200), ...expectJsonMediaType(exchange)];
  if (findings.length > 0 || json.ok) return findings;
  return [{ path: "body", expected: "one JSON document in UTF-8", actual: json.error }];
}

/** @param usual the same request from a client that asks for JSON, which other requirements judge */
function expectRefusedAsJson(exchange: Exchange, usual: Exchange | undefined): readonly Found[] {
  const isEnvelope = (one: Exchange) => errorEnvelopesOf(errorBody(one)).size > 0;
  const isRefused = (one: Exchange | undefined): one is Exchange =>
    one !== undefined && isRefusal(answerOf(one).status);
  if (!isRefused(usual) || !isEnvelope(usual)) return [];
  if (!isRefused(exchange)) {
    const actual = statusText(exchange);
    return [{ path: "status", expected: "a 4xx status, as for other clients", actual }];
  }
  if (isEnvelope(exchange)) return [];
  const actual = describeErrorBody(errorBody(exchange));
  return [{ path: "body", expected: "an error envelope", actual }];
}

/** The other name that HTTP has for two codings (RFC 9110, 8.4.1). */
const aliases: Readonly<Record<string, string>> = { "x-gzip": "gzip", "x-compress": "compress" };

/** The codings that a header lists, in lower case, each by one name and without its weight, unless that excludes it. */
function codingsIn(header: string): readonly string[] {
  return header
    .toLowerCase()
    .split(",")
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.replace(/;.*/, "").trim())
    .filter((one) => one !== "")
    .map((one) => aliases[one] ?? one);
}

export const negotiationChecks: readonly Check[] = [
  // must · Endpoints, "All endpoints are GET"; Introduction, "Both surfaces return JSON over HTTP"
  // A client that accepts other media types besides JSON, does not say which it accepts, or sends
  // headers that the service does not define, gets the same JSON responses as a client that asks
  // for JSON.
  jsonAnyway("transport.any-media-type", onceAtEach, clientAt, refusedRequest),
  // should · Endpoints, "All endpoints are GET"; Introduction, "Both surfaces return JSON over
  // HTTP"
  // Browsers get JSON like every other client, whether a user opens a URL or a script requests it.
  jsonAnyway(
    "transport.browser-media-types",
    cells({ protected: true, default: "only" }, "rotated"),
    browserAt,
    missingKey,
  ),
  // should · Introduction, "Both surfaces return JSON over HTTP"
  // A body has no content coding that the client did not ask for.
  eachAnswer("transport.content-coding-accepted", {
    where: onceAtEach,
    control: ordinaryOrPing,
    send: (context) => {
      const { negotiation, expects } = clientAt(context);
      const usual = expects === "success" ? ordinaryOrPing(context) : refusedRequest(context);
      return [negotiated(usual, negotiation)];
    },
    expect: (exchange, context) => {
      const { headers, status } = answerOf(exchange);
      const isSuccess = clientAt(context).expects === "success";
      if (isRefusedWithoutName(exchange)) return notOwed(namesExpected);
      const isAnswered = isSuccess ? status === 200 : isRefusal(status);
      if (!isAnswered) blocked(`needs a ${isSuccess ? "200" : "4xx"}, but the status is ${status}`);
      const wanted = codingsIn(exchange.spec.negotiation?.acceptEncoding ?? "");
      const unwanted = codingsIn(headers["content-encoding"] ?? "").filter(
        (coding) => coding !== "identity" && !wanted.includes(coding),
      );
      const expected = wanted.length === 0 ? "absent" : `absent or one of ${wanted.join(", ")}`;
      const actual = headers["content-encoding"] ?? "absent";
      return unwanted.map(() => ({ path: "header:content-encoding", expected, actual }));
    },
  }),
];
