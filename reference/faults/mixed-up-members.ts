import { withMetadata } from "../versions.ts";
import { inArticles, inList, inSuccess, isEditable, objectsAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

const requirement = "item.members-not-mixed-up";
const parts = "item.parts-not-mixed-up";
const values = "item.values-listed-once";

/** The list of each entry has the values of all lists before, each once. */
function goOnFilling(all: ReturnType<typeof objectsAt>, name: string): void {
  const filled = new Map<string, unknown>();
  for (const entry of all) {
    const list: unknown = entry[name];
    for (const value of Array.isArray(list) ? list : []) filled.set(JSON.stringify(value), value);
    entry[name] = [...filled.values()];
  }
}

/** Members that are filled from the wrong column. */
export const mixedUpMemberFaults: readonly Fault[] = [
  {
    name: "picture-of-an-article-is-its-page",
    breaks: requirement,
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The address of an article's picture is that of the article.",
    ...inArticles((article) => {
      article.image = article.url;
    }),
  },
  {
    name: "old-description-is-the-address",
    breaks: requirement,
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "The description of an article at 2024-01-01 is its address.",
    ...inArticles((article) => {
      if (typeof article.description === "string") article.description = article.url;
    }),
  },
  {
    name: "logo-of-a-publisher-is-its-page",
    breaks: requirement,
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The logo of a publisher has the address of the publisher.",
    ...inList("publishers", (publisher) => {
      publisher.logo = publisher.url;
    }),
  },
  {
    name: "links-named-by-their-topic-id",
    breaks: requirement,
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Navigation links have the identifier of their topic for a name.",
    ...inList("navigation_links", (link) => {
      link.name = link.topic_id;
    }),
  },
  {
    name: "countries-named-by-their-code",
    breaks: requirement,
    also: ["plan."],
    cells: { surface: "news", endpoint: "/info/countries" },
    sentence: "Countries have their code for a name.",
    ...inList("countries", (country) => {
      country.name = country.code;
    }),
  },
  {
    name: "source-has-the-address-of-its-article",
    breaks: parts,
    also: ["consistency.entries-described-alike"],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "The address of an article's source is that of the article.",
    ...inArticles((article) => {
      if (isEditable(article.source)) article.source.url = article.url;
    }),
  },
  {
    name: "title-for-an-author",
    breaks: parts,
    also: ["consistency.entries-described-alike"],
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "The only author of an article is its title.",
    ...inArticles((article) => {
      if (Array.isArray(article.authors)) article.authors = [article.title];
    }),
  },
  {
    name: "language-from-the-column-of-the-category",
    breaks: parts,
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The language of a publisher is its category.",
    ...inList("publishers", (publisher) => {
      publisher.language = publisher.category;
    }),
  },
  {
    name: "authors-times-keywords",
    breaks: values,
    also: ["consistency.entries-described-alike"],
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "Each keyword of an article is listed once for each of its authors and once more.",
    ...inArticles((article) => {
      if (!Array.isArray(article.keywords)) return;
      const times = Array.isArray(article.authors) ? article.authors.length + 1 : 2;
      article.keywords = Array.from({ length: times }, () => article.keywords).flat();
    }),
  },
  {
    name: "links-typed-by-their-address",
    breaks: requirement,
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The type of a publisher's link is its address.",
    ...inList("publishers", (publisher) => {
      for (const link of objectsAt(publisher, "links")) link.type = link.url;
    }),
  },
  {
    name: "subtopics-of-all-topics-before",
    breaks: values,
    also: ["plan."],
    cells: { surface: "news", endpoint: "/info/topics", version: withMetadata },
    sentence: "The list of subtopics is not emptied from topic to topic.",
    ...inSuccess((body) => goOnFilling(objectsAt(body, "topics"), "subtopics")),
  },
  {
    name: "languages-of-all-countries-before",
    breaks: values,
    also: ["plan.", "parameter."],
    cells: { surface: "news", endpoint: "/info/countries", version: withMetadata },
    sentence: "The languages of a country begin with those of the countries before it.",
    ...inSuccess((body) => goOnFilling(objectsAt(body, "countries"), "languages")),
  },
  {
    name: "topic-called-by-its-opaque-id",
    breaks: "envelope.topic-title-no-identifier",
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "The title of a topic or subtopic that is requested by an opaque id is this id.",
    ...inSuccess((body, { sent }) => {
      const id = [...sent.values()].find((value) => value.startsWith("CAAq"));
      if (id !== undefined) body.title = id;
    }),
    witness: { query: { topic_id: "CAAqTechnology" } },
  },
];
