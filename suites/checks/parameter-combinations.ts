import { hasMetadata } from "../../contracts/generations.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { isRefusal, isServed, needKeyAccepted, statusText } from "../matchers/answer.ts";
import { namingRequest } from "../matchers/named-request.ts";
import { expectServedLike } from "../matchers/served-like-control.ts";
import { hasSameKey, isKeyAccepted } from "../matchers/served-with-key.ts";
import { type CellFilter, cells, union } from "../model/cells.ts";
import {
  answersTogether,
  blocked,
  type Check,
  type CheckContext,
  eachAnswer,
  type NamedExchanges,
  type RequestChoices,
} from "../model/check.ts";
import { operationOf, withHeader } from "../model/operation.ts";
import { skipForRole } from "../model/parameter-names.ts";
import { sendsMore } from "../model/turns.ts";
import {
  beforeCombinations,
  combinations,
  combinationsIn,
  controlsIn,
  controlsOfCombinations,
  mixedCodes,
} from "../requests/combinations.ts";
import { codesOf } from "../requests/factors.ts";
import { ordinary, request } from "../requests/ordinary-requests.ts";
import {
  arePartsServed,
  mayBeRefused,
  partsOfCombinations,
} from "../requests/parts-of-combinations.ts";

/** The specification does not show the differences of publisher search at the old version. */
const combinable: CellFilter = {
  endpoints: ["/search", "/geolocation", "/search/publishers"],
  default: "without",
  operation: (operation) => operation.surface === "aggregator" || hasMetadata(operation),
};

/**
 * Whether a request may have been refused because it finds nothing: envelope.lists-when-empty reports
 * such a search, and an unknown place may be refused.
 */
function isRefusedLike(nothing: Exchange | undefined, exchange: Exchange): boolean {
  const status = nothing?.answer?.status ?? 0;
  return isRefusal(status) && exchange.answer?.status === status;
}

/** Which codes go together, so that no combination is refused because they do not. */
function pairsOfCodes(context: CheckContext, { ordinary: text }: NamedExchanges): RequestChoices {
  const isSearch = context.cell.endpoint === "/search" && sendsMore(context);
  return isSearch && text !== undefined && isServed(text) ? { ...mixedCodes(context, text) } : {};
}

/** Whether a finding is about an item: a combination may find other items than the control request. */
function isInItem(path: string, context: CheckContext): boolean {
  return new RegExp(`^/${operationOf(context).list}/\\d+`).test(path);
}

/** Parameters in combination, in pairs that are derived from the contract. */
export const combinationChecks: readonly Check[] = [
  // must · Aggregator GET /search, "Query parameters"; Aggregator GET /geolocation, rows "country",
  // "language"; News GET /search/publishers, "Query parameters"
  // Optional parameters can be sent together and left out in any combination.
  answersTogether("parameter.combinations-accepted", {
    where: union(
      cells(combinable, "rotated"),
      // At the aggregator, some of the combinations of the dated cells are sent without the header.
      cells({ endpoints: ["/search/publishers"], default: "only" }, "rotated"),
    ),
    control: ordinary,
    combines: true,
    send: (context): RequestChoices =>
      !sendsMore(context)
        ? {}
        : { ...beforeCombinations(context), ...controlsOfCombinations(context) },
    thenSend: (known, context) => ({
      ...partsOfCombinations(withHeader(context), known),
      ...pairsOfCodes(context, known),
      ...combinations(context, known),
    }),
    expect: (exchanges, context) => {
      const { nothing } = exchanges;
      const ordinaries = controlsIn(exchanges);
      const sent = combinationsIn(exchanges);
      // Only publisher search has no parameter whose name is shown.
      if (sent.length === 0) skipForRole(context, "publishers", "category");
      const judged = sent
        // Other requirements judge what is served without the header, and in each style.
        .filter((exchange) =>
          ordinaries.every((one) => isServed(one) || !hasSameKey(one, exchange)),
        )
        .filter((exchange) => arePartsServed(exchange, exchanges))
        .filter((exchange) => !isRefusedLike(nothing, exchange))
        .filter(
          (exchange) =>
            !isRefusal(exchange.answer?.status ?? 0) || !mayBeRefused(exchange, context, exchanges),
        );
      if (judged.length === 0)
        blocked("no combination can be judged: its parts are not served, or it may be refused");
      // envelope.lists-when-empty reports defects of a body without items.
      const controls = nothing === undefined ? ordinaries : [...ordinaries, nothing];
      return judged.flatMap((exchange) =>
        namingRequest(
          expectServedLike(exchange, controls, context, Object.values(exchanges)).filter(
            ({ path }) => !isInItem(path, context),
          ),
          exchange,
        ),
      );
    },
  }),
  // must · Aggregator GET /search, rows "country", "language"; Aggregator GET /geolocation, rows
  // "country", "language"
  // A second country and a second language, each sent alone, do not cause a server error.
  eachAnswer("parameter.other-codes-answered", {
    where: cells({ endpoints: ["/search", "/geolocation"], default: "without" }, "rotated"),
    control: ordinary,
    send: (context) => {
      if (!sendsMore(context)) return [];
      const { location } = context.target.samples(context.cell.surface);
      const beside =
        context.cell.endpoint === "/geolocation" ? [["location", location] as const] : [];
      return (["country", "language"] as const).map((kind) =>
        request(context, [...beside, [kind, codesOf(context, kind)[1]]]),
      );
    },
    expect: (exchange, { control }) => {
      const status = exchange.answer?.status ?? 0;
      const isOutsidePlan = status === 403 && isKeyAccepted(exchange, control ? [control] : []);
      if (!isOutsidePlan) needKeyAccepted(exchange);
      if (status === 200 || isRefusal(status)) return [];
      const actual = statusText(exchange);
      const found = { path: "status", expected: "200 or a 4xx", actual };
      return namingRequest([found], exchange);
    },
  }),
];
