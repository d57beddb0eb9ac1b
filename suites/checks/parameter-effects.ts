import { hasMetadata } from "../../contracts/generations.ts";
import { group } from "../../contracts/group.ts";
import { isObject } from "../../contracts/json.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { carriesOwnKeyAsListed } from "../../harness/requests/request-spec.ts";
import { sends } from "../../harness/requests/sent-parameters.ts";
import { isServed, statusText, successBody } from "../matchers/answer.ts";
import { expectDifferent, expectSomeDifferent, hasEnough } from "../matchers/different-results.ts";
import { expectFoundAlone } from "../matchers/found-alone.ts";
import { expectNoOthers } from "../matchers/publishers-found.ts";
import { expectOwnPublishers } from "../matchers/publishers-of-codes.ts";
import { articlesIn, expectLargelySame } from "../matchers/same-articles.ts";
import { whereSteady } from "../matchers/steady-answers.ts";
import { type CellFilter, cells } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type Found,
  type NamedExchanges,
  type RequestChoices,
  skip,
  type TogetherCheck,
} from "../model/check.ts";
import { needParameterName } from "../model/parameter-names.ts";
import { sampleWithHits } from "../model/remedies.ts";
import { sendsMore } from "../model/turns.ts";
import {
  combinations,
  combinationsIn,
  mixedCodes,
  searchesToCombine,
} from "../requests/combinations.ts";
import { codesOf } from "../requests/factors.ts";
import {
  elsewhere,
  geolocationDefaults,
  ordinary,
  request,
  withDefaultCodes,
  withDocumentedCodes,
  withoutParameters,
} from "../requests/ordinary-requests.ts";
import { listsOfValues, valuesListed } from "../requests/publisher-values.ts";
import { articlesWithoutHits } from "../requests/searches-without-hits.ts";

/** The differences of publisher search at the old version are not shown. */
const withCodes: CellFilter = {
  endpoints: ["/search", "/geolocation", "/search/publishers"],
  default: "without",
  operation: (operation) => operation.surface === "aggregator" || hasMetadata(operation),
};

/** Two values of a code, in one request each; if a server lists only one, there is nothing to compare. */
function codeChangesResult(requirement: string, kind: "country" | "language"): TogetherCheck {
  const isPublisherSearch = ({ cell }: CheckContext) => cell.endpoint === "/search/publishers";
  return answersTogether(requirement, {
    where: cells(withCodes, "rotated"),
    control: ordinary,
    send: (context): RequestChoices => {
      if (!sendsMore(context)) return {};
      if (isPublisherSearch(context)) {
        needParameterName(context, "publishers", kind);
        return listsOfValues(context);
      }
      const { endpoint, surface } = context.cell;
      const { location } = context.target.samples(surface);
      const isSearch = endpoint === "/search";
      const beside = isSearch ? [] : [["location", location] as const];
      const [first, second] = codesOf(context, kind);
      return {
        first: request(context, [...beside, [kind, first]]),
        second: request(context, [...beside, [kind, second]]),
        ...(isSearch && { ordinary: ordinary(context), bare: withoutParameters(context) }),
        ...searchesToCombine(context),
      };
    },
    thenSend: (known, context): RequestChoices => {
      if (context.cell.endpoint === "/geolocation") return combinations(context, {});
      if (!isPublisherSearch(context)) {
        return {
          ...besideText(kind, known, context),
          ...(known.ordinary && combinations(context, known)),
        };
      }
      const name = needParameterName(context, "publishers", kind);
      const [first, second] = valuesListed(context, known)[kind];
      if (first === undefined || second === undefined)
        skip(`/info/countries allows fewer than two values for ${kind}`);
      return {
        first: request(context, [[name, first]]),
        second: request(context, [[name, second]]),
        ...combinations(context, known),
      };
    },
    expect: (exchanges, context) => {
      const { first, second, ordinary: text, bare } = exchanges;
      const both = [first, second].filter((one) => one !== undefined);
      // A second code may be outside the plan.
      const refused = both.find(({ answer }) => answer?.status !== 200);
      if (refused !== undefined)
        skip(`a request with a ${kind} was answered with ${statusText(refused)}`);
      const all = Object.values(exchanges);
      const lost = both.flatMap((one) => expectFoundAlone(one, all, [bare, text], context));
      const findings = lost.length > 0 ? lost : expectSomeDifferent(both, context);
      return findings.length > 0 ? findings : expectCodeBeside(kind, both, exchanges, context);
    },
  });
}

