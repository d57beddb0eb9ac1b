import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { operationAsked } from "../model/operation.ts";
import { bodyServed, isServed } from "./answer.ts";
import { itemsOf } from "./success-envelope.ts";

function hasItems(exchange: Exchange, context: CheckContext): boolean {
  const operation = operationAsked(exchange.spec, context);
  return operation !== null && itemsOf(bodyServed(exchange), operation).length > 0;
}

/**
 * Expects that not all links of a page that has news are empty: one may be, so nothing is concluded from a single one.
 * @param opened responses to requests for the topics or subtopics of different links
 */
export function expectSomeNews(
  opened: readonly Exchange[],
  page: Exchange | undefined,
  context: CheckContext,
): readonly Found[] {
  const served = opened.filter(isServed);
  const [first] = served;
  const different = new Set(served.map(({ spec }) => spec.query.at(-1)?.[1])).size;
  if (first === undefined || page === undefined || different < 2) return [];
  if (!hasItems(page, context) || served.some((one) => hasItems(one, context))) return [];
  return [
    {
      path: `/${operationAsked(first.spec, context)?.list ?? ""}`,
      expected: "news for at least one of the links",
      actual: `no items for any of ${different} links`,
      exchange: first.id,
      beside: page.id,
    },
  ];
}
