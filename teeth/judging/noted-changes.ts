import { surfaces } from "../../contracts/vocabulary.ts";
import { buildRequest } from "../../harness/requests/request.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { descriptionPath } from "../../reference/description/path.ts";
import type { Deviation, FaultRequest, FaultResponse } from "../../reference/faults/fault.ts";
import { presentedKeys } from "../../reference/http/authenticate.ts";
import type { ReferenceKeys } from "../../reference/http/keys.ts";
import { queryOf } from "../../reference/surfaces/query-of.ts";
import type { Embedded } from "../../run/reference-target.ts";

/** Where a request goes, as a server sees it. */
export type SeenPlace = Pick<FaultRequest, "surface" | "endpoint" | "version" | "auth">;

/** A request as a server sees it. */
export interface SeenRequest {
  /** The same object for the same place. */
  readonly place: SeenPlace;
  /** Equal for requests that a server can hardly distinguish, and the same on every server. */
  readonly name: string;
}

/** The changes that deviations really made. */
export interface NotedChanges {
  /** The given deviations; each notes what it changes. */
  readonly deviations: readonly Deviation[];
  /** Whether a request of this name was changed, or its response. */
  isChanged(name: string): boolean;
}

/**
 * A deviation acts on all requests of its cells, but changes nothing for most of them: then the healthy
 * server's own response is sent.
 *
 * @param names of the requests whose changes can be told apart; if another one is changed, all count as
 * changed
 */
export function noteChanges(
  deviations: readonly Deviation[],
  names: ReadonlySet<string>,
): NotedChanges {
  const changed = new Set<string>();
  let all = false;
  const note = (request: FaultRequest) => {
    // What a description changes is judged apart from requests.
    if (request.endpoint === descriptionPath) return;
    const name = nameOf(request);
    changed.add(name);
    all ||= !names.has(name);
  };
  return {
    deviations: deviations.map((one) => noting(one, note)),
    isChanged: (name) => all || changed.has(name),
  };
}

function noting(deviation: Deviation, note: (request: FaultRequest) => void): Deviation {
  const { request, response, ...rest } = deviation;
  return {
    ...rest,
    ...(request && {
      request(incoming) {
        const before = partsOf(incoming);
        request(incoming);
        if (partsOf(incoming) !== before) note(incoming);
      },
    }),
    ...(response && {
      async response(outgoing, incoming) {
        const before = textOf(outgoing);
        await response(outgoing, incoming);
        if (textOf(outgoing) !== before) note(incoming);
      },
    }),
  };
}

function partsOf({ method, path, query, headers }: FaultRequest): string {
  return JSON.stringify([method, path, query.toString(), headers]);
}

function textOf({ status, headers, body, raw, cut }: FaultResponse): string {
  return JSON.stringify([status, headers, body, raw === undefined, cut]);
}

function nameOf({ surface, endpoint, version, auth, key, keys, target }: FaultRequest): string {
  return named(surface, endpoint, version, auth, whoseKey(key, keys), queryOf(target).toString());
}

function named(...parts: readonly (string | null)[]): string {
  return JSON.stringify(parts);
}

/** Every server has keys of its own. */
function whoseKey(key: string | null, keys: ReferenceKeys): string | null {
  if (key === null) return null;
  for (const surface of surfaces) {
    for (const [name, value] of Object.entries(keys[surface])) {
      if (value === key) return `${surface} ${name}`;
    }
  }
  return "never issued";
}

/** By the ids of exchanges, since requests that follow from responses are made anew for every server. */
const seen = new Map<string, SeenRequest>();
const places = new Map<string, SeenPlace>();

/** The request that a spec becomes, as every server sees it. */
export function seenRequest(spec: RequestSpec, embedded: Embedded): SeenRequest {
  const id = exchangeId(spec);
  const known = seen.get(id) ?? seenFirst(spec, embedded);
  seen.set(id, known);
  return known;
}

function seenFirst(spec: RequestSpec, { surfaces, keys }: Embedded): SeenRequest {
  const { surface, endpoint, version } = spec;
  const configured = surfaces[surface];
  if (configured === undefined) throw new Error(`the ${surface} surface is not tested`);
  const { url, headers } = buildRequest(spec, configured, keys, {});
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const { style = null, key = null } = presentedKeys(Object.fromEntries(sent))[0] ?? {};
  const query = queryOf(url).toString();
  const name = named(surface, endpoint, version, style, whoseKey(key, keys), query);
  const placeName = named(surface, endpoint, version, style);
  const place = places.get(placeName) ?? { surface, endpoint, version, auth: style };
  places.set(placeName, place);
  return { place, name };
}
