import {
  articles,
  editableAt,
  inSuccess,
  isEditable,
  moveDates,
  newsItems,
} from "../faults/edit.ts";
import { findNothing } from "../faults/empty-results.ts";
import type { FaultRequest } from "../faults/fault.ts";
import { withMetadata } from "../versions.ts";
import type { Variant } from "./variant.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;

/** Searches for other values than were sent, or for some where none was sent, but echoes what was sent. */
function readAs(
  values: (request: FaultRequest) => Readonly<Record<string, string | null>>,
): Pick<Variant, "request" | "response"> {
  return {
    request(request) {
      for (const [name, value] of Object.entries(values(request))) {
        if (value === null) request.query.delete(name);
        else request.query.set(name, value);
      }
    },
    response({ body }, request) {
      const echoed = editableAt(body, "parameters");
      if (echoed === null) return;
      for (const name of Object.keys(values(request))) {
        if (request.sent.has(name)) echoed[name] = request.sent.get(name);
        else delete echoed[name];
      }
    },
  };
}

/** Values that hold where none is sent. */
function byDefault(
  values: Readonly<Record<string, string>>,
): Pick<Variant, "request" | "response"> {
  return readAs(({ sent }) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !sent.has(name))),
  );
}

/** Leaves out the list's items of which this does not hold. */
function keep(body: unknown, holds: (item: Record<string, unknown>) => boolean): void {
  const outer = editableAt(body);
  for (const name of ["news_articles", "articles", "data"]) {
    const list = outer?.[name];
    if (outer === null || !Array.isArray(list)) continue;
    const kept = list.filter((item) => isEditable(item) && holds(item));
    outer[name] = kept;
    if (typeof outer.size === "number") outer.size = kept.length;
    if (kept.length === 0) findNothing(outer);
  }
}

/** A number that tells some articles from others, whoever publishes them. */
function kindOf({ url }: Record<string, unknown>): number {
  return String(url).charCodeAt(String(url).length - 1) % 3;
}

/** Puts a part of the publishers' sites before each domain. */
function inPartOfSite(url: unknown): string {
  return String(url).replace("//www.", "//news.");
}

