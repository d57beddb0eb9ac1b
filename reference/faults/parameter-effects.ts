import { sharedLibrary } from "../corpus/library.ts";
import { findItems } from "../corpus/search.ts";
import { renderItem } from "../render/current.ts";
import { legacy, withMetadata } from "../versions.ts";
import {
  articles,
  asksForLaterPage,
  editableAt,
  ignore,
  ignoreWhere,
  inMetadata,
  inSuccess,
  objectsAt,
  refuse,
} from "./edit.ts";
import type { Fault } from "./fault.ts";
import { filterOf } from "./search-again.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;
const geolocation = { surface: "aggregator", endpoint: "/geolocation" } as const;
const topics = { surface: "aggregator", endpoint: "/topics" } as const;
const publishers = { surface: "news", endpoint: "/search/publishers" } as const;

/** Takes the first or the last article off a page of 2024-01-01, which has the number of its articles. */
function takeOff(body: unknown, place: 0 | -1): void {
  const page = editableAt(body);
  if (!Array.isArray(page?.articles)) return;
  page.articles.splice(place, 1);
  page.size = page.articles.length;
}

/** Documented inputs that make no difference, and defaults that are other ones. */
export const effectFaults: readonly Fault[] = [
  {
    name: "country-ignored-at-2022",
    breaks: "parameter.country-changes-result",
    also: ["consistency.versions-find-the-same"],
    cells: { ...search, version: "2022-01-01" },
    sentence: "Search at 2022-01-01 does not filter by country.",
    ...ignore("country"),
    witness: { query: { country: "gb" } },
  },
  {
    name: "text-ignored-without-a-version",
    breaks: "parameter.query-changes-result",
    also: ["parameter.", "consistency.same-request-same-answer"],
    seenAt: ["/search"],
    cells: { ...search, version: "default" },
    sentence:
      "Without the version header, search lists the latest headlines, whatever the search text.",
    ...ignore("query"),
    witness: { query: { query: "zqxvkj" } },
  },
  {
    name: "several-words-ignored",
    breaks: "parameter.query-changes-result",
    cells: search,
    sentence: "A search text with a space is ignored.",
    ...ignoreWhere(
      ({ sent }) => /\S\s+\S/.test(sent.get("query") ?? sent.get("q") ?? ""),
      "query",
      "q",
    ),
    witness: { query: { query: "zqxvkj hjzqwx" } },
  },
  {
    name: "place-ignored-in-one-style",
    breaks: "parameter.location-changes-result",
    also: ["parameter."],
    cells: { ...geolocation, version: "2024-01-01" },
    sentence: "With the x-api-key header, the location endpoint always answers for London.",
    request({ headers, query }) {
      if ("x-api-key" in headers && query.has("location")) query.set("location", "London");
    },
    witness: { query: { location: "zqxvkj" }, headers: { "x-api-key": "$KEY" } },
  },
  {
    name: "country-of-a-place-ignored",
    breaks: "parameter.country-changes-result",
    cells: { ...geolocation, version: withMetadata },
    sentence:
      "The location endpoint returns headlines of the default country, whatever is requested.",
    ...ignore("country"),
    witness: { query: { location: "London", country: "GB" } },
  },
  {
    name: "country-of-publishers-ignored",
    breaks: "parameter.country-changes-result",
    cells: { ...publishers, version: withMetadata },
    sentence: "Publisher search does not filter by country.",
    ...ignore("country"),
    witness: { query: { country: "gb" } },
  },
  {
    name: "language-ignored-at-2024",
    breaks: "parameter.language-changes-result",
    also: ["consistency.versions-find-the-same"],
    cells: { ...search, version: "2024-01-01" },
    sentence: "Search at 2024-01-01 does not filter by language.",
    ...ignore("language"),
    witness: { query: { language: "fr" } },
  },
  {
    name: "places-in-english-only",
    breaks: "parameter.language-changes-result",
    cells: { ...geolocation, version: legacy },
    sentence: "The old versions return headlines of locations in English only.",
    ...ignore("language"),
    witness: { query: { location: "London", language: "fr" } },
  },
  {
    name: "british-news-by-default",
    breaks: "parameter.geolocation-defaults-effective",
    cells: { ...geolocation, version: "2024-01-01" },
    sentence: "The location endpoint at 2024-01-01 returns British news if no country is sent.",
    request({ query }) {
      if (query.has("location") && !query.has("country")) query.set("country", "GB");
    },
    witness: { query: { location: "London" } },
  },
  {
    name: "every-page-is-the-first",
    breaks: "parameter.page-changes-result",
    also: ["parameter.page-in-its-place"],
    cells: { ...search, version: "2022-01-01" },
    sentence: "Search at 2022-01-01 returns the first page for every page number.",
    request(request) {
      if (/^[1-9]\d*$/.test(request.sent.get("page") ?? "")) request.query.delete("page");
    },
    witness: { query: { page: "2" } },
  },
  {
    name: "late-pages-are-the-second",
    breaks: "parameter.page-in-its-place",
    cells: { ...search, version: "2024-01-01" },
    sentence: "At 2024-01-01 every page after the second is the second.",
    request({ query, sent }) {
      if (Number(sent.get("page")) > 2) query.set("page", "2");
    },
    response({ body }, { sent }) {
      const page = Number(sent.get("page"));
      const envelope = editableAt(body);
      if (page > 2 && envelope?.page === 2) envelope.page = page;
    },
    witness: { query: { q: "climate", page: "14", pageSize: "3" } },
  },
  {
    name: "article-search-forgets-the-text",
    breaks: "parameter.article-query-changes-result",
    also: ["consistency.article-search-same-answer"],
    cells: { surface: "news", endpoint: "/search/articles", version: "default" },
    sentence: "Article search lists the latest articles, whatever is searched for.",
    ...ignore("query"),
    witness: { query: { query: "zqxnothing" } },
  },
  {
    name: "related-topics-lead-nowhere",
    breaks: "parameter.related-topic-opens",
    cells: { surface: "aggregator", endpoint: ["/search", "/topics"], version: withMetadata },
    sentence: "The ids of related topics are of another kind, which /topics does not accept.",
    request(request) {
      if (request.query.get("topic_id")?.startsWith("related-")) request.path = "/topics/unknown";
    },
    response({ body }) {
      for (const topic of objectsAt(body, "related_topics")) {
        topic.topic_id = `related-${topic.topic_id}`;
      }
    },
  },
  {
    name: "business-is-technology-at-2024",
    breaks: "parameter.topic-changes-result",
    cells: { ...topics, version: "2024-01-01" },
    sentence: "Topics at 2024-01-01 show the news of TECHNOLOGY for BUSINESS.",
    request({ query }) {
      if (query.get("topic_id") === "BUSINESS") query.set("topic_id", "TECHNOLOGY");
    },
    witness: { query: { topic_id: "BUSINESS" } },
  },
  {
    name: "business-unknown-by-default",
    breaks: "parameter.topic-accepted",
    cells: { ...topics, version: "default" },
    sentence: "Topics without the version header support TECHNOLOGY, but not BUSINESS.",
    request(request) {
      if (request.sent.get("topic_id") === "BUSINESS") refuse(request);
    },
    witness: { query: { topic_id: "BUSINESS" } },
  },
  {
    name: "query-demanded-by-default",
    breaks: "parameter.optional-can-be-left-out",
    cells: { ...search, version: "default" },
    sentence: "Search without the version header is refused without query, which is optional.",
    request(request) {
      if (request.sent.size === 0) refuse(request);
    },
    witness: { query: {} },
  },
  {
    name: "language-needs-a-country-beside-the-location",
    breaks: "parameter.optional-sent-alone",
    cells: { ...geolocation, version: "2024-01-01" },
    sentence: "The location endpoint at 2024-01-01 refuses a language without a country.",
    request(request) {
      if (request.sent.has("language") && !request.sent.has("country")) refuse(request);
    },
    witness: { query: { location: "London", language: "en" } },
  },
  {
    name: "dates-in-pairs-only-at-2024",
    breaks: "parameter.dates-accepted",
    cells: { ...search, version: "2024-01-01" },
    sentence: "Search at 2024-01-01 refuses a published-from date without a published-to date.",
    request(request) {
      if (request.sent.has("published_from") && !request.sent.has("published_to")) refuse(request);
    },
    witness: { query: { published_from: "2026-01-01" } },
  },
  {
    name: "subtopics-are-new",
    breaks: "parameter.subtopic-link-opens",
    also: ["parameter.subtopic-without-topic"],
    cells: { ...topics, version: "2022-01-01" },
    sentence: "Topics at 2022-01-01 refuse every subtopic.",
    request(request) {
      if (request.sent.has("subtopic_id")) refuse(request);
    },
    witness: { query: { topic_id: "TECHNOLOGY", subtopic_id: "CAAqAAAA" } },
  },
  {
    name: "subtopic-ignored-at-2024",
    breaks: "parameter.subtopic-changes-result",
    cells: { ...topics, version: "2024-01-01" },
    sentence: "Topics at 2024-01-01 show the whole topic for each of its subtopics.",
    ...ignore("subtopic_id"),
    witness: { query: { topic_id: "TECHNOLOGY", subtopic_id: "CAAqAAAA" } },
  },
  {
    name: "page-size-reported-as-usual",
    breaks: "parameter.pagination-holds",
    also: ["envelope.", "parameter."],
    cells: { ...search, version: withMetadata },
    sentence: "The requested page size is applied, but ten is reported.",
    ...inMetadata((metadata, { sent }) => {
      if (!sent.has("hits_per_page")) return;
      metadata.hits_per_page = 10;
      metadata.total_pages = Math.ceil(Number(metadata.total_hits) / 10);
    }),
    witness: { query: { page: "2", hits_per_page: "3" } },
  },
  {
    name: "language-of-the-place-by-default",
    breaks: "parameter.geolocation-defaults-effective",
    also: ["parameter.", "consistency."],
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "Without a language, New York is searched in Spanish, and the echo does not show it.",
    request({ query }) {
      if (query.get("location") === "New York" && !query.has("language"))
        query.set("language", "es");
    },
    response({ body }, { sent }) {
      if (!sent.has("language")) delete editableAt(body, "parameters")?.language;
    },
    witness: { query: { location: "New York" } },
  },
  {
    name: "page-begins-by-the-default-size",
    breaks: "parameter.page-in-its-place",
    also: ["parameter.pagination-holds"],
    cells: { ...search, version: withMetadata },
    sentence:
      "Later pages begin where they would begin with ten items a page, whatever the page size.",
    request({ query, sent }) {
      if (/^[2-9]$/.test(sent.get("page") ?? "")) query.delete("hits_per_page");
    },
    response({ body }, { sent }) {
      const size = Number(sent.get("hits_per_page"));
      const articles = editableAt(body)?.news_articles;
      const isLater = /^[2-9]$/.test(sent.get("page") ?? "");
      if (!isLater || !(size > 0 && size < 10) || !Array.isArray(articles)) return;
      articles.length = Math.min(articles.length, size);
      Object.assign(editableAt(body, "parameters") ?? {}, { hits_per_page: size });
    },
    witness: { query: { page: "2", hits_per_page: "3" } },
  },
  {
    name: "later-pages-begin-early",
    breaks: "parameter.page-in-its-place",
    cells: { ...search, version: withMetadata },
    sentence: "Every page but the first begins with the last two items of the page before it.",
    ...inSuccess((body, request) => {
      const { surface, version, sent } = request;
      const metadata = editableAt(body, "metadata");
      if (!asksForLaterPage(request) || metadata === null) return;
      const size = Number(metadata.hits_per_page);
      const start = (Number(sent.get("page")) - 1) * size - 2;
      const found = findItems(sharedLibrary(), filterOf(request, false));
      body.news_articles = found
        .slice(start, start + size)
        .map((item) => renderItem(item, { surface, version }));
    }),
    witness: { query: { page: "2", hits_per_page: "3" } },
  },
  {
    name: "later-pages-begin-late",
    breaks: "parameter.page-in-its-place",
    cells: { ...search, version: "2024-01-01" },
    sentence: "At 2024-01-01, every page but the first lacks its first article.",
    response({ body }, request) {
      if (asksForLaterPage(request)) takeOff(body, 0);
    },
    witness: { query: { page: "2", pageSize: "3" } },
  },
  {
    name: "last-of-a-page-lost",
    breaks: "parameter.page-in-its-place",
    cells: { ...search, version: "2024-01-01" },
    sentence: "At 2024-01-01, a page with the requested number of items lacks the last one.",
    response({ body }, { sent }) {
      if (articles(body).length === Number(sent.get("pageSize"))) takeOff(body, -1);
    },
    witness: { query: { pageSize: "3" } },
  },
  {
    name: "first-page-refused",
    breaks: "parameter.explicit-first-page",
    cells: { ...search, version: "2024-01-01" },
    sentence: "Search at 2024-01-01 refuses the page number 1, since it is the default.",
    request(request) {
      if (request.sent.get("page") === "1") refuse(request);
    },
    witness: { query: { page: "1" } },
  },
  {
    name: "first-page-is-the-second",
    breaks: "parameter.explicit-first-page",
    cells: { ...search, version: withMetadata },
    sentence: "The page number 1 returns the second page.",
    request({ query }) {
      if (query.get("page") === "1") query.set("page", "2");
    },
    response({ body }, { sent }) {
      const parameters = editableAt(body, "parameters");
      if (parameters !== null && sent.get("page") === "1") parameters.page = 1;
    },
    witness: { query: { query: "climate", page: "1" } },
  },
];
