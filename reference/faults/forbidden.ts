import { refuse, refuseWith } from "./edit.ts";
import type { Fault, FaultRequest } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;
const publishers = { surface: "news", endpoint: "/search/publishers" } as const;

/** Refuses requests with 403, as if the key were not entitled to what the specification allows everyone. */
function forbidden(
  isForbidden: (request: FaultRequest) => boolean,
): Pick<Fault, "request" | "response"> {
  return {
    request(request) {
      if (isForbidden(request)) refuse(request);
    },
    response(response, request) {
      if (response.status === 400 && isForbidden(request)) refuseWith(response, 403);
    },
  };
}

/** Requests that are refused with 403, although a plan limits none of their parameters. */
export const forbiddenFaults: readonly Fault[] = [
  {
    name: "domain-filter-forbidden",
    breaks: "parameter.domain-accepted",
    cells: search,
    sentence: "A publisher domain is refused with 403.",
    ...forbidden(({ sent }) => sent.has("domain")),
    witness: { query: { domain: "harborpost.example" } },
  },
  {
    name: "archive-forbidden",
    breaks: "parameter.dates-accepted",
    cells: search,
    sentence: "A published-to date is refused with 403.",
    ...forbidden(({ sent }) => sent.has("published_to")),
    witness: { query: { query: "climate", published_to: "2026-02-10" } },
  },
  {
    name: "domain-beside-a-language-forbidden",
    breaks: "parameter.combinations-accepted",
    also: ["parameter.optional-sent-together"],
    cells: search,
    sentence: "A publisher domain with a language is refused with 403.",
    ...forbidden(({ sent }) => sent.has("domain") && sent.has("language")),
    witness: { query: { domain: "harborpost.example", language: "en" } },
  },
  {
    name: "long-lists-forbidden",
    breaks: "limit.result-count-honoured",
    also: ["limit.result-count-honoured-2024", "parameter.combinations-accepted"],
    cells: publishers,
    sentence: "A request for more than fifty publishers is refused with 403.",
    ...forbidden(({ sent }) => /^([5-9]\d|100)$/.test(sent.get("limit") ?? "")),
    witness: { query: { limit: "100" } },
  },
  {
    name: "categories-forbidden",
    breaks: "parameter.publisher-category-accepted",
    cells: publishers,
    sentence: "A publisher category alone is refused with 403.",
    ...forbidden(({ sent }) => sent.has("category") && sent.size === 1),
    witness: { query: { category: "Business" } },
  },
];
