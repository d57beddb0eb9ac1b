import { hasMetadata } from "../../contracts/generations.ts";
import { authStyles, defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { canonicalRequest, type RequestSpec } from "../../harness/requests/request-spec.ts";
import {
  alternativesOf,
  type CheckContext,
  isAlternatives,
  type RequestChoice,
} from "../model/check.ts";
import { describedSchema, integerWithin } from "../model/described-values.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { isRotatedStyle } from "../model/rotation.ts";
import { isDatedTurn, sendsMore } from "../model/turns.ts";
import {
  alternatives,
  elsewhere,
  ordinary,
  request,
  searchRequest,
  withDocumentedCodes,
  withoutParameters,
} from "./ordinary-requests.ts";
import {
  textBetweenBlanks,
  textsWithoutHitsIn,
  textWithoutHits,
  textWithoutHitsIn,
  textWithSeparators,
  wordsWithoutHits,
} from "./texts-without-hits.ts";

/**
 * A search that should find nothing, in short words if its text is refused; null if the name of the search text is not
 * known. An unknown place may be refused, whatever its signs.
 */
export function withoutHits(context: CheckContext): RequestChoice | null {
  if (context.cell.endpoint === "/search") return searchWithoutHits(context);
  if (context.cell.endpoint === "/geolocation") {
    return request(context, [["location", textWithoutHitsIn(context)]]);
  }
  if (context.cell.endpoint !== "/search/publishers") return null;
  const query = parameterName(context, "publishers", "query");
  if (query === null) return null;
  return alternatives(
    textsWithoutHitsIn(context).map((text) =>
      text === textBetweenBlanks
        ? betweenPluses(query, context)
        : request(context, [[query, text]]),
    ),
  );
}

/** A search that should find nothing at `/search`, where the name of the text is known. */
export function searchWithoutHits(context: CheckContext): RequestChoice {
  return alternatives(
    textsWithoutHitsIn(context).flatMap((text) => alternativesOf(searchRequest(context, text))),
  );
}

/** A search that should find nothing at article search, in one style with signs that separate the parts of a URL. */
export function articlesWithoutHits(context: CheckContext): RequestChoice {
  const text = isRotatedStyle(context) ? textWithSeparators : textWithoutHits;
  return alternatives([text, wordsWithoutHits].map((text) => request(context, [["query", text]])));
}

/** A search with plus signs for blanks. */
function betweenPluses(query: string, context: CheckContext): RequestSpec {
  return { ...request(context, [[query, textBetweenBlanks]]), blanks: "plus" };
}

/**
 * A search with plus signs: the one that another style of the cell sends, or a new one if that is left out or has
 * another text.
 */
export function withPlusSigns(query: string, context: CheckContext): readonly RequestSpec[] {
  const { cell } = context;
  const own = [betweenPluses(query, context)];
  if (!sendsMore(context)) return own;
  const others = authStyles
    .flatMap((auth) => alternativesOf(withoutHits({ ...context, cell: { ...cell, auth } })))
    .filter(({ blanks }) => blanks === "plus");
  return others.length > 0 ? others : own;
}

/** Endpoints whose parameters are all optional and whose ordinary request has some. */
const optionalOnly = new Set(["/search", "/topics"]);

/**
 * The requests of a cell that must be served: the ordinary one and, in the style by rotation at an
 * explicit version, the one without parameters.
 */
export function successRequests(context: CheckContext): readonly RequestChoice[] {
  const bare = isDatedTurn(context) && optionalOnly.has(context.cell.endpoint);
  return [ordinary(context), ...(bare ? [withoutParameters(context)] : [])];
}

/**
 * The numbers of publishers that are requested: the lowest, the highest and one between, which the older version is
 * asked for with all parameters; without the version header only that one.
 */
export function goodResultCounts(context: CheckContext): readonly string[] {
  if (context.cell.version === defaultVersion) return ["37"];
  return hasMetadata(operationOf(context)) ? ["1", "37", "100"] : ["1", "100"];
}

/**
 * Page sizes to try, with the name of their role: three, within the described bounds, or ten, since without described
 * bounds three may be too few for this server. Empty if the name is not known.
 */
function pageSizes(context: CheckContext): RequestSpec["query"] {
  const name = parameterName(context, "search", "pageSize");
  if (name === null) return [];
  const schema = describedSchema(context, "search", "pageSize");
  const sizes = new Set([3, 10].map((preferred) => String(integerWithin(schema, preferred))));
  return [...sizes].map((size) => [name, size]);
}

/** The first page of a search without other parameters, in a size; null if the name of that role is not known. */
export function pageOfSize(context: CheckContext): RequestChoice | null {
  const sizes = pageSizes(context);
  return sizes.length === 0 ? null : alternatives(sizes.map((size) => request(context, [size])));
}

/**
 * The second page with three items, as far as the names of these roles are known; null if neither name is known. If
 * all sizes are refused, no size is sent.
 */
export function secondPage(context: CheckContext): RequestChoice | null {
  const name = parameterName(context, "search", "page");
  const number = String(integerWithin(describedSchema(context, "search", "page"), 2));
  const page = name === null ? [] : [[name, number] as const];
  const sized = pageSizes(context).map((size) => request(context, [...page, size]));
  const choices = [...sized, ...(name === null ? [] : [request(context, page)])];
  return choices.length === 0 ? null : alternatives(choices);
}

/**
 * Additional requests of a cell whose bodies are judged by the contract if they are served; other
 * requirements judge whether they are.
 */
export function furtherRequests(context: CheckContext): readonly RequestChoice[] {
  if (context.cell.endpoint === "/search/articles") {
    const isAsked =
      sendsMore(context) && context.cell.version === defaultVersion && isRotatedStyle(context);
    return isAsked ? [withoutParameters(context)] : [];
  }
  if (!isDatedTurn(context)) return [];
  switch (context.cell.endpoint) {
    case "/search": {
      const page = secondPage(context);
      return [withDocumentedCodes(context), ...(page === null ? [] : [page])];
    }
    case "/geolocation":
      return [withDocumentedCodes(context), elsewhere(context)];
    case "/search/publishers": {
      const limit = parameterName(context, "publishers", "limit");
      return limit === null
        ? []
        : goodResultCounts(context).map((n) => request(context, [[limit, n]]));
    }
    default:
      return [];
  }
}

/** Whether an exchange is one that every server must serve. */
export function isOwed({ spec }: Exchange, context: CheckContext): boolean {
  const asked = canonicalRequest(spec);
  return successRequests(context)
    .flatMap((choice) => (isAlternatives(choice) ? choice : [choice]))
    .some((owed) => canonicalRequest(owed) === asked);
}
