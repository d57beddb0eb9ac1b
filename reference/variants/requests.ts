import { objectAt } from "../faults/edit.ts";
import type { FaultRequest } from "../faults/fault.ts";
import { everywhere, type Variant } from "./variant.ts";

/** Names that some endpoint of the reference server knows. */
const known: Readonly<Record<string, readonly string[]>> = {
  "/search": [
    "query",
    "q",
    "country",
    "language",
    "domain",
    "published_from",
    "published_to",
    "page",
    "hits_per_page",
    "pageSize",
  ],
  "/topics": ["topic_id", "subtopic_id"],
  "/geolocation": ["location", "country", "language"],
  "/search/articles": ["query"],
  "/search/publishers": ["query", "category", "country", "language", "limit", "sort"],
};

/** Leads the request to a refusal of its parameters. */
function refuseParameters(request: FaultRequest): void {
  request.query.set("page", "not-a-page");
  request.query.set("limit", "not-a-number");
}

/** Freedoms in what may be asked. */
export const requestVariants: readonly Variant[] = [
  everywhere(
    "unknown-parameters-refused",
    "A parameter that the endpoint does not know is refused.",
    {
      request(request) {
        const names = known[request.endpoint];
        if (names && [...request.sent.keys()].some((name) => !names.includes(name)))
          refuseParameters(request);
      },
    },
  ),
  {
    name: "old-versions-know-q-only",
    sentence: "At the older versions query is refused and q is the search text.",
    cells: { endpoint: "/search", version: ["2024-01-01", "2022-01-01"] },
    ends: "conformant",
    request(request) {
      if (request.sent.has("query")) refuseParameters(request);
    },
  },
  {
    name: "old-versions-know-query-only",
    sentence: "At the older versions q is refused and query is the search text.",
    cells: { endpoint: "/search", version: ["2024-01-01", "2022-01-01"] },
    ends: "conformant",
    request(request) {
      if (request.sent.has("q")) refuseParameters(request);
    },
  },
  {
    name: "fuzzy-search",
    sentence: "Every search finds something, whatever is asked for.",
    cells: { endpoint: ["/search", "/search/publishers"] },
    ends: "conformant",
    request({ query }) {
      for (const name of ["query", "q"]) if (query.get(name)?.startsWith("zqx")) query.delete(name);
    },
    response({ body }, { sent }) {
      const echoed = objectAt(body, "parameters");
      if (echoed && sent.has("query")) echoed.query = sent.get("query");
    },
  },
  {
    name: "subtopics-stand-alone",
    sentence: "A subtopic is asked for without its topic; both together are refused.",
    cells: { endpoint: "/topics" },
    ends: "conformant",
    response(response, { sent }) {
      if (!sent.has("topic_id") || !sent.has("subtopic_id")) return;
      response.status = 400;
      const legacy = objectAt(response.body)?.success !== undefined;
      response.body = legacy
        ? { success: false, code: 400, message: "one at a time" }
        : {
            metadata: { id: "1", took_ms: 1, timestamp: new Date().toISOString() },
            errors: [{ code: "INVALID_PARAMETER", message: "one at a time", details: {} }],
          };
    },
  },
];
