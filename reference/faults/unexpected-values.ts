import { crash, page } from "./crash.ts";
import { succeeded } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Faults that show where a parameter has a value that is empty, of another type or of nothing, or that is not defined. */
export const unexpectedValueFaults: readonly Fault[] = [
  {
    name: "crash-on-an-empty-text",
    breaks: "robustness.unexpected-values",
    also: ["error.", "robustness."],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "An empty search text results in status 500.",
    response(response, { sent }) {
      if (sent.get("query") === "" || sent.get("q") === "") response.status = 500;
    },
    witness: { query: { query: "" } },
  },
  {
    name: "crash-on-a-reversed-range",
    breaks: "robustness.unexpected-values",
    also: ["error."],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "A range of dates that ends before it begins results in status 500.",
    response(response, { sent }) {
      const [from, to] = [sent.get("published_from"), sent.get("published_to")];
      if (succeeded(response) && from !== null && to !== null && from > to) crash(response);
    },
    witness: { query: { published_from: "2026-03-02", published_to: "2026-03-01" } },
  },
  {
    name: "page-for-an-odd-page-number-at-the-named-version",
    breaks: "robustness.unexpected-values",
    also: ["error.envelope-matches-version", "error.json-content-type"],
    cells: { surface: "aggregator", endpoint: "/search", version: "2026-05-25" },
    sentence: "At 2026-05-25, an invalid page number is answered with an HTML page.",
    response(response, { sent }) {
      const number = sent.get("page");
      if (number !== null && !/^[1-9]\d?$/.test(number)) page(response, 400, "Bad Request");
    },
    witness: { query: { page: "0" } },
  },
  {
    name: "crash-on-unknown-country",
    breaks: "robustness.unexpected-values",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "A country code that is not two letters results in status 500.",
    response(response, { sent }) {
      const country = sent.get("country");
      if (country !== null && !/^[a-z]{2}$/i.test(country)) crash(response);
    },
    witness: { query: { location: "London", country: "none" } },
  },
  {
    name: "crash-on-unknown-category",
    breaks: "robustness.unexpected-values",
    cells: { surface: "news", endpoint: "/search/publishers", version: "default" },
    sentence: "A category that no publisher has results in status 500.",
    response(response, { query }) {
      if (/^None/.test(query.get("category") ?? "")) crash(response);
    },
    witness: { query: { category: "Nonexistent" }, version: "default" },
  },
  {
    name: "crash-on-unknown-language-of-places",
    breaks: "robustness.unexpected-values",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "A language that the server does not know results in status 500.",
    response(response, { query }) {
      if (query.get("language") === "zz") crash(response);
    },
    witness: { query: { location: "London", language: "zz" } },
  },
  {
    name: "crash-on-an-impossible-day",
    breaks: "robustness.unexpected-values",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "A day that its month does not have results in status 500.",
    response(response, { sent }) {
      if (sent.get("published_from") === "2026-02-30") response.status = 500;
    },
    witness: { endpoint: "/search", query: { published_from: "2026-02-30" } },
  },
  {
    name: "crash-on-a-named-topic-that-there-is-not",
    breaks: "robustness.unexpected-values",
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "A named topic that the server does not know results in status 500.",
    response(response, { query }) {
      if (/^NO_/.test(query.get("topic_id") ?? "")) crash(response);
    },
    witness: { query: { topic_id: "NO_SUCH_TOPIC" } },
  },
  {
    name: "crash-on-a-page-in-words",
    breaks: "robustness.unexpected-values",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "A page number in words results in status 500.",
    response(response, { sent }) {
      if (/^[a-z]+$/.test(sent.get("page") ?? "")) crash(response);
    },
    witness: { query: { page: "two" } },
  },
  {
    name: "crash-on-an-empty-date",
    breaks: "robustness.unexpected-values",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "An empty date results in status 500.",
    response(response, { sent }) {
      if (sent.get("published_from") === "") crash(response);
    },
    witness: { query: { published_from: "" } },
  },
  {
    name: "crash-on-what-topics-do-not-define",
    breaks: "robustness.unexpected-values",
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "A parameter that topics do not define results in status 500.",
    response(response, { sent }) {
      if (succeeded(response) && sent.has("callback")) crash(response);
    },
    witness: { query: { topic_id: "TECHNOLOGY", callback: "done" } },
  },
  {
    name: "crash-on-a-parameter-against-caches",
    breaks: "robustness.several-keys",
    also: ["robustness.head"],
    cells: { surface: "news", endpoint: ["/info/countries", "/info/topics"] },
    sentence: "The lists respond with status 500 to a parameter against caches.",
    response(response, { sent }) {
      if (sent.has("_")) crash(response);
    },
    witness: { query: { _: "1700000000000" } },
  },
];
