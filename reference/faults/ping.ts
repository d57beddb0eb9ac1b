import { editableAt, inSuccess } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** An unreliable connectivity check. */
export const pingFaults: readonly Fault[] = [
  {
    name: "ping-refuses-the-other-product",
    breaks: "ping.wrong-key-tolerated",
    cells: { surface: "aggregator", endpoint: "/ping" },
    sentence: "Ping refuses keys of the news product.",
    response(response, request) {
      if (request.key !== null && request.ownerOf(request.key) === "news") response.status = 403;
    },
    witness: { key: "other-product" },
  },
  {
    name: "ping-wants-a-key",
    breaks: "ping.public",
    also: ["ping.wrong-key-tolerated"],
    cells: { surface: "news", endpoint: "/ping" },
    sentence: "The news surface's ping is refused without a key.",
    request(request) {
      // Routed to a protected endpoint, which refuses in the right envelope.
      if (request.key === null || request.ownerOf(request.key) === null) {
        request.path = "/info/countries";
      }
    },
    witness: { key: "none" },
  },
  {
    name: "ping-refuses-bearers",
    breaks: "ping.own-key-accepted",
    cells: { surface: "aggregator", endpoint: "/ping", auth: "bearer" },
    sentence: "Ping refuses every request with an Authorization header, regardless of the key.",
    response(response, { key, ownerOf }) {
      if (key === null || ownerOf(key) === null) return;
      response.status = 401;
      response.body = { success: false, code: 401, message: "No key is needed here." };
    },
  },
  {
    name: "ping-without-id",
    breaks: "ping.members-present",
    cells: { surface: "aggregator", endpoint: "/ping", version: "2022-01-01" },
    sentence: "Ping at 2022-01-01 omits its id.",
    response({ body }) {
      delete editableAt(body)?.id;
    },
  },
  {
    name: "ping-timestamp-as-text",
    breaks: "ping.member-types",
    cells: { surface: "aggregator", endpoint: "/ping" },
    sentence: "Ping writes its timestamp as a string instead of an integer.",
    response({ body }) {
      const ping = editableAt(body);
      if (ping !== null) ping.timestamp = new Date().toISOString();
    },
  },
  {
    name: "ping-shouts",
    breaks: "ping.message-pong",
    cells: { surface: "news", endpoint: "/ping", version: ["2024-01-01"] },
    sentence: "Ping at 2024-01-01 says PONG instead of pong.",
    response({ body }) {
      const ping = editableAt(body);
      if (ping !== null) ping.message = "PONG";
    },
  },
  {
    name: "ping-checks-bearer-tokens",
    breaks: "ping.wrong-key-tolerated",
    cells: { surface: "news", endpoint: "/ping", auth: "bearer" },
    sentence:
      "Ping refuses a bearer token that is not valid, as a framework does wherever it finds one.",
    response(response, { key, ownerOf }) {
      if (key === null || ownerOf(key) !== null) return;
      response.status = 401;
      response.body = { success: false, code: 401, message: "The token is not valid." };
    },
    witness: { key: "unknown" },
  },
  {
    name: "ping-shuts-out-stale-keys",
    breaks: "ping.wrong-key-tolerated",
    cells: { surface: "aggregator", endpoint: "/ping" },
    sentence: "Ping refuses a wrong key, although it needs none.",
    response(response, { key, ownerOf }) {
      if (key === null || ownerOf(key) !== null) return;
      response.status = 401;
      response.body = { success: false, code: 401, message: "The key is not valid." };
    },
    witness: { key: "unknown" },
  },
  {
    name: "ping-tells-its-build",
    breaks: "ping.version-listed",
    also: ["version.ping-tells-version"],
    cells: { surface: "news", endpoint: "/ping", version: "2024-01-01" },
    sentence: "Ping reports the version of the software instead of the version of the API.",
    ...inSuccess((ping) => {
      ping.version = "4.17.2";
    }),
  },
  {
    name: "ping-counts-from-its-start",
    breaks: "ping.timestamp-is-now",
    cells: { surface: "aggregator", endpoint: "/ping", version: "2026-05-25" },
    sentence: "The timestamp of ping is the time since the server started.",
    ...inSuccess((ping) => {
      ping.timestamp = 86_412;
    }),
  },
  {
    name: "ping-in-microseconds",
    breaks: "ping.timestamp-is-now",
    cells: { surface: "news", endpoint: "/ping", version: "2026-08-01" },
    sentence: "The timestamp of ping is in microseconds, a thousand times what clients expect.",
    ...inSuccess((ping) => {
      ping.timestamp = Date.now() * 1000;
    }),
  },
  {
    name: "ping-with-fractions",
    breaks: "ping.member-types",
    cells: { surface: "aggregator", endpoint: "/ping", version: "default" },
    sentence: "The timestamp of ping has a fraction instead of being an integer.",
    ...inSuccess((ping) => {
      ping.timestamp = Math.floor(Date.now() / 1000) + 0.25;
    }),
  },
  {
    name: "ping-id-as-number",
    breaks: "ping.member-types",
    cells: { surface: "news", endpoint: "/ping" },
    sentence: "The id of ping is a number instead of a string.",
    ...inSuccess((ping) => {
      ping.id = 4711;
    }),
  },
  {
    name: "ping-keeps-its-version-to-itself",
    breaks: "ping.members-present",
    also: ["version.ping-tells-version"],
    cells: { surface: "aggregator", endpoint: "/ping", version: "2024-01-01" },
    sentence: "Ping at 2024-01-01 omits its version.",
    ...inSuccess((ping) => {
      delete ping.version;
    }),
  },
  {
    name: "ping-wants-a-version",
    breaks: "ping.public",
    cells: { surface: "news", endpoint: "/ping", version: "default" },
    sentence: "Ping without the api-version header is refused, although the header is optional.",
    request({ headers }) {
      headers["api-version"] = "unknown";
    },
    witness: { key: "none" },
  },
  {
    name: "ping-without-an-id",
    breaks: "ping.id-filled",
    cells: { surface: "news", endpoint: "/ping", version: "2024-01-01" },
    sentence: "The id of ping at 2024-01-01 is an empty text.",
    ...inSuccess((body) => {
      body.id = "";
    }),
  },
];
