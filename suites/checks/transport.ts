import type { Answer, Exchange } from "../../harness/exchanges/exchange.ts";
import { availabilityOf, cellsOf, turn } from "../engine/cells.ts";
import {
  blocked,
  type Check,
  type CheckContext,
  type EachCheck,
  type Need,
} from "../engine/check.ts";
import {
  answerOf,
  expectJsonMediaType,
  expectServed,
  isRefusal,
  successBody,
} from "../matchers/answer.ts";
import { operationOf, successNeeds } from "../matchers/served.ts";
import { ping } from "../requests/ordinary-requests.ts";
import { refusals } from "../requests/refused-requests.ts";

/** Ping without a key, or the requests of a protected cell that owe a success body. */
function wanted(context: CheckContext): readonly Need[] {
  return operationOf(context).protected ? successNeeds(context) : [ping(context)];
}

/** Refusals are messages too; one style asks for those of its cell. */
function refusalsOfItsTurn(context: CheckContext): readonly Need[] {
  const { cell, contracts } = context;
  const itsTurn = operationOf(context).protected && cell.auth === turn(contracts, cell);
  return itsTurn ? refusals(context) : [];
}

/** The answer where its status is 200; blocked otherwise, since transport.success-status says so. */
function okAnswer(exchange: Exchange): Answer {
  const answer = answerOf(exchange);
  return answer.status === 200
    ? answer
    : blocked(`needs a 200, but the status is ${answer.status}`);
}

/** Judged wherever a success is owed, ping among it. */
function everywhere(check: Pick<EachCheck, "requirement" | "judge" | "observed">): EachCheck {
  return {
    kind: "each",
    cells: (subject, contracts) => [
      ...cellsOf(subject, contracts, { protected: true }, "each"),
      ...cellsOf(subject, contracts, { protected: false }, "none"),
    ],
    asks: wanted,
    ...check,
  };
}

export const transportChecks: readonly Check[] = [
  {
    kind: "each",
    requirement: "transport.success-status",
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, { protected: true }, "each").filter(
        (cell) => availabilityOf(contracts, cell) !== "unstated",
      ),
    asks: successNeeds,
    judge: (exchange) => {
      const status = exchange.answer?.status;
      if (status === 401 || status === 403) {
        return { notOwed: `the key was refused with ${status}: see auth.style-accepted` };
      }
      // A message that is none has no status; transport.http-message says so.
      if (exchange.failure?.kind === "malformed") blocked(exchange.failure.message);
      return expectServed(exchange);
    },
  },
  {
    ...everywhere({
      requirement: "transport.http-message",
      judge: (exchange) => {
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
    asks: (context) => [...wanted(context), ...refusalsOfItsTurn(context)],
  },
  everywhere({
    requirement: "transport.json-content-type",
    observed: { in: ["success", "ping"] },
    judge: (exchange) => {
      okAnswer(exchange);
      return expectJsonMediaType(exchange);
    },
  }),
  everywhere({
    requirement: "transport.json-body",
    observed: { in: ["success", "ping"] },
    judge: (exchange) => {
      const { json } = okAnswer(exchange);
      return json.ok
        ? []
        : [{ path: "body", expected: "one JSON text in UTF-8", actual: json.error }];
    },
  }),
  everywhere({
    requirement: "transport.no-byte-order-mark",
    judge: (exchange) => {
      const { body } = okAnswer(exchange);
      successBody(exchange);
      const marked = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
      return marked
        ? [{ path: "body", expected: "JSON from the first byte", actual: "a byte order mark" }]
        : [];
    },
  }),
];
