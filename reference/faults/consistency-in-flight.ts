import { withMetadata } from "../versions.ts";
import { editableAt, letIn, succeeded } from "./edit.ts";
import {
  anythingElse,
  type Deviation,
  type Fault,
  type FaultRequest,
  type FaultResponse,
} from "./fault.ts";
import { nextRequest } from "./next-request.ts";

/** All requests in flight receive the response to the latest one. */
function latest(
  change: (response: FaultResponse, latest: unknown) => void,
): Pick<Deviation, "response"> {
  return {
    async response(response, { memory }) {
      if (!succeeded(response)) return;
      memory.set("latest", structuredClone(response.body));
      await nextRequest(memory);
      change(response, memory.get("latest"));
    },
  };
}

/** A member of the latest response, such as its echo. */
function withLatest(name: string): Pick<Deviation, "response"> {
  return latest((response, other) => {
    const own = editableAt(response.body);
    const value = editableAt(other)?.[name];
    if (own !== null && value !== undefined) own[name] = value;
  });
}

/**
 * A valid key authenticates every request that arrives while it is served.
 * @param share names what such requests have in common
 */
function letInMeanwhile(
  share: (request: FaultRequest) => string,
): Pick<Deviation, "request" | "response"> {
  return {
    request(request) {
      const { memory, key, keys, surface } = request;
      const name = `served ${share(request)}`;
      const served = Number(memory.get(name) ?? 0);
      if (key === keys[surface].own) memory.set(name, served + 1);
      else if (served > 0) letIn(request);
    },
    async response(_, request) {
      const { memory, key, keys, surface } = request;
      if (key !== keys[surface].own) return;
      await nextRequest(memory);
      const name = `served ${share(request)}`;
      memory.set(name, Number(memory.get(name)) - 1);
    },
  };
}

/** A request receives the response to an earlier one with the same URL that is still in flight, whatever its version. */
const joinsByUrl: Pick<Deviation, "response"> = {
  async response(response, { memory, target }) {
    if (!succeeded(response)) return;
    const name = `flight ${target}`;
    const joined = memory.get(name);
    if (joined !== undefined) {
      response.body = joined;
      return;
    }
    memory.set(name, structuredClone(response.body));
    await nextRequest(memory);
    memory.delete(name);
  },
};

/** The protected endpoints that no other fault of this kind covers. */
const notSearch = [
  "/geolocation",
  "/topics",
  "/search/articles",
  "/search/publishers",
  "/info/countries",
  "/info/topics",
];

/** Faults that only requests which are in flight together show. */
export const inFlightFaults: readonly Fault[] = [
  {
    name: "answers-swapped-in-flight",
    breaks: "consistency.concurrent-answers-own",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: ["/search", "/topics"] },
    sentence: "Of two requests in flight together, the first receives the response to the second.",
    witness: {
      endpoint: "/search",
      with: [{ endpoint: "/topics" }],
    },
    ...latest((response, body) => {
      response.body = body;
    }),
  },
  {
    name: "version-in-a-global-variable",
    breaks: "consistency.concurrent-answers-own",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence:
      "A search is served at the version of the latest request that arrived while it was in flight.",
    witness: { with: [{ version: "2022-01-01" }] },
    ...latest((response, body) => {
      const isOther = editableAt(body, "metadata") === null;
      if (isOther !== (editableAt(response.body, "metadata") === null)) response.body = body;
    }),
  },
  {
    name: "parameters-in-a-global-variable",
    breaks: "consistency.concurrent-answers-own",
    also: anythingElse,
    cells: { surface: "news", endpoint: "/search/articles" },
    sentence: "The echo is that of the latest request that arrived while the search was in flight.",
    witness: { query: { query: "climate" }, with: [{ query: { query: "music" } }] },
    ...withLatest("parameters"),
  },
  {
    name: "articles-in-a-global-variable",
    breaks: "consistency.article-search-same-answer",
    also: anythingElse,
    cells: { surface: "news", endpoint: "/search/articles" },
    sentence:
      "The articles are those of the latest request that arrived while the search was in flight.",
    witness: { query: { query: "climate" }, with: [{ query: { query: "music" } }] },
    ...withLatest("articles"),
  },
  {
    name: "location-in-a-global-variable",
    breaks: "consistency.concurrent-answers-own",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "The echo is that of the latest location that was requested in the meantime.",
    witness: { query: { location: "London" }, with: [{ query: { location: "Tokyo" } }] },
    ...withLatest("parameters"),
  },
  {
    name: "user-in-a-global-variable",
    breaks: "consistency.concurrent-answers-own",
    also: anythingElse,
    cells: { surface: "aggregator" },
    sentence: "Every request that arrives while a valid key is being served is served as well.",
    witness: { endpoint: "/search", with: [{ endpoint: "/search", key: "none" }] },
    ...letInMeanwhile(() => "by anyone"),
  },
  {
    name: "one-flight-for-every-key",
    breaks: "auth.missing-key-refused",
    also: anythingElse,
    cells: { endpoint: notSearch },
    sentence:
      "A request joins an earlier one with the same URL and version that is in flight, whatever its key.",
    witness: { endpoint: "/topics", with: [{ endpoint: "/topics", key: "none" }] },
    ...letInMeanwhile(({ version, target }) => `${version} ${target}`),
  },
  {
    name: "one-flight-for-every-version",
    breaks: "consistency.version-not-mixed",
    also: anythingElse,
    cells: { surface: "news", endpoint: ["/info/topics", "/info/countries"] },
    sentence:
      "A request joins an earlier one with the same URL that is in flight, whatever its version.",
    witness: {
      surface: "news",
      endpoint: "/info/topics",
      version: "2024-01-01",
      with: [{ surface: "news", endpoint: "/info/topics" }],
    },
    ...joinsByUrl,
  },
];
