import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Negotiation } from "../../harness/exchanges/request-spec.ts";
import { cells, columnOf, rotate, rowOf, union, type Where } from "../engine/cells.ts";
import {
  answersTogether,
  blocked,
  type Check,
  type CheckContext,
  eachAnswer,
  type Found,
  type RequestChoice,
  type RequestChoices,
  type TogetherCheck,
} from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import {
  answerOf,
  errorBody,
  expectJsonMediaType,
  expectStatus,
  isRefusal,
} from "../matchers/answer.ts";
import { describeErrorBody, errorEnvelopesOf } from "../matchers/error-envelope.ts";
import { anyMediaType, negotiated, ofBrowsers, served } from "../requests/negotiated-requests.ts";
import { missingKey } from "../requests/refused-requests.ts";

/** Someone who opens a URL in a browser can't choose a version. */
const byDefault: Where = union(
  cells({ protected: true, default: "only" }, "rotated"),
  cells({ protected: false, default: "only" }, "none"),
);

/** Every endpoint at every version, in the style by rotation; ping, which is the same at all, once. */
const onceAtEach: Where = union(
  byDefault,
  cells({ protected: true, default: "without" }, "rotated"),
);

/**
 * Expects what a client gets that asks for JSON from one that accepts other media types too: a success body,
 * or a refusal in an error envelope.
 */
function jsonAnyway(
  requirement: string,
  where: Where,
  wanted: (context: CheckContext) => Wanted,
): TogetherCheck {
  return answersTogether(requirement, {
    where,
    control: served,
    send: (context) => {
      const { answered, refused } = wanted(context);
      const withoutKey = operationOf(context).protected ? refused : [];
      return {
        ...numbered("served", answered, (one) => negotiated(served(context), one)),
        ...(withoutKey.length > 0 && { usual: missingKey(context) }),
        ...numbered("refused", withoutKey, (one) => negotiated(missingKey(context), one)),
      };
    },
    expect: ({ usual, ...exchanges }, { control }) =>
      Object.entries(exchanges).flatMap(([name, exchange]) => {
        const found = name.startsWith("served")
          ? expectServedAsJson(exchange, control)
          : expectRefusedAsJson(exchange, usual);
        return found.map((one) => ({ ...one, exchange: exchange.id }));
      }),
  });
}

/** The ways in which requests with a key are sent, and those without. */
interface Wanted {
  readonly answered: readonly Negotiation[];
  readonly refused: readonly Negotiation[];
}

const inBrowsers: Wanted = { answered: [ofBrowsers], refused: [ofBrowsers] };
const [first, second] = anyMediaType;

/** Every way where the version is not named; one at each dated version, by rotation. */
function inAnyWay({ cell, contracts }: CheckContext): Wanted {
  if (cell.version === defaultVersion) return { answered: anyMediaType, refused: [first] };
  const turns = [
    { answered: [first], refused: [] },
    { answered: [second], refused: [] },
    { answered: [], refused: [first] },
  ] as const;
  return rotate(turns, rowOf(contracts, cell) + columnOf(contracts, cell) + 2);
}

function numbered(
  name: string,
  negotiations: readonly Negotiation[],
  request: (negotiation: Negotiation) => RequestChoice,
): RequestChoices {
  return Object.fromEntries(negotiations.map((one, index) => [`${name} ${index}`, request(one)]));
}

function expectServedAsJson(exchange: Exchange, control: Exchange | undefined): readonly Found[] {
  if (control !== undefined && expectJsonMediaType(control).length > 0) {
    blocked("a client that asks for JSON gets another media type: see transport.json-content-type");
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
  if (answerOf(exchange).status === 200) {
    return [{ path: "status", expected: "a 4xx status, as for other clients", actual: "200" }];
  }
  if (!isRefused(exchange)) return [];
  if (isEnvelope(exchange)) return [];
  const actual = describeErrorBody(errorBody(exchange));
  return [{ path: "body", expected: "an error envelope", actual }];
}

export const negotiationChecks: readonly Check[] = [
  // must · Endpoints, "All endpoints are GET"; Introduction, "Both surfaces return JSON over HTTP"
  // A client that accepts every media type, or does not say which, gets the same JSON responses as
  // one that asks for JSON.
  jsonAnyway("transport.any-media-type", onceAtEach, inAnyWay),
  // should · Endpoints, "All endpoints are GET"; Introduction, "Both surfaces return JSON over
  // HTTP"
  // A browser that opens a URL gets JSON, as every other client does.
  jsonAnyway(
    "transport.browser-media-types",
    cells({ protected: true, default: "only" }, "rotated"),
    () => inBrowsers,
  ),
  // should · Introduction, "Both surfaces return JSON over HTTP"
  // A body has no content coding that the client did not ask for.
  eachAnswer("transport.content-coding-accepted", {
    where: byDefault,
    control: served,
    send: (context) => anyMediaType.map((one) => negotiated(served(context), one)),
    expect: (exchange) => {
      const { headers, status } = answerOf(exchange);
      if (status !== 200) blocked(`needs a 200, but the status is ${status}`);
      const coding = headers["content-encoding"] ?? "identity";
      return /^identity$/i.test(coding.trim())
        ? []
        : [{ path: "header:content-encoding", expected: "absent", actual: coding }];
    },
  }),
];
