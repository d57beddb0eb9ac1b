import { describeValue, quoteValue } from "../../contracts/describe-value.ts";
import { isObject, type JsonObject } from "../../contracts/json.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { sentValue } from "../../harness/requests/sent-parameters.ts";
import { skipUnserved } from "../matchers/answer.ts";
import {
  echoesLetters,
  echoesPlace,
  echoesText,
  echoesValue,
  echoIn,
  isPlainText,
} from "../matchers/echo.ts";
import { leaves, member } from "../matchers/json.ts";
import { type CellFilter, cells, union } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type EachCheck,
  eachAnswer,
  type Found,
  notOwed,
  type RequestChoice,
  type RequestChoices,
  skip,
} from "../model/check.ts";
import { freeTextNames } from "../model/free-text.ts";
import { inVersion } from "../model/in-version.ts";
import {
  namesKnown,
  namesOfRoles,
  needParameterName,
  parameterName,
} from "../model/parameter-names.ts";
import { isRotatedStyle } from "../model/rotation.ts";
import { sentOnceAs } from "../model/sent-role.ts";
import { sendsMore } from "../model/turns.ts";
import { beforeCombinations, combinations, combinationsIn } from "../requests/combinations.ts";
import { filteredSearches } from "../requests/filtered-searches.ts";
import {
  ordinary,
  request,
  withAmbiguousText,
  withDocumentedCodes,
} from "../requests/ordinary-requests.ts";
import { withoutLists } from "../requests/publisher-values.ts";
import { isGoodResultCount } from "../requests/result-counts.ts";
import {
  articlesWithoutHits,
  withoutHits,
  withPlusSigns,
} from "../requests/searches-without-hits.ts";

function sent(exchange: Exchange, name: string): string {
  return sentValue(exchange.spec, name) ?? "";
}

/** The versions whose answers echo the parameters (Parameters object). */
const echoing = (endpoints: readonly string[]): CellFilter => ({
  endpoints,
  generation: ["metadata-and-errors"],
});

/**
 * The ordinary text and, at `/search` and in the one cell of another endpoint that sends it anyway, a text such as
 * `0`: a server that treats it as empty has nothing to echo.
 */
function plainTexts(context: CheckContext): readonly RequestChoice[] {
  const { endpoint, version } = context.cell;
  const isTried =
    (endpoint === "/search" && sendsMore(context)) ||
    (endpoint === "/search/articles") === (version === defaultVersion);
  return [ordinary(context), ...(isTried ? [withAmbiguousText(context)] : [])];
}

/** The text without hits, which has an accent and an apostrophe. */
function oddText(context: CheckContext): readonly RequestChoice[] {
  if (context.cell.endpoint === "/search/articles") return [articlesWithoutHits(context)];
  if (context.cell.endpoint === "/search/publishers")
    needParameterName(context, "publishers", "query");
  return [withoutHits(context) ?? skip("no text with unusual characters is sent here")];
}

/** Whether a value is a word without accents, a date, a number, a host name or an id, as parameters take them. */
function isPlainValue(value: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._:+/=-]*$/u.test(value.normalize("NFD"));
}

/**
 * Whether a value is one that its parameter takes: the specification describes country and language as codes of letters.
 * A server may ignore another one, which is then not used.
 */
function isOfItsKind(name: string, value: string, context: CheckContext): boolean {
  const isCode = kindsOfCodes.includes(name) || namesOfRoles(context, kindsOfCodes).has(name);
  return !isCode || /^[a-z]{2}([-_][a-z]+)?$/i.test(value);
}

const kindsOfCodes: readonly string[] = ["country", "language"];

/** Whether a parameter was sent exactly once, with a text that HTTP and JSON transport unchanged. */
function sentOnce(exchange: Exchange, name: string): boolean {
  const texts = exchange.spec.query.filter(([sentName]) => sentName === name);
  const [[, text = ""] = []] = texts;
  return (
    texts.length === 1 &&
    /^[^\s\p{C}\ufffd]+( [^\s\p{C}\ufffd]+)*$/u.test(text) &&
    text.length <= 200
  );
}

/** Sends everything in one style by rotation; in the others, only the ordinary request. */
function inRotatedStyle(send: EachCheck["send"]): EachCheck["send"] {
  return (context) => (isRotatedStyle(context) ? send(context) : [ordinary(context)]);
}

interface Echo {
  /** Whether this requirement is about the text. */
  readonly applies: (text: string) => boolean;
  readonly holds: (parameters: JsonObject, text: string, name: string) => boolean;
  readonly expected: string;
  readonly path: (name: string) => string;
  readonly where: readonly CellFilter[];
  readonly send: EachCheck["send"];
}

