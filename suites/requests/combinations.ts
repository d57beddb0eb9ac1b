import { type AuthStyle, authStyles } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { CheckContext, NamedExchanges, RequestChoices } from "../model/check.ts";
import { inSeveralWords } from "../model/free-text.ts";
import { withoutHeader } from "../model/operation.ts";
import { columnOf } from "../model/rotation.ts";
import { sendsMore } from "../model/turns.ts";
import { combinedRows, sentAlone, sortedSearches } from "./combined-rows.ts";
import { codesOf, factorsOf, nameOf, type Parameter } from "./factors.ts";
import { madeOnce } from "./made-once.ts";
import {
  keyed,
  ordinary,
  request,
  styleOf,
  unnamedRequest,
  withDocumentedCodes,
} from "./ordinary-requests.ts";
import { listsOfValues } from "./publisher-values.ts";
import { withoutHits } from "./searches-without-hits.ts";
import { pageOfSize } from "./sized-pages.ts";

/**
 * A search by text, by turns in one word and in several, with the second code of one kind and the first one of the
 * other, by the kind of the second one: without the version header, where that may be omitted.
 */
export function mixedCodes(
  context: CheckContext,
  text: Exchange,
): Readonly<Record<"country" | "language", RequestSpec>> {
  const [country, otherCountry] = codesOf(context, "country");
  const [language, otherLanguage] = codesOf(context, "language");
  const isTurn = columnOf(context.contracts, context.cell) % 2 === 0;
  const query = text.spec.query.map(
    ([name, value]): Parameter => [name, isTurn ? inSeveralWords(value) : value],
  );
  const beside = (codes: Readonly<Record<string, string>>) =>
    unnamedRequest(context, [...query, ...Object.entries(codes)]);
  return {
    country: beside({ country: otherCountry, language }),
    language: beside({ country, language: otherLanguage }),
  };
}

/** Begins the name of an ordinary request. */
const ordinarily = "ordinary: ";

/** The ordinary request in each style in which combinations are sent, with the version header and without it. */
export function controlsOfCombinations(context: CheckContext): RequestChoices {
  const own = styleOf(context);
  const styles = context.combines === "in-own-style" ? [own] : authStyles;
  const controls = [context, withoutHeader(context)].flatMap(({ cell }) =>
    styles.map((auth) => {
      const choice = ordinary({ ...context, cell: { ...cell, auth } });
      return [`${ordinarily}${cell.version} ${auth}`, choice] as const;
    }),
  );
  return Object.fromEntries(controls);
}

/**
 * The searches that show values to combine: one whose page size, if it is served, is among them, and one with codes,
 * whose publishers are.
 */
export function searchesToCombine(context: CheckContext): RequestChoices {
  if (context.cell.endpoint !== "/search" || !sendsMore(context)) return {};
  const sized = pageOfSize(context);
  return { ...(sized && { sized }), codes: withDocumentedCodes(context) };
}

/** The requests that must be served before parameters can be combined: `send` of such a check. */
export function beforeCombinations(context: CheckContext): RequestChoices {
  const nothing = withoutHits(context);
  return {
    ordinary: ordinary(context),
    ...(nothing && { nothing }),
    ...searchesToCombine(context),
    ...(context.cell.endpoint === "/search/publishers" && listsOfValues(context)),
  };
}

/**
 * The maximum number of requests for the combinations of an endpoint at a version, including the single
 * parameters.
 */
export const mostCombinations = 24;

/** Begins the name of a request with several parameters. */
const combined = "together: ";

/** Selects the exchanges of combinations. */
export function combinationsIn(exchanges: NamedExchanges): readonly Exchange[] {
  return namedLike(exchanges, combined);
}

/** Selects the exchanges of `controlsOfCombinations`. */
export function controlsIn(exchanges: NamedExchanges): readonly Exchange[] {
  return namedLike(exchanges, ordinarily);
}

/** Selects the exchanges whose name begins so. */
export function namedLike(exchanges: NamedExchanges, beginning: string): readonly Exchange[] {
  return Object.entries(exchanges)
    .filter(([name]) => name.startsWith(beginning))
    .map(([, exchange]) => exchange);
}

