import { withMetadata } from "../versions.ts";
import { editableAt, inMetadata, inSuccess, newsItems, succeeded } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Wrong totals, sizes and numbers of pages. */
export const countFaults: readonly Fault[] = [
  {
    name: "total-as-text",
    breaks: "envelope.member-types",
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    sentence: "The total of 2022-01-01 is a string instead of an integer.",
    response({ body }) {
      const envelope = editableAt(body);
      if (typeof envelope?.total === "number") envelope.total = String(envelope.total);
    },
  },
  {
    name: "total-below-the-items",
    breaks: "envelope.counts-cover-items",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "totalHits is smaller than the number of articles on the page.",
    response(response) {
      const body = editableAt(response.body);
      if (!succeeded(response) || body === null || newsItems(body).length < 2) return;
      body.totalHits = 1;
      body.totalPages = 1;
    },
  },
  {
    name: "size-off-by-one",
    breaks: "envelope.size-equals-items",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "size is one less than the number of articles on the page.",
    response(response) {
      const body = editableAt(response.body);
      if (typeof body?.size === "number" && body.size > 0) body.size -= 1;
    },
  },
  {
    name: "last-page-forgotten",
    breaks: "envelope.total-pages-consistent",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "totalPages counts one page too few.",
    response({ body }) {
      const envelope = editableAt(body);
      if (typeof envelope?.totalPages === "number" && envelope.totalPages > 0) {
        envelope.totalPages -= 1;
      }
    },
  },
  {
    name: "total-hits-of-nothing",
    breaks: "envelope.counts-cover-items",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "total_hits is 0, although there are items.",
    ...inMetadata((metadata) => {
      metadata.total_hits = 0;
    }),
  },
  {
    name: "total-of-everything-without-matches",
    breaks: "envelope.total-zero-without-items",
    also: ["envelope.total-pages-consistent"],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "total_hits counts the whole corpus where no item matches.",
    ...inSuccess((body) => {
      const metadata = editableAt(body, "metadata");
      if (metadata !== null && newsItems(body).length === 0) metadata.total_hits = 25;
    }),
    witness: { query: { query: "zqxvkj without matches" } },
  },
  {
    name: "total-forgotten-at-2022",
    breaks: "envelope.counts-cover-items",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2022-01-01" },
    sentence: "The total of 2022-01-01 is always 1, however many items there are.",
    ...inSuccess((body) => {
      body.total = Math.min(1, newsItems(body).length);
    }),
  },
  {
    name: "total-of-the-page",
    breaks: "envelope.counts-cover-items",
    also: ["envelope.total-same-on-every-page"],
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "From the second page on, totalHits is one less than the number of remaining hits.",
    ...inSuccess((body) => {
      if (Number(body.page) > 1) body.totalHits = newsItems(body).length - 1;
    }),
    witness: { query: { page: "2" } },
  },
  {
    name: "total-halved-on-later-pages",
    breaks: "envelope.total-same-on-every-page",
    also: ["envelope.total-pages-consistent"],
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "From the second page on, totalHits is half of the number of hits.",
    ...inSuccess((body) => {
      const { page } = body;
      if (typeof page !== "number" || page < 2 || typeof body.totalHits !== "number") return;
      body.totalHits = Math.max(newsItems(body).length, Math.floor(body.totalHits / 2));
    }),
    witness: { query: { page: "2" } },
  },
  {
    name: "total-is-the-page-size",
    breaks: "envelope.total-same-on-every-page",
    also: ["consistency.total-follows-filters", "consistency.versions-find-the-same"],
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    sentence: "The total of 2022-01-01 is the number of items on the page.",
    ...inSuccess((body) => {
      body.total = newsItems(body).length;
    }),
    witness: { query: { page: "2" } },
  },
  {
    name: "total-counted-up-to-twenty",
    breaks: "envelope.total-same-on-every-page",
    also: ["consistency.total-follows-filters"],
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    sentence: "The total of 2022-01-01 is never more than 20, although there are further pages.",
    ...inSuccess((body) => {
      body.total = Math.min(20, Number(body.total));
    }),
    witness: { query: { page: "3" } },
  },
  {
    name: "total-half-too-high",
    breaks: "envelope.total-same-on-every-page",
    also: ["envelope.counted-page-has-items", "parameter.page-changes-result"],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "total_hits is half as much again as there are hits, and total_pages agrees with it.",
    ...inMetadata((metadata) => {
      const { total_hits, hits_per_page } = metadata;
      metadata.total_hits = Math.ceil(1.5 * Number(total_hits));
      metadata.total_pages = Math.ceil(Number(metadata.total_hits) / Number(hits_per_page));
    }),
    witness: { query: { page: "6" } },
  },
  {
    name: "total-half-too-high-at-2022",
    breaks: "envelope.total-same-on-every-page",
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    sentence: "The total of 2022-01-01 is half as much again as there are hits.",
    ...inSuccess((body) => {
      body.total = Math.ceil(1.5 * Number(body.total));
    }),
    witness: { query: { page: "6" } },
  },
  {
    name: "page-size-of-what-is-there",
    breaks: "envelope.page-size-same-on-every-page",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "pageSize is the number of articles on the page, and at least 1.",
    ...inSuccess((body, { sent }) => {
      if (sent.has("pageSize")) return;
      body.pageSize = Math.max(1, newsItems(body).length);
    }),
    witness: { query: { query: "zqxvkj" } },
  },
  {
    name: "page-size-of-filtered-pages",
    breaks: "envelope.page-size-same-on-every-page",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "hits_per_page is the number of articles on the page, if there are any.",
    ...inMetadata((metadata, { sent }) => {
      const total = Number(metadata.total_hits);
      const isShort = total > 0 && total < Number(metadata.hits_per_page);
      if (isShort && !sent.has("hits_per_page")) metadata.hits_per_page = total;
    }),
    witness: { query: { query: "climate", country: "us", domain: "greatlakesherald.example" } },
  },
  {
    name: "no-page-size-without-hits",
    breaks: "envelope.page-size-same-on-every-page",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "hits_per_page is 0 if nothing is found.",
    ...inSuccess((body) => {
      const metadata = editableAt(body, "metadata");
      for (const holder of [body, metadata, editableAt(body, "pagination")]) {
        if (holder && "hits_per_page" in holder && newsItems(body).length === 0)
          holder.hits_per_page = 0;
      }
    }),
    witness: { query: { location: "zqxvkj" } },
  },
  {
    name: "size-is-the-total",
    breaks: "envelope.size-equals-items",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "size is the number of all articles instead of those on the page.",
    ...inSuccess((body) => {
      body.size = body.totalHits;
    }),
  },
  {
    name: "page-size-of-another-place",
    breaks: "envelope.size-within-page-size",
    also: ["envelope.total-pages-consistent"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "pageSize is 1, a default of another endpoint, although pages have more articles.",
    ...inSuccess((body) => {
      body.pageSize = 1;
      body.totalPages = 0;
    }),
  },
  {
    name: "pages-from-zero",
    breaks: "envelope.first-page-is-one",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "The first page has the number 0.",
    ...inSuccess((body) => {
      body.page = Number(body.page) - 1;
    }),
  },
  {
    name: "page-number-of-the-request-before",
    breaks: "envelope.first-page-is-one",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "A search without a page has the number of the page that was requested before it.",
    witness: { before: [{ query: { q: "climate", page: "2" } }], query: { q: "climate" } },
    ...inSuccess((body, { memory, query }) => {
      const page = query.get("page");
      if (page !== null) memory.set("page", Number(page));
      else body.page = memory.get("page") ?? body.page;
    }),
  },
  {
    name: "page-number-beside-a-language",
    breaks: "envelope.first-page-is-one",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "A search in one language has the number of the next page.",
    witness: { query: { language: "en" } },
    ...inSuccess((body, { query }) => {
      if (query.has("language") && !query.has("page")) body.page = Number(body.page) + 1;
    }),
  },
  {
    name: "last-page-always-full",
    breaks: "envelope.total-pages-consistent",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "totalPages is one too high, because it is rounded down and one is added.",
    ...inSuccess((body) => {
      body.totalPages = Math.ceil(Number(body.totalHits) / Number(body.pageSize)) + 1;
    }),
  },
  {
    name: "hits-per-page-as-text",
    breaks: "envelope.pagination-fields-integers",
    also: ["description.answers-match"],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "hits_per_page is a string, as it was sent in the query.",
    ...inMetadata((metadata) => {
      metadata.hits_per_page = String(metadata.hits_per_page);
    }),
  },
  {
    name: "pages-not-rounded",
    breaks: "envelope.pagination-fields-integers",
    also: ["description.answers-match"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "total_pages has a fraction, because it is not rounded.",
    ...inMetadata((metadata) => {
      metadata.total_pages = Number(metadata.total_hits) / 7 + 0.1;
    }),
  },
  {
    name: "hits-per-page-of-another-place",
    breaks: "envelope.pagination-fields-agree",
    also: ["envelope.total-pages-consistent"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "hits_per_page is 1, a default of another endpoint, although pages have more items.",
    ...inMetadata((metadata) => {
      metadata.hits_per_page = 1;
    }),
  },
  {
    name: "one-page-beyond-the-hits",
    breaks: "envelope.pagination-fields-agree",
    also: ["envelope.total-pages-consistent"],
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "total_pages is one too high, because it is rounded down and one is added.",
    ...inMetadata((metadata) => {
      metadata.total_pages = Number(metadata.total_pages) + 1;
    }),
  },
  {
    name: "last-page-forgotten-beside-metadata",
    breaks: "envelope.total-pages-consistent",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "total_pages is rounded down, so clients never request the last page.",
    ...inMetadata((metadata) => {
      const [total, size] = [Number(metadata.total_hits), Number(metadata.hits_per_page)];
      metadata.total_pages = Math.max(Math.min(1, total), Math.floor(total / size));
    }),
    witness: { query: { query: "climate", hits_per_page: "7" } },
  },
  {
    name: "pages-not-told",
    breaks: "envelope.pagination-fields-present",
    also: ["description.answers-match"],
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "Topics contain neither hits_per_page nor total_pages.",
    ...inMetadata((metadata) => {
      delete metadata.hits_per_page;
      delete metadata.total_pages;
    }),
  },
  {
    name: "first-page-beside-a-country-is-empty",
    breaks: "envelope.counted-page-has-items",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "With a country and a page number the list is empty, although the total is not 0.",
    ...inSuccess((body, { sent }) => {
      if (sent.has("country") && sent.has("page")) body.news_articles = [];
    }),
    witness: { query: { query: "climate", country: "us", page: "1" } },
  },
];
