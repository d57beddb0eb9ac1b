import { defaultVersion } from "../../contracts/vocabulary.ts";
import { versionsOf, withMetadata } from "../versions.ts";
import { editableAt, ignore, inMetadata, inSuccess, newsItems } from "./edit.ts";
import { findNothing, leave } from "./empty-results.ts";
import type { Fault, FaultRequest } from "./fault.ts";

const breaks = "consistency.same-request-same-answer";
const narrowing = "consistency.filters-only-narrow";
const versions = "consistency.versions-find-the-same";
const aggregator = { surface: "aggregator" } as const;
const publishers = { surface: "news", endpoint: "/search/publishers" } as const;

/** How many requests of this surface came before. */
function turn({ memory }: FaultRequest): number {
  const number = Number(memory.get("turn") ?? 0);
  memory.set("turn", number + 1);
  return number;
}

/** The same request finds something else, depending on its header, on its version header or on chance. */
export const sameAnswerFaults: readonly Fault[] = [
  {
    name: "bearers-find-nothing",
    breaks,
    also: ["consistency.versions-find-the-same", "parameter.geolocation-defaults-effective"],
    cells: { ...aggregator, endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "Clients with a bearer token find no news for any place at 2024-01-01.",
    ...inSuccess((body, { auth }) => {
      if (auth !== "bearer") return;
      findNothing(body);
    }),
    witness: { query: { location: "London" }, headers: { authorization: "Bearer $KEY" } },
  },
  {
    name: "articles-of-any-text-with-x-api-key",
    breaks: "consistency.article-search-same-answer",
    cells: { surface: "news", endpoint: "/search/articles", auth: "x-api-key" },
    sentence: "With the key in x-api-key, article search lists the newest articles for any text.",
    ...ignore("query"),
    witness: { query: { query: "climate" }, headers: { "x-api-key": "$KEY" } },
  },
  {
    name: "no-articles-with-api-key",
    breaks: "consistency.article-search-same-answer",
    cells: { surface: "news", endpoint: "/search/articles", auth: "api-key" },
    sentence: "With the key in api-key, article search finds nothing.",
    ...inSuccess((body) => findNothing(body)),
    witness: { query: { query: "climate" }, headers: { "api-key": "$KEY" } },
  },
  {
    name: "no-articles-if-the-version-is-named",
    breaks: "consistency.article-search-same-answer",
    // A version that shows its articles is judged like other searches.
    also: ["consistency.", "parameter.", "version."],
    cells: { surface: "news", endpoint: "/search/articles", version: withMetadata },
    sentence: "Article search finds nothing if the latest version is named.",
    ...inSuccess((body, { version }) => {
      if (version !== defaultVersion) findNothing(body);
    }),
    witness: { query: { query: "climate" }, version: versionsOf("news", "/search/articles")[0] },
  },
  {
    name: "three-publishers-by-default",
    breaks,
    also: ["limit.more-results-for-higher-number", "parameter.sort-finds-the-same"],
    cells: publishers,
    sentence: "Without the version header publisher search returns three publishers, not ten.",
    ...inSuccess((body, { version }) => {
      if (version === "default") leave(body, 3);
    }),
  },
  {
    name: "one-link-from-the-third-time-on",
    breaks,
    cells: { ...aggregator, endpoint: "/search", version: withMetadata },
    sentence: "From the third response on, only the first of the navigation links is left.",
    ...inSuccess((body, request) => {
      const { navigation_links: links } = body;
      if (turn(request) >= 2 && Array.isArray(links)) body.navigation_links = links.slice(0, 1);
    }),
    witness: { before: [{}, {}] },
  },
  {
    name: "untitled-every-third-time",
    breaks,
    cells: { ...aggregator, endpoint: "/topics", version: withMetadata },
    sentence: "Every third page of a topic has an empty title.",
    ...inSuccess((body, request) => {
      if (turn(request) % 3 === 2) body.title = "";
    }),
    witness: { before: [{}, {}] },
  },
  {
    name: "links-left-out-by-default",
    breaks,
    cells: { ...aggregator, endpoint: "/search" },
    sentence: "Without the version header a search has no navigation links.",
    ...inSuccess((body, { version }) => {
      if (version === "default") body.navigation_links = [];
    }),
  },
  {
    name: "hits-counted-twice",
    breaks,
    also: ["envelope."],
    cells: { ...aggregator, endpoint: "/topics" },
    sentence: "For clients with x-api-key every hit of a topic is counted twice.",
    ...inSuccess((body, { auth }) => {
      const metadata = editableAt(body, "metadata");
      if (metadata !== null && auth === "x-api-key")
        metadata.total_hits = Number(metadata.total_hits) * 2;
    }),
    witness: { headers: { "x-api-key": "$KEY" } },
  },
  {
    name: "one-of-three-servers-has-no-topics",
    breaks,
    also: ["parameter.", "item.", "envelope.", "consistency."],
    cells: { ...aggregator, endpoint: "/topics" },
    sentence:
      "Every third list of topic news is empty, since one of three servers has not loaded it.",
    ...inSuccess((body, request) => {
      if (newsItems(body).length === 0 || turn(request) % 3 !== 2) return;
      leave(body, 0);
      const metadata = editableAt(body, "metadata");
      if (metadata !== null) metadata.total_hits = 0;
    }),
    witness: { before: [{}, {}] },
  },
  {
    name: "texts-not-indexed-for-2024",
    breaks: versions,
    cells: { ...aggregator, endpoint: "/search", version: "2024-01-01" },
    sentence: "At 2024-01-01 no search text finds anything.",
    ...inSuccess((body, { sent }) => {
      if (!sent.has("query") && !sent.has("q")) return;
      findNothing(body);
    }),
    witness: { query: { query: "climate" } },
  },
  {
    name: "topics-empty-at-the-latest-version",
    breaks: versions,
    also: ["parameter.navigation-link-changes-result"],
    // Links that a search hands out lead there.
    seenAt: ["/search"],
    cells: { ...aggregator, endpoint: "/topics", version: withMetadata },
    sentence: "At the latest version no topic has any news.",
    ...inSuccess((body, { sent }) => {
      if (!sent.has("topic_id")) return;
      findNothing(body);
    }),
    witness: { query: { topic_id: "TECHNOLOGY" } },
  },
  {
    name: "page-counted-for-all-hits-of-a-topic",
    breaks: versions,
    cells: { ...aggregator, endpoint: "/topics", version: "2022-01-01" },
    sentence: "The total of a topic at 2022-01-01 is the number of items on the page.",
    ...inSuccess((body) => {
      body.total = newsItems(body).length;
    }),
  },
  {
    name: "country-and-first-date-find-nothing",
    breaks: narrowing,
    cells: { ...aggregator, endpoint: "/search", version: "2022-01-01" },
    sentence: "At 2022-01-01 a country with a published-from date finds nothing.",
    ...inSuccess((body, { sent }) => {
      if (!sent.has("country") || !sent.has("published_from")) return;
      findNothing(body);
    }),
    witness: { query: { country: "us", published_from: "2026-01-01" } },
  },
  {
    name: "publishers-of-a-country-in-order-only",
    breaks: narrowing,
    also: ["parameter.sort-finds-the-same"],
    cells: publishers,
    sentence: "Publishers of a country and a category are found only with a sort order.",
    ...inSuccess((body, { sent }) => {
      if (sent.has("country") && sent.has("category") && !sent.has("sort")) leave(body, 0);
    }),
    witness: { query: { country: "us", category: "Sports" } },
  },
  {
    name: "hits-of-a-topic-counted-twice-at-2024",
    breaks: versions,
    cells: { ...aggregator, endpoint: "/topics", version: "2024-01-01" },
    sentence: "At 2024-01-01 every hit of a topic is counted twice.",
    ...inSuccess((body) => {
      const total = Number(body.totalHits) * 2;
      Object.assign(body, {
        totalHits: total,
        totalPages: Math.ceil(total / Number(body.pageSize)),
      });
    }),
  },
  {
    name: "all-headlines-counted-for-every-topic",
    breaks: versions,
    cells: { ...aggregator, endpoint: "/topics", version: withMetadata },
    sentence: "At the latest version, the total of a topic is that of all headlines.",
    ...inMetadata((metadata) => {
      if (Number(metadata.total_hits) > 0)
        Object.assign(metadata, { total_hits: 471, total_pages: 48 });
    }),
    witness: { query: { topic_id: "TECHNOLOGY" } },
  },
  {
    name: "title-of-the-page-before",
    breaks,
    also: ["parameter.links-open-what-they-name"],
    cells: { ...aggregator, endpoint: "/topics", version: withMetadata },
    sentence: "A topic has the title of the topic that was requested before it.",
    // Links that a search hands out lead there.
    seenAt: ["/search"],
    ...inSuccess((body, { memory }) => {
      const { title } = body;
      if (memory.has("title")) body.title = memory.get("title");
      memory.set("title", title);
    }),
    witness: {
      query: { topic_id: "TECHNOLOGY" },
      before: [{ query: { topic_id: "BUSINESS" } }],
    },
  },
  {
    name: "scripts-find-nothing",
    breaks,
    cells: { ...aggregator, endpoint: ["/topics", "/geolocation"] },
    sentence: "Clients whose User-Agent names a bot, Python, Go or curl find nothing.",
    ...inSuccess((body, { headers }) => {
      if (/bot|python|go-http|curl/i.test(String(headers["user-agent"]))) findNothing(body);
    }),
    witness: {
      endpoint: "/topics",
      query: { topic_id: "TECHNOLOGY" },
      headers: { "user-agent": "curl/8.5.0", "api-key": "$KEY" },
    },
  },
  {
    name: "one-publisher-of-two-codes-is-none",
    breaks: narrowing,
    cells: { ...publishers, version: withMetadata },
    sentence: "A number of results of 1 with a country and a language yields an empty list.",
    ...inSuccess((body, { sent }) => {
      if (sent.get("limit") === "1" && sent.has("country") && sent.has("language")) leave(body, 0);
    }),
    witness: { query: { limit: "1", country: "US", language: "en" } },
  },
];
