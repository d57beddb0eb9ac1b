import type { AuthStyle, Surface, Version } from "../../contracts/vocabulary.ts";
import type { ReferenceKeys } from "../http/keys.ts";
import { aggregatorEndpoints } from "../surfaces/aggregator.ts";
import { newsEndpoints } from "../surfaces/news.ts";
import type { Fault, FaultWitness } from "./fault.ts";

/** A request that shows a fault. */
export interface WitnessRequest {
  readonly method: NonNullable<FaultWitness["method"]>;
  readonly surface: Surface;
  readonly endpoint: string;
  readonly version: Version;
  /** Path below the base URL, with the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

function first<T extends string>(value: T | readonly T[] | undefined): T | undefined {
  return typeof value === "string" ? value : value?.[0];
}

/** The first version of the endpoint in the fault's cells. */
function versionFor(fault: Fault, surface: Surface, endpoint: string): Version {
  const { version = "default" } = fault.cells;
  const listed: readonly Version[] = typeof version === "string" ? [version] : version;
  const endpoints = surface === "aggregator" ? aggregatorEndpoints : newsEndpoints;
  const known: readonly Version[] = endpoints.find(({ path }) => path === endpoint)?.versions ?? [];
  return listed.find((value) => value === "default" || known.includes(value)) ?? "default";
}

function keyHeaders(
  style: AuthStyle,
  { key = "own", headers }: FaultWitness,
  keys: ReferenceKeys,
  surface: Surface,
): Readonly<Record<string, string>> {
  const { own, revoked, revocable } = keys[surface];
  if (headers !== undefined) {
    const basic = Buffer.from(`${own}:${own}`).toString("base64");
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value
          .replace("$KEY", own)
          .replace("$REVOKED", revoked)
          .replace("$REVOCABLE", revocable)
          .replace("$BASIC", basic),
      ]),
    );
  }
  if (key === "none") return {};
  const values = {
    ...keys[surface],
    unknown: "bk_never-issued",
    lengthened: `${own}x`,
    altered: `${own.slice(0, -1)}${own.endsWith("0") ? "1" : "0"}`,
    "altered-within": `${own.slice(0, 5)}${own[5] === "_" ? "0" : "_"}${own.slice(6)}`,
    unprefixed: own.slice(3),
    recased: `bk_${own.slice(3).toUpperCase()}`,
    "other-product": keys[surface === "news" ? "aggregator" : "news"].own,
  };
  return style === "bearer" ? { authorization: `Bearer ${values[key]}` } : { [style]: values[key] };
}

/** A witness of the fault, its own unless another one is given, completed from its cells. */
export function witnessRequest(
  fault: Fault,
  keys: ReferenceKeys,
  witness: FaultWitness = fault.witness ?? {},
): WitnessRequest {
  const surface = witness.surface ?? first(fault.cells.surface) ?? "aggregator";
  const endpoint = witness.endpoint ?? first(fault.cells.endpoint) ?? "/ping";
  const version = witness.version ?? versionFor(fault, surface, endpoint);
  const query = witness.query ?? (endpoint === "/geolocation" ? { location: "London" } : {});
  const search = new URLSearchParams(query).toString();
  const { method = "GET", target = search === "" ? endpoint : `${endpoint}?${search}` } = witness;
  return {
    method,
    surface,
    endpoint,
    version,
    target,
    headers: {
      ...keyHeaders(first(fault.cells.auth) ?? "api-key", witness, keys, surface),
      ...(version === "default" ? {} : { "api-version": version }),
    },
  };
}
