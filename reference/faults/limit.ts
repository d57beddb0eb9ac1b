import { latest, objectAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

const publishers = { surface: "news", endpoint: "/search/publishers", version: latest } as const;

/** The limits of publisher search, not kept. */
export const limitFaults: readonly Fault[] = [
  {
    name: "limit-clamped",
    breaks: "limit.out-of-range-refused",
    cells: publishers,
    sentence: "A number of results above 100 is taken for 100 in place of being refused.",
    request({ query }) {
      if (Number(query.get("limit")) > 100) query.set("limit", "100");
    },
    witness: { query: { limit: "101" } },
  },
  {
    name: "limit-rounded",
    breaks: "limit.out-of-range-refused",
    cells: publishers,
    sentence: "A fraction as number of results is rounded in place of being refused.",
    request({ query }) {
      const limit = query.get("limit") ?? "";
      if (/^\d+\.\d+$/.test(limit)) query.set("limit", String(Math.ceil(Number(limit))));
    },
    witness: { query: { limit: "1.5" } },
  },
  {
    name: "limit-ignored",
    breaks: "limit.result-count-honoured",
    cells: publishers,
    sentence: "Ten publishers come back, however few were asked for.",
    request({ query }) {
      if (/^[1-9]$/.test(query.get("limit") ?? "")) query.delete("limit");
    },
    response({ body }, { sent }) {
      const parameters = objectAt(body, "parameters");
      const limit = sent.get("limit") ?? "";
      if (parameters !== null && /^[1-9]$/.test(limit)) parameters.limit = Number(limit);
    },
    witness: { query: { limit: "1" } },
  },
  {
    name: "empty-query-finds-everything",
    breaks: "limit.empty-query-refused",
    cells: publishers,
    sentence: "An empty search text finds every publisher in place of being refused.",
    request({ query }) {
      if (query.get("query") === "") query.delete("query");
    },
    witness: { query: { query: "" } },
  },
];
