import { hasMetadata } from "../../contracts/generations.ts";
import { type AuthStyle, authStyles, defaultVersion } from "../../contracts/vocabulary.ts";
import {
  type AuthForm,
  type Credential,
  noCredential,
  type RequestSpec,
  type SingleCredential,
} from "../../harness/exchanges/request-spec.ts";
import { columnOf, isRotatedStyle, rotate, rotatedStyle, rowOf } from "../engine/cells.ts";
import { type CheckContext, firstRequest } from "../engine/check.ts";
import { isInVersion } from "../engine/in-version.ts";
import { operationOf } from "../engine/operation.ts";
import { opaqueTopicId } from "./careless-texts.ts";
import { everyFilter, namedParameters } from "./named-parameters.ts";
import {
  elsewhere,
  geolocationDefaults,
  keyed,
  ordinary,
  ordinaryOnce,
  request,
  role,
  styleOf,
  withDefaultCodes,
  withDocumentedCodes,
} from "./ordinary-requests.ts";
import { secondPage } from "./success-requests.ts";

/** Values of `Authorization` without a key: a scheme alone, another scheme, an empty token, garbage. */
const malformed = ["Bearer", "Token nonsense", "Bearer  ,", "Basic Og==", "???"] as const;

/**
 * Headers that are no key, though some servers let in whoever sends them: the cookie of a session, an address of the
 * own network, and a condition that any response meets.
 */
const noKeys = [
  ["cookie", "session=0123456789abcdef"],
  ["x-forwarded-for", "127.0.0.1"],
  ["if-none-match", "*"],
] as const;

/**
 * Where the endpoint has other documented requests than the ordinary one, which others are sent without a key. By
 * turns there is a header that is no key.
 */
export function missingKey(context: CheckContext): RequestSpec {
  const { cell, contracts } = context;
  const usual = ordinaryOnce(context, noCredential);
  const [first = usual, ...others] = documentedRequests(context).filter((one) =>
    isInVersion(one, context),
  );
  const column = columnOf(contracts, cell);
  const { query } = rotate([first, ...others], column);
  const furtherHeader = rotate([null, ...noKeys], rowOf(contracts, cell) + column);
  return { ...usual, query, ...(furtherHeader && { furtherHeader }) };
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
  const style = authStyles.indexOf(styleOf(context));
  return rotate([usual, ...others], turn + 2 * style + columnOf(contracts, cell));
}

/**
 * Requests for which every server that knows their parameters needs a key: all that have a source or a cache
 * of their own in some servers, with many parameters, with one, with another value than the usual one and without any.
 */
function documentedRequests(context: CheckContext): readonly RequestSpec[] {
  return documentedQueries(context)
    .filter((query) => query !== null)
    .map((query) => request(context, query));
}

type Query = RequestSpec["query"];

