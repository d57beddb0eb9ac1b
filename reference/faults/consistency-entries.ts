import { withMetadata } from "../versions.ts";
import { articles, editableAt, inArticles, inSuccess, movedTime } from "./edit.ts";
import type { Deviation, Fault } from "./fault.ts";

const shown = "consistency.versions-show-the-same";
const growing = "consistency.lists-do-not-grow";
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

/** What each version shows of the same article, and lists that contain what earlier responses had. */
export const entryFaults: readonly Fault[] = [
  {
    name: "local-time-at-2022",
    breaks: shown,
    cells: { ...aggregator, endpoint: "/search", version: "2022-01-01" },
    sentence: "At 2022-01-01 the dates of articles are in local time, but marked as UTC.",
    ...inArticles((article) => {
      article.date = movedTime(article.date, 5 * hour);
    }),
  },
  {
    name: "titles-cut-off-at-2024",
    breaks: shown,
    cells: { ...aggregator, endpoint: "/topics", version: "2024-01-01" },
    sentence: "At 2024-01-01 titles end after 20 letters.",
    ...inArticles((article) => {
      article.title = String(article.title).slice(0, 20);
    }),
  },
  {
    name: "titles-escaped-at-the-latest-version",
    breaks: shown,
    cells: { ...aggregator, endpoint: "/geolocation", version: withMetadata },
    sentence: "At the latest version the blanks in titles of local news are written as in HTML.",
    ...inSuccess((body) => {
      for (const article of articles(body))
        article.title = String(article.title).replaceAll(" ", "&nbsp;");
    }),
    witness: { query: { location: "London" } },
  },
  {
    name: "navigation-links-of-earlier-searches",
    breaks: growing,
    cells: { ...aggregator, endpoint: "/search", version: withMetadata },
    sentence: "A search has the navigation links of all searches before it.",
    ...growingList("navigation_links"),
    witness: { before: [{}] },
  },
  {
    name: "subtopic-links-of-earlier-pages",
    breaks: growing,
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
];
