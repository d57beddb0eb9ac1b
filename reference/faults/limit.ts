import { withMetadata } from "../versions.ts";
import { editableAt, ignoreWhere, inSuccess, refuse } from "./edit.ts";
import { leave } from "./empty-results.ts";
import type { Fault } from "./fault.ts";

const old = { surface: "news", endpoint: "/search/publishers", version: "2024-01-01" } as const;

const publishers = {
  surface: "news",
  endpoint: "/search/publishers",
  version: withMetadata,
} as const;

const inRange = /^([1-9]\d?|100)$/;

function ignoreBadLimit(query: URLSearchParams, beside: string): void {
  const limit = query.get("limit") ?? "1";
  if (query.has(beside) && !inRange.test(limit)) query.delete("limit");
}

/** Violations of the limit on the number of results of publisher search. */
export const limitFaults: readonly Fault[] = [
  {
    name: "limit-clamped",
    breaks: "limit.out-of-range-refused",
    cells: publishers,
    sentence: "A number of results above 100 is reduced to 100 instead of being refused.",
    request({ query }) {
      if (Number(query.get("limit")) > 100) query.set("limit", "100");
    },
    witness: { query: { limit: "101" } },
  },
  {
    name: "limit-of-a-thousand",
    breaks: "limit.out-of-range-refused",
    cells: { surface: "news", endpoint: "/search/publishers", version: "default" },
    sentence: "Without the version header, a number of results of 1,000 is reduced to 100.",
    request({ query }) {
      if (query.get("limit") === "1000") query.set("limit", "100");
    },
    witness: { query: { limit: "1000" } },
  },
  {
    name: "limit-clamped-beside-a-text",
    breaks: "limit.out-of-range-refused",
    also: ["limit.out-of-range-refused-2024"],
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "With a search text, a number of results out of range is replaced by 100.",
    request({ query }) {
      const limit = Number(query.get("limit") ?? 1);
      if (query.has("query") && !(limit >= 1 && limit <= 100)) query.set("limit", "100");
    },
    witness: { version: "2026-08-01", query: { query: "Harbor", limit: "101" } },
  },
  {
    name: "zero-means-all-beside-a-text-alone",
    breaks: "limit.out-of-range-refused",
    cells: { surface: "news", endpoint: "/search/publishers", version: "default" },
    sentence:
      "Without the version header, a search by text and nothing else takes the number of results 0 for all.",
    request({ query, sent }) {
      if (query.has("query") && sent.size === 2 && query.get("limit") === "0")
        query.delete("limit");
    },
    witness: { query: { query: "Harbor", limit: "0" } },
  },
  {
    name: "limit-without-effect-beside-a-text",
    breaks: "limit.result-count-honoured",
    cells: publishers,
    sentence: "A search by text returns every publisher that it finds, however many are requested.",
    ...ignoreWhere(
      ({ sent }) => sent.has("query") && inRange.test(sent.get("limit") ?? ""),
      "limit",
    ),
    witness: { query: { query: "Harbor", limit: "1" } },
  },
  {
    name: "hundred-is-too-many-beside-a-language",
    breaks: "parameter.combinations-accepted",
    cells: publishers,
    sentence: "A search by language refuses a request for 100 publishers.",
    request(request) {
      if (request.sent.has("language") && request.sent.get("limit") === "100") refuse(request);
    },
    witness: { query: { language: "en", limit: "100" } },
  },
  {
    name: "limit-unchecked-beside-a-country",
    breaks: "limit.out-of-range-refused",
    cells: publishers,
    sentence: "Search by country ignores a number of results out of range.",
    request: ({ query }) => ignoreBadLimit(query, "country"),
    witness: { query: { country: "us", limit: "101" } },
  },
  {
    name: "limit-unchecked-in-sorted-lists",
    breaks: "limit.out-of-range-refused",
    cells: publishers,
    sentence: "With a sort order, a number of results out of range is ignored.",
    request: ({ query }) => ignoreBadLimit(query, "sort"),
    witness: { query: { sort: "name", limit: "101" } },
  },
  {
    name: "limit-rounded",
    breaks: "limit.out-of-range-refused",
    cells: publishers,
    sentence: "A fractional number of results is rounded instead of being refused.",
    request({ query }) {
      const limit = query.get("limit") ?? "";
      if (/^\d+\.\d+$/.test(limit)) query.set("limit", String(Math.ceil(Number(limit))));
    },
    witness: { query: { limit: "1.5" } },
  },
  {
    name: "limit-unchecked-beside-several-words",
    breaks: "limit.out-of-range-refused",
    also: ["limit.out-of-range-refused-2024"],
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "Beside a search text of several words, a number of results out of range is ignored.",
    request: ({ query, sent }) => {
      if (/\s/.test(sent.get("query") ?? "")) ignoreBadLimit(query, "query");
    },
    witness: { query: { query: "climate news", limit: "101" } },
  },
  {
    name: "limit-ignored",
    breaks: "limit.result-count-honoured",
    cells: publishers,
    sentence: "Ten publishers are returned, even if fewer were requested.",
    request({ query }) {
      if (/^[1-9]$/.test(query.get("limit") ?? "")) query.delete("limit");
    },
    response({ body }, { sent }) {
      const parameters = editableAt(body, "parameters");
      const limit = sent.get("limit") ?? "";
      if (parameters !== null && /^[1-9]$/.test(limit)) parameters.limit = Number(limit);
    },
    witness: { query: { limit: "1" } },
  },
  {
    name: "hundred-is-one-too-many",
    breaks: "limit.result-count-honoured",
    also: ["parameter.combinations-accepted"],
    cells: publishers,
    sentence:
      "A request for 100 publishers is refused, since the limit is compared with less-than.",
    request(request) {
      if (request.sent.get("limit") === "100") refuse(request);
    },
    witness: { query: { limit: "100" } },
  },
  {
    name: "one-is-too-few",
    breaks: "limit.result-count-honoured",
    cells: publishers,
    sentence:
      "A request for one publisher is refused, since the limit is compared with greater-than.",
    request(request) {
      if (request.sent.get("limit") === "1") refuse(request);
    },
    witness: { query: { limit: "1" } },
  },
  {
    name: "one-more-than-asked-for",
    breaks: "limit.result-count-honoured",
    cells: publishers,
    sentence:
      "One publisher more than requested is returned: the one that tells whether there are more.",
    request({ query }) {
      const limit = Number(query.get("limit") ?? "0");
      if (limit >= 1 && limit < 100) query.set("limit", String(limit + 1));
    },
    response({ body }, { sent }) {
      const parameters = editableAt(body, "parameters");
      if (parameters !== null && sent.has("limit")) parameters.limit = Number(sent.get("limit"));
    },
    witness: { query: { limit: "3" } },
  },
  ...(
    [
      ["zero-means-all", "0", "The number of results 0 means all, and is not refused."],
      [
        "sign-dropped",
        "-1",
        "The minus sign of a number of results is dropped, and the number is not refused.",
      ],
      [
        "number-with-a-tail",
        "20,",
        "A number of results is parsed up to the first character that is not a digit, and the rest is ignored.",
      ],
    ] as const
  ).map(
    ([name, value, sentence]): Fault => ({
      name,
      breaks: "limit.out-of-range-refused",
      cells: publishers,
      sentence,
      request({ query }) {
        if (query.get("limit") === value) query.delete("limit");
      },
      witness: { query: { limit: value } },
    }),
  ),
  ...([32, 64] as const).map(
    (bits): Fault => ({
      name: `number-kept-in-${bits}-bits`,
      breaks: "limit.out-of-range-refused",
      cells: publishers,
      sentence: `Only ${bits} bits of a number of results are kept, and these may be a valid number.`,
      request({ query }) {
        const limit = query.get("limit") ?? "";
        if (/^\d{3,30}$/.test(limit)) {
          query.set("limit", String(BigInt.asIntN(bits, BigInt(limit))));
        }
      },
      witness: { query: { limit: String(2n ** BigInt(bits) + 1n) } },
    }),
  ),
  {
    name: "number-read-in-64-bits-and-kept-in-32",
    breaks: "limit.out-of-range-refused",
    cells: publishers,
    sentence:
      "A number of results that 64 bits can hold is kept in 32, and these may be a valid number.",
    request({ query }) {
      const limit = query.get("limit") ?? "";
      if (/^\d{3,18}$/.test(limit)) query.set("limit", String(BigInt.asIntN(32, BigInt(limit))));
    },
    witness: { query: { limit: "4294967297" } },
  },
  {
    name: "exponent-accepted",
    breaks: "limit.odd-spelling-refused",
    cells: publishers,
    sentence: "1e2 is accepted as the number of results 100.",
    request({ query }) {
      if (query.get("limit") === "1e2") query.set("limit", "100");
    },
    witness: { query: { limit: "1e2" } },
  },
  {
    name: "hexadecimal-number-accepted",
    breaks: "limit.odd-spelling-refused",
    cells: old,
    sentence: "0x10 is accepted as the number of results 16 at 2024-01-01.",
    request({ query }) {
      const limit = query.get("limit") ?? "";
      if (limit.startsWith("0x")) query.set("limit", String(Number(limit)));
    },
    witness: { query: { limit: "0x10" } },
  },
  {
    name: "empty-number-ignored",
    breaks: "limit.odd-spelling-refused",
    cells: publishers,
    sentence: "An empty number of results is ignored instead of being refused.",
    request({ query }) {
      if (query.get("limit") === "") query.delete("limit");
    },
    witness: { query: { limit: "" } },
  },
  {
    name: "limit-clamped-at-2024",
    breaks: "limit.out-of-range-refused-2024",
    cells: old,
    sentence: "At 2024-01-01 a number of results outside 1 to 100 is changed to the nearest limit.",
    request({ query }) {
      const limit = Number(query.get("limit") || "1");
      if (limit > 100 || limit < 1) query.set("limit", limit < 1 ? "1" : "100");
    },
    witness: { query: { limit: "101" } },
  },
  {
    name: "limit-ignored-at-2024",
    breaks: "limit.result-count-honoured-2024",
    cells: old,
    sentence: "At 2024-01-01 ten publishers are returned, even if fewer were requested.",
    request({ query }) {
      if (query.get("limit") === "1") query.delete("limit");
    },
    witness: { query: { limit: "1" } },
  },
  {
    name: "limit-unchecked-beside-a-category-alone",
    breaks: "limit.out-of-range-refused",
    cells: publishers,
    sentence: "Search by category alone ignores a number of results out of range.",
    request({ query, sent }) {
      if (sent.size === 2) ignoreBadLimit(query, "category");
    },
    witness: { query: { category: "General", limit: "101" } },
  },
  {
    name: "limit-unchecked-beside-a-language-alone",
    breaks: "limit.out-of-range-refused",
    cells: publishers,
    sentence: "Search by language alone ignores a number of results out of range.",
    request({ query, sent }) {
      if (sent.size === 2) ignoreBadLimit(query, "language");
    },
    witness: { query: { language: "en", limit: "101" } },
  },
  {
    name: "hundred-results-are-ten",
    breaks: "limit.more-results-for-higher-number",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "Publisher search returns ten publishers if more than fifty are requested.",
    ...inSuccess((body, { sent }) => {
      if (Number(sent.get("limit")) > 50) leave(body, 10);
    }),
    witness: { query: { limit: "100" } },
  },
  {
    name: "ten-results-at-most",
    breaks: "limit.more-results-for-higher-number",
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "Publisher search returns at most ten publishers, whatever the number of results.",
    ...inSuccess((body) => leave(body, 10)),
    witness: { query: { limit: "37" } },
  },
  {
    name: "half-of-the-results",
    breaks: "limit.more-results-for-higher-number",
    cells: publishers,
    sentence: "Publisher search returns half as many publishers as requested.",
    ...inSuccess((body, { sent }) => {
      const asked = Number(sent.get("limit"));
      if (asked > 1) leave(body, Math.floor(asked / 2));
    }),
    witness: { query: { limit: "36" } },
  },
  {
    name: "number-of-results-refused-alone",
    breaks: "limit.result-count-honoured",
    cells: { ...publishers, version: "default" },
    sentence: "Without the version header, a number of results is refused if nothing else is sent.",
    request(request) {
      if (request.sent.has("limit") && request.sent.size === 1) refuse(request);
    },
    witness: { query: { limit: "37" } },
  },
  {
    name: "one-character-refused-beside-a-number",
    breaks: "limit.one-character-accepted",
    cells: publishers,
    sentence: "A text of one character is refused if a number of results is sent too.",
    request(request) {
      if (request.sent.get("query")?.length === 1 && request.sent.has("limit")) refuse(request);
    },
    witness: { query: { query: "0", limit: "37" } },
  },
];