/** The names of the exchanges that have at most one code and a text. */
const withoutCompany = new Set([
  "first",
  "second",
  "ordinary",
  "bare",
  "sized",
  "codes",
  "publishers",
]);

/** Two codes that have an effect alone also have one with other parameters. */
function expectCodeBeside(
  kind: "country" | "language",
  alone: readonly Exchange[],
  exchanges: NamedExchanges,
  context: CheckContext,
): readonly Found[] {
  const { publishers } = exchanges;
  const more = Object.fromEntries(
    Object.entries(exchanges).filter(([name]) => !withoutCompany.has(name)),
  );
  const same = expectEffectBeside(kind, Object.values(more), context);
  const together = combinationsIn(more);
  if (same.length > 0 || context.cell.endpoint === "/geolocation") return same;
  if (context.cell.endpoint === "/search/publishers")
    return alone.flatMap((one) => expectNoOthers(one, publishers, together, context, alone));
  const { [firstBesideText]: known, [secondBesideText]: other } = more;
  const telling = known === undefined ? alone : [...alone, known];
  const judged = other === undefined ? together : [...together, other];
  return expectOwnPublishers(kind, telling, judged, context);
}

/** Names of the requests with a text. */
const firstBesideText = "first beside a text";
const secondBesideText = "second beside a text";

/**
 * Both codes with a text and a value of the other kind, as combinations have them: the second without the version
 * header, where that may be omitted.
 */
function besideText(
  kind: "country" | "language",
  { ordinary: text }: NamedExchanges,
  context: CheckContext,
): RequestChoices {
  if (text?.answer?.status !== 200) return {};
  const [country] = codesOf(context, "country");
  const [language] = codesOf(context, "language");
  const first = [...text.spec.query, ...Object.entries({ country, language })];
  return {
    [firstBesideText]: request(context, first),
    [secondBesideText]: mixedCodes(context, text)[kind],
  };
}

/** Requests that are equal but for the value of one parameter, which none of them omits. */
function equalBut(name: string, exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const served = exchanges.filter(
    ({ spec, answer }) => answer?.status === 200 && sends(spec, name),
  );
  const others = ({ spec: { query } }: Exchange) =>
    JSON.stringify(query.filter(([sent]) => sent !== name));
  return [...group(served, others).values()];
}

/**
 * A code also has an effect with other parameters, if both of its values find enough to compare. It need not have one
 * with every value of them: all news in one language may come from one country.
 */
function expectEffectBeside(
  kind: "country" | "language",
  sent: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const compared = equalBut(kind, sent).flatMap(([first, second]) =>
    first !== undefined && second !== undefined && hasEnough(first, context)
      ? [{ names: namesOf(first), findings: expectDifferent(first, second, context) }]
      : [],
  );
  return [...group(compared, ({ names }) => names).values()].flatMap((beside) =>
    beside.every(({ findings }) => findings.length > 0)
      ? beside.flatMap(({ findings }) => findings)
      : [],
  );
}

/** The parameters of a request, without their values. */
function namesOf({ spec: { query } }: Exchange): string {
  return JSON.stringify(query.map(([name]) => name).sort());
}

/** What a location request asks for, with the codes that it omits. */
function placeMeant({ spec: { query } }: Exchange): string {
  const sent: Readonly<Record<string, string>> = Object.fromEntries(query);
  const { country, language } = { ...geolocationDefaults, ...sent };
  return JSON.stringify([sent.location, country, language]);
}

