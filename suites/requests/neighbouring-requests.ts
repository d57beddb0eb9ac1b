import fc from "fast-check";
import { type Cell, defaultVersion, surfaces, type Version } from "../../contracts/vocabulary.ts";
import { atOnce, inQuiet, oneByOne } from "../../harness/requests/request-group.ts";
import { isUsualGet, noCredential, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { cellsOf, datedVersions } from "../model/cells.ts";
import { type CheckContext, firstRequest } from "../model/check.ts";
import { freeTextNames } from "../model/free-text.ts";
import { parameterName } from "../model/parameter-names.ts";
import { rotate, rotatedStyle, rowOf } from "../model/rotation.ts";
import { codesOf } from "./factors.ts";
import { generated } from "./generated-values.ts";
import { everyFilter, namedParameters } from "./named-parameters.ts";
import { geolocationDefaults, keyed, otherPlace, styleOf } from "./ordinary-requests.ts";
import { otherTopic } from "./pages-with-links.ts";
import { secondPage } from "./sized-pages.ts";

/**
 * A value that the endpoint does not have: by turns a version of the other surface, and one of the past or of the
 * future. A server may refuse it, or not; the refusal must not affect the next request.
 */
function unlistedVersion({ cell, contracts }: CheckContext): Version {
  const own = new Set(contracts.versions(cell.surface));
  const foreign = surfaces.flatMap((surface) => contracts.versions(surface));
  const other = foreign.find((version) => !own.has(version)) ?? "1999-12-31";
  return rotate([other, "1999-12-31", other, "2999-01-01"], Math.floor(rowOf(contracts, cell) / 2));
}

/** Values for an endpoint whose responses can be distinguished. */
type Asked = "one" | "other";

/**
 * The requests to the endpoint of a cell that are sent one after the other. Each differs from the previous one only in
 * its version, key or parameters: every version and the first one again; an invalid key, the surface's key and none; a
 * version that is not listed (by turns without a key) and the latest again; another value with further parameters, and
 * then without them. The seed determines the order of versions and keys; at the first endpoint of each surface the
 * request without a key comes first, since a server may check the keys of later requests of a connection only. At some
 * endpoints `otherMethodBefore` is sent before them.
 */
export function sequentialRequests(context: CheckContext): readonly RequestSpec[] {
  return sequence(context).filter(isUsualGet);
}

/** The request with another method that comes before them; null if there is none at the endpoint of the cell. */
export function otherMethodBefore(context: CheckContext): RequestSpec | null {
  return sequence(context).find((spec) => !isUsualGet(spec)) ?? null;
}

/** Where a sequence begins with another method: a server may keep something of it for the next request. */
const afterOtherMethod: readonly string[] = ["/topics", "/info/topics"];

function sequence(context: CheckContext): readonly RequestSpec[] {
  const { cell } = context;
  const at = (version: Version) => asked(atVersion(context, version), "one", "sequential");
  const versions = versionOrder(context);
  const [first] = versions;
  const again = first === undefined || versions.length === 1 ? [] : [at(first)];
  const own = asked(context, "one", "sequential");
  const unknown = { ...own, credential: keyed(styleOf(context), "unknown") };
  const keyless = { ...own, credential: noCredential };
  const isFirst =
    context.contracts.operations.find((one) => one.protected && one.surface === cell.surface)
      ?.endpoint === cell.endpoint;
  const [bad, worse] = isFirst ? [unknown] : drawn(context, "keys", [unknown, keyless]);
  const keys = [bad, own, worse].filter((spec) => spec !== undefined);
  // A handler for any other version may run before the key check.
  const isKeyless = rowOf(context.contracts, cell) % 2 === 1;
  const unlisted = {
    ...own,
    version: unlistedVersion(context),
    ...(isKeyless && { credential: noCredential }),
  };
  return oneByOne([
    ...(isFirst ? [keyless] : []),
    ...(afterOtherMethod.includes(cell.endpoint) ? [{ ...own, method: "POST" as const }] : []),
    ...versions.map(at),
    ...again,
    ...keys,
    unlisted,
    ...(hasValue(context) && cell.version === defaultVersion ? [richer(context)] : []),
    { ...own, query: withoutOptional(context, own.query) },
  ]);
}

/** A request with another value and with further parameters, none of which may affect the next request. */
function richer(context: CheckContext): RequestSpec {
  const { target } = context;
  const { surface, endpoint } = context.cell;
  const other = asked(context, "other", "sequential");
  const codes = (place: 0 | 1): RequestSpec["query"] =>
    (["country", "language"] as const).map((kind) => [kind, codesOf(context, kind)[place]]);
  switch (endpoint) {
    case "/search": {
      const date = namedParameters(context, "search", { from: "2026-01-01" });
      const second = secondPage(context);
      const page = second === null ? [] : firstRequest(second).query;
      return { ...other, query: [...other.query, ...codes(0), ...date, ...page] };
    }
    case "/geolocation": {
      if (target.placeCodes(surface) !== null) return other;
      return { ...other, query: [...withoutOptional(context, other.query), ...codes(1)] };
    }
    case "/search/publishers":
      return { ...other, query: [...other.query, ...everyFilter(context)] };
    default:
      return other;
  }
}

/** A query as short as the endpoint allows: publisher search and topics need nothing, and most places no codes. */
function withoutOptional(
  { cell, target }: CheckContext,
  query: RequestSpec["query"],
): RequestSpec["query"] {
  if (cell.endpoint === "/search/publishers" || cell.endpoint === "/topics") return [];
  if (cell.endpoint !== "/geolocation" || target.placeCodes(cell.surface) !== null) return query;
  return query.filter(([name]) => name === "location");
}

/**
 * The requests to a surface that are in flight together: its endpoints at their latest version, some with two values
 * and some at an older version, an invalid key, and ping. The seed determines their order.
 */
export function concurrentRequests(context: CheckContext): readonly RequestSpec[] {
  const { target, contracts } = context;
  const { surface } = context.cell;
  const here = (isProtected: boolean) =>
    cellsOf(target, contracts, { protected: isProtected, default: "only" }, "rotated")
      .filter((one) => one.surface === surface)
      .map((one) => ({ ...context, cell: one }));
  const endpoints = here(true);
  const older = endpoints.flatMap((one) => {
    const version = shownVersions(one).at(-1);
    return version === undefined || version === defaultVersion
      ? []
      : [asked(atVersion(one, version), "one", "concurrent")];
  });
  const [search] = endpoints.filter(hasFreeText);
  const invalid =
    search === undefined
      ? []
      : [{ ...asked(search, "one", "concurrent"), credential: keyed(styleOf(search), "unknown") }];
  const pings = here(false).map((one) => {
    const version = datedVersions(one.contracts, one.cell).at(-1) ?? defaultVersion;
    return { surface, endpoint: one.cell.endpoint, version, credential: noCredential, query: [] };
  });
  const all = [
    ...endpoints.map((one) => asked(one, "one", "concurrent")),
    ...invalid,
    ...pings,
    ...endpoints
      .filter(hasValue)
      .sort((one, other) => Number(hasFreeText(other)) - Number(hasFreeText(one)))
      .slice(0, mostOthers)
      .map((one) => asked(one, "other", "concurrent")),
    ...older,
  ].slice(0, mostTogether);
  // The same for every endpoint of the surface.
  const order = drawn({ ...context, cell: { ...context.cell, endpoint: "*" } }, "burst", all);
  // At article search the sample comes first: only its articles are compared, and a later request may replace them.
  const isArticles = ({ endpoint }: RequestSpec) => endpoint === "/search/articles";
  const articles = all.filter(isArticles).values();
  return atOnce(order.map((spec) => (isArticles(spec) ? (articles.next().value ?? spec) : spec)));
}

/** As many as the default concurrency allows. */
const mostTogether = 8;
/** Endpoints that are requested with two values at once. */
const mostOthers = 2;

/** How often a request is sent alone to compare its response with the one in the group. */
export const timesAlone = 3;

/**
 * A request of a group sent alone: nothing else is in flight or was sent on its connection and, if its
 * endpoint takes text, its URL has not been requested before.
 */
export function alone(member: RequestSpec, context: CheckContext): readonly RequestSpec[] {
  return inQuiet(
    Array.from({ length: timesAlone }, (_, time) => atUnusedUrl(member, context, time)),
  );
}

/**
 * Two requests of a group one right after the other, on one connection, while nothing else is in flight: whether the
 * first one alone changes the response to the second.
 */
export function inSequence(
  first: RequestSpec,
  second: RequestSpec,
  context: CheckContext,
): readonly RequestSpec[] {
  return inQuiet([first, second].map((member) => atUnusedUrl(member, context, timesAlone)));
}

/** @param number a URL of its own for each, if the endpoint takes text */
function atUnusedUrl(member: RequestSpec, context: CheckContext, number: number): RequestSpec {
  const { group: _, ...spec } = member;
  const first = Object.keys(places).length;
  const text = freeTextNames[spec.endpoint];
  return { ...spec, query: atOtherUrl(context, spec.query, text, first + number) };
}

/** The numbers of the URLs of both groups; those of requests that are sent alone follow. */
const places = { sequential: 0, concurrent: 1 } as const;
type Place = keyof typeof places;

function hasFreeText({ cell }: CheckContext): boolean {
  return freeTextNames[cell.endpoint] !== undefined;
}

function hasValue(context: CheckContext): boolean {
  return queryOf(context, "one", "sequential").length > 0;
}

/** A request with the surface's key to the endpoint of a cell. */
function asked(context: CheckContext, which: Asked, place: Place): RequestSpec {
  const { surface, endpoint, version } = context.cell;
  // At every version in the style of the default cell, so that each step changes only one thing.
  const style = rotatedStyle(context.contracts, { surface, endpoint, version: defaultVersion });
  const query = queryOf(context, which, place);
  return { surface, endpoint, version, query, credential: keyed(style) };
}

function queryOf(context: CheckContext, which: Asked, place: Place): RequestSpec["query"] {
  const { surface, endpoint } = context.cell;
  const text = freeTextNames[endpoint];
  const samples = context.target.samples(surface);
  const number = places[place];
  if (text === "query") {
    const value = which === "one" ? samples.query : otherText(context);
    return atOtherUrl(context, [[text, value]], text, number);
  }
  if (text === "location") {
    const codes = context.target.placeCodes(surface) ?? geolocationDefaults;
    const value = which === "one" ? samples.location : otherPlace(context);
    return atOtherUrl(context, [[text, value], ...Object.entries(codes)], text, number);
  }
  const byDefault = atVersion(context, defaultVersion);
  if (endpoint === "/topics") {
    const name = parameterName(byDefault, "topics", "topic");
    const value = which === "one" ? samples.topic : otherTopic(context);
    return name === null ? [] : [[name, value]];
  }
  if (endpoint === "/search/publishers") {
    const name = parameterName(byDefault, "publishers", "limit");
    return name === null ? [] : [[name, which === "one" ? "41" : "59"]];
  }
  return [];
}

/** The orders of three parameters that no other request uses. */
const orders = [
  [1, 0, 2],
  [2, 1, 0],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
] as const;

/**
 * The same query at a URL that no other request has: a search text in other letter cases, which every server
 * accepts, and a location, which need not be known in other letter cases, in another order of parameters.
 */
function atOtherUrl(
  context: CheckContext,
  query: RequestSpec["query"],
  text: string | undefined,
  number: number,
): RequestSpec["query"] {
  if (text === "location") {
    const inOrder = ["location", "country", "language"].map((name) =>
      query.find(([own]) => own === name),
    );
    return (orders[number % orders.length] ?? []).flatMap((index) => {
      const parameter = inOrder[index];
      return parameter === undefined ? [] : [parameter];
    });
  }
  return query.map(([name, value]) =>
    name === text ? [name, respelled(context, value, `${number} ${value}`)] : [name, value],
  );
}

/** The same words in other letter cases, by the seed: the same text under another URL. */
function respelled(context: CheckContext, text: string, place: string): string {
  const cases = fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length });
  const [upper = []] = generated(cases, once(context), `${placeOf(context)} ${place}`);
  let index = 0;
  return text.replace(/[a-z]/gi, (letter) =>
    upper[index++] ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/**
 * Plain words, some of which a server may leave out of the search, but not of the echo. Article search need not have an
 * echo: there it is a place, of which there are other articles.
 */
function otherText(context: CheckContext): string {
  const { surface, endpoint } = context.cell;
  const { query, location } = context.target.samples(surface);
  if (endpoint === "/search/articles") return location;
  return `${query} and the ${word(context)} of a ${query} in it`;
}

/** A word that is made up. */
function word(context: CheckContext): string {
  const letters = fc.array(fc.constantFrom(..."bcdfgklmnprstvz"), { minLength: 6, maxLength: 6 });
  const [drawnLetters = []] = generated(letters, once(context), "word");
  return drawnLetters.join("");
}

/** A list in an order that the seed determines. */
function drawn<T>(context: CheckContext, place: string, list: readonly T[]): readonly T[] {
  const order = fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length });
  const [shuffled = list] = generated(order, once(context), `${placeOf(context)} ${place}`);
  return shuffled;
}

