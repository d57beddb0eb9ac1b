import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { canonicalRequest, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { alternativesOf, type CheckContext, type RequestChoice } from "../model/check.ts";
import { parameterName } from "../model/parameter-names.ts";
import { isRotatedStyle } from "../model/rotation.ts";
import { isDatedTurn, sendsMore } from "../model/turns.ts";
import {
  elsewhere,
  ordinary,
  request,
  withDocumentedCodes,
  withoutParameters,
} from "./ordinary-requests.ts";
import { goodResultCounts } from "./result-counts.ts";
import { secondPage } from "./sized-pages.ts";

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

/**
 * The ordinary publisher search with a country, after one that lists nothing: a server may want a criterion. Null for
 * other requests, and where the name of the parameter is not known.
 */
export function withCriterion(spec: RequestSpec, context: CheckContext): RequestSpec | null {
  if (spec.endpoint !== "/search/publishers" || spec.query.length > 0) return null;
  const country = parameterName(context, "publishers", "country");
  const { country: code } = context.target.samples(spec.surface);
  return country === null ? null : { ...spec, query: [[country, code]] };
}

/** Whether an exchange is one that every server must serve. */
export function isOwed({ spec }: Exchange, context: CheckContext): boolean {
  const asked = canonicalRequest(spec);
  return successRequests(context)
    .flatMap(alternativesOf)
    .some((owed) => canonicalRequest(owed) === asked);
}
