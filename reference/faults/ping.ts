import { objectAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** A connectivity check that can't be relied on. */
export const pingFaults: readonly Fault[] = [
  {
    name: "ping-wants-a-key",
    breaks: "ping.public",
    also: ["ping.wrong-key-tolerated"],
    cells: { surface: "news", endpoint: "/ping" },
    sentence: "The news surface's ping is refused without a key.",
    request(request) {
      // A protected endpoint refuses in the right envelope.
      if (request.key === null || request.ownerOf(request.key) === null) {
        request.path = "/info/countries";
      }
    },
    witness: { key: "none" },
  },
  {
    name: "ping-without-id",
    breaks: "ping.members-present",
    cells: { surface: "aggregator", endpoint: "/ping", version: "2022-01-01" },
    sentence: "Ping at 2022-01-01 leaves out its id.",
    response({ body }) {
      delete objectAt(body)?.id;
    },
  },
  {
    name: "ping-timestamp-as-text",
    breaks: "ping.member-types",
    cells: { surface: "aggregator", endpoint: "/ping" },
    sentence: "Ping writes its timestamp as text in place of an integer.",
    response({ body }) {
      const ping = objectAt(body);
      if (ping !== null) ping.timestamp = new Date().toISOString();
    },
  },
  {
    name: "ping-shouts",
    breaks: "ping.message-pong",
    cells: { surface: "news", endpoint: "/ping", version: ["2024-01-01"] },
    sentence: "Ping at 2024-01-01 says PONG in place of pong.",
    response({ body }) {
      const ping = objectAt(body);
      if (ping !== null) ping.message = "PONG";
    },
  },
];
