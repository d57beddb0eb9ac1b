import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { isServed } from "../matchers/answer.ts";
import { articlesIn, compareArticles, distinctArticles } from "../matchers/same-articles.ts";
import type { CheckContext, NamedExchanges } from "../model/check.ts";
import { describedSchema, leastOf } from "../model/described-values.ts";
import { parameterName } from "../model/parameter-names.ts";
import { sendsMore } from "../model/turns.ts";
import { namedLike } from "./combinations.ts";
import { factorsOf, nameOf, type Parameter } from "./factors.ts";
import { request } from "./ordinary-requests.ts";
import { inSortOrder } from "./publisher-values.ts";

/** What is sent with the search text where it is judged alone. */
const besideText: ReadonlySet<string> = new Set(["from", "to"]);

/** Begins the name of a request without the optional parameters, or with one of them. */
const alone = "alone: ";

/**
 * The request without the optional parameters, and with each value of each of them. Dates are sent with the search
 * text, as where their effect is judged.
 */
export function partsOfCombinations(
  context: CheckContext,
  known: NamedExchanges,
): Readonly<Record<string, RequestSpec>> {
  if (!sendsMore(context)) return {};
  const factors = factorsOf(context, known);
  const text = known.ordinary?.spec.query ?? [];
  const required = factors
    .filter(({ optional }) => !optional)
    .flatMap(({ name, values }) => values.map((value): Parameter => [name, value]));
  const parts = factors
    .filter(({ optional }) => optional)
    .flatMap(({ meaning, name, values }) =>
      values.map((value) => {
        const pair: Parameter = [name, value];
        const beside = besideText.has(meaning) ? text : required;
        return [alone + nameOf([pair]), request(context, [...beside, pair])] as const;
      }),
    );
  const sorted = context.cell.endpoint === "/search/publishers" ? inSortOrder(context) : null;
  return {
    [alone]: request(context, required),
    ...Object.fromEntries(parts),
    ...(sorted && { [alone + nameOf(sorted.query)]: sorted }),
  };
}

/**
 * Whether the request without the optional parameters is served, and each parameter of a combination
 * alone: if not, the combination shows nothing new. A value that was not sent alone counts as served if another value
 * of its parameter is.
 */
export function arePartsServed({ spec: { query } }: Exchange, exchanges: NamedExchanges): boolean {
  const isServedAlone = ([name, value]: Parameter) => {
    const own = exchanges[alone + nameOf([[name, value]])];
    const others = own === undefined ? namedLike(exchanges, `${alone}${name}=`) : [own];
    return others.length === 0 || others.some(isServedOrLost);
  };
  const bare = exchanges[alone];
  return (bare === undefined || isServedOrLost(bare)) && query.every(isServedAlone);
}

/** Whether a request was not answered with another status than 200. */
function isServedOrLost({ answer }: Exchange): boolean {
  return (answer?.status ?? 200) === 200;
}

/** Whether a server may refuse a combination although it accepts each parameter. */
export function mayBeRefused(
  exchange: Exchange,
  context: CheckContext,
  known: NamedExchanges,
): boolean {
  return hasForeignCodes(exchange, context, known) || mayLieBeyondTheLast(exchange, context, known);
}

/**
 * Whether the page of a combination may be one that it does not have, which may be refused: without a description, the
 * page that is sent may be the second. It is the first if it has the same articles as the request without a page.
 */
function mayLieBeyondTheLast(
  { spec: { query } }: Exchange,
  context: CheckContext,
  known: NamedExchanges,
): boolean {
  const page = parameterName(context, "search", "page");
  const sent = query.find(([name]) => name === page);
  if (sent === undefined || leastOf(describedSchema(context, "search", "page")) !== null)
    return false;
  const [bare, paged] = [known[alone], known[alone + nameOf([sent])]].map((exchange) =>
    distinctArticles(exchange && isServed(exchange) ? articlesIn(exchange, context) : []),
  );
  if (!bare?.marks.length || !paged?.marks.length) return true;
  return !compareArticles(bare, paged).isLargelySame;
}

/**
 * Whether a combination has a country and a language that need not go together: the list of countries has
 * languages for each, so that a server may refuse another pair than that of the samples. A pair that the same version
 * has served goes together.
 */
function hasForeignCodes(
  { spec: { query, version } }: Exchange,
  context: CheckContext,
  known: NamedExchanges,
): boolean {
  const codes = factorsOf(context, known).filter(
    ({ meaning }) => meaning === "country" || meaning === "language",
  );
  const valueIn = (sent: RequestSpec["query"], name: string) =>
    sent.find(([sentName]) => sentName === name)?.[1];
  const isSample = codes.flatMap(({ name, values }) => {
    const value = valueIn(query, name);
    return value === undefined ? [] : [value === values[0]];
  });
  if (isSample.length < 2 || !isSample.includes(false)) return false;
  return !Object.values(known).some(
    ({ spec, answer }) =>
      answer?.status === 200 &&
      spec.version === version &&
      codes.every(({ name }) => valueIn(spec.query, name) === valueIn(query, name)),
  );
}
