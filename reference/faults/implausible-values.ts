import { legacy, withMetadata } from "../versions.ts";
import { articles, inArticles, inList, inSuccess, isEditable, objectsAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

const publishers = { surface: "news", endpoint: "/search/publishers" } as const;

/** What of an address comes after its host. */
function withoutHost(address: unknown): string {
  const { pathname, search } = new URL(String(address));
  return pathname + search;
}

/** Addresses that nobody can open, and dates at which nothing was published; both are texts in the right form. */
export const implausibleValueFaults: readonly Fault[] = [
  {
    name: "untitled-articles",
    breaks: "item.articles-vary",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2022-01-01" },
    sentence: "Every article has the same title.",
    ...inArticles((article) => {
      article.title = "Untitled";
    }),
  },
  {
    name: "dated-by-the-import",
    breaks: "item.articles-vary",
    also: ["consistency.", "parameter."],
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "Every article has the time at which all were imported.",
    ...inArticles((article) => {
      article.date = "2026-04-15T10:20:30Z";
    }),
  },
  {
    name: "one-publication-for-all",
    breaks: "item.articles-vary",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "Every source has the same publication_id.",
    ...inArticles(({ source }) => {
      if (isEditable(source)) source.publication_id = "CAAqPublication1";
    }),
  },
  {
    name: "one-address-for-all-sources",
    breaks: "item.articles-vary",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Every source has the address of the first one.",
    ...inSuccess((body) => {
      const all = articles(body).flatMap(({ source }) => (isEditable(source) ? [source] : []));
      for (const source of all) source.url = all[0]?.url;
    }),
  },
  {
    name: "accents-as-character-references",
    breaks: "item.texts-undamaged",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search", version: legacy },
    sentence: "Letters with accents in titles are written as in HTML.",
    ...inArticles((article) => {
      article.title = String(article.title).replace(
        /[\u00c0-\u00ff]/g,
        (letter) => `&#${letter.charCodeAt(0)};`,
      );
    }),
  },
  {
    name: "titles-read-as-latin-one",
    breaks: "item.texts-undamaged",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "Titles in UTF-8 were read as Latin-1.",
    ...inArticles((article) => {
      article.title = Buffer.from(String(article.title)).toString("latin1");
    }),
  },
  {
    name: "letters-replaced",
    breaks: "item.texts-undamaged",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Letters beyond ASCII are replacement characters.",
    ...inArticles((article) => {
      article.title = String(article.title).replace(/[\u0080-\uffff]/g, "\ufffd");
    }),
  },
  {
    name: "titles-end-in-line-breaks",
    breaks: "item.texts-undamaged",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "Titles end in a line break.",
    ...inArticles((article) => {
      article.title = `${article.title}\n`;
    }),
    witness: { query: { location: "London" } },
  },
  {
    name: "authors-letter-by-letter",
    breaks: "item.texts-undamaged",
    // A space between two names is a text of its own.
    also: ["consistency.", "item.texts-filled"],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The authors of an article are the letters of the first one's name.",
    ...inArticles((article) => {
      const [first] = Array.isArray(article.authors) ? article.authors : [];
      if (typeof first === "string") article.authors = [...first];
    }),
  },
  {
    name: "keywords-as-printed",
    breaks: "item.texts-undamaged",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "The only keyword of an article is the list of its keywords as Python prints it.",
    ...inArticles((article) => {
      if (Array.isArray(article.keywords))
        article.keywords = [`[${article.keywords.map((one) => `'${one}'`).join(", ")}]`];
    }),
  },
  {
    name: "letters-as-question-marks",
    breaks: "consistency.versions-show-the-same",
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    sentence: "At the oldest version, letters beyond ASCII in titles are question marks.",
    ...inArticles((article) => {
      article.title = String(article.title).replace(/[\u0080-\uffff]/g, "?");
    }),
  },
  {
    name: "pictures-escaped-for-html",
    breaks: "item.texts-undamaged",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The parameters of pictures are separated by &amp;.",
    ...inArticles((article) => {
      if (typeof article.image === "string") article.image += "?width=200&amp;height=100";
    }),
  },
  {
    name: "icons-of-nothing",
    breaks: "item.texts-undamaged",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The address of the icon of a source is made of its missing name.",
    ...inArticles((article) => {
      const { source } = article;
      if (isEditable(source))
        source.favicon = `https://icons.example/undefined.ico?of=${source.name}`;
    }),
  },
  {
    name: "logos-from-a-template",
    breaks: "item.texts-undamaged",
    also: ["consistency."],
    cells: publishers,
    sentence: "The size in the addresses of logos was not filled in.",
    ...inList("publishers", (publisher) => {
      if (typeof publisher.logo === "string") publisher.logo = `${publisher.logo}/{size}`;
    }),
  },
  {
    name: "sources-with-two-schemes",
    breaks: "item.texts-undamaged",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The address of a source begins with its scheme twice.",
    ...inArticles((article) => {
      const { source } = article;
      if (isEditable(source) && typeof source.url === "string")
        source.url = `https://${source.url}`;
    }),
  },
  {
    name: "blanks-in-addresses",
    breaks: "item.texts-undamaged",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "Hyphens in the addresses of articles are blanks.",
    ...inArticles((article) => {
      article.url = String(article.url).replaceAll("-", " ");
    }),
  },
  {
    name: "article-on-the-own-host",
    breaks: "item.addresses-absolute",
    cells: { surface: "aggregator", endpoint: "/topics", version: legacy },
    sentence: "The url of the last article has no host.",
    ...inArticles((article) => {
      article.url = withoutHost(article.url);
    }, "last"),
  },
  {
    name: "article-without-a-scheme",
    breaks: "item.addresses-absolute",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "The url of the last article begins with its host.",
    ...inArticles((article) => {
      article.url = String(article.url).replace(/^\w+:\/\//, "");
    }, "last"),
  },
  {
    name: "article-that-is-a-script",
    breaks: "item.addresses-absolute",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: legacy },
    sentence: "The url of the last article is a script for a browser.",
    ...inArticles((article) => {
      article.url = "javascript:openArticle(7)";
    }, "last"),
  },
  {
    name: "images-by-their-path",
    breaks: "item.addresses-absolute",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Images have the path of the image server without its host.",
    ...inArticles((article) => {
      if (typeof article.image === "string") article.image = withoutHost(article.image);
    }),
  },
  {
    name: "icons-by-their-name",
    breaks: "item.addresses-absolute",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "The favicon of the last article's source is the name of a file.",
    ...inArticles(({ source }) => {
      if (isEditable(source)) source.favicon = "favicon.ico";
    }, "last"),
  },
  {
    name: "publisher-pages-without-a-scheme",
    breaks: "item.addresses-absolute",
    cells: { ...publishers, version: withMetadata },
    sentence: "Links of publishers begin with their host.",
    ...inList("publishers", (publisher) => {
      for (const link of objectsAt(publisher, "links"))
        if (typeof link.url === "string") link.url = link.url.replace(/^\w+:\/\//, "");
    }),
  },
  {
    name: "date-of-the-year-one",
    breaks: "item.date-plausible",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The last article has no date, and its date is the first day of the year 1.",
    ...inArticles((article) => {
      article.date = "0001-01-01T00:00:00Z";
    }, "last"),
  },
  {
    name: "date-of-second-zero",
    breaks: "item.date-plausible",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: legacy },
    sentence: "The last article has no date, and its date is the beginning of 1970, in Paris.",
    ...inArticles((article) => {
      article.date = "1970-01-01T01:00:00+01:00";
    }, "last"),
  },
  {
    name: "date-of-the-last-year",
    breaks: "item.date-plausible",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "The last article has no date, and its date is the end of the year 9999.",
    ...inArticles((article) => {
      article.date = "9999-12-31T23:59:59Z";
    }, "last"),
  },
  {
    name: "dates-in-another-calendar",
    breaks: "item.date-plausible",
    also: ["consistency.", "parameter."],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Years are counted as in Bangkok, 543 more than elsewhere.",
    ...inArticles((article) => {
      article.date = String(article.date).replace(/^\d{4}/, (year) => `${Number(year) + 543}`);
    }),
  },
  {
    name: "months-for-minutes",
    breaks: "item.date-plausible",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence:
      "The minutes of a date are its month: the pattern of the date has the same letters for both.",
    ...inArticles((article) => {
      article.date = String(article.date).replace(/^(\d{4}-(\d\d)-\d\dT\d\d:)\d\d/, "$1$2");
    }),
  },
  {
    name: "described-like-the-first-article",
    breaks: "item.articles-vary",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "Every article has the description of the first one.",
    ...inSuccess((body) => {
      const [first, ...others] = articles(body);
      for (const one of others) one.description = first?.description;
    }),
  },
  {
    name: "local-news-by-the-first-publication",
    breaks: "item.articles-vary",
    also: ["consistency.", "parameter."],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "Every local article has the source of the first one.",
    ...inSuccess((body) => {
      const [first, ...others] = articles(body);
      for (const one of others) one.source = first?.source;
    }),
    witness: { query: { location: "London" } },
  },
  {
    name: "described-by-the-title",
    breaks: "item.members-not-mixed-up",
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "The description of an article is its title.",
    ...inArticles((article) => {
      article.description = article.title;
    }),
  },
];
