import { lacksParameter } from "../../contracts/removed-parameters.ts";
import { type AuthStyle, authStyles, type Cell } from "../../contracts/vocabulary.ts";
import {
  type Credential,
  type KeyName,
  noCredential,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import type { CheckContext, RequestChoice } from "../model/check.ts";
import { isInVersion } from "../model/in-version.ts";
import { operationOf, withoutHeader } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { columnOf, rotate, rotatedStyle } from "../model/rotation.ts";

type Query = readonly (readonly [name: string, value: string])[];

/** A key in one of the listed styles. */
export function keyed(style: AuthStyle, key: KeyName = "own"): Credential {
  return { kind: "key", key, form: style };
}

/** The style of the cell, or one by rotation if the cell has none. */
export function styleOf({ cell, contracts }: CheckContext): AuthStyle {
  return cell.auth ?? rotatedStyle(contracts, cell);
}

/** A request to the endpoint and version of the cell, with the surface's key in the cell's style. */
export function request(context: CheckContext, query: Query, credential?: Credential): RequestSpec {
  const { surface, endpoint, version } = context.cell;
  return { surface, endpoint, version, query, credential: credential ?? keyed(styleOf(context)) };
}

/** `request` without the version header, if that means a version with this envelope and these parameters. */
export function unnamedRequest(context: CheckContext, query: Query): RequestSpec {
  const unnamed = request(withoutHeader(context), query);
  return isInVersion(unnamed, context) ? unnamed : request(context, query);
}

/** The possible names of the search text at `/search`: some versions also know `q`. */
function searchNames({ cell, contracts }: CheckContext): readonly string[] {
  const { surface, endpoint, version } = cell;
  const known = contracts.operation(surface, endpoint, version)?.parameters ?? [];
  return known.includes("q") ? ["q", "query"] : ["query"];
}

/** The search text under each name that this version may know; the first that is not refused is used. */
export function searchRequest(
  context: CheckContext,
  text: string,
  more: Query = [],
): RequestChoice {
  return alternatives(
    searchNames(context).map((name) => request(context, [[name, text], ...more])),
  );
}

/** The first of several requests that is not refused. */
export function alternatives(requests: readonly RequestSpec[]): RequestChoice {
  const [first, ...rest] = requests;
  if (first === undefined) throw new Error("no alternative was given");
  return rest.length === 0 ? first : [first, ...rest];
}

/** The query of an ordinary request to the cell's endpoint, one for each possible name. */
function ordinaryQueries(context: CheckContext): readonly Query[] {
  const { cell, contracts } = context;
  return usualQueries(context).map((query) =>
    query.filter(([name]) => !lacksParameter(contracts, cell, name)),
  );
}

function usualQueries(context: CheckContext): readonly Query[] {
  const { surface, endpoint } = context.cell;
  const samples = context.target.samples(surface);
  switch (endpoint) {
    case "/search":
      return searchNames(context).map((name) => [[name, samples.query]]);
    case "/search/articles":
      return [[["query", samples.query]]];
    case "/geolocation": {
      const codes = context.target.placeCodes(surface);
      return [[["location", samples.location], ...Object.entries(codes ?? {})]];
    }
    case "/topics": {
      const topic = parameterName(context, "topics", "topic");
      return [topic === null ? [] : [[topic, samples.topic]]];
    }
    default:
      return [[]];
  }
}

/** The ordinary request of a cell, which every server must serve, with the given credential. */
export function ordinary(context: CheckContext, credential?: Credential): RequestChoice {
  return alternatives(ordinaryQueries(context).map((query) => request(context, query, credential)));
}

/**
 * The ordinary request in a form that is certainly allowed, for refusals of keys: if the search text has
 * two possible names it is left out, since the refusal of an unknown name would look like a refusal of
 * the key.
 */
export function ordinaryOnce(context: CheckContext, credential: Credential): RequestSpec {
  const queries = ordinaryQueries(context);
  return request(context, queries.length === 1 ? (queries[0] ?? []) : [], credential);
}

/** The ordinary request in each of the three styles; the first that is not refused is used. */
export function ordinaryInAnyStyle(context: CheckContext): RequestChoice {
  return alternatives(
    authStyles.flatMap((style) =>
      ordinaryQueries(context).map((query) => request(context, query, keyed(style))),
    ),
  );
}

/** A request to the cell's endpoint without any parameter. */
export function withoutParameters(context: CheckContext): RequestSpec {
  return request(context, []);
}

/** The ordinary search or location request with country and language, written in lower case. */
export function withLowerCaseCodes(context: CheckContext): RequestChoice {
  const { country, language } = context.target.samples(context.cell.surface);
  return withCodes(context, country.toLowerCase(), language.toLowerCase());
}

/** The documented defaults of `/geolocation` (Aggregator GET /geolocation). */
export const geolocationDefaults = { country: "US", language: "en" } as const;

/** The ordinary request with codes as the specification writes them for this endpoint. */
export function withDocumentedCodes(context: CheckContext): RequestChoice {
  const { country, language } = geolocationDefaults;
  return context.cell.endpoint === "/geolocation"
    ? withCodes(context, country, language)
    : withLowerCaseCodes(context);
}

function withCodes(context: CheckContext, country: string, language: string): RequestChoice {
  const { query, location } = context.target.samples(context.cell.surface);
  const codes: Query = [
    ["country", country],
    ["language", language],
  ];
  return context.cell.endpoint === "/geolocation"
    ? request(context, [["location", location], ...codes])
    : searchRequest(context, query, codes);
}

/** Texts that servers take for another type of value, for no value, for two values, or for a member of every object. */
const ambiguousTexts = {
  "/search": ["true", "null", "0", "constructor"],
  "/geolocation": ["0", "null", "Paris, France"],
} as const;

/** A text like any other that a server may take for something else: one for each version, by rotation. */
export function withAmbiguousText(context: CheckContext): RequestChoice {
  const { cell, contracts } = context;
  const column = columnOf(contracts, cell);
  if (cell.endpoint === "/search") {
    return searchRequest(context, rotate(ambiguousTexts["/search"], column));
  }
  if (cell.endpoint !== "/geolocation") return request(context, [["query", "0"]]);
  return request(context, [["location", rotate(ambiguousTexts["/geolocation"], column)]]);
}

/** A location request without country and language, so that the documented defaults apply. */
export function withDefaultCodes(context: CheckContext): RequestSpec {
  return request(context, [["location", context.target.samples(context.cell.surface).location]]);
}

/** Another place than the ordinary one, whose name has two words. */
export function otherPlace({ cell, target }: CheckContext): string {
  const sample = target.samples(cell.surface).location.toLowerCase();
  return sample === "new york" ? "London" : "New York";
}

/** A location request for another place than the ordinary one. */
export function elsewhere(context: CheckContext): RequestSpec {
  return request(context, [["location", otherPlace(context)]]);
}

/** Ping of the cell's surface and version. */
export function ping(context: CheckContext, credential: Credential = noCredential): RequestSpec {
  return request(context, [], credential);
}

/** A request that every server has to serve: the ordinary one of an endpoint, or ping. */
export function ordinaryOrPing(context: CheckContext): RequestChoice {
  return operationOf(context).protected ? ordinary(context) : ping(context);
}

/** The same cell at another endpoint of the surface. */
export function atEndpoint(context: CheckContext, endpoint: string): CheckContext {
  const cell: Cell = { ...context.cell, endpoint, auth: styleOf(context) };
  return { ...context, cell };
}
