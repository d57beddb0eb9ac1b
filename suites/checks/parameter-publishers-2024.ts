import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { expectBelowServerError, isServed, skipUnserved, successBody } from "../matchers/answer.ts";
import { likelyLists } from "../matchers/likely-lists.ts";
import { expectHeld, sameCategory } from "../matchers/publishers-hold.ts";
import { type CellFilter, cells } from "../model/cells.ts";
import {
  type Check,
  type CheckContext,
  eachAnswer,
  type Judgement,
  notOwed,
} from "../model/check.ts";
import { needParameterName, skipForRole } from "../model/parameter-names.ts";
import { sentOnceAs } from "../model/sent-role.ts";
import { everyFilter, namedParameters } from "../requests/named-parameters.ts";
import { request, withoutParameters } from "../requests/ordinary-requests.ts";
import { fewOfDefaultCategory } from "../requests/publisher-filters.ts";
import { inSortOrder } from "../requests/publisher-values.ts";

const publishers: CellFilter = {
  endpoints: ["/search/publishers"],
  default: "without",
  generation: ["2024", "2022"],
};

/** A search with every parameter that is known. */
function withEverything(context: CheckContext): RequestSpec {
  const limit = namedParameters(context, "publishers", { limit: "37" });
  const sent = [...everyFilter(context), ...limit, ...(inSortOrder(context)?.query ?? [])];
  if (sent.length === 0) skipForRole(context, "publishers", "query");
  return request(context, sent);
}

/** Expects the category that was sent, in every list whose entries look like publishers: where it is, is not shown. */
function expectCategory(exchange: Exchange, context: CheckContext): Judgement {
  // All parameters together may be refused.
  if (!isServed(exchange)) skipUnserved();
  const wanted = sentOnceAs(exchange, "publishers", "category", context);
  if (wanted === null)
    return notOwed("the category was refused, as one may be that stands for an unknown one");
  return likelyLists(successBody(exchange), context).flatMap(([path, list]) =>
    list.flatMap((publisher, index) =>
      expectHeld(publisher, `${path}/${index}`, {
        filter: "category",
        wanted,
        matches: sameCategory,
      }),
    ),
  );
}

/** Publisher search at the older version, whose differences the specification does not show. */
export const oldPublisherChecks: readonly Check[] = [
  // should · News GET /search/publishers, "Query parameters"
  // At 2024-01-01, publisher search with all its parameters does not cause a server error.
  eachAnswer("parameter.publisher-parameters-no-server-error-2024", {
    where: cells(publishers, "rotated"),
    control: withoutParameters,
    send: (context) => [withEverything(context)],
    expect: expectBelowServerError,
  }),
  // should · News GET /search/publishers, row "publisher category"
  // At 2024-01-01 too, publisher search with a category returns only publishers of that category.
  eachAnswer("parameter.publisher-category-holds-2024", {
    where: cells(publishers, "rotated"),
    control: withoutParameters,
    send: (context) => {
      needParameterName(context, "publishers", "category");
      return [fewOfDefaultCategory(context) ?? withEverything(context)];
    },
    observed: {
      in: ["success"],
      when: (exchange, context) => sentOnceAs(exchange, "publishers", "category", context) !== null,
    },
    expect: expectCategory,
  }),
];
