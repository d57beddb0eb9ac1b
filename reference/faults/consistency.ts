import { withMetadata } from "../versions.ts";
import { letIn, succeeded, takeKeys } from "./edit.ts";
import {
  anythingElse,
  type Deviation,
  type Fault,
  type FaultRequest,
  type FaultResponse,
} from "./fault.ts";

/**
 * A cache that treats requests with the same cache key as equal; it keeps responses for which `isKept` is
 * true.
 */
function cached(
  keyOf: (request: FaultRequest) => string,
  isKept: (response: FaultResponse) => boolean = succeeded,
): Pick<Deviation, "response"> {
  return {
    response(response, request) {
      const name = `cached ${keyOf(request)}`;
      const kept = request.memory.get(name);
      if (typeof kept === "string") Object.assign(response, JSON.parse(kept));
      else if (isKept(response)) {
        const { status, body } = response;
        request.memory.set(name, JSON.stringify({ status, body }));
      }
    },
  };
}

const header = ({ headers }: FaultRequest, name: string): string => String(headers[name] ?? "");

function crash(response: FaultResponse): void {
  response.status = 500;
  response.body = { success: false, code: 500, message: "something went wrong" };
}

/** A value that was determined once on a connection is used for all later requests on it. */
function rememberedByConnection(
  learn: (request: FaultRequest) => string | null,
  apply: (request: FaultRequest, known: string) => void,
): Pick<Deviation, "request"> {
  return {
    request(request) {
      const { memory, connection } = request;
      if (connection === null) return;
      const known = memory.get("connections");
      const connections = known instanceof WeakMap ? known : new WeakMap<object, string>();
      memory.set("connections", connections);
      const own: unknown = connections.get(connection);
      if (typeof own === "string") apply(request, own);
      else {
        const learned = learn(request);
        if (learned !== null) connections.set(connection, learned);
      }
    },
  };
}

/** A parameter of a request counts for the next one on its connection too, unless that one has its own. */
function keptForTheNext(name: string): Pick<Deviation, "request"> {
  return {
    request({ memory, connection, query }) {
      if (connection === null) return;
      const kept = memory.get("kept");
      const values = kept instanceof WeakMap ? kept : new WeakMap<object, string>();
      memory.set("kept", values);
      const before: unknown = values.get(connection);
      const own = query.get(name);
      if (own !== null) values.set(connection, own);
      else if (typeof before === "string") query.set(name, before);
    },
  };
}

