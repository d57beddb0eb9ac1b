import { withMetadata } from "../versions.ts";
import { articles, editableAt, inSuccess, newsItems, objectsAt } from "./edit.ts";
import { leave } from "./empty-results.ts";
import type { Fault } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;

/** Success bodies that are wrong only where several parameters are sent, or where a link is followed. */
export const filteredAnswerFaults: readonly Fault[] = [
  {
    name: "untitled-beside-a-domain",
    breaks: "item.article-identifying",
    also: ["parameter.domain-accepted"],
    cells: { ...search, version: withMetadata },
    sentence: "Articles have no title if a search has a publisher domain.",
    ...inSuccess((body, { sent }) => {
      if (sent.has("domain")) for (const article of articles(body)) delete article.title;
    }),
    witness: { query: { domain: "harborpost.example" } },
  },
  {
    name: "total-as-text-beside-two-codes",
    breaks: "envelope.member-types",
    also: ["parameter.combinations-accepted"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "The total is a string if a location is requested with a language but no country.",
    ...inSuccess((body, { sent }) => {
      if (sent.has("language") && !sent.has("country")) body.totalHits = String(body.totalHits);
    }),
    witness: { query: { location: "London", language: "en" } },
  },
  {
    name: "old-envelope-beside-dates",
    breaks: "envelope.members-present",
    also: [
      "parameter.combinations-accepted",
      "parameter.dates-accepted",
      "version.no-foreign-members",
    ],
    cells: { ...search, version: "2024-01-01" },
    sentence: "Search by date still has the envelope of 2022-01-01.",
    ...inSuccess((body, { sent }) => {
      if (!sent.has("published_from")) return;
      body.data = body.articles;
      delete body.articles;
    }),
    witness: { query: { q: "climate", published_from: "2020-01-01" } },
  },
  {
    name: "filtered-after-the-page-was-cut",
    breaks: "envelope.short-page-has-all-items",
    also: [
      "consistency.total-follows-filters",
      "envelope.total-zero-without-items",
      "envelope.counted-page-has-items",
    ],
    cells: { ...search, version: ["default", "2026-05-25", "2024-01-01"] },
    sentence: "A page is cut from all articles before those of other publishers are removed.",
    request({ query }) {
      query.delete("domain");
    },
    ...inSuccess((body, { sent }) => {
      const domain = sent.get("domain");
      if (domain === null) return;
      const list = Array.isArray(body.articles) ? "articles" : "news_articles";
      const own = newsItems(body).filter(({ url }) => String(url).includes(domain));
      body[list] = own;
      if ("size" in body) body.size = own.length;
      const parameters = editableAt(body, "parameters");
      if (parameters !== null) parameters.domain = domain;
    }),
    witness: { query: { query: "climate", domain: "harborpost.example" } },
  },
  {
    name: "three-articles-for-browsers",
    breaks: "envelope.short-page-has-all-items",
    cells: { ...search, version: withMetadata },
    sentence: "Clients that also accept HTML are shown three articles of a page.",
    ...inSuccess((body, { headers }) => {
      if (String(headers.accept).includes("html")) leave(body, 3);
    }),
    witness: { headers: { "api-key": "$KEY", accept: "text/html,*/*" } },
  },
  {
    name: "counted-without-the-dates",
    breaks: "envelope.short-page-has-all-items",
    cells: { ...search, version: "2022-01-01" },
    sentence: "The total counts articles of all dates.",
    ...inSuccess((body, { sent }) => {
      const isDated = sent.has("published_from") || sent.has("published_to");
      if (isDated && newsItems(body).length > 0) body.total = 500;
    }),
    witness: { query: { q: "climate", published_from: "2020-01-01" } },
  },
  {
    name: "unmeasured-behind-links",
    breaks: "metadata.member-types",
    also: [
      "parameter.navigation-link-opens",
      "parameter.related-topic-opens",
      "parameter.subtopic-link-opens",
      "parameter.subtopic-without-topic",
    ],
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    seenAt: ["/search"],
    sentence: "The processing time of topics with an opaque id is a string.",
    ...inSuccess((body, { sent }) => {
      const metadata = editableAt(body, "metadata");
      const opaque = [...sent.values()].some((value) => value.startsWith("CAAq"));
      if (metadata !== null && opaque) metadata.took_ms = `${metadata.took_ms} ms`;
    }),
    witness: { query: { topic_id: "CAAqTopic" } },
  },
  {
    name: "uncategorised-beside-a-country",
    breaks: "item.category-not-blank",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "Publishers of a country have a blank category if a number of results is sent.",
    ...inSuccess((body, { sent }) => {
      if (!sent.has("limit") || !sent.has("country")) return;
      for (const publisher of objectsAt(body, "publishers")) publisher.category = "";
    }),
    witness: { query: { country: "US", limit: "2" } },
  },
];
