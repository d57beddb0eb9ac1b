import { latest, newsItems, objectAt, succeeded } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** What stands around the items. */
export const envelopeFaults: readonly Fault[] = [
  {
    name: "related-topics-missing",
    breaks: "envelope.members-present",
    cells: { surface: "aggregator", endpoint: "/search", version: latest },
    sentence: "Search results lack related_topics.",
    response(response) {
      if (succeeded(response)) delete objectAt(response.body)?.related_topics;
    },
  },
  {
    name: "total-as-text",
    breaks: "envelope.member-types",
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    sentence: "The total of 2022-01-01 is text in place of an integer.",
    response({ body }) {
      const envelope = objectAt(body);
      if (typeof envelope?.total === "number") envelope.total = String(envelope.total);
    },
  },
  {
    name: "null-when-nothing-is-found",
    breaks: "envelope.lists-when-empty",
    cells: { surface: "aggregator", endpoint: "/search", version: latest },
    sentence: "A search that finds nothing has null in place of an empty list.",
    response({ body }) {
      const envelope = objectAt(body);
      if (Array.isArray(envelope?.news_articles) && envelope.news_articles.length === 0) {
        envelope.news_articles = null;
      }
    },
    witness: { query: { query: "zxqvwkj" } },
  },
  {
    name: "total-below-the-items",
    breaks: "envelope.counts-cover-items",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "totalHits is smaller than the number of articles in the page.",
    response(response) {
      const body = objectAt(response.body);
      if (!succeeded(response) || body === null || newsItems(body).length < 2) return;
      body.totalHits = 1;
      body.totalPages = 1;
    },
  },
  {
    name: "size-off-by-one",
    breaks: "envelope.size-equals-items",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "size is one less than the number of articles in the page.",
    response(response) {
      const body = objectAt(response.body);
      if (typeof body?.size === "number" && body.size > 0) body.size -= 1;
    },
  },
  {
    name: "last-page-forgotten",
    breaks: "envelope.total-pages-consistent",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "totalPages counts one page too few.",
    response({ body }) {
      const envelope = objectAt(body);
      if (typeof envelope?.totalPages === "number" && envelope.totalPages > 0) {
        envelope.totalPages -= 1;
      }
    },
  },
];
