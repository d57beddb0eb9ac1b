import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Negotiation } from "../../harness/exchanges/request-spec.ts";
import { cells, columnOf, rotate, union, type Where } from "../engine/cells.ts";
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
  wanted: (context: CheckContext) => readonly [Negotiation, ...Negotiation[]],
): TogetherCheck {
  return answersTogether(requirement, {
    where,
    control: served,
    send: (context) => ({
      ...numbered("served", wanted(context), (one) => negotiated(served(context), one)),
      ...(isRefusedToo(context) && {
        usual: missingKey(context),
        refused: negotiated(missingKey(context), wanted(context)[0]),
      }),
    }),
    expect: ({ usual, ...exchanges }, { control }) =>
      Object.entries(exchanges).flatMap(([name, exchange]) => {
        const found = name.startsWith("served")
          ? expectServedAsJson(exchange, control)
          : expectRefusedAsJson(exchange, usual);
        return found.map((one) => ({ ...one, exchange: exchange.id }));
      }),
  });
}

/** A refusal is tried once at each endpoint: where the version is not named. */
function isRefusedToo(context: CheckContext): boolean {
  return operationOf(context).protected && context.cell.version === defaultVersion;
}

/** Every way where the version is not named; at the dated versions, one after another. */
function byTurns({ cell, contracts }: CheckContext): readonly [Negotiation, ...Negotiation[]] {
  if (cell.version === defaultVersion) return anyMediaType;
  return [rotate(anyMediaType, columnOf(contracts, cell))];
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
  if (!isRefused(usual) || !isEnvelope(usual) || !isRefused(exchange)) return [];
  if (isEnvelope(exchange)) return [];
  const actual = describeErrorBody(errorBody(exchange));
  return [{ path: "body", expected: "an error envelope", actual }];
}

export const negotiationChecks: readonly Check[] = [
  // must · Endpoints, "All endpoints are GET"; Introduction, "Both surfaces return JSON over HTTP"
  // A client that accepts every media type, or does not say which, gets the same JSON responses as
  // one that asks for JSON.
  jsonAnyway("transport.any-media-type", onceAtEach, byTurns),
  // should · Endpoints, "All endpoints are GET"; Introduction, "Both surfaces return JSON over
  // HTTP"
  // A browser that opens a URL gets JSON, as every other client does.
  jsonAnyway("transport.browser-media-types", byDefault, () => [ofBrowsers]),
  // should · Introduction, "Both surfaces return JSON over HTTP"
  // A body has no content coding that the client did not ask for.
  eachAnswer("transport.content-coding-accepted", {
    where: onceAtEach,
    control: served,
    send: (context) => byTurns(context).map((one) => negotiated(served(context), one)),
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
