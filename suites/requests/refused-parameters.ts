import { hasMetadata } from "../../contracts/generations.ts";
import { authStyles, defaultVersion } from "../../contracts/vocabulary.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { askedFor } from "../matchers/same-query.ts";
import type { CheckContext } from "../model/check.ts";
import { inSeveralWords } from "../model/free-text.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { columnOf, isRotatedStyle, rotate, rotatedStyle } from "../model/rotation.ts";
import { styleSent } from "../model/sent-at.ts";
import { everyFilter, namedParameters } from "./named-parameters.ts";
import { geolocationDefaults, request, styleOf } from "./ordinary-requests.ts";

/**
 * Numbers of results outside 1 to 100 or not integers, by the version of the cell; the default cell and
 * the version that it stands for share them, since they are the same to a server. The long ones become 1
 * if only 32 or 64 bits are kept.
 */
const badResultCounts = {
  default: ["101", "0"],
  withMetadata: ["0", "-1", "101", "18446744073709551617", "1.5", "20,"],
  legacy: ["0", "-1", "101", "4294967297"],
} as const;

/** What is sent in the two other styles in place of the first of them. */
const badResultCountsElsewhere = {
  default: ["1000", "4294967297"],
  withMetadata: ["100.5", "null"],
  legacy: ["150", "0.5"],
} as const;

/** Numbers of results whose spelling the specification leaves open: with an exponent, empty, and hexadecimal. */
const oddResultCounts = { withMetadata: ["1e2", ""], legacy: ["0x10"] } as const;

/**
 * Requests with a valid key and a parameter that must be refused: all in one style by rotation, one in
 * each of the others.
 */
export function parameterRefusals(context: CheckContext): readonly RequestSpec[] {
  return inTurn(context, everyParameterRefusal(context));
}

/** All of them in one style by rotation, the first in the others. */
export function inTurn<T>(context: CheckContext, all: readonly T[]): readonly T[] {
  return isRotatedStyle(context) ? all : all.slice(0, 1);
}

/**
 * A location request without its location: in the style by rotation without any parameter or, in the default cell, with
 * one that the endpoint does not define; in the next style with both other parameters, and in the last with one of
 * them.
 */
export function withoutLocation(context: CheckContext): RequestSpec {
  const { cell, contracts } = context;
  const { country, language } = geolocationDefaults;
  const byCountry = ["country", country] as const;
  const byLanguage = ["language", language] as const;
  const one = columnOf(contracts, cell) % 2 === 0 ? byCountry : byLanguage;
  const nothing: RequestSpec["query"] =
    cell.version === defaultVersion ? [["utm_source", "newsletter"]] : [];
  const queries = [nothing, [byCountry, byLanguage], [one]] as const;
  return request(context, rotate<RequestSpec["query"]>(queries, turnOfStyle(context)));
}

/** The place of a cell's style after its style by rotation, which has 0; the next has 1, and the last 2. */
function turnOfStyle(context: CheckContext): number {
  const own = rotatedStyle(context.contracts, context.cell);
  const { length } = authStyles;
  return (authStyles.indexOf(styleOf(context)) - authStyles.indexOf(own) + length) % length;
}

/** Requests of a cell with a valid key and a parameter that must be refused. */
export function everyParameterRefusal(context: CheckContext): readonly RequestSpec[] {
  const { cell } = context;
  if (cell.endpoint === "/geolocation") return [withoutLocation(context)];
  if (cell.endpoint !== "/search/publishers") return [];
  const limit = parameterName(context, "publishers", "limit");
  return [
    ...refusedResultCounts(context),
    ...(limit === null
      ? []
      : oddlySpelled(context).map((value) => request(context, [[limit, value]]))),
    ...emptyTexts(context),
  ];
}

/**
 * Publisher searches with an empty text: in the style by rotation alone (default cell) or with every filter and the
 * number of results (other cells); in the other styles with the number of results, the language (default cell), the
 * country or the sort order (other cells). Empty if the name of the parameter is not known.
 */
export function emptyTexts(context: CheckContext): readonly RequestSpec[] {
  const query = parameterName(context, "publishers", "query");
  if (query === null) return [];
  const limit = namedParameters(context, "publishers", { limit: "37" });
  const filters = everyFilter(context).filter(([name]) => name !== query);
  const [country, language] = ["country", "language"].map((code) =>
    filters.filter(([name]) => name === parameterName(context, "publishers", code)),
  );
  const sort = namedParameters(context, "publishers", { sort: "name" });
  const isUnnamed = context.cell.version === defaultVersion;
  const others = isUnnamed ? [[], limit, language] : [[...filters, ...limit], country, sort];
  return [request(context, [...(others[turnOfStyle(context)] ?? []), [query, ""]])];
}

/** Whether a request is one of those with a parameter that must be refused, whatever else its headers say. */
export function hasRefusedParameter(spec: RequestSpec, context: CheckContext): boolean {
  const { surface, endpoint, version } = spec;
  const cell = { surface, endpoint, version, auth: styleSent(spec) };
  const asked = askedFor(spec);
  return everyParameterRefusal({ ...context, cell }).some((one) => askedFor(one) === asked);
}

/**
 * Publisher searches with an invalid number of results: in turn alone, with a search text and every filter, with a sort
 * order and several words too, and with a single filter, which is the text at the older versions and where none is
 * named: a server may answer each of them from another source. Empty if the name of the parameter is not known.
 */
export function refusedResultCounts(context: CheckContext): readonly RequestSpec[] {
  const limit = parameterName(context, "publishers", "limit");
  if (limit === null) return [];
  const filters = everyFilter(context);
  // A sort order that the server refuses would hide what it does with the number. A text of several words may be
  // searched for in another way.
  const query = parameterName(context, "publishers", "query");
  const sorted = [
    ...filters.map(
      ([name, value]) => [name, name === query ? inSeveralWords(value) : value] as const,
    ),
    ...namedParameters(context, "publishers", { sort: "name" }),
  ];
  const isUnnamed = context.cell.version === defaultVersion;
  const isNewest = hasMetadata(operationOf(context)) && !isUnnamed;
  const order = isNewest ? (["category", "language", "country"] as const) : (["query"] as const);
  const each = order.map((name) =>
    filters.filter(([sent]) => sent === parameterName(context, "publishers", name)),
  );
  const own = isUnnamed ? [[], ...each] : [[], filters, sorted, ...each];
  // In the other styles one number is sent.
  const besides = [own, [filters], [sorted]][turnOfStyle(context)] ?? own;
  return resultCountsRefused(context).map((value, index) =>
    request(context, [...(besides[index] ?? []), [limit, value]]),
  );
}

function resultCountsRefused(context: CheckContext): readonly string[] {
  const isUnnamed = context.cell.version === defaultVersion;
  const dated = hasMetadata(operationOf(context)) ? "withMetadata" : "legacy";
  const kind = isUnnamed ? "default" : dated;
  const turn = turnOfStyle(context);
  const own = badResultCounts[kind];
  return turn === 0 ? own : [badResultCountsElsewhere[kind][turn - 1] ?? own[0]];
}

/** The unusually spelled numbers of results that are sent in a cell; their refusal is a should. */
export function oddlySpelled(context: CheckContext): readonly string[] {
  if (context.cell.version === defaultVersion) return [];
  return hasMetadata(operationOf(context)) ? oddResultCounts.withMetadata : oddResultCounts.legacy;
}
