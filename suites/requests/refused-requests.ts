import { hasMetadata } from "../../contracts/generations.ts";
import { type AuthStyle, authStyles, defaultVersion } from "../../contracts/vocabulary.ts";
import {
  type AuthForm,
  type Credential,
  noCredential,
  type RequestSpec,
} from "../../harness/exchanges/request-spec.ts";
import { columnOf, isRotatedStyle, rotate, rotatedStyle, rowOf } from "../engine/cells.ts";
import { type CheckContext, firstRequest } from "../engine/check.ts";
import { isInVersion } from "../engine/in-version.ts";
import { operationOf } from "../engine/operation.ts";
import {
  elsewhere,
  geolocationDefaults,
  keyed,
  ordinary,
  ordinaryOnce,
  request,
  role,
  styleOf,
  withDocumentedCodes,
} from "./ordinary-requests.ts";
import { secondPage } from "./success-requests.ts";

/** Values of `Authorization` without a key: a scheme alone, another scheme, an empty token, garbage. */
const malformed = ["Bearer", "Token nonsense", "Bearer  ,", "Basic Og==", "???"] as const;

/** Where the endpoint has other documented requests than the ordinary one, which others are sent without a key. */
export function missingKey(context: CheckContext): RequestSpec {
  const { cell, contracts } = context;
  const usual = ordinaryOnce(context, noCredential);
  const [first = usual, ...others] = documentedRequests(context).filter((one) =>
    isInVersion(one, context),
  );
  return { ...usual, query: rotate([first, ...others], columnOf(contracts, cell)).query };
}

/**
 * A documented request with a credential that is to be refused: which one differs from version to version
 * and from style to style, since a server may look for the key only where it reads the usual parameters.
 * @param turn different for each kind of credential
 */
function asked(context: CheckContext, credential: Credential, turn: number): RequestSpec {
  const { cell, contracts } = context;
  const usual = ordinaryOnce(context, credential);
  const others = documentedRequests(context)
    .filter((spec) => isInVersion(spec, context))
    .map(({ query }) => ({ ...usual, query }));
  const style = cell.auth === null ? 0 : authStyles.indexOf(cell.auth);
  return rotate([usual, ...others], turn + style + columnOf(contracts, cell));
}

/** An opaque id as the specification describes it; no server need know this topic. */
const opaqueId = "CAAqJggKIiBDQkFTRWdvSUwyMHZNRFZ4ZERBU0FtVnVHZ0pWVXlnQVAB";

/**
 * Requests for which every server that knows their parameters needs a key: all that have a source or a cache
 * of their own in some servers. Parameters that can be sent together are, since any of them may be the one with
 * which a server looks for the key elsewhere.
 */
function documentedRequests(context: CheckContext): readonly RequestSpec[] {
  const { country, language, domain } = context.target.samples(context.cell.surface);
  switch (context.cell.endpoint) {
    case "/search": {
      const page = secondPage(context);
      const text = firstRequest(ordinary(context));
      const everything = [
        ...text.query,
        ["country", country.toLowerCase()] as const,
        ["language", language.toLowerCase()] as const,
        ...named(context, "search", {
          domain: domain ?? "example.com",
          from: "2026-01-01",
          to: "2026-01-31",
        }),
      ];
      const pages = page === null ? [] : [firstRequest(page)];
      return [request(context, [...everything, ...pages.flatMap(({ query }) => query)]), ...pages];
    }
    case "/topics": {
      const opaque = named(context, "topics", { topic: opaqueId, subtopic: opaqueId });
      return [[], opaque].map((query) => request(context, query));
    }
    case "/geolocation":
      return [firstRequest(withDocumentedCodes(context)), elsewhere(context)];
    case "/search/publishers": {
      const [limit, filters] = [named(context, "publishers", { limit: "37" }), filtersOf(context)];
      const sort = named(context, "publishers", { sort: "name" });
      return [[...filters, ...limit], limit, [...filters, ...sort]]
        .filter((query) => query.length > 0)
        .map((query) => request(context, query));
    }
    default: {
      // A server that keeps its responses by their URL may not look for the key at another one.
      const { query } = firstRequest(ordinary(context));
      return [query, [...query, ["utm_source", "newsletter"] as const]].map((sent) =>
        request(context, sent),
      );
    }
  }
}

/** The parameters of these meanings whose names are known. */
function named(
  context: CheckContext,
  group: string,
  values: Readonly<Record<string, string>>,
): RequestSpec["query"] {
  return Object.entries(values).flatMap(([meaning, value]) => {
    const name = role(context, group, meaning);
    return name === null ? [] : [[name, value] as const];
  });
}

/** Everything by which publishers can be searched, without the number of results and the sort order. */
function filtersOf(context: CheckContext): RequestSpec["query"] {
  const { query, country, language } = context.target.samples(context.cell.surface);
  return named(context, "publishers", { query, category: "General", country, language });
}

