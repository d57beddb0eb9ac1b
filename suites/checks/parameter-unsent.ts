import { describeValue } from "../../contracts/describe-value.ts";
import { group } from "../../contracts/group.ts";
import { textOfValue } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { sends } from "../../harness/requests/sent-parameters.ts";
import { isServed, skipUnserved, successBody } from "../matchers/answer.ts";
import { echoesValue } from "../matchers/echo.ts";
import { member } from "../matchers/json.ts";
import { askedFor } from "../matchers/same-query.ts";
import { cells } from "../model/cells.ts";
import { answersTogether, type Check, type CheckContext, type Found } from "../model/check.ts";
import { freeTextNames } from "../model/free-text.ts";
import { namesOfRoles } from "../model/parameter-names.ts";
import { ordinary } from "../requests/ordinary-requests.ts";

/**
 * Parameters that have no default and follow from no other one, by the endpoint and the meanings of their roles. A
 * server may echo a default for the others, such as the country of a place, the topic of a subtopic, or the day of today
 * as the last date.
 */
const withoutDefault: Readonly<Record<string, readonly string[]>> = {
  "/search": ["domain", "from", "page"],
  "/topics": ["subtopic"],
  "/search/publishers": ["query", "category"],
};

/** Their names on this server. */
function namesWithoutDefault(context: CheckContext): readonly string[] {
  const { endpoint } = context.cell;
  const text = endpoint === "/geolocation" ? undefined : freeTextNames[endpoint];
  const named = [...namesOfRoles(context, withoutDefault[endpoint] ?? []).keys()];
  return text === undefined ? named : [text, ...named];
}

const parametersOf = (exchange: Exchange): unknown => member(successBody(exchange), "parameters");

/** The first page is a default, which a server need not echo for every search. */
const isFirst = (echoed: unknown): boolean => ["0", "1"].includes(textOfValue(echoed));

/** Parameters that may have a default, which is the same for the same request. */
const withDefault: Readonly<Record<string, readonly string[]>> = {
  "/search": ["to", "pageSize"],
  "/topics": ["topic"],
  "/search/publishers": ["country", "language", "limit", "sort"],
};

/** Their names on this server. */
function namesWithDefault(context: CheckContext): readonly string[] {
  const { endpoint } = context.cell;
  const named = [...namesOfRoles(context, withDefault[endpoint] ?? []).keys()];
  return endpoint === "/search" ? ["country", "language", ...named] : named;
}

/** Lists without parameters of their own: a server may echo those of the search with them. */
const endpointsWithoutParameters: readonly string[] = ["/info/countries", "/info/topics"];

const searchBeside = "/search/publishers";

/**
 * The echo of a parameter of the search in a list without parameters. Responses to clients with other headers are left
 * out, as for defaults.
 */
function expectNoneOfSearch(served: readonly Exchange[], context: CheckContext): readonly Found[] {
  const { cell } = context;
  if (!endpointsWithoutParameters.includes(cell.endpoint)) return [];
  const search = { ...context, cell: { ...cell, endpoint: searchBeside } };
  const names = [...namesWithoutDefault(search), ...namesWithDefault(search)];
  const isJudged = ({ spec }: Exchange) =>
    spec.endpoint === cell.endpoint && spec.negotiation === undefined;
  return names.flatMap((name) =>
    expectNoneOf(
      name,
      served.filter((one) => sends(one.spec, name) || isJudged(one)),
    ),
  );
}

/**
 * Like `expectNoneOf`, for a parameter that may have a default: only responses to the same request are compared. Those
 * to clients with other headers are left out, since a default may depend on the language and the place of a client.
 */
function expectSameDefault(name: string, served: readonly Exchange[]): readonly Found[] {
  const senders = served.filter((one) => sends(one.spec, name));
  const others = served.filter(
    (one) => !sends(one.spec, name) && one.spec.negotiation === undefined,
  );
  return [...group(others, ({ spec }) => askedFor(spec)).values()].flatMap((same) =>
    expectNoneOf(name, [...senders, ...same]),
  );
}