/** Freedoms in what filters leave out, and in what holds where none is sent. */
export const filterVariants: readonly Variant[] = [
  {
    name: "last-day-excluded",
    sentence: "The published-to date is the first day that is no longer searched.",
    cells: search,
    ends: "conformant",
    quiet: true,
    ...moveDates({ published_to: -1 }),
  },
  {
    name: "last-day-excluded-in-another-zone",
    sentence:
      "The published-to date is no longer searched, and begins in a zone ahead of UTC: articles of the day before it may be left out.",
    cells: search,
    ends: "conformant",
    quiet: true,
    ...moveDates({ published_to: -2 }),
  },
  {
    name: "recent-news-unless-a-date-is-sent",
    sentence: "A search without dates finds the news of the last weeks only.",
    cells: search,
    ends: "conformant",
    quiet: true,
    ...readAs(
      ({ sent }): Readonly<Record<string, string>> =>
        sent.has("published_from") || sent.has("published_to")
          ? {}
          : { published_from: "2026-04-10" },
    ),
  },
  {
    name: "language-of-the-client-by-default",
    sentence: "A search without a language is in that of the client, which is echoed.",
    cells: { ...search, version: withMetadata },
    ends: "conformant",
    quiet: true,
    request({ query, headers }) {
      const [language] = /^[a-z]{2}/.exec(String(headers["accept-language"] ?? "")) ?? [];
      if (!query.has("language") && language !== undefined) query.set("language", language);
    },
  },
  {
    name: "english-news-of-the-united-states-by-default",
    sentence: "A search without a country is in us, and one without a language in en.",
    cells: search,
    ends: "conformant",
    quiet: true,
    ...byDefault({ country: "us", language: "en" }),
  },
  {
    name: "german-by-default",
    sentence: "A search without a language finds German news.",
    cells: search,
    ends: "conformant",
    quiet: true,
    ...byDefault({ language: "de" }),
  },
  {
    name: "french-news-of-one-country",
    sentence: "At /geolocation all news in French comes from one country, whatever the country is.",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    ends: "conformant",
    quiet: true,
    ...readAs(
      ({ sent }): Readonly<Record<string, string>> =>
        /^fr$/i.test(sent.get("language") ?? "") && sent.get("location") === "London"
          ? { location: "New York", country: "US", language: "en" }
          : {},
    ),
  },
  {
    name: "editions-with-publishers-in-common",
    sentence:
      "A country and a language choose an edition, each of which has articles of all publishers.",
    cells: search,
    ends: "conformant",
    quiet: true,
    request({ query }) {
      query.delete("country");
      query.delete("language");
    },
    response({ body }, { sent }) {
      const echoed = editableAt(body, "parameters");
      for (const name of ["country", "language"]) {
        const code = sent.get(name);
        if (code === null) continue;
        if (echoed !== null) echoed[name] = code;
        const isFirst = code === "us" || code === "en";
        keep(body, (item) => kindOf(item) !== (isFirst ? 0 : 1));
      }
    },
  },
  {
    name: "publishers-by-their-main-domain",
    sentence:
      "Articles are on hosts such as news.example.com, and a publisher is found by example.com only; the sample publisher has no news.",
    cells: search,
    ends: "conformant",
    quiet: true,
    ...readAs(({ sent }): Readonly<Record<string, string>> => {
      const domain = sent.get("domain");
      return domain === null || !/^(news\.|greatlakesherald\.example$)/.test(domain)
        ? {}
        : { domain: "nobody.example" };
    }),
    response(response, request) {
      const echoed = editableAt(response.body, "parameters");
      if (echoed !== null && request.sent.has("domain")) echoed.domain = request.sent.get("domain");
      for (const article of articles(response.body)) {
        article.url = inPartOfSite(article.url);
        const source = editableAt(article, "source");
        if (source?.url !== undefined) source.url = inPartOfSite(source.url);
      }
    },
  },
  {
    name: "sources-on-pages-of-the-server",
    sentence: "The url of a source is the server's own page about the publisher.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    quiet: true,
    response({ body }) {
      for (const article of newsItems(body)) {
        const source = editableAt(article, "source");
        if (source?.url !== undefined)
          source.url = `https://headlines.example/publishers/${encodeURIComponent(String(source.name))}`;
      }
    },
  },
  {
    name: "unknown-categories-are-not-found",
    sentence: "General stands for an unknown category, by which no publisher is found.",
    cells: { surface: "news", endpoint: "/search/publishers" },
    ends: "conformant",
    quiet: true,
    ...readAs(
      ({ sent }): Readonly<Record<string, string>> =>
        sent.get("category") === "General" ? { category: "none of these" } : {},
    ),
  },
  {
    name: "unknown-categories-refused",
    sentence: "General stands for an unknown category, by which no publisher can be searched for.",
    cells: { surface: "news", endpoint: "/search/publishers" },
    ends: "conformant",
    quiet: true,
    request({ query, sent }) {
      if (sent.get("category") === "General") query.set("limit", "not-a-number");
    },
  },
  {
    name: "categories-by-their-ids",
    sentence: "A category is searched for by an id; its name, which publishers state, finds none.",
    cells: { surface: "news", endpoint: "/search/publishers" },
    ends: "conformant",
    ...readAs(
      ({ sent }): Readonly<Record<string, string>> =>
        /^[a-z]/i.test(sent.get("category") ?? "") ? { category: "none of these" } : {},
    ),
  },
  {
    name: "publishers-by-criteria-only",
    sentence: "Publisher search finds nothing without a text, a category, a country or a language.",
    cells: { endpoint: "/search/publishers" },
    ends: "conformant",
    quiet: true,
    ...inSuccess((body, { sent }) => {
      const criteria = ["query", "category", "country", "language"];
      if (!criteria.some((name) => sent.has(name))) findNothing(body);
    }),
  },
  {
    name: "publishers-of-one-country-by-default",
    sentence: "Publisher search without a country finds the publishers of the United States.",
    cells: { endpoint: "/search/publishers" },
    ends: "conformant",
    quiet: true,
    request({ query }) {
      if (!query.has("country")) query.set("country", "us");
    },
  },
  {
    name: "headlines-need-a-text-at-the-latest-version",
    sentence:
      "At the latest version a search without a text finds nothing; older versions list headlines.",
    cells: { endpoint: "/search", version: withMetadata },
    ends: "conformant",
    quiet: true,
    ...inSuccess((body, { sent }) => {
      if (!sent.has("query")) findNothing(body);
    }),
  },
  {
    name: "topics-need-an-id-at-the-latest-version",
    sentence:
      "At the latest version /topics without an id lists nothing; older versions list headlines.",
    cells: { endpoint: "/topics", version: withMetadata },
    ends: "conformant",
    quiet: true,
    ...inSuccess((body, { sent }) => {
      if (sent.size === 0) findNothing(body);
    }),
  },
];