/**
 * A request with a parameter that has to be refused and without a valid key, at one version of each endpoint with
 * such parameters: what two parts of a server refuse is refused, with any 4xx status.
 *
 * @param how without a key, or with an unknown one; each endpoint has one of them, by rotation
 */
export function refusedTwice(
  context: CheckContext,
  how: "missing" | "unknown",
): readonly RequestSpec[] {
  const { cell, contracts } = context;
  const [first] = everyParameterRefusal(context).filter((spec) => isInVersion(spec, context));
  const isTurn = rotate(["missing", "unknown"], rowOf(contracts, cell)) === how;
  if (first === undefined || !isTurn) return [];
  if (cell.version !== defaultVersion || !isRotatedStyle(context)) return [];
  const credential = how === "missing" ? noCredential : keyed(styleOf(context), how);
  return [{ ...first, credential }];
}

/** Keys that were never issued: a made-up one, and the own one with a small difference. */
const neverIssued = ["unknown", "lengthened", "shortened", "altered", "unprefixed"] as const;

/**
 * Texts that are never keys and that a lookup may find all the same: members that every JavaScript object
 * has, and what a client sends whose variable is not set.
 */
const foundByLookups = ["constructor", "undefined", "__proto__", "null"] as const;

/** A key that was never issued, in the style of the cell; which of them, by rotation. */
export function unknownKey(context: CheckContext): RequestSpec {
  const { cell, contracts, target } = context;
  const style = styleOf(context);
  const [row, column] = [rowOf(contracts, cell), columnOf(contracts, cell)];
  const turn = authStyles.indexOf(style);
  const literal = literalKey(style, rotate(foundByLookups, column + 2 * turn));
  const keys = neverIssued.filter((key) => target.hasKey(cell.surface, key));
  const credentials = keys.map((key) => keyed(style, key));
  return asked(context, rotate([literal, ...credentials], row + column + turn), 1);
}

/** A text in place of a key. */
function literalKey(style: AuthStyle, text: string): Credential {
  return style === "bearer"
    ? { kind: "malformed", header: "authorization", value: `Bearer ${text}` }
    : { kind: "malformed", header: style, value: text };
}

/**
 * A key that was never issued, in two headers at once: a server may assume that the other header was
 * checked.
 */
export function twoInvalidKeys(context: CheckContext): RequestSpec {
  const { cell, contracts } = context;
  return ordinaryOnce(context, {
    kind: "several",
    of: [
      { kind: "key", key: "unknown", form: rotatedStyle(contracts, cell) },
      { kind: "key", key: "unknown", form: rotatedStyle(contracts, cell, 1) },
    ],
  });
}

/** The own key with the case of its letters swapped; null for a key without letters. */
export function recasedKey(context: CheckContext): RequestSpec | null {
  const { cell, contracts, target } = context;
  if (!target.hasKey(cell.surface, "recased")) return null;
  return ordinaryOnce(context, keyed(rotatedStyle(contracts, cell), "recased"));
}

/** The other product's key, or a revoked one, in the style of the cell. */
export function wrongKey(context: CheckContext, key: "other-product" | "revoked"): RequestSpec {
  return asked(context, keyed(styleOf(context), key), key === "revoked" ? 2 : 3);
}

/**
 * The header of the cell's style without a key: empty, or an `Authorization` value that varies from cell
 * to cell, so that every form is tried on both surfaces and at several versions.
 */
export function malformedCredential(context: CheckContext): RequestSpec {
  const { cell, contracts } = context;
  const style = styleOf(context);
  const place = 3 * rowOf(contracts, cell) + columnOf(contracts, cell);
  return ordinaryOnce(
    context,
    style === "bearer"
      ? { kind: "malformed", header: "authorization", value: rotate(malformed, place) }
      : { kind: "malformed", header: style, value: "" },
  );
}

const otherSchemes = ["token-scheme", "api-key-scheme"] as const;

/** The scheme that is neither `Bearer` nor `Basic` with which the own key is tried in a cell, by rotation. */
export function otherScheme({ cell, contracts }: Place): (typeof otherSchemes)[number] {
  return rotate(otherSchemes, rowOf(contracts, cell) + columnOf(contracts, cell));
}

/**
 * The forms that are not listed in which the own key is tried in a cell: all where the version is not named,
 * and at the dated versions one, which rotates from endpoint to endpoint.
 */
export function unlistedForms(place: Place): readonly AuthForm[] {
  const all = ["bare", "basic", otherScheme(place)] as const;
  if (place.cell.version === defaultVersion) return all;
  return [rotate(all, rowOf(place.contracts, place.cell))];
}

type Place = Pick<CheckContext, "cell" | "contracts">;

/** The own key in a form that is not listed; if it is accepted there is no refusal to judge. */
export function unlistedForm(context: CheckContext, form: AuthForm): RequestSpec {
  return ordinaryOnce(context, { kind: "key", key: "own", form });
}