/** The echo of a parameter in a response to a request without it, if another request has sent that value. */
function expectNoneOf(name: string, served: readonly Exchange[]): readonly Found[] {
  const senders = served.filter((one) => sends(one.spec, name));
  const others = served.filter((one) => !sends(one.spec, name));
  const echoOf = (one: Exchange) => member(parametersOf(one), name);
  const senderOf = (one: Exchange): Exchange | undefined => {
    const echoed = echoOf(one);
    if (echoed === undefined || echoed === null || echoed === "" || isFirst(echoed))
      return undefined;
    return senders.findLast(
      ({ spec, sentAt }) =>
        sentAt <= one.sentAt &&
        spec.query.some(
          ([sent, value]) => sent === name && value.trim() !== "" && echoesValue([echoed], value),
        ),
    );
  };
  // The same for every request without it is a default.
  const usual = new Set(others.map((one) => JSON.stringify(echoOf(one))));
  if (usual.size < 2) return [];
  return others.flatMap((one): readonly Found[] => {
    const sender = senderOf(one);
    if (sender === undefined) return [];
    const actual = `${describeValue(echoOf(one))}, which another request sent`;
    const expected = `no ${name}, which was not sent`;
    return [{ path: `/parameters/${name}`, expected, actual, exchange: one.id, beside: sender.id }];
  });
}

/** Shorter texts may be part of what a server adds to the echo. */
const longEnough = 8;

/** The echo of a text that only other requests sent, in addition to the text of the request itself. */
function expectNoOtherText(name: string, served: readonly Exchange[]): readonly Found[] {
  const textOf = ({ spec: { query } }: Exchange) =>
    query
      .find(([sent]) => sent === name)?.[1]
      .trim()
      .toLowerCase() ?? "";
  const senders = served.filter((one) => textOf(one).length >= longEnough);
  return served.flatMap((one): readonly Found[] => {
    const own = textOf(one);
    const echoed = member(parametersOf(one), name);
    // A text alone is its own, or judged by the requirements on the echo.
    if (own === "" || typeof echoed !== "object" || echoed === null) return [];
    const sender = senders.find(
      (other) => !own.includes(textOf(other)) && echoesValue([echoed], textOf(other)),
    );
    if (sender === undefined) return [];
    const actual = `${describeValue(textOf(sender))} too, which another request sent`;
    const expected = `no ${name} other than the one that was sent`;
    return [{ path: `/parameters/${name}`, expected, actual, exchange: one.id, beside: sender.id }];
  });
}

/** Echoes of what was not sent. */
export const unsentChecks: readonly Check[] = [
  // should · Parameters object, "parameters is an object"
  // The parameters object echoes no search text, domain, published-from date, page, category or
  // subtopic that only another request sent; and what it echoes for other parameters that were not
  // sent is the same for equal requests. /info/countries and /info/topics echo no value that only a
  // publisher search sent.
  answersTogether("parameter.unsent-not-echoed", {
    where: cells(
      {
        endpoints: [
          ...Object.keys(withoutDefault),
          "/search/articles",
          ...endpointsWithoutParameters,
        ],
        generation: ["metadata-and-errors"],
        default: "without",
      },
      "none",
    ),
    send: (context) => ({ first: ordinary(context) }),
    others: isServed,
    othersAt: ({ cell }) =>
      endpointsWithoutParameters.includes(cell.endpoint)
        ? [{ ...cell, endpoint: searchBeside }]
        : [],
    expect: (exchanges, context) => {
      const served = Object.values(exchanges)
        .filter(isServed)
        .toSorted((one, other) => one.sentAt - other.sentAt);
      if (served.length === 0) skipUnserved();
      return [
        ...namesWithoutDefault(context).flatMap((name) => expectNoneOf(name, served)),
        ...namesWithDefault(context).flatMap((name) => expectSameDefault(name, served)),
        ...namesWithoutDefault(context).flatMap((name) => expectNoOtherText(name, served)),
        ...expectNoneOfSearch(served, context),
      ];
    },
  }),
];