/** Whether it is a plain request for a place: without the version header, with a valid key and each parameter once. */
function isPlace({ spec }: Exchange, { cell }: CheckContext): boolean {
  const { query, rawQuery, negotiation, after, version, method = "GET" } = spec;
  const names = query.map(([name]) => name);
  return (
    [rawQuery, negotiation, after].every((one) => one === undefined) &&
    [version, cell.version].every((one) => one === defaultVersion) &&
    method === "GET" &&
    carriesOwnKeyAsListed(spec.credential) &&
    new Set(names).size === names.length &&
    names.every((name) => ["location", "country", "language"].includes(name))
  );
}

/** What remains of a body whose shape is not shown, without what depends on the request or the time. */
function comparable(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((one) => comparable(one, text));
  if (!isObject(value)) return typeof value === "string" && value.includes(text) ? "" : value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/^(parameters|metadata)$|id$|time|took|date|duration/i.test(name))
      .map(([name, inner]) => [name, comparable(inner, text)]),
  );
}

function hasEntries(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) && Object.values(value).some(hasEntries);
}

/** Documented inputs have an effect: another value has another result, and defaults apply as documented. */
export const effectChecks: readonly Check[] = [
  // should · Aggregator GET /search, row "country"; Aggregator GET /geolocation, row "country";
  // News GET /search/publishers, row "country code"
  // A different country returns a different result.
  codeChangesResult("parameter.country-changes-result", "country"),
  // should · Aggregator GET /search, row "language"; Aggregator GET /geolocation, row "language";
  // News GET /search/publishers, row "language code"
  // A different language returns a different result.
  codeChangesResult("parameter.language-changes-result", "language"),
  whereSteady(
    // should · Aggregator GET /geolocation, rows "country", "language"
    // At /geolocation, a request without country and language returns what a request with US and en
    // returns.
    answersTogether("parameter.geolocation-defaults-effective", {
      where: cells({ endpoints: ["/geolocation"] }, "rotated"),
      // Without the version header, another place is compared, which other requests ask for with codes.
      others: isPlace,
      send: (context): RequestChoices =>
        context.cell.version === defaultVersion
          ? { without: elsewhere(context) }
          : { without: withDefaultCodes(context), explicit: withDocumentedCodes(context) },
      thenSend: (_, context) =>
        context.cell.version === defaultVersion ? {} : combinations(context, {}),
      expect: (exchanges, context) => {
        // Another requirement judges whether a request is served.
        const served = Object.values(exchanges).filter(isServed);
        if (served.every((one) => articlesIn(one, context).length === 0)) {
          skip("no request had any results to compare", sampleWithHits(context));
        }
        return [...group(served, placeMeant).values()].flatMap((same) => {
          const [whole, ...others] = same.toSorted(
            (one, other) => other.spec.query.length - one.spec.query.length,
          );
          return whole === undefined
            ? []
            : others.flatMap((other) => expectLargelySame(other, whole, context));
        });
      },
    }),
    "any order",
  ),
  // should · News GET /search/articles, "Accepts a query parameter"; What the service does, item 2
  // A different search query returns a different response at article search.
  answersTogether("parameter.article-query-changes-result", {
    where: cells({ endpoints: ["/search/articles"], default: "only" }, "rotated"),
    control: ordinary,
    send: (context) => ({
      first: ordinary(context),
      second: articlesWithoutHits(context),
    }),
    expect: ({ first, second }, context) => {
      if (first === undefined || second === undefined) return [];
      const [one, other] = [first, second].map((exchange) =>
        comparable(successBody(exchange), exchange.spec.query[0]?.[1] ?? ""),
      );
      if (JSON.stringify(one) !== JSON.stringify(other)) return [];
      if (!hasEntries(one)) skip("neither search found anything", sampleWithHits(context));
      return [
        {
          path: "",
          expected: `another result for ${JSON.stringify(second.spec.query[0]?.[1])}`,
          actual: "the same as for another text",
          exchange: second.id,
          beside: first.id,
        },
      ];
    },
  }),
];