/** Every request in a cell whose key is to be refused, by any check. */
export function keyRefusals(context: CheckContext): readonly RequestSpec[] {
  const { target, cell } = context;
  return [
    ...(isRotatedStyle(context) ? [missingKey(context)] : []),
    unknownKey(context),
    ...(["other-product", "revoked"] as const)
      .filter((key) => target.hasKey(cell.surface, key))
      .map((key) => wrongKey(context, key)),
    malformedCredential(context),
    ...(isRotatedStyle(context)
      ? [
          twoInvalidKeys(context),
          ...unlistedForms(context).map((form) => unlistedForm(context, form)),
        ]
      : []),
  ];
}

/**
 * Numbers of results outside 1 to 100 or not integers, by the version of the cell; the default cell and
 * the version that it stands for share them, since they are the same to a server. The long ones become 1
 * if only 32 or 64 bits are kept.
 */
const badResultCounts = {
  default: ["101", "4294967297"],
  withMetadata: ["0", "-1", "101", "18446744073709551617", "1.5", "10abc"],
  legacy: ["0", "-1", "101", "4294967297", "1.5"],
} as const;

/** Numbers of results whose spelling the specification leaves open: with an exponent, and empty. */
const oddResultCounts = { withMetadata: ["1e2", ""], legacy: [""] } as const;

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
 * A location request without its location: without any parameter in the style by rotation, with both others in the
 * next one, and with one of them in the last.
 */
export function withoutLocation(context: CheckContext): RequestSpec {
  const { cell, contracts } = context;
  const { country, language } = geolocationDefaults;
  const byCountry = ["country", country] as const;
  const byLanguage = ["language", language] as const;
  const one = columnOf(contracts, cell) % 2 === 0 ? byCountry : byLanguage;
  return request(context, rotate([[], [byCountry, byLanguage], [one]], turnOfStyle(context)));
}

/** The place of a cell's style after its style by rotation, which has 0. */
function turnOfStyle(context: CheckContext): number {
  const own = rotatedStyle(context.contracts, context.cell);
  return authStyles.indexOf(styleOf(context)) - authStyles.indexOf(own);
}

function everyParameterRefusal(context: CheckContext): readonly RequestSpec[] {
  const { cell } = context;
  if (cell.endpoint === "/geolocation") return [withoutLocation(context)];
  if (cell.endpoint !== "/search/publishers") return [];
  const limit = role(context, "publishers", "limit");
  return [
    ...refusedResultCounts(context),
    ...(limit === null
      ? []
      : oddlySpelled(context).map((value) => request(context, [[limit, value]]))),
    ...emptyTexts(context),
  ];
}

/**
 * Publisher searches with an empty text: alone where the version is not named, beside everything else where it
 * is. Empty if the name of the parameter is not known.
 */
export function emptyTexts(context: CheckContext): readonly RequestSpec[] {
  const query = role(context, "publishers", "query");
  if (query === null) return [];
  const isAlone = context.cell.version === defaultVersion;
  const others = isAlone
    ? []
    : [
        ...filtersOf(context).filter(([name]) => name !== query),
        ...named(context, "publishers", { limit: "37" }),
      ];
  return [request(context, [...others, [query, ""]])];
}

/**
 * Publisher searches with an invalid number of results: by turns alone, beside a search text with every filter,
 * beside a sort order too, and beside one parameter, with any of which a server may answer from another source. Empty
 * if the name of the parameter is not known.
 */
export function refusedResultCounts(context: CheckContext): readonly RequestSpec[] {
  const limit = role(context, "publishers", "limit");
  if (limit === null) return [];
  const filters = filtersOf(context);
  // A sort order that the server refuses would hide what it does with the number.
  const sorted = [...filters, ...named(context, "publishers", { sort: "name" })];
  // In the other styles only the first number is sent.
  const first = turnOfStyle(context);
  const besides = [[], filters, sorted, ...filters.map((one) => [one])] as const;
  return resultCountsRefused(context).map((value, index) =>
    request(context, [...rotate(besides, first + index), [limit, value]]),
  );
}

function resultCountsRefused(context: CheckContext): readonly string[] {
  if (context.cell.version === defaultVersion) return badResultCounts.default;
  return hasMetadata(operationOf(context)) ? badResultCounts.withMetadata : badResultCounts.legacy;
}

/** The requests for unusually spelled numbers of results in a cell, whose refusal is a should. */
export function oddlySpelled(context: CheckContext): readonly string[] {
  if (context.cell.version === defaultVersion) return [];
  return hasMetadata(operationOf(context)) ? oddResultCounts.withMetadata : oddResultCounts.legacy;
}

/** Every refusal of a cell. */
export function refusals(context: CheckContext): readonly RequestSpec[] {
  return [...keyRefusals(context), ...parameterRefusals(context)];
}
