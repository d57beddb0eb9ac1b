import type { Catalogue } from "../../contracts/catalogue.ts";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import { parseJson } from "../../harness/exchanges/parse-json.ts";
import type { HarEntry } from "../../harness/har/har-entry.ts";
import type { Redact } from "../../harness/secrets/redaction.ts";
import type { Configuration } from "../../harness/settings/types.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { looksLikeService } from "../../suites/matchers/service-body.ts";

/** The places of the surfaces; an absent surface is not in the traffic. */
export type BaseUrls = Readonly<Partial<Record<Surface, string>>>;

/** Finds the places of the surfaces in the traffic if they are not given. */
export interface PlaceFinder {
  /** Takes an entry into account. */
  look(entry: HarEntry): void;
  /**
   * @param redact for the message
   * @throws UsageError if two places look like the same surface
   */
  found(redact: Redact): BaseUrls;
}

interface Endpoint {
  readonly surface: Surface;
  readonly endpoint: string;
}

/**
 * The longest paths first, since `/v1/search` also ends with `/search`, and `/info/topics` with
 * `/topics`.
 */
function endpointsOf(contracts: Catalogue): readonly Endpoint[] {
  const all = contracts.operations.map(({ surface, endpoint }) => ({ surface, endpoint }));
  return [...new Map(all.map((one) => [`${one.surface} ${one.endpoint}`, one])).values()].sort(
    (a, b) => b.endpoint.length - a.endpoint.length,
  );
}

/** The endpoints that a path may belong to by its end, without ping, which both surfaces have. */
function guess(
  url: URL,
  endpoints: readonly Endpoint[],
): { surface: Surface; base: string } | null {
  const path = url.pathname.replace(/\/$/, "");
  const match = endpoints.find(({ endpoint }) => endpoint !== "/ping" && path.endsWith(endpoint));
  if (match === undefined) return null;
  // A request with a doubled slash (`//search`) asks the same place, for a path that it does not have.
  const prefix = path.slice(0, path.length - match.endpoint.length).replace(/\/$/, "");
  return { surface: match.surface, base: url.origin + prefix };
}

/**
 * A place counts as a surface if some request there carries a header of the service, or some response
 * looks like it: many web sites have a `/search`.
 */
export function createPlaceFinder(contracts: Catalogue): PlaceFinder {
  const endpoints = endpointsOf(contracts);
  const telling = new Map<Surface, Set<string>>(surfaces.map((surface) => [surface, new Set()]));
  return {
    look(entry) {
      const guessed = guess(entry.url, endpoints);
      if (guessed === null || telling.get(guessed.surface)?.has(guessed.base)) return;
      if (isTelling(entry)) telling.get(guessed.surface)?.add(guessed.base);
    },
    found(redact) {
      const bases: Partial<Record<Surface, string>> = {};
      for (const [surface, places] of telling) {
        const [first, second] = [...places].sort();
        if (second !== undefined) {
          throw new UsageError(
            `several places look like the ${surface} surface: ${[...places].sort().map(redact).join(", ")}`,
            `Choose one with --${surface}-url.`,
          );
        }
        if (first !== undefined) bases[surface] = first;
      }
      return bases;
    },
  };
}

function isTelling({ requestHeaders, headers, body }: HarEntry): boolean {
  const names = ["api-version", "api-key", "x-api-key"];
  if (names.some((name) => Boolean(requestHeaders[name]))) return true;
  if (!headers["content-type"]?.includes("json")) return false;
  const parsed = parseJson(body, (text) => text);
  return parsed.ok && looksLikeService(parsed.value);
}

/** Base URLs that were given by flag, environment or file. */
export function namedPlaces({ surfaces: tested }: Pick<Configuration, "surfaces">): BaseUrls {
  const bases: Partial<Record<Surface, string>> = {};
  for (const surface of surfaces) {
    const baseUrl = tested[surface]?.baseUrl;
    if (baseUrl !== undefined) bases[surface] = baseUrl;
  }
  return bases;
}

/**
 * The endpoint of a URL. `elsewhere` if it is under no base URL, `no endpoint` if it is none of the service's paths
 * there, and `either surface` if both surfaces have it at this URL.
 */
export function placeOf(
  url: URL,
  bases: BaseUrls,
  contracts: Catalogue,
): Endpoint | "elsewhere" | "no endpoint" | "either surface" {
  const under = surfaces.flatMap((surface) => {
    const base = bases[surface];
    if (base === undefined) return [];
    const { origin, pathname } = new URL(base);
    const prefix = pathname.replace(/\/$/, "");
    const inside = url.origin === origin && url.pathname.startsWith(`${prefix}/`);
    return inside ? [{ surface, endpoint: url.pathname.slice(prefix.length) }] : [];
  });
  if (under.length === 0) return "elsewhere";
  const matches = under.filter(({ surface, endpoint }) =>
    contracts.operations.some((one) => one.surface === surface && one.endpoint === endpoint),
  );
  const [first, second] = matches;
  if (first === undefined) return "no endpoint";
  return second === undefined ? first : "either surface";
}
