import { withMetadata } from "../versions.ts";
import { editableAt, inMetadata, succeeded } from "./edit.ts";
import type { Fault, FaultResponse } from "./fault.ts";

/** The timestamp is that of the first response, while the Date header advances. */
const standingStill = (isMeant: (response: FaultResponse) => boolean): Pick<Fault, "response"> => ({
  response(response, { memory }) {
    const metadata = editableAt(response.body, "metadata");
    if (!isMeant(response) || metadata === null) return;
    const now = Date.now();
    const started = Number(memory.get("started") ?? now);
    const count = Number(memory.get("answers") ?? 0);
    memory.set("started", started);
    memory.set("answers", count + 1);
    metadata.timestamp = new Date(started).toISOString().replace("Z", "+00:00");
    // Simulates three seconds between two responses, but less than five minutes in total.
    response.headers.date = new Date(now + 3000 * (count % 60)).toUTCString();
  },
});

/** Identifiers that repeat, and times that do not pass. */
export const repeatedMetadataFaults: readonly Fault[] = [
  {
    name: "ids-from-a-small-pool",
    breaks: "consistency.request-id-distinct",
    also: ["metadata."],
    cells: { surface: "aggregator", endpoint: ["/search", "/topics"], version: withMetadata },
    sentence: "Request identifiers are taken from a pool of three, so they repeat.",
    ...inMetadata((metadata, { memory }) => {
      const count = Number(memory.get("ids") ?? 0);
      memory.set("ids", count + 1);
      metadata.id = `5f0c2d1e-0000-1000-8000-00000000000${count % 3}`;
    }),
  },
  {
    name: "ids-from-a-larger-pool",
    breaks: "consistency.request-id-distinct",
    also: ["metadata."],
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "Publisher search takes its request identifiers from a pool of forty.",
    ...inMetadata((metadata, { memory }) => {
      const count = Number(memory.get("ids") ?? 0);
      memory.set("ids", count + 1);
      metadata.id = `5f0c2d1e-0000-1000-8000-0000000000${10 + (count % 40)}`;
    }),
  },
  {
    name: "times-of-errors-stand-still",
    breaks: "consistency.timestamp-moves",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence:
      "The timestamp of every error is that of the first one, while the Date header advances.",
    ...standingStill(({ status }) => status >= 400),
    witness: { key: "unknown", before: [{ key: "unknown" }] },
  },
  {
    name: "timestamp-stands-still-at-named-versions",
    breaks: "consistency.timestamp-moves",
    cells: { surface: "news", endpoint: "/info/topics", version: "2026-08-01" },
    sentence: "If the version is named, the timestamp is that of the first response.",
    ...standingStill(succeeded),
  },
  {
    name: "timestamp-stands-still",
    breaks: "consistency.timestamp-moves",
    cells: { surface: "news", endpoint: "/info/countries", version: withMetadata },
    sentence: "The timestamp is that of the first response, while the Date header advances.",
    ...standingStill(succeeded),
  },
];
