import { referenceParameters } from "../description/reference-configuration.ts";
import {
  editableAt,
  isEditable,
  letIn,
  objectsAt,
  refuse,
  refuseWith,
  succeeded,
} from "../faults/edit.ts";
import type { FaultRequest, FaultResponse } from "../faults/fault.ts";
import { versionsOf, withMetadata } from "../versions.ts";
import { everywhere, type Variant } from "./variant.ts";

/** Whether the specification names the status of this refusal. */
function isNamed({ endpoint, key, ownerOf, isRevoked, sent }: FaultRequest): boolean {
  if (endpoint !== "/geolocation") return false;
  const isInvalid = key === null || ownerOf(key) === null || isRevoked(key);
  return isInvalid || !sent.has("location");
}

/** Sets every flag of a body, at every depth. */
function allowNothing(value: unknown): void {
  if (Array.isArray(value)) for (const entry of value) allowNothing(entry);
  else if (isEditable(value)) {
    for (const inner of Object.values(value)) allowNothing(inner);
    if ("allowed" in value) value.allowed = false;
  }
}

/** The legacy form of a current error. */
function legacyError({ status, body }: FaultResponse): unknown {
  const [first] = objectsAt(body, "errors");
  if (first === undefined) return body;
  return { success: false, code: status, message: first.message, request: "r-1" };
}

/** What the specification calls the versions of the aggregator (Versioning, "Aggregator version names"). */
const datesByName: Readonly<Record<string, string>> = {
  v1: "2022-01-01",
  v2: "2024-01-01",
  v3: "2026-05-25",
};

/** Every name of a parameter that the server has at some endpoint or version. */
const knownNames: ReadonlySet<string> = new Set([
  ...["query", "q", "country", "language", "location"],
  ...Object.values(referenceParameters)
    .flatMap((groups) => Object.values(groups).flatMap((names) => Object.values(names)))
    .flatMap((name) => (typeof name === "object" ? Object.values(name ?? {}) : [name])),
]);

