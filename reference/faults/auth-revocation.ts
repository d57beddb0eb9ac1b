import { inError, letIn, takeKeys } from "./edit.ts";
import type { Fault, FaultRequest } from "./fault.ts";

/** Keys that were once valid are accepted for ever. */
const rememberingKeys = {
  request(request: FaultRequest) {
    const { key, memory, surface } = request;
    if (key === null || request.ownerOf(key) !== surface) return;
    if (!request.isRevoked(key)) memory.set(`seen ${key}`, true);
    else if (memory.has(`seen ${key}`)) letIn(request);
  },
};

/** The aggregator's revocable key is accepted once it is revoked. */
function letInRevocable(request: FaultRequest): void {
  const { revocable } = request.keys.aggregator;
  if (request.key === revocable && request.isRevoked(revocable)) letIn(request);
}

/** The keys that were valid on a connection. */
const validOn = new WeakMap<object, Set<string>>();

/** Keys that a user has revoked, accepted or refused wrongly. */
export const revocationFaults: readonly Fault[] = [
  {
    name: "revoked-keys-live-on",
    breaks: "auth.revoked-key-refused",
    also: ["auth.revocation-immediate", "auth.several-invalid-keys-refused"],
    cells: { surface: "aggregator" },
    sentence: "Revoked keys keep working on the aggregator.",
    request(request) {
      if (request.key !== null && request.isRevoked(request.key)) letIn(request);
    },
    witness: { endpoint: "/search", key: "revoked" },
  },
  {
    name: "revocation-forgotten-by-the-cache",
    breaks: "auth.revocation-immediate",
    cells: { surface: "news" },
    sentence: "A key that was used before its revocation stays in a cache and keeps working.",
    ...rememberingKeys,
    witness: { endpoint: "/search/publishers", key: "revocable", afterRevocation: true },
  },
  {
    name: "revocation-forgotten-by-publisher-search",
    breaks: "auth.revocation-immediate",
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "Publisher search has its own cache of keys, which revocation does not clear.",
    ...rememberingKeys,
    witness: { key: "revocable", afterRevocation: true },
  },
  {
    name: "revoked-key-answered-from-a-cache",
    breaks: "auth.revocation-immediate",
    cells: { surface: "news", endpoint: "/info/countries" },
    sentence:
      "Responses are stored by URL, version and key, in front of the check of keys: a request that was answered before is answered once more.",
    request(request) {
      const { key, memory, target, version, auth } = request;
      if (key !== null && request.isRevoked(key) && memory.has([target, version, auth, key].join()))
        letIn(request);
    },
    response({ status }, { key, memory, target, version, auth }) {
      if (status === 200) memory.set([target, version, auth, key].join(), true);
    },
    witness: {
      key: "revocable",
      afterRevocation: true,
      usedAs: { endpoint: "/info/countries", key: "revocable" },
    },
  },
  {
    name: "revocation-forgotten-in-other-styles",
    breaks: "auth.revocation-immediate",
    cells: { surface: "aggregator" },
    sentence:
      "A revoked key keeps working in the styles in which it was not used at an endpoint before.",
    request(request) {
      const { key, memory, surface, endpoint, auth } = request;
      if (key === null || request.ownerOf(key) !== surface) return;
      const place = `${key} ${endpoint} ${auth}`;
      if (!request.isRevoked(key)) memory.set(key, true).set(place, true);
      else if (memory.has(key) && !memory.has(place)) letIn(request);
    },
    witness: {
      endpoint: "/topics",
      headers: { "x-api-key": "$REVOCABLE" },
      afterRevocation: true,
      usedAs: { endpoint: "/topics", key: "revocable" },
    },
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
    name: "revoked-keys-forbidden-at-the-location-endpoint",
    breaks: "auth.geolocation-invalid-credentials-401",
    also: ["auth.refusal-status-401"],
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "The location endpoint answers a revoked key with 403 instead of 401.",
    ...inError((body, request, response) => {
      if (request.key === null || !request.isRevoked(request.key)) return;
      response.status = 403;
      body.code = 403;
    }),
    witness: { key: "revoked" },
  },
  {
    name: "revocation-unknown-to-the-old-version",
    breaks: "auth.revoked-key-refused",
    cells: { surface: "news", endpoint: "/info/countries", version: "2024-01-01" },
    sentence: "The countries at 2024-01-01 do not check whether a key was revoked.",
    request(request) {
      if (request.key !== null && request.isRevoked(request.key)) letIn(request);
    },
    witness: { key: "revoked" },
  },
  {
    name: "revocations-read-at-start",
    breaks: "auth.revocation-immediate",
    cells: { surface: "aggregator" },
    sentence: "The aggregator reads the list of revoked keys when it starts and never again.",
    request: letInRevocable,
    witness: { endpoint: "/search", key: "revocable", afterRevocation: true },
  },
  {
    name: "revocation-breaks-the-cache",
    breaks: "auth.revocation-spares-other-keys",
    also: ["error.never-5xx"],
    cells: { surface: "aggregator" },
    sentence: "After a key has been revoked, the other keys of the product get status 500.",
    response(response, request) {
      const { own, revocable } = request.keys.aggregator;
      if (request.key === own && request.isRevoked(revocable)) response.status = 500;
    },
    witness: { endpoint: "/search", afterRevocation: true },
  },
  {
    name: "revocation-forgotten-by-the-connection",
    breaks: "auth.revocation-immediate",
    cells: { surface: "news" },
    sentence: "A key that was valid once on a connection is not looked up again on it.",
    request(request) {
      const { key, connection, surface } = request;
      if (connection === null || key === null || request.ownerOf(key) !== surface) return;
      const known = validOn.get(connection) ?? new Set();
      validOn.set(connection, known);
      if (!request.isRevoked(key)) known.add(key);
      else if (known.has(key)) letIn(request);
    },
    witness: { endpoint: "/info/countries", key: "revocable", afterRevocation: true },
  },
  {
    name: "revocation-forgotten-by-topics",
    breaks: "auth.revocation-immediate",
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Topics have their own cache of keys, which revocation does not clear.",
    ...rememberingKeys,
    witness: { key: "revocable", afterRevocation: true },
  },
  {
    name: "revocation-forgotten-in-bearer-tokens",
    breaks: "auth.revocation-immediate",
    cells: { surface: "aggregator", auth: "bearer" },
    sentence: "Bearer tokens are kept in a cache, which revocation does not clear.",
    ...rememberingKeys,
    witness: { endpoint: "/geolocation", key: "revocable", afterRevocation: true },
  },
  {
    name: "revocation-forgotten-at-2024",
    breaks: "auth.revocation-immediate",
    cells: { surface: "aggregator" },
    sentence: "The aggregator at 2024-01-01 does not notice that a key is revoked.",
    request(request) {
      if (request.version === "2024-01-01") letInRevocable(request);
    },
    witness: {
      endpoint: "/geolocation",
      version: "2024-01-01",
      key: "revocable",
      afterRevocation: true,
    },
  },
];
