import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { sends, sentValue } from "../../harness/requests/sent-parameters.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { isServed } from "./answer.ts";
import { hasEnough } from "./different-results.ts";
import { hostOfPublisher } from "./publisher-hosts.ts";
import { articlesIn } from "./same-articles.ts";

/** The hosts of the publishers of each article of a response that names one. */
function hostsIn(exchange: Exchange, context: CheckContext): readonly string[] {
  return articlesIn(exchange, context).flatMap(({ article }) => hostOfPublisher(article) ?? []);
}

/** So many articles of a response have publishers of the other code that no chance explains it. */
const fewestForeign = 2;

/**
 * A search with a code and other parameters does not show the publishers of the other code: a code that has no effect
 * beside them shows those that most of its articles come from. Nothing is concluded where the two codes alone have a
 * publisher in common, or where the search names a publisher.
 * @param telling a search with each code alone, and further ones that show the publishers of one of them
 * @param together searches with several parameters
 */
export function expectOwnPublishers(
  name: "country" | "language",
  telling: readonly Exchange[],
  together: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const alone = telling.slice(0, 2);
  if (!alone.every((one) => isServed(one) && hasEnough(one, context))) return [];
  const hosts = new Map(
    alone.map((one) => [sentValue(one.spec, name), new Set(hostsIn(one, context))] as const),
  );
  const [first = new Set<string>(), second = new Set<string>()] = hosts.values();
  if ([...first].some((host) => second.has(host))) return [];
  for (const one of telling.filter(isServed)) {
    for (const host of hostsIn(one, context)) hosts.get(sentValue(one.spec, name))?.add(host);
  }
  const domain = parameterName(context, "search", "domain");
  return together.filter(isServed).flatMap((one): readonly Found[] => {
    const value = sentValue(one.spec, name);
    const own = hosts.get(value);
    if (own === undefined || sends(one.spec, domain)) return [];
    const others = [...hosts.values()].filter((ofCode) => ofCode !== own);
    const shown = hostsIn(one, context);
    const foreign = shown.filter(
      (host) => !own.has(host) && others.some((ofCode) => ofCode.has(host)),
    );
    const known = shown.filter((host) => own.has(host));
    if (foreign.length < fewestForeign || foreign.length <= known.length) return [];
    const other = alone.find((two) => sentValue(two.spec, name) !== value);
    return [
      {
        path: `/${operationOf(context).list}`,
        expected: `publishers that ${name} ${value} finds`,
        actual: `${foreign.length} of ${shown.length} articles from publishers such as ${foreign[0]}, which only the other ${name} finds`,
        exchange: one.id,
        ...(other && { beside: other.id }),
      },
    ];
  });
}