/**
 * Every pair of parameters of the cell's endpoint, each with every value or omitted, in few requests.
 * Empty if the matrix excludes combinations. Where the header may be omitted, half of those with several values omit
 * it: two that differ in the two values of one parameter differ in this too, so that they are equal if a value has no
 * effect without the header.
 *
 * @param known the exchanges of `beforeCombinations`
 */
export function combinations(
  context: CheckContext,
  known: NamedExchanges,
): Readonly<Record<string, RequestSpec>> {
  const needed = Object.entries(known).filter(([name]) => combinedFrom.has(name));
  return combinedOnce(context, Object.fromEntries(needed));
}

/** The exchanges that show values to combine. With no others, all checks of a cell share what is made of them. */
const combinedFrom: ReadonlySet<string> = new Set([
  "ordinary",
  "codes",
  "sized",
  "publishers",
  "countries",
]);

const combinedOnce = madeOnce(combine);

function combine(
  context: CheckContext,
  known: NamedExchanges,
): Readonly<Record<string, RequestSpec>> {
  if (!sendsMore(context)) return {};
  const factors = factorsOf(context, known);
  const rows = combinedRows(factors, context);
  const sorted = sortedSearches(context, factors).map((sent) => request(context, sent));
  const needed = factors.filter(({ optional }) => !optional).length;
  const isPart = ({ length }: readonly Parameter[]) => length - needed < 2;
  const alone = sentAlone(factors).map((one) => request(context, [one]));
  const others = rows.flatMap((row, index) => {
    const inOrder = Object.entries(row).flatMap(([name, value]): readonly Parameter[] =>
      value === null ? [] : [[name, inWords(value, index, context)]],
    );
    if (inOrder.length === 0) return [];
    // The order of parameters means nothing, but some servers lose what precedes the text.
    const turns = context.cell.endpoint === "/search" && index % 2 === 1 && !isPart(inOrder);
    const sent = turns ? inOrder.toReversed() : inOrder;
    const second = factors.filter(({ name, values }) => row[name] === values[1]).length;
    // The default cell of publisher search sends all of them. Of two codes of a place only the first ones owe a 200.
    const isOwed = second === 0 && context.cell.endpoint === "/geolocation";
    const alternates = (second % 2 === 1 || isOwed) && context.cell.surface === "aggregator";
    return [alternates && !isPart(sent) ? unnamedRequest(context, sent) : request(context, sent)];
  });
  const specs = [...sorted, ...alone, ...others];
  const turned =
    context.combines === "in-own-style" ? specs : inEachStyle(specs, styleOf(context), isPart);
  return Object.fromEntries(turned.map((spec) => [combined + nameOf(spec.query), spec]));
}

/**
 * The sample text of `/search`, by turns in one word and in several, for which a server may have another query.
 * @param row the number of the combination
 */
function inWords(value: string, row: number, { cell, contracts, target }: CheckContext): string {
  const isText = cell.endpoint === "/search" && value === target.samples(cell.surface).query;
  return isText && (row + columnOf(contracts, cell)) % 3 !== 0 ? inSeveralWords(value) : value;
}

/**
 * The same requests in turns, so that every value is sent in every style as far as there are enough requests with it:
 * each has the style in which most of its values are new, its own one if there is none better.
 *
 * @param stays whether the request with these parameters keeps its own style, since others send it too
 */
function inEachStyle(
  requests: readonly RequestSpec[],
  own: AuthStyle,
  stays: (sent: readonly Parameter[]) => boolean,
): readonly RequestSpec[] {
  const sent = new Set<string>();
  const styles = [own, ...authStyles.filter((style) => style !== own)];
  return requests.map((spec) => {
    const { version, query } = spec;
    const values = query.map((parameter) => parameter.join("="));
    const keysIn = (style: AuthStyle) => values.map((value) => `${version} ${style} ${value}`);
    const gains = (stays(query) ? [own] : styles).map(
      (style) => keysIn(style).filter((key) => !sent.has(key)).length,
    );
    const style = styles[gains.indexOf(Math.max(...gains))] ?? own;
    for (const key of keysIn(style)) sent.add(key);
    return { ...spec, credential: keyed(style) };
  });
}
