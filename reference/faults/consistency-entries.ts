import { withMetadata } from "../versions.ts";
import {
  articles,
  editableAt,
  ignore,
  inArticles,
  inSuccess,
  isEditable,
  movedTime,
  moveOn,
  newsItems,
  objectsAt,
  succeeded,
} from "./edit.ts";
import type { Deviation, Fault } from "./fault.ts";

const shown = "consistency.versions-show-the-same";
const alike = "consistency.entries-described-alike";
const growing = "consistency.lists-do-not-grow";
const twice = "consistency.items-listed-once";
const aggregator = { surface: "aggregator" } as const;

const hour = 3_600_000;

/** Each response has the entries of a list of all responses before it, too. */
function growingList(name: string): Pick<Deviation, "response"> {
  return {
    response({ body }, { memory }) {
      const holder = editableAt(body);
      const own = holder?.[name];
      if (holder === null || !Array.isArray(own)) return;
      const kept = memory.get(name);
      const all = Array.isArray(kept) ? [...kept, ...own] : own;
      memory.set(name, all);
      holder[name] = all;
    },
  };
}

const ignored = ignore("category");

/** Each entry of these lists is listed as several copies, as many as the page has room for. */
function joined(
  lists: readonly string[],
  copiesOf: (entry: Record<string, unknown>) => readonly unknown[],
): Pick<Deviation, "response"> {
  return inSuccess((body) => {
    for (const name of lists) {
      const list = body[name];
      if (!Array.isArray(list)) continue;
      body[name] = list
        .flatMap((entry) => (isEditable(entry) ? copiesOf(entry) : [entry]))
        .slice(0, list.length);
    }
  });
}

/** An entry twice if it is joined with several others. */
function twiceIfSeveral(entry: object, others: unknown): readonly unknown[] {
  return Array.isArray(others) && others.length > 1 ? [entry, entry] : [entry];
}