const once = ({ target }: CheckContext) => ({ seed: target.robustness.seed, runs: 1 });

const placeOf = ({ cell }: CheckContext) => `neighbours ${cell.surface} ${cell.endpoint}`;

function atVersion(context: CheckContext, version: Version): CheckContext {
  const cell: Cell = { ...context.cell, version };
  return { ...context, cell };
}

/** The default cell and the older versions of an endpoint. */
function versionsOf(context: CheckContext): readonly Version[] {
  const { cell, contracts } = context;
  const latest = contracts.defaultOf(cell.surface, cell.endpoint);
  return [
    defaultVersion,
    ...datedVersions(contracts, cell).filter((version) => version !== latest),
  ];
}

/** Those versions whose success body the contracts show. */
function shownVersions(context: CheckContext): readonly Version[] {
  const { cell, contracts } = context;
  return versionsOf(context).filter(
    (version) =>
      (contracts.operation(cell.surface, cell.endpoint, version)?.requiredMembers.length ?? 0) > 0,
  );
}

/**
 * Versions in an order that the seed determines. If other checks send the same URL, the version whose
 * responses have identifiers comes first, since a copy of such a response can be recognised.
 */
function versionOrder(context: CheckContext): readonly Version[] {
  const order = drawn(context, "versions", versionsOf(context));
  if (hasFreeText(context)) return order;
  return [defaultVersion, ...order.filter((version) => version !== defaultVersion)];
}
