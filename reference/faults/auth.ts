import { letIn, objectAt, takeKeys } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Doors that are open to the wrong people, or shut to the right ones. */
export const authFaults: readonly Fault[] = [
  {
    name: "bearer-not-accepted",
    breaks: "auth.style-accepted",
    cells: { surface: "news", endpoint: "/info/topics", auth: "bearer" },
    sentence: "The topic list does not know Authorization: Bearer.",
    request(request) {
      takeKeys(request);
    },
  },
  {
    name: "topics-open-to-all",
    breaks: "auth.missing-key-refused",
    also: ["auth.malformed-authorization-refused"],
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Topics are served without any key.",
    request(request) {
      if (request.key === null && request.headers.authorization === undefined) letIn(request);
    },
    witness: { key: "none" },
  },
  {
    name: "any-key-at-the-old-version",
    breaks: "auth.unknown-key-refused",
    cells: { surface: "news", endpoint: "/search/publishers", version: "2024-01-01" },
    sentence: "Publisher search at 2024-01-01 accepts keys that were never issued.",
    request(request) {
      if (request.key !== null && request.ownerOf(request.key) === null) letIn(request);
    },
    witness: { key: "unknown" },
  },
  {
    name: "keys-compared-by-their-beginning",
    breaks: "auth.unknown-key-refused",
    cells: { surface: "news" },
    sentence: "The news surface accepts whatever begins like a good key.",
    request(request) {
      const beginning = request.keys.news.own.slice(0, 12);
      if (request.key?.startsWith(beginning) === true) letIn(request);
    },
    witness: { endpoint: "/info/countries", key: "lengthened" },
  },
  {
    name: "one-key-for-both-products",
    breaks: "auth.other-product-key-refused",
    cells: { surface: "news" },
    sentence: "The news surface accepts keys of the aggregator product.",
    request(request) {
      const { key } = request;
      if (key !== null && request.ownerOf(key) === "aggregator" && !request.isRevoked(key)) {
        letIn(request);
      }
    },
    witness: { endpoint: "/info/countries", key: "other-product" },
  },
  {
    name: "revoked-keys-live-on",
    breaks: "auth.revoked-key-refused",
    also: ["auth.revocation-immediate"],
    cells: { surface: "aggregator" },
    sentence: "Revoked keys go on working on the aggregator.",
    request(request) {
      if (request.key !== null && request.isRevoked(request.key)) letIn(request);
    },
    witness: { endpoint: "/search", key: "revoked" },
  },
  {
    name: "revocation-forgotten-by-the-cache",
    breaks: "auth.revocation-immediate",
    cells: { surface: "news" },
    sentence: "A key that was used before its revocation stays in a cache and goes on working.",
    request(request) {
      const { key, memory } = request;
      if (key === null || request.ownerOf(key) !== "news") return;
      if (!request.isRevoked(key)) memory.set(`seen ${key}`, true);
      else if (memory.has(`seen ${key}`)) letIn(request);
    },
    witness: { endpoint: "/search/publishers", key: "revocable", afterRevocation: true },
  },
  {
    name: "revocation-takes-all",
    breaks: "auth.revocation-spares-other-keys",
    cells: { surface: "news" },
    sentence: "Revoking one key locks out the other keys of the product too.",
    request(request) {
      if (request.isRevoked(request.keys.news.revocable)) takeKeys(request);
    },
    witness: { endpoint: "/info/topics", afterRevocation: true },
  },
  {
    name: "empty-bearer-passes",
    breaks: "auth.malformed-authorization-refused",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "Any Authorization header without a key in it opens the location endpoint.",
    request(request) {
      const { authorization } = request.headers;
      if (request.key !== null || typeof authorization !== "string") return;
      if (!authorization.includes("bk_") && !/^basic /i.test(authorization)) letIn(request);
    },
    witness: { authorization: "Bearer" },
  },
  {
    name: "bare-key-accepted",
    breaks: "auth.bare-authorization-refused",
    cells: { surface: "news", endpoint: "/search/articles" },
    sentence: "Article search accepts a key that stands in Authorization without a scheme.",
    request(request) {
      if (request.headers.authorization === request.keys.news.own) letIn(request);
    },
    witness: { key: "bare" },
  },
  {
    name: "forbidden-without-a-key",
    breaks: "auth.geolocation-missing-key-401",
    also: ["auth.refusal-status-401", "error.matching-envelope-elsewhere"],
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "The location endpoint answers a request without a key with 403 in place of 401.",
    response(response, request) {
      const error = objectAt(response.body);
      if (response.status !== 401 || request.key !== null || error === null) return;
      response.status = 403;
      error.code = 403;
    },
    witness: { key: "none" },
  },
];
