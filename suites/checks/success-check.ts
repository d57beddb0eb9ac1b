import type { Operation } from "../../contracts/catalogue.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import {
  bodyServed,
  errorBody,
  isRefusal,
  isServed,
  skipUnserved,
  successBody,
} from "../matchers/answer.ts";
import { errorEnvelopesOf } from "../matchers/error-envelope.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { cells } from "../model/cells.ts";
import {
  type CheckContext,
  type EachCheck,
  eachAnswer,
  type Judgement,
  notOwed,
  type Observed,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import {
  furtherRequests,
  isOwed,
  successRequests,
  withCriterion,
} from "../requests/success-requests.ts";

/** Where a success body comes from. */
export interface BodyOrigin {
  readonly operation: Operation;
  readonly exchange: Exchange;
  readonly context: CheckContext;
}

/** What a success body owes. */
export interface SuccessRule {
  /** The operations to which it applies, of the protected endpoints. */
  readonly operations: (operation: Operation) => boolean;
  readonly expect: (body: unknown, origin: BodyOrigin) => Judgement;
  /** Whether refusals show it too, those with metadata. */
  readonly refusals?: boolean;
}

/** Checks every success body of the protected endpoints, in every style. */
export function successCheck(
  requirement: string,
  { operations, expect, refusals = false }: SuccessRule,
): EachCheck {
  const kinds: Observed["in"] = refusals ? ["success", "refusal"] : ["success"];
  return eachAnswer(requirement, {
    observed: { in: kinds },
    where: cells({ protected: true, operation: operations }, "each"),
    send: (context) => [...successRequests(context), ...furtherRequests(context)],
    further: (exchange, context) => {
      const isEmpty = itemsOf(bodyServed(exchange), operationOf(context)).length === 0;
      return isEmpty ? withCriterion(exchange.spec, context) : null;
    },
    expect: (exchange, context) => {
      const origin = { operation: operationOf(context), exchange, context };
      if (refusals && isRefusal(exchange.answer?.status ?? 0)) {
        const body = errorBody(exchange);
        return errorEnvelopesOf(body).has("metadata-and-errors")
          ? expect(body, origin)
          : notOwed("the error has no metadata");
      }
      if (!isServed(exchange) && !isOwed(exchange, context)) skipUnserved();
      return expect(successBody(exchange), origin);
    },
  });
}
