import { withMetadata } from "../versions.ts";
import { asksForJson, editableAt, inMetadata, movedTime, succeeded } from "./edit.ts";
import type { Fault, FaultResponse } from "./fault.ts";

const day = 86_400_000;

function loseTook(response: FaultResponse): void {
  if (succeeded(response)) delete editableAt(response.body, "metadata")?.took_ms;
}

/** Wrong members of metadata. */
export const metadataFaults: readonly Fault[] = [
  {
    name: "took-left-out",
    breaks: "metadata.members-present",
    cells: { surface: "news", endpoint: "/info/countries", version: withMetadata },
    sentence: "The metadata of the country list lacks took_ms.",
    response: loseTook,
  },
  {
    name: "took-lost-on-later-pages",
    breaks: "metadata.members-present",
    cells: { surface: "aggregator", endpoint: "/search", version: "default" },
    sentence: "Without the version header, the metadata of later pages lacks took_ms.",
    witness: { query: { query: "climate", page: "2" } },
    response(response, { sent }) {
      if (Number(sent.get("page")) > 1) loseTook(response);
    },
  },
  {
    name: "took-lost-where-links-lead",
    breaks: "metadata.members-present",
    also: ["parameter.navigation-link-opens", "parameter.related-topic-opens"],
    seenAt: ["/search"],
    cells: { surface: "aggregator", endpoint: "/topics", version: "default" },
    sentence: "Without the version header, the metadata of topics without a name lacks took_ms.",
    witness: { query: { topic_id: "CAAqTopic" } },
    response(response, { sent }) {
      if (sent.get("topic_id")?.startsWith("CAAq")) loseTook(response);
    },
  },
  {
    name: "took-for-json-only",
    breaks: "metadata.members-present",
    cells: { surface: "aggregator", version: withMetadata },
    sentence: "The metadata lacks took_ms, unless the Accept header names JSON.",
    witness: { endpoint: "/search", headers: { accept: "*/*", "api-key": "$KEY" } },
    response(response, request) {
      if (!asksForJson(request)) loseTook(response);
    },
  },
  {
    name: "request-ids-count-up",
    breaks: "metadata.id-uuid",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The request id is a counter instead of a UUID.",
    response(response, { memory }) {
      const metadata = editableAt(response.body, "metadata");
      if (!succeeded(response) || metadata === null) return;
      const count = Number(memory.get("requests") ?? 0) + 1;
      memory.set("requests", count);
      metadata.id = `request-${count}`;
    },
  },
  {
    name: "timestamp-as-in-a-log",
    breaks: "metadata.timestamp-iso8601",
    also: ["metadata.timestamp-rfc3339"],
    cells: { surface: "news", endpoint: "/info/topics", version: withMetadata },
    sentence: "The timestamp is written day first with slashes instead of ISO 8601.",
    response(response) {
      const metadata = editableAt(response.body, "metadata");
      if (!succeeded(response) || metadata === null) return;
      metadata.timestamp = new Date().toISOString().replace(/^(\d+)-(\d+)-(\d+)T/, "$3/$2/$1 ");
    },
  },
  {
    name: "timestamp-of-the-cache",
    breaks: "metadata.timestamp-within-a-day",
    also: ["metadata.timestamp-within-five-minutes"],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The timestamp is that of a cached response, three days old.",
    response(response) {
      const metadata = editableAt(response.body, "metadata");
      if (!succeeded(response) || metadata === null) return;
      metadata.timestamp = movedTime(metadata.timestamp, -3 * day);
    },
  },
  {
    name: "took-as-text",
    breaks: "metadata.member-types",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "took_ms is a string with a unit instead of an integer.",
    ...inMetadata((metadata) => {
      metadata.took_ms = `${metadata.took_ms} ms`;
    }),
  },
  {
    name: "took-with-fraction",
    breaks: "metadata.member-types",
    cells: { surface: "news", endpoint: "/info/topics", version: withMetadata },
    sentence: "took_ms has a fraction, as the clock returns it.",
    ...inMetadata((metadata) => {
      metadata.took_ms = 1.732;
    }),
  },
  {
    name: "no-total-for-opaque-topics",
    breaks: "metadata.members-present",
    also: ["envelope.", "parameter."],
    seenAt: ["/search"],
    cells: { surface: "aggregator", endpoint: "/topics", version: "default", auth: "x-api-key" },
    sentence:
      "Topics with an opaque id have no total_hits if the key is in x-api-key and no version is sent.",
    ...inMetadata((metadata, { sent }) => {
      if (/^CAAq/.test(sent.get("topic_id") ?? "")) delete metadata.total_hits;
    }),
    witness: { query: { topic_id: "CAAqTopic" } },
  },
  {
    name: "total-hits-as-text",
    breaks: "metadata.member-types",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "total_hits is a string, as the search engine returned it.",
    ...inMetadata((metadata) => {
      metadata.total_hits = String(metadata.total_hits);
    }),
  },
  {
    name: "null-id",
    breaks: "metadata.member-types",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The request id is null if no gateway has set one.",
    ...inMetadata((metadata) => {
      metadata.id = null;
    }),
  },
  {
    name: "topics-without-total",
    breaks: "metadata.members-present",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata, auth: "bearer" },
    sentence: "The metadata of topics lacks total_hits for clients with a bearer key.",
    ...inMetadata((metadata) => {
      delete metadata.total_hits;
    }),
  },
  {
    name: "id-without-hyphens",
    breaks: "metadata.id-uuid",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The request id is a UUID without its hyphens.",
    ...inMetadata((metadata) => {
      metadata.id = String(metadata.id).replaceAll("-", "");
    }),
  },
  {
    name: "one-id-for-all",
    breaks: "metadata.id-distinct",
    cells: { surface: "news", endpoint: "/info/countries", version: withMetadata },
    sentence: "The request id comes from the cache and is the same in every response.",
    ...inMetadata((metadata) => {
      metadata.id = "7f0c2b5e-3d4a-11ee-9f61-0a1b2c3d4e5f";
    }),
  },
  {
    name: "one-id-for-a-named-version",
    breaks: "metadata.id-distinct",
    cells: { surface: "news", endpoint: "/info/countries", version: "2026-08-01" },
    sentence: "The handler of a named version has made its request id when it was loaded.",
    ...inMetadata((metadata, { memory }) => {
      metadata.id = "7f0c2b5e-3d4a-11ee-9f61-0a1b2c3d4e5f";
      // Two responses of one millisecond could be copies of one from a cache.
      const count = Number(memory.get("responses") ?? 0);
      memory.set("responses", count + 1);
      metadata.timestamp = new Date(Date.now() - count).toISOString();
    }),
  },
  {
    name: "ids-counted-by-each-endpoint",
    breaks: "metadata.id-distinct",
    also: ["consistency."],
    cells: {
      surface: "news",
      endpoint: ["/info/topics", "/info/countries"],
      version: withMetadata,
    },
    sentence:
      "The lists of countries and of topics each count their requests, and call them by number.",
    ...inMetadata((metadata, { endpoint, memory }) => {
      const count = Number(memory.get(endpoint) ?? 0) + 1;
      memory.set(endpoint, count);
      metadata.id = `7f0c2b5e-3d4a-11ee-9f61-${String(count).padStart(12, "0")}`;
    }),
    witness: { endpoint: "/info/countries", before: [{ endpoint: "/info/topics" }] },
  },
  {
    name: "one-id-for-all-errors",
    breaks: "metadata.id-distinct",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The error body of topics is a constant, including its request id.",
    response(response) {
      const metadata = editableAt(response.body, "metadata");
      if (response.status >= 400 && metadata !== null) {
        metadata.id = "7f0c2b5e-3d4a-11ee-9f61-0a1b2c3d4e5f";
      }
    },
    witness: { key: "none" },
  },
  {
    name: "one-id-for-bad-parameters",
    breaks: "metadata.id-distinct",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The error about a parameter is a constant, including its request id.",
    response(response) {
      const metadata = editableAt(response.body, "metadata");
      if (response.status === 400 && metadata !== null) metadata.id = "e-1";
    },
    witness: { query: { limit: "0" } },
  },
  {
    name: "one-id-for-two-errors",
    breaks: "metadata.id-distinct",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "Every second error about a parameter has the request id of the error before it.",
    response(response, { memory }) {
      const metadata = editableAt(response.body, "metadata");
      if (response.status !== 400 || metadata === null) return;
      const number = Number(memory.get("errors") ?? 0);
      memory.set("errors", number + 1);
      metadata.id = `error-${Math.floor(number / 2)}`;
    },
    witness: { query: { limit: "0" } },
  },
  {
    name: "timestamp-is-a-date",
    breaks: "metadata.timestamp-iso8601",
    also: ["metadata.timestamp-rfc3339"],
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The timestamp is a date without a time.",
    ...inMetadata((metadata) => {
      metadata.timestamp = new Date().toISOString().slice(0, 10);
    }),
  },
  {
    name: "timestamp-in-seconds",
    breaks: "metadata.member-types",
    cells: { surface: "news", endpoint: "/info/countries", version: withMetadata },
    sentence: "The timestamp is a number of seconds instead of a date-time.",
    ...inMetadata((metadata) => {
      metadata.timestamp = Math.floor(Date.now() / 1000);
    }),
  },
  {
    name: "timestamp-without-zone",
    breaks: "metadata.timestamp-rfc3339",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The timestamp has no zone.",
    ...inMetadata((metadata) => {
      metadata.timestamp = String(metadata.timestamp).replace("Z", "");
    }),
  },
  {
    name: "clock-an-hour-ahead",
    breaks: "metadata.timestamp-within-five-minutes",
    cells: { surface: "news", endpoint: "/info/topics", version: withMetadata },
    sentence: "The timestamp is local time that is marked as UTC, an hour ahead.",
    ...inMetadata((metadata) => {
      metadata.timestamp = movedTime(metadata.timestamp, day / 24);
    }),
  },
  {
    name: "took-negative",
    breaks: "metadata.took-not-negative",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "took_ms is negative, because the clocks of two machines are subtracted.",
    ...inMetadata((metadata) => {
      metadata.took_ms = -3;
    }),
  },
  {
    name: "took-in-nanoseconds",
    breaks: "metadata.took-within-duration",
    // Where every request takes less than a millisecond, it is always the same.
    also: ["metadata."],
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "took_ms is in nanoseconds, as the clock returns it.",
    ...inMetadata((metadata) => {
      metadata.took_ms = (Number(metadata.took_ms) + 1) * 1_000_000;
    }),
  },
  {
    name: "took-in-microseconds",
    breaks: "metadata.took-in-milliseconds",
    // Where a request takes some milliseconds, the tolerance for a single response is exceeded too.
    also: ["metadata."],
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "took_ms is in microseconds.",
    ...inMetadata((metadata) => {
      metadata.took_ms = Math.round((Number(metadata.took_ms) + 4) * 1000);
    }),
  },
  {
    name: "took-constant",
    breaks: "metadata.took-measured",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    also: ["metadata.took-in-milliseconds"],
    sentence: "took_ms is always 4242.",
    ...inMetadata((metadata) => {
      metadata.took_ms = 4242;
    }),
  },
  {
    name: "local-time-of-places",
    breaks: "metadata.timestamp-within-five-minutes",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "The timestamp of places is local time that is marked as UTC, two hours ahead.",
    ...inMetadata((metadata) => {
      metadata.timestamp = movedTime(metadata.timestamp, day / 12);
    }),
    witness: { query: { location: "London" } },
  },
  {
    name: "took-negative-at-places",
    breaks: "metadata.took-not-negative",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "default" },
    sentence: "took_ms of places is negative without the version header.",
    ...inMetadata((metadata) => {
      metadata.took_ms = -5;
    }),
    witness: { query: { location: "London" } },
  },
];
