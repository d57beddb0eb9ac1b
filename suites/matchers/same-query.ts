import type { Catalogue } from "../../contracts/catalogue.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";

/**
 * What a request asks for, whatever the order of its parameters: equal for equal queries.
 * @param except names of parameters that do not count
 */
export function askedFor(
  { query }: Pick<RequestSpec, "query">,
  except: ReadonlySet<string | null> = new Set(),
): string {
  const others = query.filter(([name]) => !except.has(name)).map((pair) => JSON.stringify(pair));
  return others.sort().join();
}

/** Whether a request asks for everything that another one asks for. */
export function asksForAllOf(
  more: Pick<RequestSpec, "query">,
  { query }: Pick<RequestSpec, "query">,
): boolean {
  return query.every(([name, value]) =>
    more.query.some(([sent, text]) => sent === name && text === value),
  );
}

/**
 * Whether a cache may treat two requests with a valid key as the same: they ask an endpoint for the same, at the same
 * version in effect, however they send the key and whatever they accept. A version that is not listed may be ignored.
 */
export function asksTheSame(one: RequestSpec, other: RequestSpec, contracts: Catalogue): boolean {
  const asked = (spec: RequestSpec) => {
    const { surface, endpoint, version } = spec;
    const isListed =
      version !== defaultVersion && contracts.operation(surface, endpoint, version) !== null;
    const inEffect = isListed ? version : contracts.defaultOf(surface, endpoint);
    return JSON.stringify([surface, endpoint, inEffect, askedFor(spec)]);
  };
  return asked(one) === asked(other);
}
