import { latest, objectAt, succeeded } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** The wrong contract for the version that was asked for. */
export const versionFaults: readonly Fault[] = [
  {
    name: "default-stays-behind",
    breaks: "version.default-is-latest",
    also: [
      "version.no-legacy-members",
      "envelope.members-present",
      "envelope.pagination-fields-present",
      "error.envelope-matches-version",
    ],
    cells: { surface: "aggregator", endpoint: "/search", version: "default" },
    sentence: "Search without api-version answers as 2024-01-01.",
    request({ headers }) {
      headers["api-version"] = "2024-01-01";
    },
  },
  {
    name: "old-version-not-told-apart",
    breaks: "version.own-envelope",
    also: ["envelope.members-present", "version.no-foreign-members"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "The location endpoint answers 2024-01-01 with the envelope of 2022-01-01.",
    request({ headers }) {
      headers["api-version"] = "2022-01-01";
    },
  },
  {
    name: "success-beside-metadata",
    breaks: "version.no-legacy-members",
    cells: { surface: "aggregator", endpoint: "/topics", version: latest },
    sentence: "Current topics still carry success, a member of the legacy envelope.",
    response(response) {
      const body = objectAt(response.body);
      if (succeeded(response) && body !== null) body.success = true;
    },
  },
  {
    name: "metadata-before-its-time",
    breaks: "version.no-foreign-members",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "Search at 2024-01-01 carries the metadata of the current version.",
    response(response) {
      const body = objectAt(response.body);
      if (succeeded(response) && body !== null) body.metadata = { took_ms: 1 };
    },
  },
  {
    name: "ping-always-latest",
    breaks: "version.ping-tells-version",
    cells: { surface: "aggregator", endpoint: "/ping", version: "2024-01-01" },
    sentence: "Ping always tells the latest version, whichever was asked for.",
    response({ body }) {
      const ping = objectAt(body);
      if (ping !== null) ping.version = "2026-05-25";
    },
  },
];
