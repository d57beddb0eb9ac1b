import { withMetadata } from "../versions.ts";
import { refuse } from "./edit.ts";
import type { Fault } from "./fault.ts";

const old = { surface: "news", endpoint: "/search/publishers", version: "2024-01-01" } as const;

const publishers = {
  surface: "news",
  endpoint: "/search/publishers",
  version: withMetadata,
} as const;

/** Violations of the limit on the search text of publisher search. */
export const textLimitFaults: readonly Fault[] = [
  {
    name: "empty-query-beside-a-limit",
    breaks: "limit.empty-query-refused",
    cells: { surface: "news", endpoint: "/search/publishers", version: "default" },
    sentence:
      "Without the version header, an empty search query with a number of results is ignored.",
    request({ query }) {
      if (query.get("query") === "" && query.has("limit") && query.size === 2)
        query.delete("query");
    },
    witness: { query: { limit: "37", query: "" } },
  },
  {
    name: "empty-query-finds-everything",
    breaks: "limit.empty-query-refused",
    cells: publishers,
    sentence: "An empty search text finds every publisher instead of being refused.",
    request({ query }) {
      if (query.get("query") === "") query.delete("query");
    },
    witness: { query: { query: "" } },
  },
  {
    name: "empty-query-beside-a-category",
    breaks: "limit.empty-query-refused",
    cells: publishers,
    sentence: "With a category, an empty search text is ignored instead of being refused.",
    request({ query }) {
      if (query.get("query") === "" && query.has("category")) query.delete("query");
    },
    witness: { version: "2026-08-01", query: { category: "General", query: "" } },
  },
  {
    name: "zero-is-no-query",
    breaks: "limit.one-character-accepted",
    cells: publishers,
    sentence: "The search text 0 is treated as empty.",
    request(request) {
      if (request.sent.get("query") === "0") refuse(request);
    },
    witness: { query: { query: "0" } },
  },
  {
    name: "blank-query-taken-for-none",
    breaks: "limit.empty-query-refused-2024",
    cells: old,
    sentence: "An empty search text at 2024-01-01 finds every publisher.",
    request({ query }) {
      if (query.get("query") === "") query.delete("query");
    },
    witness: { query: { query: "" } },
  },
  {
    name: "one-letter-of-ascii-only",
    breaks: "limit.one-character-accepted",
    cells: publishers,
    sentence: "A search text of one non-ASCII character is refused.",
    request(request) {
      if (/^[^\0-\x7f]$/u.test(request.sent.get("query") ?? "")) refuse(request);
    },
    witness: { query: { query: "é" } },
  },
  {
    name: "three-letters-at-least",
    breaks: "limit.one-character-accepted",
    cells: publishers,
    sentence: "A search text shorter than three characters is refused.",
    request(request) {
      const text = request.sent.get("query") ?? "";
      if (text.length === 1 || text.length === 2) refuse(request);
    },
    witness: { query: { query: "a" } },
  },
  {
    name: "two-letters-at-least-at-2024",
    breaks: "limit.one-character-accepted-2024",
    cells: old,
    sentence: "A search text of one character is refused at 2024-01-01.",
    request(request) {
      if (request.sent.get("query")?.length === 1) refuse(request);
    },
    witness: { query: { query: "a" } },
  },
  {
    name: "empty-text-unchecked-beside-a-language-alone",
    breaks: "limit.empty-query-refused",
    cells: publishers,
    sentence: "Search by language alone ignores an empty search text.",
    request({ query, sent }) {
      if (sent.size === 2 && sent.has("language") && sent.get("query") === "")
        query.delete("query");
    },
    witness: { query: { language: "en", query: "" } },
  },
];