/** What each response shows of the same entry, and lists that contain what earlier responses had. */
export const entryFaults: readonly Fault[] = [
  {
    name: "local-time-at-2022",
    breaks: shown,
    also: ["consistency.entries-described-alike"],
    cells: { ...aggregator, endpoint: "/search", version: "2022-01-01" },
    sentence: "At 2022-01-01 the dates of articles are in local time, but marked as UTC.",
    ...inArticles((article) => {
      article.date = movedTime(article.date, 5 * hour);
    }),
  },
  {
    name: "titles-cut-off-at-2024",
    breaks: shown,
    also: ["item.texts-undamaged"],
    cells: { ...aggregator, endpoint: "/topics", version: "2024-01-01" },
    sentence: "At 2024-01-01 titles are cut off after 20 characters.",
    ...inArticles((article) => {
      article.title = String(article.title).slice(0, 20);
    }),
  },
  {
    name: "titles-escaped-at-the-latest-version",
    breaks: shown,
    also: ["item.texts-undamaged"],
    cells: { ...aggregator, endpoint: "/geolocation", version: withMetadata },
    sentence: "At the latest version the spaces in titles of local news are HTML entities.",
    ...inSuccess((body) => {
      for (const article of articles(body))
        article.title = String(article.title).replaceAll(" ", "&nbsp;");
    }),
    witness: { query: { location: "London" } },
  },
  {
    name: "navigation-links-of-earlier-searches",
    breaks: growing,
    also: ["consistency.same-request-same-answer"],
    cells: { ...aggregator, endpoint: "/search", version: withMetadata },
    sentence: "A search has the navigation links of all searches before it.",
    ...growingList("navigation_links"),
    witness: { before: [{}] },
  },
  {
    name: "subtopic-links-of-earlier-pages",
    breaks: growing,
    also: ["consistency.same-request-same-answer"],
    cells: { ...aggregator, endpoint: "/topics", version: withMetadata },
    sentence: "A topic has the subtopic links of all topics before it.",
    ...growingList("subtopic_links"),
    witness: { query: { topic_id: "TECHNOLOGY" }, before: [{ query: { topic_id: "TECHNOLOGY" } }] },
  },
  {
    name: "errors-of-earlier-requests",
    breaks: growing,
    cells: { surface: "news", version: withMetadata },
    sentence: "A refusal lists the errors of all refusals before it.",
    ...growingList("errors"),
    witness: {
      endpoint: "/info/topics",
      key: "none",
      before: [{ endpoint: "/info/topics", key: "none" }],
    },
  },
  {
    name: "source-of-the-next-article",
    breaks: alike,
    cells: { ...aggregator, version: "2024-01-01" },
    sentence: "At 2024-01-01 an article has the source of the next one on its page.",
    ...inSuccess((body) => moveOn(newsItems(body), "source")),
    witness: { endpoint: "/topics", query: { topic_id: "TECHNOLOGY" } },
  },
  {
    name: "articles-numbered-as-publications",
    breaks: alike,
    cells: { ...aggregator, endpoint: "/search", version: withMetadata },
    // Where the same articles are found otherwise.
    seenAt: ["/topics", "/geolocation"],
    sentence: "The publication_id of a source is the position of the article in the result.",
    ...inSuccess((body) => {
      for (const [index, { source }] of articles(body).entries())
        if (isEditable(source)) source.publication_id = `pub_${index}`;
    }),
  },
  {
    name: "places-without-dates",
    breaks: alike,
    also: ["item.date-plausible"],
    cells: { ...aggregator, endpoint: "/geolocation" },
    sentence: "Local news is dated 1970, which is an empty date field of the database.",
    ...inArticles((article) => {
      article.date = "1970-01-01T00:00:00Z";
    }),
    witness: { query: { location: "London" } },
  },
  {
    name: "authors-of-all-articles-before",
    breaks: alike,
    also: ["item.values-listed-once"],
    cells: { ...aggregator, version: [...withMetadata, "2024-01-01"] },
    sentence: "The authors of an article include those of all articles above it.",
    ...inSuccess((body) => {
      const all: unknown[] = [];
      for (const article of articles(body)) {
        if (!Array.isArray(article.authors)) continue;
        all.push(...article.authors);
        article.authors = [...new Set(all)];
      }
    }),
    witness: { endpoint: "/topics", query: { topic_id: "TECHNOLOGY" } },
  },
  {
    name: "favicon-of-the-next-article",
    breaks: alike,
    cells: { ...aggregator, version: [...withMetadata, "2024-01-01"] },
    sentence: "The favicon of a source is that of the next article's source.",
    ...inSuccess((body) => {
      const sources = articles(body).map(({ source }) => source);
      moveOn(sources.filter(isEditable), "favicon");
    }),
    witness: { endpoint: "/topics", query: { topic_id: "TECHNOLOGY" } },
  },
  {
    name: "picture-of-the-next-article",
    breaks: alike,
    cells: { ...aggregator, version: withMetadata },
    sentence: "The picture of an article is that of the next one on its page.",
    ...inSuccess((body) => moveOn(articles(body), "image")),
    witness: { endpoint: "/topics", query: { topic_id: "TECHNOLOGY" } },
  },
  {
    name: "old-descriptions-of-the-next-article",
    breaks: alike,
    cells: { ...aggregator, endpoint: "/search", version: "2024-01-01" },
    // Where the same articles are found otherwise.
    seenAt: ["/topics", "/geolocation"],
    sentence: "At 2024-01-01 an article has the description of the next one on its page.",
    ...inSuccess((body) => moveOn(articles(body), "description")),
  },
  {
    name: "logo-of-the-next-publisher",
    breaks: alike,
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "The logo of a publisher is that of the next one on its page.",
    ...inSuccess((body) => moveOn(objectsAt(body, "publishers"), "logo")),
  },
  {
    name: "links-of-all-publishers-before",
    breaks: alike,
    also: ["item.values-listed-once"],
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The links of a publisher include those of all publishers above it.",
    ...inSuccess((body) => {
      const all: unknown[] = [];
      for (const publisher of objectsAt(body, "publishers")) {
        if (!Array.isArray(publisher.links)) continue;
        all.push(...publisher.links);
        publisher.links = [...all];
      }
    }),
  },
  {
    name: "related-publications-numbered-by-name",
    breaks: alike,
    cells: { ...aggregator, endpoint: "/search", version: withMetadata },
    sentence: "The identifier of a related publication is its name.",
    ...inSuccess((body) => {
      for (const one of objectsAt(body, "related_publications")) one.publication_id = one.name;
    }),
  },
  {
    name: "related-publications-with-the-next-icon",
    breaks: alike,
    cells: { ...aggregator, endpoint: "/search", version: withMetadata },
    sentence: "The icon of a related publication is that of the next one.",
    ...inSuccess((body) => moveOn(objectsAt(body, "related_publications"), "favicon")),
  },
  {
    name: "category-of-the-search-stated",
    breaks: alike,
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "A search by category returns all publishers, each with that category.",
    request: (request) => ignored.request?.(request),
    response(response, request) {
      ignored.response?.(response, request);
      const category = request.sent.get("category");
      if (category === null || !succeeded(response)) return;
      for (const publisher of objectsAt(response.body, "publishers")) publisher.category = category;
    },
    witness: { query: { category: "Sports" } },
  },
  {
    name: "articles-joined-with-their-authors",
    breaks: twice,
    cells: { ...aggregator, endpoint: "/search", version: [...withMetadata, "2024-01-01"] },
    sentence: "An article by two authors is listed twice.",
    ...joined(["news_articles", "articles"], (entry) => twiceIfSeveral(entry, entry.authors)),
    witness: { query: { query: "climate" } },
  },
  {
    name: "publishers-joined-with-their-links",
    breaks: twice,
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "A publisher with two links is listed twice.",
    ...joined(["publishers"], (entry) => twiceIfSeveral(entry, entry.links)),
  },
  {
    name: "articles-joined-author-by-author",
    breaks: twice,
    cells: { ...aggregator, endpoint: "/search", version: [...withMetadata, "2024-01-01"] },
    sentence:
      "An article is listed once with its own authors, and once with the editor as its author.",
    ...joined(["news_articles", "articles"], (entry) =>
      Array.isArray(entry.authors) ? [entry, { ...entry, authors: ["The Editor"] }] : [entry],
    ),
  },
  {
    name: "publishers-joined-link-by-link",
    breaks: twice,
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "A publisher is listed once for each of its links, each time with one of them.",
    ...joined(["publishers"], (entry) =>
      objectsAt(entry, "links").map((link) => ({ ...entry, links: [link] })),
    ),
  },
  {
    name: "one-url-for-all-articles-of-a-topic",
    breaks: "consistency.items-have-own-urls",
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Every article of a topic has the URL of the first.",
    ...inSuccess((body) => {
      const all = articles(body);
      for (const article of all) article.url = all[0]?.url;
    }),
  },
];
