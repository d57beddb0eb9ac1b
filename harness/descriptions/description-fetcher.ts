import { parseUrl } from "../../contracts/parse-url.ts";
import type { FailureKind, Surface } from "../../contracts/vocabulary.ts";
import type { Client } from "../http/client.ts";
import { createGate } from "../http/gate.ts";
import { createPacing } from "../http/pacing.ts";
import type { Answered, Failure } from "../http/reply.ts";
import { acceptedCodings } from "../requests/request.ts";
import type { Configuration, Keys } from "../settings/types.ts";
import { suiteVersion } from "../suite-version.ts";

/** Thrown if there is no response at all. */
export class Unanswered extends Error {
  readonly kind: FailureKind;

  constructor({ kind, message }: Failure) {
    super(message);
    this.kind = kind;
  }
}

/** Fetches descriptions, outside the run's exchanges. */
export interface DescriptionFetcher {
  /**
   * Sends a request without a key and, if it is refused at the surface's own origin, once more with the
   * key.
   * @throws Unanswered if there is no response
   * @throws Error if the limit of requests is reached
   */
  get(surface: Surface, url: string): Promise<Answered>;
  /** The number of requests sent for a surface so far, including retries. */
  requests(surface: Surface): number;
  /** The number of requests for a surface that the limit still allows. */
  left(surface: Surface): number;
}

export interface FetcherLimits {
  /** Retries if a server says "try again later". */
  readonly retries: number;
  /** Maximum requests for a surface, not counting retries and the first that is repeated with the key. */
  readonly most: number;
}

export function createDescriptionFetcher(
  { surfaces, network }: Pick<Configuration, "surfaces" | "network">,
  keys: Keys,
  client: Client,
  { retries, most }: FetcherLimits,
): DescriptionFetcher {
  const pacing = createPacing({ ...network, retries });
  const gate = createGate();
  const counts = { aggregator: 0, news: 0 };
  const taken = { aggregator: 0, news: 0 };
  /** The surfaces that refuse requests without a key. */
  const refusing = new Set<Surface>();

  const send = async (surface: Surface, url: string, more: Readonly<Record<string, string>>) => {
    const headers = {
      accept: "application/json, application/yaml;q=0.9, */*;q=0.8",
      "accept-encoding": acceptedCodings,
      "user-agent": `news-conformance/${suiteVersion}`,
      ...more,
    };
    counts[surface] += 1;
    const { reply, attempts } = await pacing.run(
      (how) => client.send({ method: "GET", url, headers }, how),
      "normal",
      gate,
    );
    counts[surface] += Math.max(0, attempts - 1);
    if (reply.kind === "failed") throw new Unanswered(reply.failure);
    return reply;
  };

  /** Counted before the first await, since the documents of a description are fetched concurrently. */
  const take = (surface: Surface) => {
    if (taken[surface] >= most) throw new Error(`more than ${most} requests would be needed`);
    taken[surface] += 1;
  };

  return {
    async get(surface, url) {
      take(surface);
      const base = surfaces[surface]?.baseUrl ?? "";
      const isOwn = parseUrl(base)?.origin === new URL(url).origin;
      // Headers and keys are sent to the surface only.
      if (!isOwn) return send(surface, url, {});
      const { headers } = network;
      const { own } = keys[surface];
      const withKey = () => send(surface, url, { ...headers, authorization: `Bearer ${own}` });
      if (refusing.has(surface)) return withKey();
      const reply = await send(surface, url, headers);
      const isRefused = reply.status === 401 || reply.status === 403;
      if (!isRefused || own === null) return reply;
      // The first repetition is not counted: a server that requires a key everywhere is searched as far as others.
      if (refusing.has(surface)) take(surface);
      refusing.add(surface);
      return withKey();
    },
    requests: (surface) => counts[surface],
    left: (surface) => most - taken[surface],
  };
}
