import { group } from "../../contracts/group.ts";
import { defaultVersion, type Version } from "../../contracts/vocabulary.ts";
import {
  carriesKey,
  carriesOwnKeyAsListed,
  exchangeId,
  isUsualGet,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";

/**
 * The order in which requests are sent that depend on no response: that of the plan, but those with one URL that differ
 * in version or key come in neighbouring places, and so are in flight together; just before them come those with one
 * parameter more. A server that answers them once for all, or keeps something of one for the next, mixes them up then.
 */
export function inSendingOrder(requests: readonly RequestSpec[]): readonly RequestSpec[] {
  const distinct = [...new Map(requests.map((spec) => [exchangeId(spec), spec])).values()];
  const byUrl = group(distinct.filter(isPlain), urlOf);
  const richer = withOneMore(byUrl);
  const order = new Set<RequestSpec>();
  const begun = new Set<string>();
  const sendUrl = (url: string): void => {
    if (begun.has(url)) return;
    begun.add(url);
    for (const more of richer.get(url) ?? []) sendUrl(more);
    for (const spec of pairedUp(byUrl.get(url) ?? [])) order.add(spec);
  };
  for (const spec of distinct) {
    if (isPlain(spec)) sendUrl(urlOf(spec));
    order.add(spec);
  }
  return [...order];
}

/** The URLs with one parameter more, by URL. */
function withOneMore(
  urls: ReadonlyMap<string, readonly RequestSpec[]>,
): ReadonlyMap<string, readonly string[]> {
  const pairs = [...urls].flatMap(([url, [spec]]) =>
    (spec?.query ?? []).flatMap((_, left) => {
      const less = spec && urlOf({ ...spec, query: spec.query.filter((_, at) => at !== left) });
      return less !== undefined && urls.has(less) ? [{ less, url }] : [];
    }),
  );
  const byLess = group(pairs, ({ less }) => less);
  return new Map([...byLess].map(([less, all]) => [less, all.map(({ url }) => url)]));
}

/** Whether nothing but its URL, version and key makes a request differ from others, and it may be sent at any time. */
function isPlain(spec: RequestSpec): boolean {
  const isTimed = spec.group !== undefined || spec.after !== undefined;
  const isOdd = !isUsualGet(spec) || spec.negotiation !== undefined;
  return !isTimed && !isOdd && !carriesKey(spec.credential, "revocable");
}

function urlOf({ surface, endpoint, query }: RequestSpec): string {
  return JSON.stringify([surface, endpoint, query]);
}

/**
 * Requests to one URL in turns: one with the surface's key and one without a valid key at each version, the oldest
 * version first. Those without a partner are left where the plan has them.
 */
function pairedUp(requests: readonly RequestSpec[]): readonly RequestSpec[] {
  const versions = [...group(requests, ({ version }) => version)]
    .sort(([one], [other]) => (isOlder(one, other) ? -1 : 1))
    .map(([, all]) => ({
      valid: all.filter(({ credential }) => carriesOwnKeyAsListed(credential)),
      invalid: all.filter(({ credential }) => !carriesKey(credential, "own")),
    }));
  const most = Math.max(0, ...versions.map(({ valid }) => valid.length));
  return Array.from({ length: most }, (_, turn) =>
    versions.flatMap(({ valid, invalid }) =>
      [valid[turn], invalid[turn]].filter((spec) => spec !== undefined),
    ),
  ).flat();
}

/** Without the header the newest version is meant. */
function isOlder(version: Version, than: Version): boolean {
  return version !== defaultVersion && (than === defaultVersion || version < than);
}
