import type { Operation } from "../../contracts/catalogue.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { cells } from "../engine/cells.ts";
import {
  type CheckContext,
  type EachCheck,
  eachAnswer,
  type Judgement,
  notOwed,
  type Observed,
  skip,
} from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { errorBody, isRefusal, isServed, successBody } from "../matchers/answer.ts";
import { errorEnvelopesOf } from "../matchers/error-envelope.ts";
import { furtherRequests, isOwed, successRequests } from "../requests/success-requests.ts";

/**
 * Checks every success body of the protected endpoints, in every style.
 * @param kinds which responses to the requests of other checks show it too; of refusals, those with metadata
 */
export function successCheck(
  requirement: string,
  applies: (operation: Operation) => boolean,
  expect: (
    body: unknown,
    operation: Operation,
    exchange: Exchange,
    context: CheckContext,
  ) => Judgement,
  requests: "all" | "owed" = "all",
  kinds: Observed["in"] = ["success"],
): EachCheck {
  return eachAnswer(requirement, {
    // Only our own requests are known to require a 200; recorded ones are not.
    ...(requests === "all" ? { observed: { in: kinds } } : {}),
    where: cells({ protected: true, operation: applies }, "each"),
    send: (context) =>
      requests === "owed"
        ? successRequests(context)
        : [...successRequests(context), ...furtherRequests(context)],
    expect: (exchange, context) => {
      const { answer } = exchange;
      if (kinds.includes("refusal") && isRefusal(answer?.status ?? 0)) {
        const body = errorBody(exchange);
        return errorEnvelopesOf(body).has("metadata-and-errors")
          ? expect(body, operationOf(context), exchange, context)
          : notOwed("the error has no metadata");
      }
      if (!isServed(exchange) && !isOwed(exchange, context))
        skip("not served: another requirement covers that");
      return expect(successBody(exchange), operationOf(context), exchange, context);
    },
  });
}
