import { withMetadata } from "../versions.ts";
import { letIn } from "./edit.ts";
import type { Fault } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;
const publishers = { surface: "news", endpoint: "/search/publishers" } as const;

/**
 * Whether a path needs a key is asked before it is brought into the form in which it is routed.
 * @param spelled a path that is changed by that
 */
function spellingWithoutKey(
  spelled: string,
  routed: (path: string) => string,
): Pick<Fault, "breaks" | "request" | "witness"> {
  return {
    breaks: "auth.path-spelling-needs-key",
    request(request) {
      const path = routed(request.path);
      if (path === request.path) return;
      request.path = path;
      letIn(request);
    },
    witness: { endpoint: spelled, key: "none" },
  };
}

/** Keys that are looked for in some requests only, or compared in part. */
export const authByRequestFaults: readonly Fault[] = [
  {
    name: "later-pages-without-a-key",
    breaks: "auth.missing-key-refused",
    also: ["auth."],
    cells: { ...search, version: withMetadata },
    sentence: "The second page of a search needs no key.",
    request(request) {
      if (request.query.get("page") === "2") letIn(request);
    },
    witness: { query: { page: "2" }, key: "none" },
  },
  {
    name: "session-cookie-in-place-of-a-key",
    breaks: "auth.missing-key-refused",
    also: ["auth.", "error."],
    cells: { surface: "aggregator" },
    sentence: "A request with a session cookie needs no key.",
    request(request) {
      if (request.headers.cookie?.includes("session=")) letIn(request);
    },
    witness: { endpoint: "/search", headers: { cookie: "session=1" } },
  },
  {
    name: "own-network-without-a-key",
    breaks: "auth.missing-key-refused",
    also: ["auth.", "error."],
    cells: { surface: "news" },
    sentence: "Requests that claim to come from the server's own network need no key.",
    request(request) {
      if (request.headers["x-forwarded-for"] === "127.0.0.1") letIn(request);
    },
    witness: { endpoint: "/info/topics", headers: { "x-forwarded-for": "127.0.0.1" } },
  },
  {
    name: "private-address-without-a-key",
    breaks: "auth.missing-key-refused",
    also: ["auth.", "error."],
    cells: { surface: "aggregator" },
    sentence: "Requests that claim to come from a private address need no key.",
    request(request) {
      if (/^(10|192\.168)\./.test(String(request.headers["x-real-ip"]))) letIn(request);
    },
    witness: { endpoint: "/topics", headers: { "x-real-ip": "10.0.0.1" } },
  },
  {
    name: "own-page-without-a-key",
    breaks: "auth.missing-key-refused",
    also: ["auth.", "error."],
    cells: { surface: "aggregator" },
    sentence: "Requests from a page of the server's own site need no key.",
    request(request) {
      if (request.headers.referer?.includes("//localhost")) letIn(request);
    },
    witness: { endpoint: "/search", headers: { referer: "http://localhost:3000/" } },
  },
  {
    name: "not-modified-without-a-key",
    breaks: "auth.missing-key-refused",
    also: ["auth.", "error.", "transport.browser-media-types"],
    cells: { surface: "news" },
    sentence: "Conditional requests are answered with 304 before the key is checked.",
    witness: { endpoint: "/info/topics", headers: { "if-none-match": "*" } },
    response(response, { headers }) {
      if (headers["if-none-match"] === undefined) return;
      response.status = 304;
      response.raw = "";
    },
  },
  {
    name: "places-with-codes-without-a-key",
    breaks: "auth.unknown-key-refused",
    also: ["auth.", "error."],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "A location with a country is served from a public cache.",
    request(request) {
      if (request.query.has("country")) letIn(request);
    },
    witness: { query: { location: "London", country: "US" }, key: "unknown" },
  },
  {
    name: "search-text-without-a-key",
    breaks: "auth.other-product-key-refused",
    also: ["auth.", "error."],
    cells: { ...search, version: "2022-01-01" },
    sentence: "At 2022-01-01, a search by text does not check the key.",
    request(request) {
      if (request.query.has("q")) letIn(request);
    },
    witness: { query: { q: "climate" }, key: "other-product" },
  },
  {
    name: "opaque-topics-without-a-key",
    breaks: "auth.revoked-key-refused",
    also: ["auth."],
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "Topics with an opaque id are served from a public cache.",
    request(request) {
      if (request.query.get("topic_id")?.startsWith("CAAq")) letIn(request);
    },
    witness: { query: { topic_id: "CAAqNoSuchTopic" }, key: "revoked" },
  },
  {
    name: "publisher-filters-without-a-key",
    breaks: "auth.missing-key-refused",
    also: ["auth.", "error."],
    cells: publishers,
    sentence: "Publisher search by category, country or language does not check the key.",
    request(request) {
      const filters = ["category", "country", "language"];
      if (filters.some((name) => request.query.has(name))) letIn(request);
    },
    witness: { query: { category: "General" }, key: "none" },
  },
  {
    name: "crash-without-key-and-location",
    breaks: "auth.missing-key-refused",
    also: ["error.never-5xx"],
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "A location request with neither key nor location causes a server error.",
    witness: { query: {}, key: "none" },
    response(response, request) {
      if (request.key === null && !request.query.has("location")) response.status = 500;
    },
  },
  {
    name: "crash-at-unknown-key-and-bad-limit",
    breaks: "auth.unknown-key-refused",
    also: ["error.never-5xx"],
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "An unknown key with an out-of-range number of results causes a server error.",
    witness: { query: { limit: "101" }, key: "unknown" },
    response(response, request) {
      const isBad = Number(request.query.get("limit") ?? 1) > 100;
      if (response.status === 401 && isBad) response.status = 500;
    },
  },
  {
    name: "keys-named-like-object-members",
    breaks: "auth.unknown-key-refused",
    also: ["auth."],
    cells: { surface: "aggregator" },
    sentence: "Keys are looked up in a plain object, which has members such as constructor.",
    request(request) {
      if (request.key !== null && request.key in {}) letIn(request);
    },
    witness: { endpoint: "/search", headers: { "api-key": "constructor" } },
  },
  {
    name: "key-of-a-variable-that-is-not-set",
    breaks: "auth.unknown-key-refused",
    cells: { surface: "news" },
    sentence: "The news surface accepts the texts undefined and null as keys.",
    request(request) {
      if (["undefined", "null"].includes(request.key ?? "")) letIn(request);
    },
    witness: { endpoint: "/info/topics", headers: { authorization: "Bearer undefined" } },
  },
  {
    name: "last-character-of-the-key-not-compared",
    breaks: "auth.unknown-key-refused",
    cells: { surface: "news" },
    sentence: "The news surface does not compare the last character of a key.",
    request(request) {
      const { own } = request.keys.news;
      const { key } = request;
      if (key?.length === own.length && key.startsWith(own.slice(0, -1))) letIn(request);
    },
    witness: { endpoint: "/info/countries", key: "altered" },
  },
  {
    name: "middle-of-the-key-not-compared",
    breaks: "auth.unknown-key-refused",
    also: ["auth.geolocation-unknown-key-401"],
    cells: { surface: "aggregator" },
    sentence: "The aggregator compares the beginning and the end of a key, and its length.",
    request(request) {
      const { own } = request.keys.aggregator;
      const key = request.key ?? "";
      // So many characters that some are letters: the same key in other letter cases is another one.
      const quarter = Math.ceil(own.length / 4);
      const ends = (text: string) => [text.slice(0, quarter), text.slice(-quarter), text.length];
      if (ends(key).join() === ends(own).join()) letIn(request);
    },
    witness: { endpoint: "/search", key: "altered-within" },
  },
  {
    name: "beginning-of-the-key-not-compared",
    breaks: "auth.unknown-key-refused",
    cells: { surface: "news" },
    sentence: "The news surface does not compare the first eight characters of a key.",
    request(request) {
      const { own } = request.keys.news;
      const { key } = request;
      if (key?.length === own.length && key.endsWith(own.slice(8))) letIn(request);
    },
    witness: { endpoint: "/info/countries", key: "altered-within" },
  },
  {
    name: "wildcard-for-a-key",
    breaks: "auth.unknown-key-refused",
    also: ["auth."],
    cells: { surface: "aggregator" },
    sentence: "The aggregator looks keys up with a pattern, so * and % match one.",
    request(request) {
      if (["*", "%"].includes(request.key ?? "")) letIn(request);
    },
    witness: { endpoint: "/topics", headers: { "api-key": "%" } },
  },
  {
    name: "three-headers-are-a-key",
    breaks: "auth.several-invalid-keys-refused",
    cells: { surface: "aggregator" },
    sentence: "A request with all three key headers is accepted, whatever they contain.",
    request(request) {
      const names = ["api-key", "x-api-key", "authorization"];
      if (names.every((name) => request.headers[name] !== undefined)) letIn(request);
    },
    witness: {
      endpoint: "/search",
      headers: { "api-key": "bk_no", "x-api-key": "bk_no", authorization: "Bearer bk_no" },
    },
  },
  {
    name: "slash-at-the-end-needs-no-key",
    cells: { surface: "aggregator" },
    sentence: "The aggregator requires no key if a path ends with a slash.",
    ...spellingWithoutKey("/search/", (path) => path.replace(/\/$/, "")),
  },
  {
    name: "post-needs-no-key",
    breaks: "auth.post-needs-key",
    cells: { surface: "aggregator" },
    sentence: "POST without a key is answered like GET with one.",
    request(request) {
      if (request.method !== "POST" || request.key !== null) return;
      request.method = "GET";
      letIn(request);
    },
    witness: { endpoint: "/topics", key: "none", method: "POST" },
  },
  {
    name: "extension-needs-no-key",
    cells: { surface: "news" },
    sentence: "The news surface requires no key if a path ends with .json.",
    ...spellingWithoutKey("/info/topics.json", (path) => path.replace(/\.json$/, "")),
  },
  {
    name: "path-parameter-needs-no-key",
    cells: { surface: "news" },
    sentence: "The news surface requires no key if a path has a path parameter, such as ;a=b.",
    ...spellingWithoutKey("/search/publishers;a=b", (path) => path.replace(/;.*/, "")),
  },
  {
    name: "encoded-path-needs-no-key",
    cells: { surface: "news" },
    sentence:
      "The news surface decodes a path only after it has checked whether the path needs a key.",
    ...spellingWithoutKey("/info/%74opics", decodeURIComponent),
  },
  {
    name: "double-slash-needs-no-key",
    cells: { surface: "aggregator" },
    sentence: "The aggregator requires no key if a path begins with two slashes.",
    ...spellingWithoutKey("//topics", (path) => path.replace(/^\/\//, "/")),
  },
  {
    name: "path-in-capitals-needs-no-key",
    cells: { surface: "aggregator" },
    sentence: "The aggregator requires no key if a path has capital letters.",
    ...spellingWithoutKey("/TOPICS", (path) => path.toLowerCase()),
  },
  {
    name: "prefix-of-the-key-left-out",
    breaks: "auth.unknown-key-refused",
    also: ["auth.geolocation-unknown-key-401"],
    cells: { surface: "aggregator" },
    sentence: "The aggregator accepts a key without its prefix bk_.",
    request(request) {
      if (`bk_${request.key}` === request.keys.aggregator.own) letIn(request);
    },
    witness: { endpoint: "/search", key: "unprefixed" },
  },
  {
    name: "limited-lists-without-a-key",
    breaks: "auth.missing-key-refused",
    also: ["auth."],
    cells: { ...publishers, version: "2024-01-01" },
    sentence:
      "Publisher search with a number of results is served from a public cache at 2024-01-01.",
    request(request) {
      if (request.query.has("limit")) letIn(request);
    },
    witness: { query: { limit: "37" }, key: "none" },
  },
  {
    name: "searches-in-one-language-without-a-key",
    breaks: "auth.revoked-key-refused",
    cells: { ...search, version: "2024-01-01" },
    sentence: "With a language, search at 2024-01-01 does not check whether a key was revoked.",
    request(request) {
      const { key, query } = request;
      if (query.has("language") && key !== null && request.isRevoked(key)) letIn(request);
    },
    witness: { query: { language: "en" }, key: "revoked" },
  },
  {
    name: "sorted-publishers-for-unknown-keys",
    breaks: "auth.unknown-key-refused",
    also: ["auth.several-invalid-keys-refused"],
    cells: publishers,
    sentence: "Publisher search with a sort order accepts a key that was never issued.",
    request(request) {
      const { key, query } = request;
      if (query.has("sort") && key !== null && request.ownerOf(key) === null) letIn(request);
    },
    witness: { query: { sort: "name" }, key: "unknown" },
  },
  {
    name: "keys-checked-for-get-only",
    breaks: "auth.head-without-key-refused",
    cells: { surface: "aggregator" },
    sentence: "HEAD needs no key.",
    request(request) {
      if (request.method === "HEAD" && request.key === null) letIn(request);
    },
    witness: {
      endpoint: "/geolocation",
      query: { location: "London" },
      method: "HEAD",
      key: "none",
    },
  },
  {
    name: "opaque-subtopics-without-a-key",
    breaks: "auth.missing-key-refused",
    also: ["auth.", "error."],
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "Subtopics are served from a public cache at 2024-01-01.",
    request(request) {
      if (request.query.has("subtopic_id")) letIn(request);
    },
    witness: { query: { subtopic_id: "CAAqNoSuchTopic" }, key: "none" },
  },
  {
    name: "lists-with-a-query-without-a-key",
    breaks: "auth.missing-key-refused",
    also: ["auth.", "error."],
    cells: { surface: "news", endpoint: ["/info/countries", "/info/topics"] },
    sentence: "The lists are open to anyone who adds a parameter to the URL.",
    request(request) {
      if (request.query.size > 0) letIn(request);
    },
    witness: { endpoint: "/info/topics", query: { utm_source: "newsletter" }, key: "none" },
  },
  {
    name: "publishers-of-a-country-for-any-key",
    breaks: "auth.unknown-key-refused",
    also: ["auth."],
    cells: publishers,
    sentence: "Publisher search by country without a number of results accepts any key.",
    request(request) {
      const { key, query } = request;
      if (key !== null && query.has("country") && !query.has("limit")) letIn(request);
    },
    witness: { query: { country: "us" }, key: "unknown" },
  },
];