/** Expects the text of a request in its echo; a text that another requirement covers is not judged. */
function echoCheck(requirement: string, echo: Echo): EachCheck {
  const nameAt = (context: CheckContext) =>
    freeTextNames[context.cell.endpoint] ?? parameterName(context, "publishers", "query") ?? "";
  return eachAnswer(requirement, {
    where: union(...echo.where.map((filter) => cells(filter, "each"))),
    send: inRotatedStyle(echo.send),
    observed: {
      in: ["success"],
      when: (exchange, context) =>
        sentOnce(exchange, nameAt(context)) && echo.applies(sent(exchange, nameAt(context))),
    },
    expect: (exchange, context) => {
      const name = nameAt(context);
      const text = sent(exchange, name);
      // Other requirements judge whether the text is served.
      if (exchange.answer?.status !== 200) skipUnserved();
      const parameters = echoIn(exchange);
      if (!echo.applies(text)) return notOwed("another requirement covers this text");
      if (echo.holds(parameters, text, name)) return [];
      const elsewhere = Object.keys(parameters).find((other) =>
        echoesText(parameters[other], text),
      );
      const actual =
        describeValue(member(parameters, name)) +
        (elsewhere === undefined ? "" : `, but ${quoteValue(elsewhere)} has the text`);
      const expected = `${JSON.stringify(text)}, the ${name} that was sent, ${echo.expected}`;
      return [{ path: echo.path(name), expected, actual }];
    },
  });
}

/** Plain words under any name. */
const plainEcho = (endpoints: readonly string[], holds: Echo["holds"]): Echo => ({
  applies: isPlainText,
  holds,
  expected: "under any name",
  path: () => "/parameters",
  where: [echoing(endpoints)],
  send: plainTexts,
});

const isOddText = (text: string): boolean => !isPlainText(text);

/** Whether parameters are combined at the endpoint of a cell, in some style. */
const hasCombinations = (context: CheckContext): boolean =>
  sendsMore(context) && context.cell.endpoint !== "/topics";

/**
 * Requests with parameters whose echo nothing else judges; shared with the checks that send them. Where parameters are
 * combined, the combinations show it in the other styles.
 */
function othersAsked(context: CheckContext): RequestChoices {
  const { endpoint } = context.cell;
  if (endpoint === "/topics") return { ordinary: ordinary(context) };
  if (endpoint === "/search/publishers") {
    return { limit: request(context, [[needParameterName(context, "publishers", "limit"), "37"]]) };
  }
  const asked = { codes: withDocumentedCodes(context), ordinary: ordinary(context) };
  return inVersion(asked, context);
}

/**
 * A server may echo a value under another name, or another form of it under its name; but not the value of
 * another parameter.
 */
function swapped(parameters: JsonObject, query: RequestSpec["query"]): readonly Found[] {
  return query.flatMap(([name, value]) => {
    const echoed = member(parameters, name);
    if (echoed === undefined || isObject(echoed) || echoesValue([echoed], value)) return [];
    const other = query.find(([another, text]) => another !== name && echoesValue([echoed], text));
    if (other === undefined) return [];
    return [
      {
        path: `/parameters/${name}`,
        expected: `${JSON.stringify(value)}, in any normalised form`,
        actual: `${describeValue(echoed)}, which was sent as ${other[0]}`,
      },
    ];
  });
}

/** A value that is echoed only under the name of another parameter, which was not sent, is an echo of that one. */
function misnamed(
  parameters: JsonObject,
  query: RequestSpec["query"],
  known: ReadonlySet<string>,
): readonly Found[] {
  const sentNames = new Set(query.map(([name]) => name));
  return query.flatMap(([name, value]) => {
    const echoing = Object.keys(parameters).filter((other) =>
      echoesValue(parameters[other], value),
    );
    const [first] = echoing;
    const isOfOthers = echoing.every((other) => known.has(other) && !sentNames.has(other));
    if (first === undefined || !isOfOthers) return [];
    return [
      {
        path: `/parameters/${first}`,
        expected: `${JSON.stringify(value)} under its name ${name}, or a name of the server's own`,
        actual: `this value under ${first}, which was not sent`,
      },
    ];
  });
}

