import { latest, objectAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;
const geolocation = { surface: "aggregator", endpoint: "/geolocation" } as const;

/** A value that no version accepts, so that the server itself refuses in the right envelope. */
function spoil(query: URLSearchParams, name: string): void {
  query.set(name, "");
}

/** Parameters that are ignored, demanded, or not echoed. */
export const parameterFaults: readonly Fault[] = [
  {
    name: "location-not-needed",
    breaks: "parameter.location-required",
    cells: geolocation,
    sentence: "The location endpoint answers without a location, as if London were meant.",
    request({ query }) {
      if (!query.has("location")) query.set("location", "London");
    },
    witness: { query: {} },
  },
  {
    name: "query-demanded",
    breaks: "parameter.optional-can-be-left-out",
    also: ["transport.success-status"],
    cells: search,
    sentence: "Search is refused without query, which is optional.",
    request({ query }) {
      if (!query.has("query") && !query.has("q")) spoil(query, "country");
    },
    witness: { query: {} },
  },
  {
    name: "codes-in-upper-case-only",
    breaks: "parameter.lower-case-accepted",
    cells: search,
    sentence: "Search refuses country codes in lower case.",
    request({ query }) {
      if (/[a-z]/.test(query.get("country") ?? "")) spoil(query, "country");
    },
    witness: { query: { country: "us" } },
  },
  {
    name: "query-not-echoed",
    breaks: "parameter.parameters-echoed",
    also: ["parameter.echoed-by-name"],
    cells: { ...search, version: latest },
    sentence: "parameters does not echo the search text.",
    response({ body }) {
      delete objectAt(body, "parameters")?.query;
    },
    witness: { query: { query: "climate" } },
  },
  {
    name: "french-by-default",
    breaks: "parameter.geolocation-defaults",
    cells: { ...geolocation, version: latest },
    sentence: "The language of the location endpoint defaults to fr in place of en.",
    request({ query }) {
      if (!query.has("language")) query.set("language", "fr");
    },
  },
  {
    name: "navigation-links-lead-nowhere",
    breaks: "parameter.navigation-link-opens",
    seenAt: ["/search"],
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Opaque topic ids, which navigation links hold, are not found at /topics.",
    request(request) {
      if (request.query.get("topic_id")?.startsWith("CAAq")) request.path = "/topics/unknown";
    },
    witness: { query: { topic_id: "CAAqAAAA" } },
  },
  {
    name: "domain-ignored",
    breaks: "parameter.domain-filter-holds",
    cells: { ...search, version: latest },
    sentence: "Search echoes the publisher domain, but does not filter by it.",
    request({ query }) {
      query.delete("domain");
    },
    response({ body }, { sent }) {
      const parameters = objectAt(body, "parameters");
      const domain = sent.get("domain");
      if (parameters !== null && domain !== null) parameters.domain = domain;
    },
    witness: { query: { domain: "harborpost.example" } },
  },
];