/** Freedoms in how requests are refused. */
export const refusalVariants: readonly Variant[] = [
  everywhere(
    "forbidden-in-place-of-unauthorized",
    "Invalid keys are refused with 403 if the specification gives no status.",
    {
      response(response, request) {
        if (response.status === 401 && !isNamed(request)) refuseWith(response, 403);
      },
    },
  ),
  everywhere(
    "unprocessable-in-place-of-bad-request",
    "Invalid parameters are refused with 422 if the specification gives no status.",
    {
      response(response, request) {
        if (response.status === 400 && !isNamed(request)) refuseWith(response, 422);
      },
    },
  ),
  everywhere(
    "not-found-in-place-of-refusal",
    "All refusals are 404 if the specification gives no status.",
    {
      response(response, request) {
        if (response.status >= 400 && response.status < 500 && !isNamed(request))
          refuseWith(response, 404);
      },
    },
  ),
  everywhere("errors-without-details", "Entries of errors have no details.", {
    response({ body }) {
      for (const error of objectsAt(body, "errors")) delete error.details;
    },
  }),
  everywhere("codes-of-its-own", "Error codes are the server's own.", {
    response({ body }) {
      for (const error of objectsAt(body, "errors")) error.code = "E1001";
    },
  }),
  everywhere("empty-list-of-errors", "The list of errors is empty.", {
    response({ body }) {
      const error = editableAt(body);
      if (Array.isArray(error?.errors)) error.errors = [];
    },
  }),
  everywhere("several-errors", "Each error is listed twice, with additional members.", {
    response({ body }) {
      const error = editableAt(body);
      const list = error?.errors;
      if (error && Array.isArray(list))
        error.errors = [...list, ...list].map((one) => ({ ...one, help: "/docs" }));
    },
  }),
  everywhere("an-error-for-each-parameter", "An error is listed once for each parameter.", {
    response({ body }, { sent }) {
      const error = editableAt(body);
      const [first] = Array.isArray(error?.errors) ? error.errors : [];
      const count = Math.max(1, [...sent].length);
      if (error && first !== undefined) error.errors = Array.from({ length: count }, () => first);
    },
  }),
  everywhere("success-false-beside-errors", "Current errors also have success: false.", {
    response({ body }) {
      if (isEditable(body) && Array.isArray(body.errors)) body.success = false;
    },
  }),
  {
    name: "legacy-errors-on-news",
    sentence: "The news surface has the legacy error envelope at its current version too.",
    cells: { surface: "news", version: withMetadata },
    ends: "conformant",
    response(response) {
      response.body = legacyError(response);
    },
  },
  {
    name: "legacy-errors-of-article-search",
    sentence: "Article search has the legacy error envelope at every version.",
    cells: { surface: "news", endpoint: "/search/articles" },
    ends: "conformant",
    response(response) {
      response.body = legacyError(response);
    },
  },
  {
    name: "legacy-errors-at-the-location-endpoint",
    sentence:
      "The location endpoint has the legacy error envelope whatever the status, such as 403 for a key of the other product.",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    ends: "conformant",
    quiet: true,
    response(response, request) {
      if (response.status === 401 && !isNamed(request)) refuseWith(response, 403);
      response.body = legacyError(response);
    },
  },
  {
    name: "legacy-errors-with-a-list-of-errors",
    sentence:
      "Where either error envelope will do, errors have the legacy one, and members with the names of the other.",
    cells: { surface: "news", version: withMetadata },
    ends: "conformant",
    response(response) {
      const legacy = legacyError(response);
      if (legacy !== response.body && isEditable(legacy)) {
        response.body = { ...legacy, metadata: null, errors: ["see message"] };
      }
    },
  },
  {
    name: "forbidden-for-the-other-product",
    sentence: "A key of the other product is refused with 403, whatever else the request has.",
    cells: {},
    ends: "conformant",
    quiet: true,
    response(response, request) {
      const { key, ownerOf, isRevoked } = request;
      const isForeign = key !== null && ownerOf(key) !== null && !isRevoked(key);
      if (response.status === 401 && isForeign && !isNamed(request)) refuseWith(response, 403);
    },
  },
  {
    name: "other-forms-of-keys-accepted",
    sentence: "A key is accepted bare in Authorization, as Basic and with any other scheme.",
    cells: {},
    ends: "conformant",
    request({ headers }) {
      const value = String(headers.authorization ?? "");
      const basic = /^Basic (\S+)$/i.exec(value)?.[1];
      const decoded = basic
        ? Buffer.from(basic, "base64").toString().split(":")[0]
        : value.split(" ").at(-1);
      if (decoded?.startsWith("bk_")) headers.authorization = `Bearer ${decoded}`;
    },
  },
  {
    name: "keys-in-any-letter-case",
    sentence: "The store of keys ignores letter case.",
    cells: {},
    ends: "conformant",
    request(request) {
      const { own } = request.keys[request.surface];
      if (request.key?.toLowerCase() === own.toLowerCase()) letIn(request);
    },
  },
  {
    name: "unknown-versions-tolerated",
    sentence: "An unknown version is served like the latest.",
    cells: { version: "1999-12-31" },
    ends: "conformant",
    request({ headers }) {
      delete headers["api-version"];
    },
  },
  {
    name: "versions-by-their-names",
    sentence: "The names v1, v2 and v3 are accepted in place of the aggregator's versions.",
    cells: { surface: "aggregator", version: Object.keys(datesByName) },
    ends: "conformant",
    quiet: true,
    request({ headers }) {
      const date = datesByName[String(headers["api-version"])];
      if (date !== undefined) headers["api-version"] = date;
    },
  },
  {
    name: "article-search-without-versions",
    sentence: "Article search refuses the version header.",
    cells: { endpoint: "/search/articles", version: versionsOf("news", "/search/articles") },
    ends: "conformant",
    request({ headers }) {
      headers["api-version"] = "unknown";
    },
  },
  {
    name: "topics-list-without-2022",
    sentence: "The list of topics refuses version 2022-01-01.",
    cells: { endpoint: "/info/topics", version: "2022-01-01" },
    ends: "conformant",
    request({ headers }) {
      headers["api-version"] = "unknown";
    },
  },
  {
    name: "versions-that-end-at-the-gateway",
    sentence:
      "A gateway refuses the contested version of the topic list, and any version at article search.",
    cells: { endpoint: ["/info/topics", "/search/articles"] },
    ends: "conformant",
    response(response, { endpoint, version }) {
      const unowed =
        endpoint === "/search/articles" ? version !== "default" : version === "2022-01-01";
      if (!unowed) return;
      response.status = 404;
      response.headers["content-type"] = "text/html";
      response.raw = "<html><body><h1>404 Not Found</h1></body></html>";
      delete response.headers["content-length"];
    },
  },
  {
    name: "ping-refuses-wrong-keys",
    sentence: "Ping is served without a key, but refuses a wrong one.",
    cells: { endpoint: "/ping" },
    ends: "conformant",
    response(response, { key, ownerOf }) {
      if (key === null || ownerOf(key) !== null) return;
      response.status = 401;
      response.body = { success: false, code: 401, message: "bad key" };
    },
  },
  {
    name: "nothing-on-the-plan",
    sentence: "Nothing is on the caller's plan, and publisher search refuses every code.",
    cells: { surface: "news", endpoint: ["/info/countries", "/info/topics", "/search/publishers"] },
    ends: "conformant",
    request(request) {
      const { endpoint, sent } = request;
      const hasCode = sent.has("country") || sent.has("language");
      if (endpoint === "/search/publishers" && hasCode) refuse(request);
    },
    response(response) {
      if (succeeded(response)) allowNothing(response.body);
    },
  },
  {
    name: "unknown-parameters-refused-before-keys",
    sentence:
      "Searches refuse parameters that the server does not define with 400, before keys are checked.",
    cells: {
      endpoint: ["/search", "/topics", "/geolocation", "/search/articles", "/search/publishers"],
    },
    ends: "conformant",
    request(request) {
      if ([...request.sent.keys()].every((name) => knownNames.has(name))) return;
      letIn(request);
      refuse(request);
    },
  },
];
