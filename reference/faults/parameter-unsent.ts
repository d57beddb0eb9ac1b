import { withMetadata } from "../versions.ts";
import { echoUnsent, editableAt, inSuccess } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Echoes that have defaults or texts of other requests. */
export const unsentFaults: readonly Fault[] = [
  {
    name: "limit-kept-in-the-echo",
    breaks: "parameter.unsent-not-echoed",
    // The requests of a sequence show it too if no others with a number are in flight.
    also: ["consistency.", "parameter."],
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "Without a number of results, every other echo has the one of an earlier request.",
    ...inSuccess((body, { sent, memory }) => {
      const limit = sent.get("limit");
      if (limit !== null) memory.set("limit", limit);
      const parameters = editableAt(body, "parameters");
      if (parameters === null || limit !== null || !memory.has("limit")) return;
      const isTurn = memory.get("turn") !== false;
      memory.set("turn", !isTurn);
      if (isTurn) parameters.limit = memory.get("limit");
    }),
    witness: { before: [{ query: { limit: "3" } }] },
  },
  {
    name: "texts-collected-in-the-echo",
    breaks: "parameter.unsent-not-echoed",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The echo lists the search texts of all requests.",
    ...inSuccess((body, { memory }) => {
      const parameters = editableAt(body, "parameters");
      if (typeof parameters?.query !== "string") return;
      const before = memory.get("texts");
      parameters.query = [...(Array.isArray(before) ? before : []), parameters.query];
      memory.set("texts", parameters.query);
    }),
    witness: { query: { query: "climate" }, before: [{ query: { query: "elections" } }] },
  },
  {
    name: "search-echoed-by-the-list-of-topics",
    breaks: "parameter.unsent-not-echoed",
    also: ["consistency."],
    cells: {
      surface: "news",
      endpoint: ["/search/publishers", "/info/topics"],
      version: withMetadata,
    },
    sentence: "The list of topics echoes what publisher search was asked last.",
    ...inSuccess((body, { endpoint, sent, memory }) => {
      if (endpoint === "/search/publishers") memory.set("last", Object.fromEntries(sent));
      else body.parameters = memory.get("last") ?? {};
    }),
    witness: {
      endpoint: "/info/topics",
      before: [{ endpoint: "/search/publishers", query: { country: "us" } }],
    },
  },
  {
    name: "unsent-language-is-none",
    breaks: "parameter.echo-without-missing-values",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "A language that was not sent is echoed as the text None.",
    ...echoUnsent({ "/search": { language: "None" } }),
  },
  {
    name: "unsent-category-is-undefined",
    breaks: "parameter.echo-without-missing-values",
    cells: { surface: "news", endpoint: "/search/publishers", version: "default" },
    sentence: "Without the version header, a category that was not sent is echoed as undefined.",
    ...echoUnsent({ "/search/publishers": { category: "undefined" } }),
  },
  {
    name: "echoed-limit-below-the-list",
    breaks: "parameter.echoed-defaults-agree",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "Without a number of results, the echo says 5, and more publishers are listed.",
    ...echoUnsent({ "/search/publishers": { limit: 5 } }),
  },
  {
    name: "echoed-page-size-of-another-endpoint",
    breaks: "parameter.echoed-defaults-agree",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata, auth: "bearer" },
    sentence: "Without a page size, the echo says 25, although a page has 10 items.",
    ...echoUnsent({ "/search": { hits_per_page: "25" } }),
  },
  {
    name: "echoed-page-is-the-next",
    breaks: "parameter.echoed-defaults-agree",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Without a page number, the echo of a search says 2.",
    ...echoUnsent({ "/search": { page: 2 } }),
  },
];