/** null in place of a query whose parameters have no known name. */
function documentedQueries(context: CheckContext): readonly (Query | null)[] {
  const { country, language, domain } = context.target.samples(context.cell.surface);
  const named = (group: string, values: Readonly<Record<string, string>>) => {
    const query = namedParameters(context, group, values);
    return query.length === 0 ? null : query;
  };
  const usual = firstRequest(ordinary(context)).query;
  switch (context.cell.endpoint) {
    case "/search": {
      const choice = secondPage(context);
      const pages = choice === null ? null : firstRequest(choice).query;
      const byCountry = ["country", country.toLowerCase()] as const;
      const dates = { from: "2026-01-01", to: "2026-01-31" };
      const filters = named("search", { domain: domain ?? "example.com", ...dates });
      const codes = [byCountry, ["language", language.toLowerCase()] as const];
      return [
        pages,
        [...usual, ...codes, ...(filters ?? []), ...(pages ?? [])],
        [byCountry],
        [],
        named("search", { page: "1" }),
        [...usual, byCountry],
      ];
    }
    case "/topics":
      return [
        named("topics", { topic: opaqueTopicId, subtopic: opaqueTopicId }),
        [],
        named("topics", { topic: "BUSINESS" }),
      ];
    case "/geolocation": {
      const [location] = withDefaultCodes(context).query;
      const byLanguage = ["language", geolocationDefaults.language] as const;
      return [
        firstRequest(withDocumentedCodes(context)).query,
        elsewhere(context).query,
        location === undefined ? null : [location, byLanguage],
        location === undefined ? null : [["country", geolocationDefaults.country], location],
      ];
    }
    case "/search/publishers": {
      const filters = everyFilter(context);
      const limit = named("publishers", { limit: "37" });
      return [
        [...filters, ...(limit ?? [])],
        named("publishers", { category: "General" }),
        [...filters, ...(named("publishers", { sort: "name" }) ?? [])],
        limit,
        named("publishers", { country }),
        named("publishers", { query: "news" }),
      ];
    }
    default:
      // A server that keeps its responses by their URL may not look for the key at another one.
      return [
        usual,
        [...usual, ["next", "/ping"]],
        ...(usual.length === 0 ? [] : [usual.map(([name]) => [name, "weather"] as const)]),
      ];
  }
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

/** Spellings of a path that a router may take for the same one, and a list of protected paths for another. */
const pathSpellings: readonly [Spelling, ...Spelling[]] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
];
type Spelling = (path: string) => string;

/** The ordinary request without a key at another spelling of its path, at every other endpoint another one. */
export function spelledOtherwise(context: CheckContext): RequestSpec {
  const { cell, contracts } = context;
  const spell = rotate(pathSpellings, Math.floor(rowOf(contracts, cell) / 2));
  return { ...ordinaryOnce(context, noCredential), endpoint: spell(cell.endpoint) };
}

/** Keys that were never issued: a made-up one, and the own one with a small difference. */
const neverIssued = [
  "unknown",
  "lengthened",
  "shortened",
  "altered",
  "altered-within",
  "unprefixed",
] as const;

/**
 * Texts that are never keys and that a lookup may find all the same: members that every JavaScript object
 * has, what a client sends whose variable is not set, the beginning that all keys have, a key for trying things
 * out, and what a query of a database takes for any key.
 */
const foundByLookups = [
  "constructor",
  "undefined",
  "bk_",
  "*",
  "__proto__",
  "null",
  "%",
  "bk_test",
] as const;

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

/** Whether a credential is such a text in place of a key. */
export function isLiteralKey(credential: SingleCredential): boolean {
  if (credential.kind !== "malformed") return false;
  const text = credential.value.replace(/^Bearer /, "");
  return foundByLookups.some((one) => one === text);
}

/** A text in place of a key. */
function literalKey(style: AuthStyle, text: string): Credential {
  return style === "bearer"
    ? { kind: "malformed", header: "authorization", value: `Bearer ${text}` }
    : { kind: "malformed", header: style, value: text };
}

/**
 * A key that was never issued in two headers at once or, by rotation, in all three: a server may assume that another
 * header was checked. At every other endpoint one of them has a revoked key instead.
 */
export function severalInvalidKeys(context: CheckContext): RequestSpec {
  const { cell, contracts, target } = context;
  const row = rowOf(contracts, cell);
  const isInAll = (row + columnOf(contracts, cell)) % 2 === 1;
  const hasRevoked = row % 2 === 0 && target.hasKey(cell.surface, "revoked");
  const of = [0, 1, ...(isInAll ? [2] : [])].map(
    (salt): SingleCredential => ({
      kind: "key",
      key: hasRevoked && salt === 1 ? "revoked" : "unknown",
      form: rotatedStyle(contracts, cell, salt),
    }),
  );
  return asked(context, { kind: "several", of }, 4);
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
  const credential: Credential =
    style === "bearer"
      ? { kind: "malformed", header: "authorization", value: rotate(malformed, place) }
      : { kind: "malformed", header: style, value: "" };
  return asked(context, credential, 0);
}

