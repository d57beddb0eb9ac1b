import { asksForLaterPage, succeeded } from "./edit.ts";
import type { Deviation, Fault, FaultRequest } from "./fault.ts";

/** Closes the connection without a response, like a server whose handler has crashed. */
function dropped(
  when: (request: FaultRequest) => boolean = () => true,
): Pick<Deviation, "response"> {
  return {
    response(response, request) {
      if (when(request)) response.cut = "before-answer";
    },
  };
}

const served: Pick<Deviation, "response"> = {
  response(response) {
    if (succeeded(response)) response.cut = "before-answer";
  },
};

const keyHeaders = ["api-key", "x-api-key", "authorization"];

/** A later page of a search for several words, at a version that calls its text `query`. */
function asksForLaterPageOfPhrase(request: FaultRequest): boolean {
  return asksForLaterPage(request) && /\s/.test(request.sent.get("query") ?? "");
}

/** Connections that are dropped at one request while others are served. */
export const dropFaults: readonly Fault[] = [
  {
    name: "endpoint-dropped",
    breaks: "transport.success-status",
    also: ["error.never-5xx", "parameter.optional-can-be-left-out", "parameter.topic-accepted"],
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "The handler of the topics at 2024-01-01 crashes, and the connection is closed.",
    ...served,
  },
  {
    name: "style-dropped",
    breaks: "transport.success-status",
    also: ["error.never-5xx", "robustness.several-keys"],
    cells: { surface: "news", endpoint: "/info/countries", auth: "bearer" },
    sentence: "The list of countries closes the connection for clients with a bearer key.",
    ...served,
  },
  {
    name: "default-version-dropped",
    breaks: "transport.success-status",
    also: ["error.never-5xx"],
    cells: { surface: "news", endpoint: "/search/publishers", version: "default" },
    sentence: "Publisher search closes the connection if api-version is omitted.",
    ...served,
  },
  {
    name: "ping-dropped",
    breaks: "ping.public",
    cells: { surface: "aggregator", endpoint: "/ping", version: "2022-01-01" },
    sentence: "Ping at 2022-01-01 closes the connection.",
    ...dropped(),
  },
  {
    name: "missing-key-dropped",
    breaks: "auth.missing-key-refused",
    also: ["error.never-5xx"],
    cells: { surface: "aggregator", endpoint: "/search", version: "default" },
    sentence: "Search closes the connection on requests without a key.",
    witness: { key: "none" },
    ...dropped(({ headers }) => !keyHeaders.some((name) => headers[name] !== undefined)),
  },
  {
    name: "later-page-of-a-phrase-dropped",
    breaks: "error.never-5xx",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence:
      "Later pages of a search for several words end in a crash, and the connection is closed.",
    witness: { query: { query: "climate and london", page: "2" } },
    ...dropped(asksForLaterPageOfPhrase),
  },
  {
    name: "later-page-of-a-phrase-cut-off",
    breaks: "transport.http-message",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "Later pages of a search for several words end in the middle of their body.",
    witness: { query: { query: "climate and london", page: "2" } },
    response(response, request) {
      if (asksForLaterPageOfPhrase(request)) response.cut = "mid-body";
    },
  },
  {
    name: "large-page-dropped",
    breaks: "limit.result-count-honoured",
    also: [
      "error.never-5xx",
      "limit.result-count-honoured-2024",
      "parameter.combinations-accepted",
    ],
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "Publisher search runs out of memory if 100 results are requested.",
    witness: { query: { limit: "100" } },
    ...dropped(({ sent }) => sent.get("limit") === "100"),
  },
  {
    name: "zero-results-dropped",
    breaks: "limit.out-of-range-refused",
    also: ["error.never-5xx"],
    cells: { surface: "news", endpoint: "/search/publishers", version: "2026-08-01" },
    sentence: "Publisher search divides by the number of results and crashes if it is 0.",
    witness: { query: { limit: "0" } },
    ...dropped(({ sent }) => sent.get("limit") === "0"),
  },
  {
    name: "emoji-dropped",
    breaks: "robustness.free-text",
    also: ["error.never-5xx"],
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "An emoji in a location crashes the server, and the connection is closed.",
    witness: { query: { location: "London 🌍" } },
    ...dropped(({ sent }) => /\p{Extended_Pictographic}/u.test(sent.get("location") ?? "")),
  },
  {
    name: "navigation-link-dropped",
    breaks: "parameter.navigation-link-opens",
    also: ["error.never-5xx", "parameter.related-topic-opens", "robustness.unexpected-values"],
    cells: { surface: "aggregator", endpoint: "/topics" },
    seenAt: ["/search"],
    sentence: "Topics close the connection if an opaque topic id is requested.",
    witness: { query: { topic_id: "CAAqx" } },
    ...dropped(
      ({ sent, key, keys }) =>
        sent.get("topic_id")?.startsWith("CAAq") === true && key === keys.aggregator.own,
    ),
  },
];
