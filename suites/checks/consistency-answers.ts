import type { Operation } from "../../contracts/catalogue.ts";
import { group } from "../../contracts/group.ts";
import type { Cell } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { errorBody, isServed, isSmall, skipUnserved, successBody } from "../matchers/answer.ts";
import { expectArticlesAgain } from "../matchers/article-search-again.ts";
import {
  expectFewCopies,
  expectFewItemsTwice,
  expectSeveralUrls,
} from "../matchers/copied-entries.ts";
import { totalOf } from "../matchers/counts.ts";
import { expectDescribedAlike } from "../matchers/described-alike.ts";
import { expectFoundWithAll, expectNothingWithMore } from "../matchers/filters-narrow.ts";
import { type AtVersion, expectFoundAsAt } from "../matchers/found-at-versions.ts";
import { expectFoundByParts } from "../matchers/found-by-parts.ts";
import { expectOwnPublications } from "../matchers/own-publications.ts";
import { expectAsMuch, expectSameItems } from "../matchers/same-answer.ts";
import { askedFor } from "../matchers/same-query.ts";
import { expectShownAsAt } from "../matchers/shown-at-versions.ts";
import {
  hasPage,
  isChanging,
  isComparable,
  isOfOtherClient,
  otherVersionsOf,
  searchedFor,
} from "../matchers/steady-answers.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { expectTotalsFollow } from "../matchers/totals-follow-filters.ts";
import { type CellFilter, cells, type Where } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  eachAnswer,
  type Found,
  type Judgement,
  type NamedExchanges,
  notOwed,
} from "../model/check.ts";
import { isAggregatorSearch, operationAsked, operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { ordinary } from "../requests/ordinary-requests.ts";
import { articlesWithoutHits } from "../requests/searches-without-hits.ts";
import {
  textWithoutHits,
  textWithSeparators,
  wordsWithoutHits,
} from "../requests/texts-without-hits.ts";

/**
 * Endpoints that search, at their dated versions: responses without the header are compared with the latest. The lists
 * of countries and topics are compared entry by entry (`plan.lists-agree`).
 */
const ofSearches: CellFilter = {
  protected: true,
  default: "without",
  availability: ["stated"],
  operation: ({ endpoint, list }) => list !== null && !endpoint.startsWith("/info/"),
};
const searches: Where = cells(ofSearches, "none");
/** With a total, and with parameters of which it is known what they leave out. */
const searchesToFilter: Where = cells(
  { ...ofSearches, operation: ({ endpoint }) => endpoint === "/search" },
  "none",
);

/** Those of the aggregator, of which the specification says how each version differs from the one before. */
const searchesOfVersions: Where = cells({ ...ofSearches, operation: isAggregatorSearch }, "none");

/** A client with other headers finds something where the usual client does. */
function expectSomeForEachClient(
  usual: readonly Exchange[],
  all: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const { version, list } = operationOf(context);
  const countOf = (one: Exchange) => itemsOf(successBody(one), operationOf(context)).length;
  const others = all.filter(
    (one) =>
      isOfOtherClient(one, context) && operationAsked(one.spec, context)?.version === version,
  );
  return others.flatMap((one): readonly Found[] => {
    if (countOf(one) > 0) return [];
    const same = usual.filter(({ spec }) => askedFor(spec) === askedFor(one.spec));
    const [first] = same;
    if (first === undefined || same.some((other) => countOf(other) < enoughItems)) return [];
    const expected = `about ${countOf(first)} entries, as for another client`;
    return [
      { path: `/${list}`, expected, actual: "0 entries", exchange: one.id, beside: first.id },
    ];
  });
}

/** Fewer items than this may all have been removed between two requests. */
const enoughItems = 5;

/** The responses that may be compared, whichever check sent their requests. */
function comparableIn(exchanges: NamedExchanges, context: CheckContext): readonly Exchange[] {
  return Object.values(exchanges).filter((one) => isComparable(one, context));
}

function expectSameAnswers(exchanges: NamedExchanges, context: CheckContext): Judgement {
  const { version } = operationOf(context);
  const all = comparableIn(exchanges, context);
  const comparable = all.filter(({ spec }) => operationAsked(spec, context)?.version === version);
  if (comparable.length === 0) skipUnserved();
  const pairs = [...group(comparable, ({ spec }) => askedFor(spec)).values()].flatMap((same) => {
    const [first, ...others] = same.toSorted((a, b) => a.sentAt - b.sentAt);
    return first === undefined ? [] : others.map((other) => [first, other] as const);
  });
  const compared = pairs.map(([first, other]) => {
    const amount = expectAsMuch(first, other, context);
    return { amount, items: amount.length > 0 ? [] : expectSameItems(first, other, context) };
  });
  const isOther = compared.some(({ items }) => items.length > 0) && isChanging(all, context);
  const found = [
    ...compared.flatMap(({ amount, items }) => (isOther ? amount : [...amount, ...items])),
    ...expectSomeForEachClient(comparable, Object.values(exchanges), context),
  ];
  return isOther && found.length === 0
    ? notOwed("the same search finds other items each time")
    : found;
}

/** Whether a response to a client without headers of its own may be compared. */
function isOfUsualClient(exchange: Exchange): boolean {
  const { negotiation, after, versionHeader } = exchange.spec;
  const special = [negotiation, after, versionHeader];
  return special.every((one) => one === undefined) && isServed(exchange) && isSmall(exchange);
}

/** The cells of the surface's versions, which the endpoint need not have. */
function datedCellsOf({ cell, contracts }: CheckContext): readonly Cell[] {
  return contracts.versions(cell.surface).map((version) => ({ ...cell, version, auth: null }));
}

const textsThatFindNothing: ReadonlySet<string | undefined> = new Set([
  textWithoutHits,
  textWithSeparators,
  wordsWithoutHits,
]);

/**
 * Selects searches with one parameter whose value may find something: versions that do not know a second parameter, or
 * do not read the text, find what the others should not find. A version may need a text, a place or a topic, so other
 * parameters count only if the version finds something without any.
 */
function simpleSearches(
  exchanges: readonly Exchange[],
  context: CheckContext,
): (exchange: Exchange) => boolean {
  const { version } = operationOf(context);
  const needsNoText = exchanges.some(
    (one) =>
      operationAsked(one.spec, context)?.version === version &&
      one.spec.query.length === 0 &&
      itemsOf(successBody(one), operationOf(context)).length > 0,
  );
  const choosing = ["query", "q", "location", parameterName(context, "topics", "topic")];
  return ({ spec: { query } }) => {
    const [[name, value] = [], ...more] = query;
    if (name === undefined || more.length > 0 || textsThatFindNothing.has(value)) return false;
    return needsNoText || choosing.includes(name);
  };
}

/** The cells of the other searches of the surface at the same version. */
function otherEndpointsOf({ cell, contracts }: Pick<CheckContext, "cell" | "contracts">) {
  return contracts.operations
    .filter(
      ({ surface, version, list }) =>
        surface === cell.surface && version === cell.version && list !== null,
    )
    .filter(({ endpoint }) => endpoint !== cell.endpoint && !endpoint.startsWith("/info/"))
    .map(({ endpoint }) => ({ ...cell, endpoint, auth: null }));
}

/** What entries state at this endpoint and elsewhere, at one version. */
function expectAlike(exchanges: NamedExchanges, context: CheckContext): readonly Found[] {
  const { endpoint, version } = operationOf(context);
  const comparable = comparableIn(exchanges, context);
  const all = atVersions(comparable, context).filter(
    ({ operation }) => operation.version === version,
  );
  const isOwn = ({ operation }: AtVersion) => operation.endpoint === endpoint;
  if (!all.some(isOwn)) skipUnserved();
  return [
    ...expectDescribedAlike(
      all.filter(isOwn),
      all.filter((one) => !isOwn(one)),
      context.contracts.operations.filter(
        (one) =>
          one.surface === context.cell.surface &&
          one.endpoint === endpoint &&
          one.version !== version,
      ),
    ),
    ...expectOwnPublications(all.filter(isOwn)),
  ];
}

/** The responses with their operations. */
function atVersions(exchanges: readonly Exchange[], context: CheckContext): readonly AtVersion[] {
  return exchanges.flatMap((exchange) => {
    const operation = operationAsked(exchange.spec, context);
    return operation === null ? [] : [{ exchange, operation }];
  });
}

function expectShownAtVersions(exchanges: NamedExchanges, context: CheckContext): readonly Found[] {
  const { version, generation } = operationOf(context);
  const comparable = comparableIn(exchanges, context);
  const all = group(atVersions(comparable, context), ({ operation }) => operation.version);
  const own = all.get(version) ?? [];
  if (own.length === 0) skipUnserved();
  // Versions of one generation may share what is wrong with them.
  const isOther = ([first]: readonly AtVersion[]) => first?.operation.generation !== generation;
  return expectShownAsAt(own, [...all.values()].filter(isOther));
}

function hasText({ spec: { query } }: Exchange): boolean {
  return query.some(([name]) => name === "query" || name === "q");
}

function totalIn(exchange: Exchange, context: CheckContext): number | null {
  return totalOf(successBody(exchange), operationOf(context))?.value ?? null;
}

/** The number of hits of the cell's version for a search without parameters; null where it is not known. */
function totalWithoutParameters(
  exchanges: readonly Exchange[],
  context: CheckContext,
): number | null {
  const { version } = operationOf(context);
  const bare = exchanges.find(
    ({ spec }) => spec.query.length === 0 && operationAsked(spec, context)?.version === version,
  );
  return bare === undefined ? null : totalIn(bare, context);
}

function expectFoundAtVersions(exchanges: NamedExchanges, context: CheckContext): readonly Found[] {
  const { version } = operationOf(context);
  const usual = exchanges.first === undefined ? "" : searchedFor(exchanges.first);
  const found = Object.values(exchanges).filter(
    (one) => isComparable(one, context) && !hasPage(one, context),
  );
  const isSimple = simpleSearches(found, context);
  const comparable = atVersions(
    found.filter((one) => isSimple(one) || searchedFor(one) === usual),
    context,
  );
  const own = comparable.filter(({ operation }) => operation.version === version);
  if (own.length === 0) skipUnserved();
  const all = totalWithoutParameters(found, context);
  const others = group(
    comparable.filter(({ operation }) => operation.version !== version),
    ({ exchange }) => searchedFor(exchange),
  );
  return own.flatMap((one) => {
    // parameter.query-changes-result reports a text without effect: this version may know it under its other name.
    if (all !== null && hasText(one.exchange) && totalIn(one.exchange, context) === all) return [];
    const same = others.get(searchedFor(one.exchange)) ?? [];
    const ofEach = new Map(same.map((other) => [other.operation.version, other]));
    return expectFoundAsAt(one, [...ofEach.values()]);
  });
}

/** Judges the lists of articles or publishers of all successful responses. */
function onItems(
  requirement: string,
  expectItems: (body: unknown, operation: Operation) => readonly Found[],
): Check {
  return eachAnswer(requirement, {
    observed: { in: ["success"] },
    where: searches,
    send: (context) => [ordinary(context)],
    expect: (exchange, context) => {
      const operation = operationAsked(exchange.spec, context) ?? operationOf(context);
      return expectItems(successBody(exchange), operation);
    },
  });
}

/** What the same request finds again. */
export const sameAnswerChecks: readonly Check[] = [
  // should · What the service does, item 5; Versioning, "When omitted"; Authentication, item 4
  // The same request returns about the same result again, whichever listed header carries its key,
  // whether or not the latest version is named, and whatever else the client sends.
  answersTogether("consistency.same-request-same-answer", {
    where: searches,
    send: (context) => ({ first: ordinary(context) }),
    others: (exchange, context) =>
      isComparable(exchange, context) || isOfOtherClient(exchange, context),
    othersAt: otherVersionsOf,
    expect: expectSameAnswers,
  }),
  // The shape of its responses is not shown.
  // should · News GET /search/articles, "Accepts a query parameter"; Authentication, item 4
  // The same search for articles at the same version returns about the same articles again,
  // whichever listed header carries its key, whether or not the version is named, and whatever is
  // requested at the same time.
  answersTogether("consistency.article-search-same-answer", {
    where: cells({ endpoints: ["/search/articles"], default: "only" }, "none"),
    // A single response can't be compared: where another text is searched for, there are others.
    send: (context) => ({ first: ordinary(context), other: articlesWithoutHits(context) }),
    others: isOfUsualClient,
    othersAt: datedCellsOf,
    expect: (exchanges, context) => {
      const served = Object.values(exchanges).filter(isOfUsualClient);
      if (served.length === 0) skipUnserved();
      const inEffect = ({ spec }: Exchange) =>
        operationAsked(spec, context)?.version ?? spec.version;
      return [...group(served, inEffect).values()].flatMap(expectArticlesAgain);
    },
  }),
  // should · Versioning, "Changes v1 to v2"; Versioning, "Changes v2 to v3"
  // An article has the same title and date at every version.
  answersTogether("consistency.versions-show-the-same", {
    where: searchesOfVersions,
    send: (context) => ({ first: ordinary(context) }),
    others: isComparable,
    othersAt: otherVersionsOf,
    expect: expectShownAtVersions,
  }),
  // should · News item, table; Legacy article, table; Publisher, table; Navigation link, row
  // "related_publications item"; What the service does, item 5
  // An article has the same title, date, source, authors and keywords, a publisher the same title,
  // URL, category, language and links, and a related publication the same identifier, in every
  // response of a version. None has the picture or the description of another one.
  answersTogether("consistency.entries-described-alike", {
    where: searches,
    send: (context) => ({ first: ordinary(context) }),
    others: isComparable,
    othersAt: otherEndpointsOf,
    expect: expectAlike,
  }),
  // should · What the service does, item 5; Navigation link, row "navigation_links item";
  // Current-version error envelope, table
  // Lists of links and of errors do not consist mostly of copies, as they do if each response adds
  // to the list of the previous one.
  eachAnswer("consistency.lists-do-not-grow", {
    observed: { in: ["success", "refusal"] },
    where: cells({ protected: true }, "none"),
    send: (context) => [ordinary(context)],
    expect: (exchange) =>
      expectFewCopies(isServed(exchange) ? successBody(exchange) : errorBody(exchange), exchange),
  }),
  // should · What the service does, item 5
  // An article or a publisher is listed once on a page.
  onItems("consistency.items-listed-once", expectFewItemsTwice),
  // should · News item, table; Legacy article, table; Publisher, table
  // Not all articles of a page have one URL, nor do copies of one publisher.
  onItems("consistency.items-have-own-urls", expectSeveralUrls),
  // should · Versioning, "Changes v1 to v2"; Versioning, "Changes v2 to v3"
  // If all other versions find something for a search, each version finds something too, and counts
  // each of its hits once.
  answersTogether("consistency.versions-find-the-same", {
    where: searchesOfVersions,
    send: (context) => ({ first: ordinary(context) }),
    others: isComparable,
    othersAt: otherVersionsOf,
    expect: expectFoundAtVersions,
  }),
  // should · What the service does, item 1; Aggregator GET /search, "Query parameters"; News GET
  // /search/publishers, "Query parameters"
  // A search that finds nothing also finds nothing with a further filter, and one with several
  // parameters finds something if an item in the result without them matches all of them, or if
  // searches with some of them each find the same item.
  answersTogether("consistency.filters-only-narrow", {
    where: searches,
    send: (context) => ({ first: ordinary(context) }),
    others: isComparable,
    expect: (exchanges, context) => {
      const served = comparableIn(exchanges, context);
      if (served.length === 0) skipUnserved();
      return [
        ...expectNothingWithMore(served, context),
        ...expectFoundWithAll(served, context),
        ...expectFoundByParts(served, context),
      ];
    },
  }),
  // should · Metadata object, row "total_hits"; Legacy response envelopes, table
  // The total of a search with a publisher domain or dates does not count the articles that these
  // exclude.
  answersTogether("consistency.total-follows-filters", {
    where: searchesToFilter,
    send: (context) => ({ first: ordinary(context) }),
    others: isComparable,
    expect: (exchanges, context) => {
      const served = comparableIn(exchanges, context);
      if (served.length === 0) skipUnserved();
      return expectTotalsFollow(served, context);
    },
  }),
];