export const echoChecks: readonly Check[] = [
  // must · Parameters object, "parameters is an object"; Parameters object, "It is present"
  // The parameters object, which every success response of the current version has, echoes the
  // search query of the request.
  echoCheck("parameter.parameters-echoed", plainEcho(["/search", "/search/articles"], echoesText)),
  // must · Parameters object, "parameters is an object"
  // The parameters object echoes the location of the request.
  echoCheck("parameter.location-echoed", plainEcho(["/geolocation"], echoesPlace)),
  // should · Parameters object, "parameters is an object"
  // The parameters object also echoes a text with accents and special characters.
  echoCheck("parameter.odd-signs-echoed", {
    applies: isOddText,
    holds: echoesLetters,
    expected: "with or without folded accents and split words",
    path: () => "/parameters",
    where: [
      { ...echoing(["/search", "/geolocation", "/search/publishers"]), default: "without" },
      { ...echoing(["/search/articles"]), default: "only" },
    ],
    send: oddText,
  }),
  // should · News GET /search/publishers, row "search query string"; Parameters object, "parameters
  // is an object"
  // A plus sign in the query of a URL stands for a space, as in forms and many libraries.
  eachAnswer("parameter.plus-is-blank", {
    where: cells({ ...echoing(["/search/publishers"]), default: "without" }, "none"),
    send: (context) => withPlusSigns(needParameterName(context, "publishers", "query"), context),
    expect: (exchange, context) => {
      const text = sent(exchange, needParameterName(context, "publishers", "query"));
      if (exchange.answer?.status !== 200) skipUnserved();
      const literal = text.trim().replaceAll(" ", "+");
      const found = leaves(echoIn(exchange)).find((value) => String(value).includes(literal));
      if (found === undefined) return [];
      const expected = `${JSON.stringify(text)}, with spaces in place of the plus signs`;
      return [{ path: "/parameters", expected, actual: describeValue(found) }];
    },
  }),
  // should · Parameters object, "parameters is an object"
  // The search query and the location are echoed under the names under which they were sent.
  echoCheck("parameter.echoed-by-name", {
    applies: isPlainText,
    holds: (parameters, text, name) => echoesText(member(parameters, name), text),
    expected: "under its name",
    path: (name) => `/parameters/${name}`,
    where: [echoing(Object.keys(freeTextNames))],
    send: plainTexts,
  }),
  // should · Parameters object, "parameters is an object"
  // Country, language and the parameters whose names the server chooses are echoed too.
  answersTogether("parameter.others-echoed", {
    where: union(
      cells({ ...echoing(["/search", "/geolocation"]), default: "without" }, "each"),
      cells(echoing(["/topics", "/search/publishers"]), "each"),
    ),
    send: (context) => {
      const asked = othersAsked(context);
      if (!isRotatedStyle(context)) return hasCombinations(context) ? {} : asked;
      return { ...asked, ...(hasCombinations(context) && beforeCombinations(context)) };
    },
    observed: {
      in: ["success"],
      when: (exchange, context) => {
        const names = exchange.spec.query.map(([name]) => name);
        const known = namesKnown(context);
        // A value that should have been refused, or has an unusual spelling, may have been changed before
        // it was echoed.
        const limit = sentOnceAs(exchange, "publishers", "limit", context);
        if (limit !== null && !isGoodResultCount(limit)) return false;
        return (
          names.length > 0 &&
          names.every((name) => known.has(name) && sentOnce(exchange, name)) &&
          exchange.spec.query.every(
            ([name, value]) => isPlainValue(value) && isOfItsKind(name, value, context),
          )
        );
      },
    },
    thenSend: (exchanges, context) => ({
      ...(context.cell.endpoint === "/search" &&
        exchanges.ordinary !== undefined && {
          ...filteredSearches.domain(exchanges.ordinary, context, exchanges.codes),
          ...filteredSearches.dates(exchanges.ordinary, context),
        }),
      ...(hasCombinations(context) && isRotatedStyle(context) && combinations(context, exchanges)),
    }),
    expect: ({ nothing: _, ...known }, context) => {
      const exchanges = withoutLists(known);
      const names = namesKnown(context);
      const together = combinationsIn(exchanges);
      // Another requirement judges whether a combination is served.
      const isJudged = (exchange: Exchange) =>
        !together.includes(exchange) || exchange.answer?.status === 200;
      return Object.values(exchanges)
        .filter(isJudged)
        .flatMap((exchange) => {
          const parameters = echoIn(exchange);
          // Another requirement judges how a text with other signs is echoed.
          const absent = exchange.spec.query
            .filter(([, value]) => isPlainValue(value))
            .filter(
              ([name, value]) =>
                freeTextNames[context.cell.endpoint] !== name && !echoesValue(parameters, value),
            )
            .map(([name, value]) => ({
              path: "/parameters",
              expected: `${JSON.stringify(value)}, sent as ${name}, in any normalised form`,
              actual: "absent",
            }));
          return [
            ...absent,
            ...swapped(parameters, exchange.spec.query),
            ...misnamed(parameters, exchange.spec.query, names),
          ].map((found) => ({ ...found, exchange: exchange.id }));
        });
    },
  }),
];