const otherSchemes = ["token-scheme", "api-key-scheme"] as const;

/** The scheme that is neither `Bearer` nor `Basic` with which the own key is tried in a cell, by rotation. */
export function otherScheme({ cell, contracts }: Place): (typeof otherSchemes)[number] {
  return rotate(otherSchemes, rowOf(contracts, cell) + columnOf(contracts, cell));
}

/**
 * The forms that are not listed in which the own key is tried in a cell: one at the dated versions, which rotates from
 * endpoint to endpoint, and the others where the version is not named.
 */
export function unlistedForms(place: Place): readonly AuthForm[] {
  const all = ["bare", "basic", otherScheme(place)] as const;
  const dated = rotate(all, rowOf(place.contracts, place.cell));
  return place.cell.version === defaultVersion ? all.filter((form) => form !== dated) : [dated];
}

type Place = Pick<CheckContext, "cell" | "contracts">;

/** The own key in a form that is not listed; if it is accepted there is no refusal to judge. */
export function unlistedForm(context: CheckContext, form: AuthForm): RequestSpec {
  return asked(context, { kind: "key", key: "own", form }, 5);
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
          severalInvalidKeys(context),
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

/** What is sent in the two other styles in place of the first of them. */
const badResultCountsElsewhere = {
  default: ["1000", "-100"],
  withMetadata: ["100.5", "abc"],
  legacy: ["200", "0.5"],
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
 * A location request without its location: without any parameter in the style by rotation, or with one that the
 * endpoint does not define where the version is not named, with both others in the next one, and with one of them in
 * the last.
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
 * Publisher searches with an empty text: in the style by rotation alone where the version is not named, and beside
 * everything else where it is; in the others beside the number of results, the country or the sort order. Empty if the
 * name of the parameter is not known.
 */
export function emptyTexts(context: CheckContext): readonly RequestSpec[] {
  const query = role(context, "publishers", "query");
  if (query === null) return [];
  const limit = namedParameters(context, "publishers", { limit: "37" });
  const filters = everyFilter(context).filter(([name]) => name !== query);
  const country = filters.filter(([name]) => name === role(context, "publishers", "country"));
  const sort = namedParameters(context, "publishers", { sort: "name" });
  const isUnnamed = context.cell.version === defaultVersion;
  const others = isUnnamed ? [[], limit, country] : [[...filters, ...limit], country, sort];
  return [request(context, [...(others[turnOfStyle(context)] ?? []), [query, ""]])];
}

/**
 * Publisher searches with an invalid number of results: by turns alone, beside a search text with every filter,
 * beside a sort order too, and beside one parameter, with any of which a server may answer from another source. Empty
 * if the name of the parameter is not known.
 */
export function refusedResultCounts(context: CheckContext): readonly RequestSpec[] {
  const limit = role(context, "publishers", "limit");
  if (limit === null) return [];
  const filters = everyFilter(context);
  // A sort order that the server refuses would hide what it does with the number.
  const sorted = [...filters, ...namedParameters(context, "publishers", { sort: "name" })];
  // In the other styles one number is sent.
  const first = turnOfStyle(context);
  const besides = [[], filters, sorted, ...filters.map((one) => [one])] as const;
  return resultCountsRefused(context).map((value, index) =>
    request(context, [...rotate(besides, first + index), [limit, value]]),
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

/** The requests for unusually spelled numbers of results in a cell, whose refusal is a should. */
export function oddlySpelled(context: CheckContext): readonly string[] {
  if (context.cell.version === defaultVersion) return [];
  return hasMetadata(operationOf(context)) ? oddResultCounts.withMetadata : oddResultCounts.legacy;
}

/** Every refusal of a cell. */
export function refusals(context: CheckContext): readonly RequestSpec[] {
  return [...keyRefusals(context), ...parameterRefusals(context)];
}
