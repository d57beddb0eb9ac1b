import { editableAt, inError, letIn } from "./edit.ts";
import type { Fault, FaultRequest } from "./fault.ts";

/** Whether the request has neither a key nor a key header. */
function isBare({ key, headers }: FaultRequest): boolean {
  return (
    key === null &&
    ["api-key", "x-api-key", "authorization"].every((name) => headers[name] === undefined)
  );
}

/** Whether a key header has no key. */
function isMalformed(request: FaultRequest): boolean {
  return (
    request.key === null &&
    !isBare(request) &&
    !String(request.headers.authorization ?? "").includes(request.keys[request.surface].own) &&
    !/^basic [^=]{8}/i.test(String(request.headers.authorization ?? ""))
  );
}

/** Requests that should be refused and are not, and refusals that are wrong. */
export const authFaults: readonly Fault[] = [
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
    name: "caller-in-the-parameters",
    breaks: "auth.key-not-echoed",
    cells: { surface: "aggregator", endpoint: "/topics", auth: "x-api-key" },
    sentence: "Topics include the key in the parameters that they echo.",
    response(response, { key }) {
      const parameters = editableAt(response.body, "parameters");
      if (parameters !== null && key !== null) parameters.caller = key;
    },
  },
  {
    name: "caller-without-prefix",
    breaks: "auth.key-not-echoed",
    also: ["robustness.key-not-echoed"],
    cells: { surface: "news", endpoint: "/info/countries" },
    sentence: "Countries are listed with the key, without its first three characters.",
    response(response, { key }) {
      const body = editableAt(response.body);
      if (body !== null && key !== null) body.caller = key.slice(3);
    },
  },
  {
    name: "any-key-at-the-old-version",
    breaks: "auth.unknown-key-refused",
    also: ["auth.several-invalid-keys-refused"],
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
    sentence: "The news surface accepts anything that begins like a valid key.",
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
    name: "empty-bearer-passes",
    breaks: "auth.malformed-authorization-refused",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "Any Authorization header without a key in it gives access to the location endpoint.",
    request(request) {
      const { authorization } = request.headers;
      if (request.key !== null || typeof authorization !== "string") return;
      if (!authorization.includes("bk_") && !/^basic /i.test(authorization)) letIn(request);
    },
    witness: { headers: { authorization: "Bearer" } },
  },
  {
    name: "revoked-key-beside-another",
    breaks: "auth.several-invalid-keys-refused",
    cells: { surface: "aggregator" },
    sentence: "A revoked key is accepted if another header has a key too.",
    request(request) {
      const { headers, keys, surface } = request;
      const sent = ["api-key", "x-api-key", "authorization"].map((name) => headers[name]);
      const present = sent.filter((value) => value !== undefined).map(String);
      const isRevoked = present.some((value) => value.endsWith(keys[surface].revoked));
      if (present.length > 1 && isRevoked) letIn(request);
    },
    witness: {
      endpoint: "/search",
      headers: { "api-key": "bk_unknown", "x-api-key": "$REVOKED" },
    },
  },
  {
    name: "empty-key-beside-filters",
    breaks: "auth.malformed-authorization-refused",
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "Publisher search with several filters is served with an empty key.",
    request(request) {
      if (isMalformed(request) && request.query.size > 1) letIn(request);
    },
    witness: { headers: { "x-api-key": "" }, query: { category: "General", country: "us" } },
  },
  {
    name: "forbidden-without-a-key",
    breaks: "auth.geolocation-missing-key-401",
    also: ["auth.geolocation-invalid-credentials-401", "auth.refusal-status-401"],
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "The location endpoint answers a request without a key with 403 instead of 401.",
    response(response, request) {
      const error = editableAt(response.body);
      if (response.status !== 401 || request.key !== null || error === null) return;
      response.status = 403;
      error.code = 403;
    },
    witness: { key: "none" },
  },
  {
    name: "oldest-version-before-keys",
    breaks: "auth.missing-key-refused",
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    sentence: "Search at 2022-01-01 was built before there were keys, and needs none.",
    request(request) {
      if (isBare(request)) letIn(request);
    },
    witness: { key: "none" },
  },
  {
    name: "countries-are-public",
    breaks: "auth.missing-key-refused",
    also: ["auth.malformed-authorization-refused"],
    cells: { surface: "news", endpoint: "/info/countries" },
    sentence: "The list of countries is served like ping, without any key.",
    request(request) {
      if (isBare(request) || isMalformed(request)) letIn(request);
    },
    witness: { key: "none" },
  },
  {
    name: "led-to-the-login-page",
    breaks: "auth.missing-key-refused",
    cells: { surface: "news", endpoint: "/info/topics" },
    sentence: "A client without a key is redirected to a login page.",
    response(response, request) {
      if (response.status !== 401 || !isBare(request)) return;
      response.status = 302;
      response.headers.location = "https://console.example/login";
    },
    witness: { key: "none" },
  },
  {
    name: "refused-with-200",
    breaks: "auth.missing-key-refused",
    also: [
      "auth.basic-authorization-refused",
      "auth.malformed-authorization-refused",
      "auth.other-product-key-refused",
      "auth.revoked-key-refused",
      "auth.several-invalid-keys-refused",
      "auth.unknown-key-refused",
      "envelope.members-present",
      "envelope.success-is-true",
    ],
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "Errors of topics at 2024-01-01 come with status 200 and success: false.",
    response(response) {
      if (response.status === 401) response.status = 200;
    },
    witness: { key: "none" },
  },
  {
    name: "crash-without-a-key",
    breaks: "auth.missing-key-refused",
    also: ["error.never-5xx", "robustness.options"],
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "Publisher search fails with status 500 for a request without any key header.",
    response(response, request) {
      if (isBare(request)) response.status = 500;
    },
    witness: { key: "none" },
  },
  {
    name: "prefix-is-enough",
    breaks: "auth.unknown-key-refused",
    also: ["auth.several-invalid-keys-refused"],
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Topics accept anything that begins with bk_ as a key.",
    request(request) {
      const { key } = request;
      if (key?.startsWith("bk_") === true && request.ownerOf(key) === null) letIn(request);
    },
    witness: { key: "unknown" },
  },
  {
    name: "bearer-not-looked-up",
    breaks: "auth.unknown-key-refused",
    also: ["auth.geolocation-unknown-key-401", "auth.malformed-authorization-refused"],
    cells: { surface: "aggregator", endpoint: "/geolocation", auth: "bearer" },
    sentence: "The location endpoint assumes that the gateway has checked every bearer token.",
    request(request) {
      if (request.key !== null && request.ownerOf(request.key) === null) letIn(request);
    },
    witness: { key: "unknown" },
  },
  {
    name: "keys-compared-ignoring-case",
    breaks: "auth.key-case-matters",
    cells: { surface: "news" },
    sentence: "The news surface compares keys without regard to letter case, like its database.",
    request(request) {
      if (request.key?.toLowerCase() === request.keys.news.own.toLowerCase()) letIn(request);
    },
    witness: { endpoint: "/info/countries", key: "recased" },
  },
  {
    name: "each-key-checked-by-the-other",
    breaks: "auth.several-invalid-keys-refused",
    cells: { surface: "news" },
    sentence:
      "If two headers contain keys, each of two parts of the server leaves the check to the other.",
    request(request) {
      const { headers } = request;
      const sent = ["api-key", "x-api-key", "authorization"].filter((name) => headers[name]);
      if (sent.length > 1) letIn(request);
    },
    witness: {
      endpoint: "/info/countries",
      headers: { "api-key": "bk_one", authorization: "Bearer bk_two" },
    },
  },
  {
    name: "malformed-credentials-are-a-bad-request",
    breaks: "auth.geolocation-invalid-credentials-401",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "The location endpoint at 2024-01-01 answers a header without a key in it with 400.",
    ...inError((body, request, response) => {
      if (response.status !== 401 || !isMalformed(request)) return;
      response.status = 400;
      body.code = 400;
    }),
    witness: { headers: { authorization: "Bearer" } },
  },
  {
    name: "end-of-the-key-not-compared",
    breaks: "auth.unknown-key-refused",
    cells: { surface: "aggregator", endpoint: ["/search", "/topics"] },
    sentence: "A key whose last characters are missing or wrong is accepted.",
    request(request) {
      const { own } = request.keys.aggregator;
      if (request.key?.startsWith(own.slice(0, -1)) === true) letIn(request);
    },
    witness: { key: "lengthened" },
  },
  {
    name: "news-keys-at-the-location-endpoint",
    breaks: "auth.other-product-key-refused",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2022-01-01" },
    sentence: "The location endpoint at 2022-01-01 accepts keys of the news product.",
    request(request) {
      const { key } = request;
      if (key !== null && request.ownerOf(key) === "news" && !request.isRevoked(key))
        letIn(request);
    },
    witness: { key: "other-product" },
  },
  {
    name: "nonsense-passes-at-the-old-version",
    breaks: "auth.malformed-authorization-refused",
    cells: { surface: "aggregator", version: "2024-01-01" },
    sentence: "At 2024-01-01 a key header without a key in it gives access to the aggregator.",
    request(request) {
      if (isMalformed(request)) letIn(request);
    },
    witness: { endpoint: "/search", headers: { authorization: "Bearer" } },
  },
  {
    name: "empty-key-passes",
    breaks: "auth.malformed-authorization-refused",
    cells: { surface: "news" },
    sentence: "An empty api-key header gives access to the news surface.",
    request(request) {
      if (request.headers["api-key"] === "") letIn(request);
    },
    witness: { endpoint: "/info/countries", headers: { "api-key": "" } },
  },
  {
    name: "crash-on-another-scheme",
    breaks: "auth.malformed-authorization-refused",
    also: ["error.never-5xx"],
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "An Authorization header without a token results in status 500.",
    response(response, request) {
      if (isMalformed(request)) response.status = 500;
    },
    witness: { headers: { authorization: "Bearer" } },
  },
  {
    name: "publishers-forbidden",
    breaks: "auth.refusal-status-401",
    cells: { surface: "news", endpoint: "/search/publishers", version: "2024-01-01" },
    sentence: "Publisher search at 2024-01-01 refuses invalid keys with 403 instead of 401.",
    ...inError((body, _, response) => {
      if (response.status !== 401) return;
      response.status = 403;
      body.code = 403;
    }),
    witness: { key: "none" },
  },
  {
    name: "search-hidden-from-strangers",
    breaks: "auth.refusal-status-401",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "Search refuses invalid keys with 404, as if the endpoint did not exist.",
    ...inError((body, _, response) => {
      if (response.status !== 401) return;
      response.status = 404;
      if ("code" in body) body.code = 404;
    }),
    witness: { key: "none" },
  },
  {
    name: "unknown-key-is-a-bad-request",
    breaks: "auth.geolocation-unknown-key-401",
    also: ["auth.refusal-status-401"],
    cells: {
      surface: "aggregator",
      endpoint: "/geolocation",
      version: ["2024-01-01", "2022-01-01"],
    },
    sentence: "At the old versions the location endpoint answers an unknown key with 400.",
    ...inError((body, request, response) => {
      if (request.key === null || request.ownerOf(request.key) !== null) return;
      response.status = 400;
      body.code = 400;
    }),
    witness: { key: "unknown" },
  },
];
