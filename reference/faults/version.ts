import { versionsOf, withMetadata } from "../versions.ts";
import { editableAt, inSuccess, succeeded } from "./edit.ts";
import type { Fault, FaultRequest } from "./fault.ts";

/** Versions that the suite may request and that at least one surface does not list. */
const unlisted = ["1999-12-31", "2022-01", "2022-01-01x", "2999-01-01"] as const;

/** Whether the version header has capitals in its name. */
function isRespelled({ headerNames }: FaultRequest): boolean {
  return headerNames.some((name) => name !== "api-version" && name.toLowerCase() === "api-version");
}

/** Responses of another version than the requested one. */
export const versionFaults: readonly Fault[] = [
  {
    name: "default-stays-behind",
    breaks: "version.default-is-latest",
    also: [
      "version.no-legacy-members",
      "envelope.members-present",
      "envelope.pagination-fields-present",
      "error.envelope-matches-version",
      // The older version has another name for the page size, which is judged where the version is named.
      "parameter.pagination-holds",
    ],
    cells: { surface: "aggregator", endpoint: "/search", version: "default" },
    seenAt: ["/search"],
    sentence: "Search without api-version responds like 2024-01-01.",
    request({ headers }) {
      headers["api-version"] = "2024-01-01";
    },
  },
  {
    name: "old-version-not-told-apart",
    breaks: "version.own-envelope",
    also: ["envelope.members-present", "version.no-foreign-members"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "The location endpoint responds to 2024-01-01 with the envelope of 2022-01-01.",
    request({ headers }) {
      headers["api-version"] = "2022-01-01";
    },
  },
  {
    name: "success-beside-metadata",
    breaks: "version.no-legacy-members",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "Current topics still have success, a member of the legacy envelope.",
    response(response) {
      const body = editableAt(response.body);
      if (succeeded(response) && body !== null) body.success = true;
    },
  },
  {
    name: "metadata-before-its-time",
    breaks: "version.no-foreign-members",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "Search at 2024-01-01 has the metadata of the current version.",
    response(response) {
      const body = editableAt(response.body);
      if (succeeded(response) && body !== null) body.metadata = { took_ms: 1 };
    },
  },
  {
    name: "ping-always-latest",
    breaks: "version.ping-tells-version",
    cells: { surface: "aggregator", endpoint: "/ping", version: "2024-01-01" },
    sentence: "Ping always reports the latest version, whichever was requested.",
    response({ body }) {
      const ping = editableAt(body);
      if (ping !== null) ping.version = versionsOf("aggregator", "/ping")[0];
    },
  },
  {
    name: "countries-by-default-of-2024",
    breaks: "version.default-is-latest",
    also: ["envelope.members-present", "error.current-on-news"],
    cells: { surface: "news", endpoint: "/info/countries", version: "default" },
    sentence: "The countries without api-version are those of 2024-01-01, an old default.",
    request({ headers }) {
      headers["api-version"] = "2024-01-01";
    },
  },
  {
    name: "ping-by-default-of-2024",
    breaks: "version.default-is-latest",
    also: ["version.ping-tells-version"],
    cells: { surface: "news", endpoint: "/ping", version: "default" },
    sentence: "Ping without api-version uses and reports the version 2024-01-01.",
    request({ headers }) {
      headers["api-version"] = "2024-01-01";
    },
  },
  {
    name: "old-topics-like-new-ones",
    breaks: "version.own-envelope",
    also: [
      "envelope.members-present",
      "error.envelope-matches-version",
      "version.no-foreign-members",
    ],
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "Topics ignore a request for 2024-01-01 and respond as the latest version.",
    request({ headers }) {
      delete headers["api-version"];
    },
  },
  {
    name: "oldest-served-as-its-neighbour",
    breaks: "version.own-envelope",
    also: ["envelope.members-present", "version.no-foreign-members"],
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    sentence: "Search at 2022-01-01 responds like 2024-01-01, because both share code.",
    request({ headers }) {
      headers["api-version"] = "2024-01-01";
    },
  },
  {
    name: "old-total-beside-the-new-one",
    breaks: "version.no-legacy-members",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Current search results still carry totalHits for old clients.",
    ...inSuccess((body) => {
      body.totalHits = 12;
    }),
  },
  {
    name: "articles-under-both-names",
    breaks: "version.no-legacy-members",
    cells: {
      surface: "aggregator",
      endpoint: "/geolocation",
      version: withMetadata,
      auth: "bearer",
    },
    sentence:
      "Current location headlines are also listed under articles, for clients with a bearer key.",
    ...inSuccess((body) => {
      body.articles = body.news_articles;
    }),
  },
  {
    name: "data-for-older-clients",
    breaks: "version.no-foreign-members",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "Topics at 2024-01-01 have data, the list of 2022-01-01, in addition to articles.",
    ...inSuccess((body) => {
      body.data = body.articles;
    }),
  },
  {
    name: "news-ping-always-latest",
    breaks: "version.ping-tells-version",
    cells: { surface: "news", endpoint: "/ping", version: "2024-01-01" },
    sentence:
      "The news surface's ping reports its latest version, although 2024-01-01 is in effect.",
    ...inSuccess((ping) => {
      ping.version = versionsOf("news", "/ping")[0];
    }),
  },
  {
    name: "crash-on-an-unknown-version",
    breaks: "version.unknown-value-no-server-error",
    also: ["version.unknown-value-refused"],
    cells: { surface: "news", version: unlisted },
    seenAt: ["/search/articles", "/search/publishers", "/info/countries", "/info/topics", "/ping"],
    sentence: "A version that the news surface does not list results in status 500.",
    response(response) {
      response.status = 500;
    },
    witness: { endpoint: "/info/topics", version: "2999-01-01" },
  },
  {
    name: "oldest-version-at-countries",
    breaks: "version.unknown-value-refused",
    cells: { surface: "news", endpoint: "/info/countries", version: "2022-01-01" },
    seenAt: ["/info/countries"],
    sentence:
      "At 2022-01-01, a version that it does not have, the list of countries is that of 2024-01-01.",
    request({ headers }) {
      headers["api-version"] = "2024-01-01";
    },
    witness: { version: "2022-01-01" },
  },
  {
    name: "month-is-enough",
    breaks: "version.unknown-value-refused",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2022-01" },
    seenAt: ["/geolocation"],
    sentence: "At /geolocation, 2022-01 is taken for 2022-01-01.",
    request({ headers }) {
      headers["api-version"] = "2022-01-01";
    },
    witness: { version: "2022-01" },
  },
  {
    name: "end-of-a-version-not-read",
    breaks: "version.unknown-value-refused",
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01x" },
    seenAt: ["/search"],
    sentence: "A search at 2022-01-01x is served like one at 2022-01-01.",
    request({ headers }) {
      headers["api-version"] = "2022-01-01";
    },
    witness: { version: "2022-01-01x" },
  },
  {
    name: "version-of-the-other-surface",
    breaks: "version.unknown-value-refused",
    cells: { surface: "news", endpoint: "/info/topics", version: "2026-05-25" },
    seenAt: ["/info/topics"],
    sentence: "The topic list uses the aggregator's latest version as its own.",
    request({ headers }) {
      delete headers["api-version"];
    },
    witness: { version: "2026-05-25" },
  },
  {
    name: "latest-version-of-the-other-surface",
    breaks: "version.unknown-value-refused",
    cells: { surface: "aggregator", version: "2026-08-01" },
    seenAt: ["/search", "/topics", "/geolocation", "/ping"],
    sentence: "The aggregator serves the latest version of the news surface as its own.",
    request({ headers }) {
      delete headers["api-version"];
    },
    witness: { endpoint: "/search", version: "2026-08-01" },
  },
  {
    name: "unknown-version-as-problem-details",
    breaks: "error.json-content-type",
    cells: { surface: "news", endpoint: "/search/publishers", version: "2025-04-16" },
    seenAt: ["/search/publishers"],
    sentence:
      "The refusal of an unknown version is declared as problem details, although it is an envelope.",
    response(response) {
      if (response.status === 400) response.headers["content-type"] = "application/problem+json";
    },
    witness: { version: "2025-04-16" },
  },
  {
    name: "unknown-version-taken-for-the-latest",
    breaks: "version.unknown-value-refused",
    cells: { surface: "aggregator", version: unlisted },
    seenAt: ["/search", "/topics", "/geolocation", "/ping"],
    sentence: "A version that the aggregator does not list is served as the latest one.",
    request({ headers }) {
      delete headers["api-version"];
    },
    witness: { endpoint: "/search", version: "1999-12-31" },
  },
  {
    name: "unknown-version-refused-in-html",
    breaks: "version.unknown-value-refused",
    cells: {
      surface: "news",
      endpoint: ["/search/articles", "/info/countries"],
      version: unlisted,
    },
    seenAt: ["/search/articles", "/info/countries"],
    sentence: "The router refuses an unknown version with an HTML page.",
    response(response) {
      if (response.status === 400) response.body = "<h1>No such version</h1>";
    },
    witness: { endpoint: "/info/countries", version: "2999-01-01" },
  },
  {
    name: "articles-without-versions",
    breaks: "version.articles-explicit-version",
    cells: { surface: "news", endpoint: "/search/articles", version: "2024-01-01" },
    sentence: "Article search refuses 2024-01-01, a version of its surface.",
    request({ headers }) {
      headers["api-version"] = "unknown";
    },
    witness: { query: { query: "climate" } },
  },
  {
    name: "crash-at-the-contested-version",
    breaks: "version.topics-2022-no-server-error",
    cells: { surface: "news", endpoint: "/info/topics", version: "2022-01-01" },
    sentence: "The topic list fails at 2022-01-01 instead of serving or refusing it.",
    response(response) {
      if (succeeded(response)) response.status = 500;
    },
  },
  {
    name: "version-header-in-lower-case-only",
    breaks: "version.header-name-case-ignored",
    cells: { surface: "aggregator" },
    sentence: "The aggregator recognises the version header in lower case only.",
    request(request) {
      if (isRespelled(request)) delete request.headers["api-version"];
    },
    witness: {
      endpoint: "/topics",
      headers: { "api-key": "$KEY", "Api-Version": "2022-01-01" },
    },
  },
  {
    name: "version-header-with-capitals-refused",
    breaks: "version.header-name-case-ignored",
    cells: { surface: "news", endpoint: "/ping" },
    sentence: "Ping does not recognise the version in a header whose name has capital letters.",
    request(request) {
      if (isRespelled(request)) request.headers["api-version"] = "none";
    },
    witness: { headers: { "API-VERSION": "2024-01-01" } },
  },
  {
    name: "version-header-of-countries-in-lower-case-only",
    breaks: "version.header-name-case-ignored",
    cells: { surface: "news", endpoint: "/info/countries" },
    sentence: "The list of countries recognises the version header in lower case only.",
    request(request) {
      if (isRespelled(request)) delete request.headers["api-version"];
    },
    witness: { headers: { "api-key": "$KEY", "Api-Version": "2024-01-01" } },
  },
];