/** Responses that depend on the order of requests and on other requests. */
export const consistencyFaults: readonly Fault[] = [
  {
    name: "cache-forgets-the-version",
    breaks: "consistency.version-not-mixed",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "Searches are cached by URL and key, without the version.",
    witness: { before: [{ version: "2022-01-01" }] },
    ...cached((request) => `${request.target} ${request.key}`),
  },
  {
    name: "connection-keeps-the-version",
    breaks: "consistency.version-not-mixed",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: "/topics" },
    // Links that a search hands out lead there.
    seenAt: ["/search"],
    sentence: "The version of the first request on a connection is used for all later ones.",
    witness: { before: [{ version: "2022-01-01" }] },
    ...rememberedByConnection(
      (request) => request.version,
      (request, version) => {
        if (version === "default") delete request.headers["api-version"];
        else request.headers["api-version"] = version;
      },
    ),
  },
  {
    name: "cache-forgets-the-key",
    breaks: "consistency.key-not-mixed",
    also: anythingElse,
    cells: { surface: "news", endpoint: "/search/articles" },
    sentence: "Article searches are cached by URL and version, without the key.",
    witness: {
      key: "none",
      query: { query: "climate" },
      before: [{ query: { query: "climate" } }],
    },
    ...cached(({ target, version }) => `${target} ${version}`),
  },
  {
    name: "cache-forgets-x-api-key",
    breaks: "consistency.key-not-mixed",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "Searches vary by api-key and Authorization in the cache, but not by x-api-key.",
    witness: {
      key: "none",
      before: [{ headers: { "x-api-key": "$KEY" } }],
    },
    ...cached((request) =>
      ["api-version", "api-key", "authorization"].reduce(
        (text, name) => `${text} ${header(request, name)}`,
        request.target,
      ),
    ),
  },
  {
    name: "refusal-remembered",
    breaks: "consistency.key-not-mixed",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "The refusal of a key is cached by URL, so that the next valid key is refused too.",
    witness: { before: [{ key: "unknown" }] },
    ...cached(
      ({ target }) => target,
      ({ status }) => status === 401,
    ),
  },
  {
    name: "refused-version-remembered",
    breaks: "consistency.same-request-same-status",
    also: anythingElse,
    cells: { surface: "news", endpoint: "/search/articles" },
    sentence: "The refusal of an unknown version is cached by URL, without the header.",
    witness: {
      query: { query: "climate" },
      before: [{ version: "1999-12-31", query: { query: "climate" } }],
    },
    ...cached(
      ({ target }) => target,
      ({ status }) => status === 400,
    ),
  },
  {
    name: "cache-knows-a-place-by-64-letters",
    breaks: "parameter.odd-signs-echoed",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "Headlines of a location are cached by version and its first 64 characters.",
    witness: {
      query: { location: `${"x".repeat(64)} & y` },
      before: [{ query: { location: `${"x".repeat(64)} z` } }],
    },
    ...cached(({ sent, version }) => {
      const parameters = new URLSearchParams(sent);
      parameters.set("location", sent.get("location")?.slice(0, 64) ?? "");
      return `${version} ${parameters}`;
    }),
  },
  {
    name: "connection-stays-logged-in",
    breaks: "consistency.key-not-mixed",
    also: anythingElse,
    cells: { surface: "news", endpoint: "/info/topics" },
    sentence:
      "Once a valid key has been sent on a connection, every later request on it is served.",
    witness: { key: "none", before: [{}] },
    ...rememberedByConnection(
      ({ key, keys, surface }) => (key === keys[surface].own ? key : null),
      letIn,
    ),
  },
  {
    name: "cache-forgets-the-query",
    breaks: "consistency.query-not-mixed",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "Headlines of a location are cached by path, version and key, without the query.",
    witness: { query: { location: "Tokyo" }, before: [{ query: { location: "London" } }] },
    ...cached(({ version, key }) => `${version} ${key}`),
  },
  {
    name: "page-kept-for-the-next-search",
    breaks: "consistency.query-not-mixed",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "A search without a page gets the page that was last requested on its connection.",
    witness: {
      query: { query: "climate" },
      before: [{ query: { query: "climate", page: "2" } }],
    },
    ...keptForTheNext("page"),
  },
  {
    name: "language-kept-for-the-next-place",
    breaks: "consistency.query-not-mixed",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "The language of a location request also applies to the next one on its connection.",
    witness: {
      query: { location: "London" },
      before: [{ query: { location: "Tokyo", language: "fr" } }],
    },
    ...keptForTheNext("language"),
  },
  {
    name: "category-kept-for-the-next-publishers",
    breaks: "consistency.query-not-mixed",
    also: anythingElse,
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "Publishers are filtered by the category of the previous request on the connection.",
    witness: { before: [{ query: { category: "Sports" } }] },
    ...keptForTheNext("category"),
  },
  {
    name: "topic-kept-for-the-next",
    breaks: "consistency.query-not-mixed",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence:
      "A request without a topic returns the topic that was last requested on its connection.",
    witness: { before: [{ query: { topic_id: "BUSINESS" } }] },
    ...keptForTheNext("topic_id"),
  },
  {
    name: "second-request-crashes",
    breaks: "consistency.same-request-same-status",
    also: anythingElse,
    cells: { surface: "news", endpoint: "/info/countries" },
    sentence: "Every second of several equal requests results in status 500.",
    witness: { before: [{}] },
    response(response, { memory, target, version, auth, key }) {
      const name = `equal ${target} ${version} ${auth} ${key}`;
      const count = Number(memory.get(name) ?? 0) + 1;
      memory.set(name, count);
      if (!succeeded(response) || count % 2 === 1) return;
      crash(response);
    },
  },
  {
    name: "refusal-remembered-by-the-path",
    breaks: "consistency.same-request-same-status",
    also: anythingElse,
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "After a refusal of parameters, the next request without any gets the same refusal.",
    witness: { before: [{ query: { limit: "0" } }] },
    response(response, { memory, version, sent }) {
      const name = `refused ${version}`;
      if (response.status === 400) memory.set(name, response.body);
      const refused = memory.get(name);
      if (!succeeded(response) || refused === undefined || sent.size > 0) return;
      response.status = 400;
      response.body = refused;
      memory.delete(name);
    },
  },
  {
    name: "every-fortieth-answer-crashes",
    breaks: "consistency.same-request-same-status",
    also: anythingElse,
    cells: { surface: "aggregator" },
    sentence: "Every fortieth success response is replaced by a 500.",
    witness: {
      endpoint: "/search",
      before: Array.from({ length: 39 }, () => ({ endpoint: "/search" })),
    },
    response(response, { memory }) {
      if (!succeeded(response)) return;
      const count = Number(memory.get("good answers") ?? 0) + 1;
      memory.set("good answers", count);
      if (count % 40 === 0) crash(response);
    },
  },
  {
    name: "first-request-in-capitals-crashes",
    breaks: "consistency.same-request-same-status",
    also: ["auth.header-name-case-ignored"],
    cells: { surface: "news", endpoint: ["/search/articles", "/info/countries"] },
    sentence: "The first request with a key header in capitals results in status 500.",
    witness: { endpoint: "/info/countries", headers: { "X-API-KEY": "$KEY" } },
    response(response, { headerNames, memory }) {
      const isFirst = !memory.has("capitals");
      if (!succeeded(response) || !isFirst || !headerNames.some((name) => /API-KEY/.test(name)))
        return;
      memory.set("capitals", true);
      crash(response);
    },
  },
  {
    name: "first-other-client-crashes",
    breaks: "consistency.same-request-same-status",
    also: ["error.never-5xx", "transport.any-media-type"],
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence:
      "The first request from a client that does not say which media types it accepts crashes.",
    witness: { headers: { "api-key": "$KEY", "accept-encoding": "gzip" } },
    response(response, { headers, memory }) {
      if (!succeeded(response) || headers.accept !== undefined || memory.has("other client"))
        return;
      memory.set("other client", true);
      crash(response);
    },
  },
  {
    name: "key-of-a-sort-refused-once",
    breaks: "consistency.same-request-same-status",
    also: anythingElse,
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "The first search by sort order gets a 401, although the key is valid.",
    witness: { query: { sort: "name" } },
    request(request) {
      const { query, key, keys, memory } = request;
      if (!query.has("sort") || key !== keys.news.own || memory.has("sorted")) return;
      memory.set("sorted", true);
      takeKeys(request);
    },
  },
  {
    name: "get-refused-after-another-method",
    breaks: "consistency.same-request-same-status",
    also: anythingElse,
    cells: { surface: "aggregator" },
    sentence:
      "After a request with another method, the next one on its connection is refused with 405.",
    response(response, { memory, connection, method }) {
      if (connection === null) return;
      const kept = memory.get("refusing");
      const refusing = kept instanceof WeakSet ? kept : new WeakSet<object>();
      memory.set("refusing", refusing);
      if (method !== "GET" && method !== "HEAD") refusing.add(connection);
      else if (refusing.delete(connection) && succeeded(response)) {
        response.status = 405;
        response.body = { success: false, code: 405, message: "method not allowed" };
      }
    },
    witness: { before: [{ method: "POST" }] },
  },
];
