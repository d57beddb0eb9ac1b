import type { Answer, Exchange } from "../../harness/exchanges/exchange.ts";
import { carriesOwnKeyAsListed } from "../../harness/requests/request-spec.ts";
import {
  answerOf,
  expectJsonMediaType,
  expectServed,
  isKeyRefused,
  isRefusal,
  successBody,
} from "../matchers/answer.ts";
import { describeErrorBody, isErrorEnvelope } from "../matchers/error-envelope.ts";
import { expectNamesOnce } from "../matchers/repeated-names.ts";
import { expectWholeTexts } from "../matchers/whole-texts.ts";
import { availabilityOf, cells, only, union } from "../model/cells.ts";
import {
  blocked,
  type Check,
  type CheckContext,
  type EachCheck,
  eachAnswer,
  type Found,
  type RequestChoice,
  skip,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { placeToName } from "../model/remedies.ts";
import { ping } from "../requests/ordinary-requests.ts";
import { refusals } from "../requests/refused-requests.ts";
import { successRequests } from "../requests/success-requests.ts";
import { cachingChecks } from "./transport-caching.ts";
import { negotiationChecks } from "./transport-negotiation.ts";

/** Ping without a key, or the requests of a protected cell that owe a success body. */
function wanted(context: CheckContext): readonly RequestChoice[] {
  return operationOf(context).protected ? successRequests(context) : [ping(context)];
}

/** Refusals are messages too. */
function refusalsOf(context: CheckContext): readonly RequestChoice[] {
  return operationOf(context).protected ? refusals(context) : [];
}

/** The response if its status is 200; blocked otherwise, since transport.success-status reports it. */
function okAnswer(exchange: Exchange): Answer {
  const answer = answerOf(exchange);
  return answer.status === 200
    ? answer
    : blocked(`needs a 200, but the status is ${answer.status}`);
}

/** The parts of a response with a JSON body; blocked if the body does not parse. */
function parsedAnswer(exchange: Exchange): Pick<Answer, "headers" | "body"> & { value: unknown } {
  const { headers, body, json } = answerOf(exchange);
  if (!json.ok) blocked(`needs a JSON body, but it does not parse: ${json.error}`);
  return { headers, body, value: json.value };
}

/** Expects that a success body is not an error envelope, where its members are not shown: elsewhere its schema says so. */
function expectNoError(exchange: Exchange, context: CheckContext): readonly Found[] {
  if (operationOf(context).requiredMembers.length > 0) return [];
  const body = successBody(exchange);
  if (!isErrorEnvelope(body)) return [];
  const actual = `200, with ${describeErrorBody(body)}`;
  return [{ path: "status", expected: "200 and the data", actual }];
}

/** Judged wherever a 200 is required, including ping. */
function everywhere(requirement: string, check: Pick<EachCheck, "expect" | "observed">): EachCheck {
  return eachAnswer(requirement, {
    where: union(cells({ protected: true }, "each"), cells({ protected: false }, "none")),
    send: wanted,
    ...check,
  });
}

/** The charsets under which the bytes of a JSON text in UTF-8 read the same. */
function isTruthful(charset: string, body: Uint8Array): boolean {
  if (/^utf-?8$/i.test(charset)) return true;
  return /^(us-)?ascii$/i.test(charset) && body.every((byte) => byte < 0x80);
}

export const transportChecks: readonly Check[] = [
  // must · Endpoints, every "Success 200"; Versioning, second table, row "Search path"
  // A request that the specification allows, with a valid key, is answered with status 200.
  eachAnswer("transport.success-status", {
    where: only(
      cells({ protected: true }, "each"),
      ({ cell, contracts }) => availabilityOf(contracts, cell) !== "unstated",
    ),
    send: successRequests,
    observed: {
      in: ["other-success"],
      ownOnly: true,
      when: ({ spec }) => carriesOwnKeyAsListed(spec.credential),
    },
    expect: (exchange, context) => {
      const status = exchange.answer?.status;
      if (isKeyRefused(exchange.answer)) {
        return { notOwed: `the key was refused with ${status}: see auth.style-accepted` };
      }
      const place = placeToName(context);
      if (place !== null && isRefusal(status ?? 0)) {
        skip("every place that was tried was refused, as an unknown place may be", place);
      }
      // A malformed message has no status; transport.http-message reports it.
      if (exchange.failure?.kind === "malformed") blocked(exchange.failure.message);
      const findings = expectServed(exchange);
      return findings.length > 0 ? findings : expectNoError(exchange, context);
    },
  }),
  {
    // must · Introduction, "Both surfaces return JSON over HTTP"
    // A response is a well-formed HTTP message, and its body can be decoded as its headers state.
    ...everywhere("transport.http-message", {
      observed: { in: ["malformed"], ownOnly: true },
      expect: (exchange) => {
        const { failure } = exchange;
        if (failure?.kind === "malformed") {
          return [
            { path: "body", expected: "a well-formed HTTP message", actual: failure.message },
          ];
        }
        if (!isRefusal(answerOf(exchange).status)) successBody(exchange);
        return [];
      },
    }),
    send: (context) => [...wanted(context), ...refusalsOf(context)],
  },
  // must · Endpoints, "All endpoints are GET"
  // A success response has the media type application/json.
  everywhere("transport.json-content-type", {
    observed: { in: ["success", "ping"] },
    expect: (exchange) => {
      okAnswer(exchange);
      return expectJsonMediaType(exchange);
    },
  }),
  // must · Introduction, "Both surfaces return JSON over HTTP"
  // The body of a success response is a single JSON text in UTF-8.
  everywhere("transport.json-body", {
    observed: { in: ["success", "ping"] },
    expect: (exchange) => {
      const { json } = okAnswer(exchange);
      return json.ok
        ? []
        : [{ path: "body", expected: "one JSON document in UTF-8", actual: json.error }];
    },
  }),
  // should · Introduction, "Both surfaces return JSON over HTTP"
  // If a charset is stated for a JSON body, it is UTF-8, or US-ASCII for a body with ASCII
  // characters only.
  everywhere("transport.charset-truthful", {
    observed: { in: ["success", "ping", "refusal"] },
    expect: (exchange) => {
      const { headers, body } = parsedAnswer(exchange);
      const charset = /;\s*charset\s*=\s*"?([^\s;,"]+)/i.exec(headers["content-type"] ?? "")?.[1];
      if (charset === undefined || isTruthful(charset, body)) return [];
      return [{ path: "header:content-type", expected: "charset=utf-8", actual: charset }];
    },
  }),
  // should · Introduction, "Both surfaces return JSON over HTTP"
  // A JSON body does not begin with a byte order mark.
  everywhere("transport.no-byte-order-mark", {
    observed: { in: ["success", "ping", "refusal"] },
    expect: (exchange) => {
      const { body } = parsedAnswer(exchange);
      const marked = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
      return marked
        ? [{ path: "body", expected: "JSON from the first byte", actual: "a byte order mark" }]
        : [];
    },
  }),
  // should · Introduction, "Both surfaces return JSON over HTTP"
  // No string of a body contains an unpaired surrogate.
  everywhere("transport.texts-whole", {
    observed: { in: ["success", "ping", "refusal"] },
    expect: (exchange) => {
      const { body, value } = parsedAnswer(exchange);
      return expectWholeTexts(body, value);
    },
  }),
  // should · Introduction, "Both surfaces return JSON over HTTP"
  // No object of a body has two members of one name.
  everywhere("transport.names-once", {
    observed: { in: ["success", "ping", "refusal"] },
    expect: (exchange) => {
      const { body, value } = parsedAnswer(exchange);
      return expectNamesOnce(body, value);
    },
  }),
  ...negotiationChecks,
  ...cachingChecks,
];
