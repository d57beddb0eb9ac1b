import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { successBody } from "./answer.ts";
import { isExactTotal, totalOf } from "./counts.ts";
import { excludesByDate } from "./dates-in-range.ts";
import { excludesByDomain } from "./publisher-domain.ts";
import { articlesIn } from "./same-articles.ts";
import { askedFor, asksForAllOf } from "./same-query.ts";

/** Fewer articles may have been changed between two requests. */
const enoughExcluded = 3;

/**
 * Expects another total with a domain or dates than without, if these exclude several articles of the result. The first
 * pages are compared, since later ones may be counted in another way.
 * @param served success responses of one version
 */
export function expectTotalsFollow(
  served: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const operation = operationOf(context);
  const [page, ...names] = ["page", "domain", "from", "to"].map((meaning) =>
    parameterName(context, "search", meaning),
  );
  const filters = new Set(names);
  const first = served.filter(({ spec }) => spec.query.every(([name]) => name !== page));
  return first.flatMap((filtered): readonly Found[] => {
    const body = successBody(filtered);
    const total = totalOf(body, operation);
    if (total === null || !isExactTotal(total.value)) return [];
    const excludes = [excludesByDate(filtered, context), excludesByDomain(filtered, context)];
    const excludedIn = (one: Exchange) =>
      articlesIn(one, context).filter(({ article }) => excludes.some((is) => is(article)));
    // Other requirements judge a filter that is ignored.
    if (excludedIn(filtered).length > 0) return [];
    // Of several copies of a story, a server may count and list one: with a filter, another one.
    const titles = new Set(articlesIn(filtered, context).map(({ article: { title } }) => title));
    const uncounted = (one: Exchange) =>
      excludedIn(one).filter(({ article: { title } }) => !titles.has(title)).length;
    const rest = askedFor(filtered.spec, filters);
    const whole = first.find(
      (one) =>
        askedFor(one.spec, filters) === rest &&
        asksForAllOf(filtered.spec, one.spec) &&
        one.spec.query.length < filtered.spec.query.length &&
        totalOf(successBody(one), operation)?.value === total.value &&
        uncounted(one) >= enoughExcluded,
    );
    if (whole === undefined) return [];
    return [
      {
        path: total.path,
        expected: `less than ${total.value}, the total without the filter, which counts ${uncounted(whole)} articles or more that the filter excludes`,
        actual: String(total.value),
        exchange: filtered.id,
        beside: whole.id,
      },
    ];
  });
}
