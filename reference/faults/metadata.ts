import { latest, objectAt, succeeded } from "./edit.ts";
import type { Fault } from "./fault.ts";

const day = 86_400_000;

/** Metadata that can't be used to trace a request. */
export const metadataFaults: readonly Fault[] = [
  {
    name: "took-left-out",
    breaks: "metadata.members-present",
    cells: { surface: "news", endpoint: "/info/countries", version: latest },
    sentence: "The metadata of the country list lacks took_ms.",
    response(response) {
      if (succeeded(response)) delete objectAt(response.body, "metadata")?.took_ms;
    },
  },
  {
    name: "request-ids-count-up",
    breaks: "metadata.id-uuid",
    cells: { surface: "aggregator", endpoint: "/topics", version: latest },
    sentence: "The request id is a counter in place of a UUID.",
    response(response, { memory }) {
      const metadata = objectAt(response.body, "metadata");
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
    cells: { surface: "news", endpoint: "/info/topics", version: latest },
    sentence: "The timestamp is written day first with slashes in place of ISO 8601.",
    response(response) {
      const metadata = objectAt(response.body, "metadata");
      if (!succeeded(response) || metadata === null) return;
      metadata.timestamp = new Date().toISOString().replace(/^(\d+)-(\d+)-(\d+)T/, "$3/$2/$1 ");
    },
  },
  {
    name: "timestamp-of-the-cache",
    breaks: "metadata.timestamp-within-a-day",
    also: ["metadata.timestamp-within-five-minutes"],
    cells: { surface: "aggregator", endpoint: "/search", version: latest },
    sentence: "The timestamp is that of a cached answer, three days old.",
    response(response) {
      const metadata = objectAt(response.body, "metadata");
      if (!succeeded(response) || metadata === null) return;
      metadata.timestamp = new Date(Date.now() - 3 * day).toISOString();
    },
  },
];
