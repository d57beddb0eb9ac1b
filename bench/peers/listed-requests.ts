import type { Catalogue, Operation } from "../../contracts/catalogue.ts";
import { type AuthStyle, authStyles, type Surface } from "../../contracts/vocabulary.ts";
import {
  referenceParameters,
  referenceSamples,
} from "../../reference/description/reference-configuration.ts";
import type { ReferenceKeys } from "../../reference/http/keys.ts";

/** A status, or any from 400 to 499. */
export type ExpectedStatus = 200 | 400 | 401 | "4xx";

/** A request that every tool which does not make its own is given, with the status that is owed. */
export interface ListedRequest {
  /** Unique in its document. */
  readonly name: string;
  readonly endpoint: string;
  readonly query: Readonly<Record<string, string>>;
  /** With the key and the version, if they are sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expect: ExpectedStatus;
}

/** Values with matches at the reference server, by role or by the name of a parameter. */
const values: Readonly<Record<string, string>> = {
  ...referenceSamples.aggregator,
  q: referenceSamples.aggregator.query,
  from: "2026-01-01",
  to: "2026-12-31",
  page: "1",
  pageSize: "5",
  limit: "5",
  category: "General",
};

/** Outside the domain that the specification states for the number of results and the search text. */
const outside = [
  { role: "limit", value: "0" },
  { role: "limit", value: "101" },
  { role: "limit", value: "x" },
  { role: "query", value: "" },
];

export function keyHeader(style: AuthStyle, key: string): Readonly<Record<string, string>> {
  return style === "bearer" ? { authorization: `Bearer ${key}` } : { [style]: key };
}

/** The server's names of an operation's query parameters, by role; shown names stand for themselves. */
function parameterNames(operation: Operation): ReadonlyMap<string, string> {
  const { surface, roleGroup, roles, parameters, version } = operation;
  const names = new Map(parameters.map((name) => [name, name]));
  const configured = referenceParameters[surface][roleGroup ?? ""] ?? {};
  for (const { role } of roles) {
    const name = configured[role];
    const own = typeof name === "object" && name !== null ? name[version] : name;
    if (typeof own === "string") names.set(role, own);
  }
  return names;
}

/**
 * The requests for the document of a surface at a version: every operation in every style, with every
 * parameter and with all, without the header if the version is the latest, and what has to be refused.
 * Expected is only what the specification states of a server with these parameters and values. A conforming one may
 * have others, such as `query` but not `q` at the older versions: a fixed list can't know.
 */
export function listedRequests(
  catalogue: Catalogue,
  surface: Surface,
  version: string,
  keys: ReferenceKeys,
): readonly ListedRequest[] {
  const latest = version === catalogue.latest(surface);
  return catalogue.operations
    .filter((one) => one.surface === surface && one.version === version)
    .filter(({ availability }) => availability !== "contested")
    .flatMap((operation) => requestsOf(operation, latest, keys));
}

function requestsOf(
  operation: Operation,
  latest: boolean,
  keys: ReferenceKeys,
): readonly ListedRequest[] {
  const { endpoint, surface, version, protected: needsKey } = operation;
  const own = keys[surface].own;
  const names = parameterNames(operation);
  const known = [...names].flatMap(([role, name]) => {
    const value = values[role];
    return value === undefined ? [] : [[name, value] as const];
  });
  const required = known.filter(([name]) => name === "location");
  const versioned = operation.availability === "unstated" ? {} : { "api-version": version };
  const request = (
    what: string,
    query: readonly (readonly [string, string])[],
    headers: Readonly<Record<string, string>>,
    expect: ExpectedStatus = 200,
  ): ListedRequest => ({
    name: `${endpoint} ${what}`,
    endpoint,
    query: Object.fromEntries([...required, ...query]),
    headers,
    expect,
  });
  if (!needsKey) return [request("plain", [], versioned), request("without version", [], {})];

  const bearer = { ...versioned, ...keyHeader("bearer", own) };
  const refused: ExpectedStatus = endpoint === "/geolocation" ? 401 : "4xx";
  const other = keys[surface === "news" ? "aggregator" : "news"].own;
  const withKey = (key: string) => ({ ...versioned, ...keyHeader("api-key", key) });
  return [
    ...authStyles.map((style) =>
      request(`with ${style}`, [], { ...versioned, ...keyHeader(style, own) }),
    ),
    ...(latest ? [request("without version", [], keyHeader("x-api-key", own))] : []),
    ...known
      .filter(([name]) => name !== "location")
      .map(([name, value]) => request(`with ${name}`, [[name, value]], bearer)),
    ...(known.length > 1 ? [request("with all parameters", known, bearer)] : []),
    ...(required.length > 0
      ? [{ ...request("without location", [], bearer, 400), query: {} }]
      : []),
    ...outside.flatMap(({ role, value }) => {
      const name = names.get(role);
      const stated = endpoint === "/search/publishers" && latest && name !== undefined;
      return stated ? [request(`with ${name}=${value}`, [[name, value]], bearer, "4xx")] : [];
    }),
    request("without a key", [], versioned, refused),
    request("with an unknown key", [], withKey("bk_unknown"), refused),
    request("with a revoked key", [], withKey(keys[surface].revoked), refused),
    request("with the other product's key", [], withKey(other), "4xx"),
  ];
}

/** Whether a status is the one that a request is owed. */
export function statusAsExpected({ expect }: ListedRequest, status: number): boolean {
  return expect === "4xx" ? status >= 400 && status < 500 : status === expect;
}
