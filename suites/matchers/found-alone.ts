import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { isServed, successBody } from "./answer.ts";
import { sentText } from "./named-request.ts";
import { among, articlesIn } from "./same-articles.ts";
import { asksForAllOf } from "./same-query.ts";
import { itemsOf } from "./success-envelope.ts";

/**
 * A search with one filter finds something if, with more parameters, it finds an article that is found without any
 * filter too: then nothing but this filter could leave it out.
 * @param alone a search with the filter and no other parameter
 * @param together searches of which some may contain it
 * @param unfiltered searches without filters: one without a text, and others
 */
export function expectFoundAlone(
  alone: Exchange,
  together: readonly Exchange[],
  unfiltered: readonly [withoutText: Exchange | undefined, ...others: (Exchange | undefined)[]],
  context: CheckContext,
): readonly Found[] {
  const operation = operationOf(context);
  const findsNothing = (one: Exchange) => itemsOf(successBody(one), operation).length === 0;
  const [withoutText] = unfiltered;
  // A server may need a text to search for.
  if (withoutText === undefined || !isServed(withoutText) || findsNothing(withoutText)) return [];
  if (!isServed(alone) || !findsNothing(alone)) return [];
  const isFree = among(
    unfiltered.flatMap((one) =>
      one === undefined || !isServed(one) ? [] : articlesIn(one, context),
    ),
  );
  const more = together.find(
    (one) =>
      isServed(one) && asksForAllOf(one.spec, alone.spec) && articlesIn(one, context).some(isFree),
  );
  if (more === undefined) return [];
  const asked = sentText(more);
  return [
    {
      path: `/${operation.list}`,
      expected: `an article, since ${asked} finds some`,
      actual: "no items",
      exchange: alone.id,
      beside: more.id,
    },
  ];
}
