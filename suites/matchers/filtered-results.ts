import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { type CheckContext, type Found, skip } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { sampleWithHits } from "../model/remedies.ts";
import { successBody } from "./answer.ts";
import { articlesOf, itemsOf } from "./success-envelope.ts";

type JudgeOne = (filtered: Exchange, context: CheckContext) => readonly Found[];

/** Judges the responses to one or several requests with filters. */
export type JudgeFiltered = (
  filtered: readonly Exchange[],
  context: CheckContext,
) => readonly Found[];

/** Judges each response separately; each finding names its exchange. */
export function eachOf(judge: JudgeOne): JudgeFiltered {
  return (filtered, context) =>
    filtered.flatMap((exchange) =>
      judge(exchange, context).map((found) => ({ ...found, exchange: exchange.id })),
    );
}

/** Judges each filtered response separately; skips the check if none of them has an item. */
export function whereFound(judge: JudgeOne): JudgeFiltered {
  return (filtered, context) => {
    const judged = filtered.flatMap((exchange) => {
      const [body, operation] = [successBody(exchange), operationOf(context)];
      return operation.entries?.polymorphic
        ? articlesOf(body, operation)
        : itemsOf(body, operation);
    });
    return judged.length > 0
      ? eachOf(judge)(filtered, context)
      : skip("the response has no items to judge", sampleWithHits(context));
  };
}
