import { setImmediate as nextTurn } from "node:timers/promises";
import { loadCatalogue } from "../../contracts/load.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { FaultRequest, FaultResponse } from "../faults/fault.ts";
import { bodyDigest } from "./body-digest.ts";
import { everywhere, type Variant } from "./variant.ts";

/** A stored response and its time. */
interface Stored {
  readonly at: number;
  readonly response: Pick<FaultResponse, "status" | "body">;
}

/** The key of a correct cache: everything on which the response depends. */
function keyOf({ method, target, headers }: FaultRequest): string {
  const varying = ["api-version", "api-key", "x-api-key", "authorization"];
  return JSON.stringify([method, target, ...varying.map((name) => headers[name] ?? null)]);
}

/** The key of a cache behind the one that checks keys: the version in effect, and the key in whatever header. */
function keyInEffect({ surface, endpoint, method, target, version, key }: FaultRequest): string {
  const inEffect =
    version === defaultVersion ? loadCatalogue().defaultOf(surface, endpoint) : version;
  return JSON.stringify([method, target, inEffect, key]);
}

/** The number of requests until now, by which they are spread. */
function countIn({ memory }: FaultRequest): number {
  const count = Number(memory.get("count") ?? 0) + 1;
  memory.set("count", count);
  return count;
}

/**
 * Stores every success response for later equal requests whose key is still valid.
 * @param placeOf the cache that a request comes to; one for all if absent
 * @param keyFor what a response depends on
 */
function cached(
  onHit: (response: FaultResponse, stored: Stored, request: FaultRequest) => void,
  placeOf: (request: FaultRequest) => number = () => 0,
  keyFor: typeof keyOf = keyOf,
): Pick<Variant, "response"> {
  const stores = new WeakMap<Map<string, unknown>, Map<string, Stored>>();
  return {
    response(response, request) {
      const store = stores.get(request.memory) ?? new Map<string, Stored>();
      stores.set(request.memory, store);
      const key = `${placeOf(request)} ${keyFor(request)}`;
      const stored = store.get(key);
      if (response.status !== 200) return;
      if (stored !== undefined) {
        Object.assign(response, structuredClone(stored.response));
        onHit(response, stored, request);
      } else {
        const { status, body } = response;
        store.set(key, { at: Date.now(), response: structuredClone({ status, body }) });
      }
    },
  };
}

/** One cache for all, behind the check of keys. */
const cachedInEffect = cached(
  () => {},
  () => 0,
  keyInEffect,
);

/** Simulates three seconds between two responses, but less than five minutes in total. */
function threeSecondsLater({ headers }: FaultResponse, _: Stored, { memory }: FaultRequest): void {
  const seconds = 3 * (Number(memory.get("count")) % 60);
  headers.date = new Date(Date.now() + 1000 * seconds).toUTCString();
}

const soon = () => new Promise<void>((done) => setTimeout(done, 2));

/** Freedoms of servers with caches, queues and rate limits. */
export const neighbourVariants: readonly Variant[] = [
  everywhere(
    "cache-of-equal-requests",
    "Responses are cached by everything that they depend on, with Vary, Age and ETag.",
    cached(({ headers, body }, { at }) => {
      headers.age = String(Math.floor((Date.now() - at) / 1000));
      headers.vary = "api-version, api-key, x-api-key, Authorization";
      headers.etag = `"${bodyDigest(body)}"`;
    }),
  ),
  everywhere(
    "silent-cache",
    "Responses are cached by everything that they depend on, without caching headers.",
    cached(() => {}),
  ),
  {
    ...everywhere(
      "cache-of-equivalent-searches",
      "A cache has one response for all spellings of a text in small letters and capitals.",
      cached(
        () => {},
        () => 0,
        (request) => keyInEffect({ ...request, target: request.target.toLowerCase() }),
      ),
    ),
    cells: { endpoint: "/search" },
    quiet: true,
  },
  {
    ...everywhere(
      "two-caches",
      "Each of two caches, which are asked in turn, keeps every response of its own.",
      cached(threeSecondsLater, (request) => countIn(request) % 2),
    ),
    quiet: true,
  },
  everywhere(
    "cache-by-version-in-effect",
    "A cache has one response for the version, whether it is named or not, and for the key in any header.",
    cachedInEffect,
  ),
  everywhere(
    "cache-of-old-lists-like-new",
    "The same, and the lists of countries and topics look like the latest ones at 2024-01-01 too.",
    {
      ...cachedInEffect,
      request(request) {
        const { surface, endpoint, version, key, keys, headers } = request;
        const isOld = version === "2024-01-01" && endpoint.startsWith("/info/");
        if (isOld && key === keys[surface].own) delete headers["api-version"];
      },
    },
  ),
  everywhere("one-at-a-time", "Requests are served one after the other, in order of arrival.", {
    async response(_, { memory }) {
      const before: unknown = memory.get("last");
      const own = Promise.resolve(before).then(() => nextTurn());
      memory.set("last", own);
      await own;
    },
  }),
  everywhere(
    "last-come-first-served",
    "Of requests in flight together, the last is served first.",
    {
      async response(_, { memory }) {
        const inFlight = Number(memory.get("in flight") ?? 0) + 1;
        memory.set("in flight", inFlight);
        await new Promise<void>((done) => setTimeout(done, Math.max(0, 12 - 2 * inFlight)));
        memory.set("in flight", Number(memory.get("in flight")) - 1);
      },
    },
  ),
  everywhere("four-at-once", "The fifth concurrent request is throttled.", {
    async response(response, { memory }) {
      const inFlight = Number(memory.get("in flight") ?? 0) + 1;
      if (inFlight > 4) {
        response.status = 429;
        response.headers["retry-after"] = "0";
        response.body = { success: false, code: 429, message: "too many at once" };
        return;
      }
      memory.set("in flight", inFlight);
      await soon();
      memory.set("in flight", Number(memory.get("in flight")) - 1);
    },
  }),
  everywhere("refusals-end-connections", "After a refusal the connection is closed.", {
    response({ status, headers }) {
      if (status >= 400) headers.connection = "close";
    },
  }),
  everywhere("whole-seconds", "Timestamps have no fraction of a second.", {
    response({ body }) {
      const metadata: unknown = Object(body).metadata;
      const { timestamp } = Object(metadata);
      if (typeof timestamp === "string")
        Object.assign(Object(metadata), { timestamp: timestamp.replace(/\.\d+/, "") });
    },
  }),
];
