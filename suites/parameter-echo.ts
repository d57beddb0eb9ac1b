import { describeValue } from "../contracts/describe-value.ts";
import { isObject, type JsonObject } from "../contracts/json.ts";
import { defaultVersion } from "../contracts/words.ts";
import type { Exchange } from "../harness/exchange.ts";
import { ask, geolocationDefaults, needRole, ordinary, withDocumentedCodes } from "./asks.ts";
import { type CellFilter, cellsOf } from "./cells.ts";
import {
  type Check,
  type CheckContext,
  type EachCheck,
  type Found,
  type Need,
  type Needs,
  notOwed,
  skip,
} from "./check.ts";
import { filteredSearches } from "./filtered-searches.ts";
import { namesKnown } from "./known-parameters.ts";
import { successBody } from "./matchers/answer.ts";
import { echoesText, echoesValue } from "./matchers/echo.ts";
import { member } from "./matchers/json.ts";
import { isGoodResultCount, sentAs } from "./result-count.ts";
import { withoutHits } from "./success.ts";

/** Endpoints whose request carries free text, with the name of that text. */
const texts: Readonly<Record<string, string>> = {
  "/search": "query",
  "/search/articles": "query",
  "/geolocation": "location",
};

function parametersOf(exchange: Exchange): JsonObject {
  const parameters = member(successBody(exchange), "parameters");
  return isObject(parameters) ? parameters : skip("parameters is no object");
}

function sent(exchange: Exchange, name: string): string {
  return exchange.ask.query.find(([sentName]) => sentName === name)?.[1] ?? "";
}

/** The versions whose answers echo the parameters (Parameters object). */
const echoing = (endpoints: readonly string[]): CellFilter => ({
  endpoints,
  generation: ["metadata-and-errors"],
});

/** The ordinary text, and at a dated search the one without hits, which is harder to echo. */
function textsSent(context: CheckContext): readonly Need[] {
  const { endpoint, version } = context.cell;
  const odd = endpoint === "/search" && version !== defaultVersion ? withoutHits(context) : null;
  return [ordinary(context), ...(odd === null ? [] : [odd])];
}

/** Whether a name was sent exactly once, with a text that is no puzzle to echo. */
function sentPlainly(exchange: Exchange, name: string): boolean {
  const texts = exchange.ask.query.filter(([sentName]) => sentName === name);
  const [[, text = ""] = []] = texts;
  return (
    texts.length === 1 &&
    /^[^\s\p{C}%\ufffd]+( [^\s\p{C}%\ufffd]+)*$/u.test(text) &&
    text.length <= 200
  );
}

function echoCheck(
  requirement: string,
  endpoints: readonly string[],
  judge: (exchange: Exchange, name: string) => readonly Found[],
): EachCheck {
  return {
    kind: "each",
    requirement,
    cells: (subject, contracts) => cellsOf(subject, contracts, echoing(endpoints), "turns"),
    asks: textsSent,
    observed: {
      in: ["success"],
      when: (exchange, { cell }) => sentPlainly(exchange, texts[cell.endpoint] ?? ""),
    },
    judge: (exchange, { cell }) => judge(exchange, texts[cell.endpoint] ?? ""),
  };
}

function echoedUnderAnyName(exchange: Exchange, name: string): readonly Found[] {
  const text = sent(exchange, name);
  const parameters = parametersOf(exchange);
  if (echoesText(parameters, text)) return [];
  return [
    {
      path: "/parameters",
      expected: `${JSON.stringify(text)}, the ${name} that was sent, under any name`,
      actual: describeValue(member(parameters, name)),
    },
  ];
}

function echoedUnderItsName(exchange: Exchange, name: string): readonly Found[] {
  const text = sent(exchange, name);
  const value = member(parametersOf(exchange), name);
  if (echoesText(value, text)) return [];
  return [
    { path: `/parameters/${name}`, expected: JSON.stringify(text), actual: describeValue(value) },
  ];
}

/** Names that the requirements on text judge already. */
const judgedElsewhere = new Set(["query", "location"]);

/** Requests with parameters whose echo nothing else judges; shared with the checks that send them. */
function othersAsked(context: CheckContext): Needs {
  const { endpoint } = context.cell;
  if (endpoint === "/topics") return { ordinary: ordinary(context) };
  if (endpoint === "/search/publishers") {
    return { limit: ask(context, [[needRole(context, "publishers", "limit"), "37"]]) };
  }
  return { codes: withDocumentedCodes(context), ordinary: ordinary(context) };
}

export const echoChecks: readonly Check[] = [
  echoCheck("parameter.parameters-echoed", ["/search", "/search/articles"], echoedUnderAnyName),
  echoCheck("parameter.location-echoed", ["/geolocation"], echoedUnderAnyName),
  echoCheck("parameter.echoed-by-name", Object.keys(texts), echoedUnderItsName),
  {
    kind: "together",
    requirement: "parameter.others-echoed",
    cells: (subject, contracts) =>
      cellsOf(
        subject,
        contracts,
        {
          ...echoing(["/search", "/geolocation", "/topics", "/search/publishers"]),
          default: "without",
        },
        "turns",
      ),
    asks: othersAsked,
    observed: {
      in: ["success"],
      when: (exchange, context) => {
        const names = exchange.ask.query.map(([name]) => name);
        const known = namesKnown(context);
        // What should have been refused, or is oddly spelled, may have been changed before it was echoed.
        const limit = sentAs(exchange, "limit", context);
        if (limit !== null && !isGoodResultCount(limit)) return false;
        return (
          names.length > 0 && names.every((name) => known.has(name) && sentPlainly(exchange, name))
        );
      },
    },
    follow: (exchanges, context) =>
      context.cell.endpoint === "/search" && exchanges.ordinary !== undefined
        ? {
            ...filteredSearches.domain(exchanges.ordinary, context),
            ...filteredSearches.dates(exchanges.ordinary, context),
          }
        : {},
    judge: (exchanges) =>
      Object.values(exchanges).flatMap((exchange) => {
        const parameters = parametersOf(exchange);
        return exchange.ask.query
          .filter(([name, value]) => !judgedElsewhere.has(name) && !echoesValue(parameters, value))
          .map(([name, value]) => ({
            path: "/parameters",
            expected: `${JSON.stringify(value)}, sent as ${name}, in any normal form`,
            actual: "absent",
            exchange: exchange.id,
          }));
      }),
  },
  {
    kind: "each",
    requirement: "parameter.geolocation-defaults",
    cells: (subject, contracts) => cellsOf(subject, contracts, echoing(["/geolocation"]), "turns"),
    asks: (context) => [ordinary(context)],
    observed: {
      in: ["success"],
      when: ({ ask: { query } }) => query.every(([name]) => name === "location"),
    },
    judge: (exchange) => {
      const echoed = Object.entries(parametersOf(exchange)).flatMap(([name, value]) => {
        const wanted = Object.entries(geolocationDefaults).find(
          ([key]) => key === name.toLowerCase(),
        );
        return wanted === undefined || value === null || value === ""
          ? []
          : [{ name, value, wanted: wanted[1] }];
      });
      if (echoed.length === 0) return notOwed("country and language are not echoed");
      return echoed
        .filter(({ value, wanted }) => !echoesText(value, wanted))
        .map(({ name, value, wanted }) => ({
          path: `/parameters/${name}`,
          expected: `${JSON.stringify(wanted)}, the default`,
          actual: describeValue(value),
        }));
    },
  },
];
