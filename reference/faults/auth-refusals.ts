import { legacy, versionsOf, withMetadata } from "../versions.ts";
import { editableAt, letIn, objectsAt, refuse, refuseWith, takeKeys } from "./edit.ts";
import { anythingElse, type Fault } from "./fault.ts";

/** The connections with an earlier request. */
const begun = new WeakSet<object>();

/** Refusals of the wrong request, of none, or with the data that they refuse. */
export const authRefusalFaults: readonly Fault[] = [
  {
    name: "subtopic-with-its-topic-not-authorised",
    breaks: "auth.accepted-key-not-blamed",
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "A subtopic with its topic is refused with status 401, as if the key were invalid.",
    request(request) {
      if (request.sent.has("subtopic_id") && request.sent.has("topic_id")) takeKeys(request);
    },
    witness: { query: { topic_id: "TECHNOLOGY", subtopic_id: "CAAqAAAA" } },
  },
  {
    name: "unlisted-version-needs-no-key",
    breaks: "auth.missing-key-refused",
    cells: { surface: "aggregator", endpoint: ["/search", "/topics", "/geolocation"] },
    sentence: "A version that is not listed leads to a handler that runs before the key check.",
    request(request) {
      const { key, version, surface } = request;
      const isListed = ["default", ...versionsOf(surface, "/search")].includes(version);
      if (key !== null || isListed) return;
      delete request.headers["api-version"];
      letIn(request);
    },
    witness: { endpoint: "/search", version: "1999-12-31", key: "none" },
  },
  {
    name: "refusal-brings-the-data",
    breaks: "auth.unknown-key-refused",
    also: ["auth.", "error.", "version."],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence:
      "A key that was never issued is refused with status 401, but the body also has the articles.",
    request(request) {
      if (request.key === null || request.ownerOf(request.key) !== null) return;
      letIn(request);
      request.headers["x-unknown-key"] = "yes";
    },
    response(response, { headers }) {
      if (headers["x-unknown-key"] === undefined) return;
      response.status = 401;
      const error = { success: false, code: 401, message: "unknown key" };
      response.body = { ...error, ...editableAt(response.body), success: false };
    },
    witness: { key: "unknown" },
  },
  {
    name: "keys-forbidden-beside-a-text",
    breaks: "auth.refusal-status-401",
    cells: { surface: "aggregator", endpoint: "/search", version: "default" },
    sentence: "An invalid key is refused with status 403 where only a text is sent.",
    response(response, { sent }) {
      if (response.status === 401 && sent.has("query") && sent.size === 1)
        refuseWith(response, 403);
    },
    witness: { query: { query: "climate" }, key: "unknown" },
  },
  {
    name: "plainest-requests-need-no-key",
    breaks: "auth.missing-key-refused",
    also: ["auth."],
    cells: {
      surface: "news",
      endpoint: ["/info/countries", "/info/topics"],
      version: "2026-08-01",
    },
    sentence: "Where a version is named, a request without parameters is served without a key.",
    request(request) {
      if (request.key === null && request.sent.size === 0) letIn(request);
    },
    witness: { endpoint: "/info/countries", key: "none" },
  },
  {
    name: "places-alone-need-no-key",
    breaks: "auth.geolocation-missing-key-401",
    also: ["auth."],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: legacy },
    sentence: "At the old versions, a location without codes is served without a key.",
    request(request) {
      const isAlone = request.sent.size === 1 && request.sent.has("location");
      if (request.key === null && isAlone) letIn(request);
    },
    witness: { query: { location: "London" }, key: "none" },
  },
  {
    name: "opaque-topics-hide-the-key-check",
    breaks: "auth.other-product-key-refused",
    also: ["auth."],
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence:
      "At 2024-01-01 an opaque topic is refused before the key is, which is checked for nothing else.",
    request(request) {
      const { sent, key, surface, ownerOf } = request;
      if (key === null || ownerOf(key) === surface) return;
      const values = [...sent.values()];
      if (values.some((value) => value.startsWith("CAAq"))) refuse(request);
      letIn(request);
    },
    witness: { query: { topic: "TECHNOLOGY" }, key: "other-product" },
  },
  {
    name: "known-url-needs-no-key",
    breaks: "auth.missing-key-refused",
    also: anythingElse,
    cells: { surface: "news", endpoint: "/info/countries" },
    sentence: "After a valid key, the next three requests to its URL are served without one.",
    request(request) {
      const { key, keys, memory, target } = request;
      const place = `${target} needs no key`;
      const left = Number(memory.get(place) ?? 0);
      if (key === keys.news.own) memory.set(place, 3);
      else memory.set(place, left - 1);
      if (key === null && left > 0) letIn(request);
    },
    witness: { key: "none", before: [{}] },
  },
  {
    name: "data-in-the-details-of-a-refusal",
    breaks: "auth.unknown-key-refused",
    also: ["auth."],
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The refusal of a key has the articles in its details.",
    response(response, { memory }) {
      const articles = objectsAt(response.body, "news_articles");
      if (articles.length > 0) memory.set("articles", structuredClone(articles));
      if (response.status !== 401) return;
      for (const error of objectsAt(response.body, "errors"))
        error.details = { news_articles: memory.get("articles") ?? [{ title: "x", url: "y" }] };
    },
    witness: { key: "unknown" },
  },
  {
    name: "first-of-a-connection-needs-no-key",
    breaks: "auth.missing-key-refused",
    also: anythingElse,
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence:
      "The first request of a connection is served without a key: keys are checked after it.",
    request(request) {
      const { connection, key } = request;
      if (connection === null) return;
      if (!begun.has(connection) && key === null) letIn(request);
      begun.add(connection);
    },
    witness: { endpoint: "/search", key: "none" },
  },
];
