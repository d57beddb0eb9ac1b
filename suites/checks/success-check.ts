import type { Operation } from "../../contracts/catalogue.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { cells } from "../engine/cells.ts";
import {
  type CheckContext,
  type EachCheck,
  eachAnswer,
  type Judgement,
  skip,
} from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { successBody } from "../matchers/answer.ts";
import { furtherRequests, isOwed, successRequests } from "../requests/success-requests.ts";

/** Checks every success body of the protected endpoints, in every style. */
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
): EachCheck {
  return eachAnswer(requirement, {
    // Only our own requests are known to require a 200; recorded ones are not.
    ...(requests === "all" ? { observed: { in: ["success"] as const } } : {}),
    where: cells({ protected: true, operation: applies }, "each"),
    send: (context) =>
      requests === "owed"
        ? successRequests(context)
        : [...successRequests(context), ...furtherRequests(context)],
    expect: (exchange, context) => {
      const { answer } = exchange;
      const served = answer?.status === 200 && answer.json.ok;
      if (!served && !isOwed(exchange, context))
        skip("not served: another requirement is about that");
      return expect(successBody(exchange), operationOf(context), exchange, context);
    },
  });
}
