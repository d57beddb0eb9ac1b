import { withMetadata } from "../versions.ts";
import { inArticles, inList, inSuccess, isEditable, objectsAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

const requirement = "item.texts-undamaged";
const publishers = { surface: "news", endpoint: "/search/publishers" } as const;
const countries = { surface: "news", endpoint: "/info/countries" } as const;
const topics = { surface: "news", endpoint: "/info/topics" } as const;

/** Texts that programs have changed on their way: all are still texts. */
export const damagedTextFaults: readonly Fault[] = [
  {
    name: "names-in-columns-of-thirty",
    breaks: requirement,
    cells: publishers,
    sentence:
      "The names of publishers are padded with blanks, as a column of a fixed width has them.",
    ...inList("publishers", (publisher) => {
      publisher.name = String(publisher.name).padEnd(30);
    }),
  },
  {
    name: "keywords-split-at-their-commas",
    breaks: requirement,
    also: ["consistency."],
    cells: { surface: "aggregator", version: "2024-01-01" },
    sentence: "Keywords are split at commas, and keep the blank that follows one.",
    ...inArticles((article) => {
      if (Array.isArray(article.keywords))
        article.keywords = article.keywords.map((one) => ` ${one}`);
    }),
    witness: { endpoint: "/search" },
  },
  {
    name: "titles-with-the-end-of-a-string",
    breaks: requirement,
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "Titles end in NUL, as strings of C do.",
    ...inArticles((article) => {
      article.title = `${article.title}\0`;
    }),
  },
  {
    name: "titles-escaped-for-json-twice",
    breaks: requirement,
    also: ["consistency."],
    cells: { surface: "aggregator", version: withMetadata },
    sentence: "Letters beyond ASCII are escaped in titles, and their backslashes once more.",
    ...inArticles((article) => {
      article.title = String(article.title).replace(
        /[^\0-\x7f]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }),
    witness: { endpoint: "/search", query: { language: "fr" } },
  },
  {
    name: "titles-as-sections-of-xml",
    breaks: requirement,
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Titles are taken from a feed with the marks of their CDATA sections.",
    ...inArticles((article) => {
      article.title = `<![CDATA[${article.title}]]>`;
    }),
  },
  {
    name: "links-named-by-a-template",
    breaks: requirement,
    also: ["parameter.", "consistency."],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The names of navigation links are those of a template that is not filled in.",
    ...inList("navigation_links", (link) => {
      link.name = "{{ topic.name }}";
    }),
  },
  {
    name: "names-encoded-for-a-url",
    breaks: requirement,
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "Titles are percent-encoded.",
    ...inArticles((article) => {
      article.title = String(article.title).replaceAll(" ", "%20");
    }),
  },
  {
    name: "subtopics-in-quotation-marks",
    breaks: requirement,
    also: ["plan."],
    cells: topics,
    sentence: "The names of subtopics are those of a file with their quotation marks.",
    ...inList("topics", (topic) => {
      for (const subtopic of objectsAt(topic, "subtopics")) subtopic.name = `"${subtopic.name}"`;
    }),
  },
  {
    name: "countries-without-their-translation",
    breaks: requirement,
    also: ["plan."],
    cells: countries,
    sentence: "Countries have the names of their translations in place of these.",
    ...inList("countries", (country) => {
      country.name = `country.${String(country.code).toLowerCase()}`;
    }),
  },
  {
    name: "slashes-escaped-in-addresses",
    breaks: requirement,
    also: ["consistency."],
    cells: { surface: "aggregator", version: withMetadata },
    sentence: "The slashes of addresses of pictures keep the backslashes that JSON may have.",
    ...inArticles((article) => {
      if (typeof article.image === "string") article.image = article.image.replaceAll("/", "\\/");
    }),
    witness: { endpoint: "/search" },
  },
  {
    name: "password-in-the-addresses-of-sources",
    breaks: requirement,
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence:
      "The addresses of sources have the user and the password with which they were fetched.",
    ...inArticles(({ source }) => {
      if (isEditable(source)) source.url = String(source.url).replace("://", "://crawler:news@");
    }),
  },
  {
    name: "pictures-at-port-zero",
    breaks: requirement,
    also: ["consistency."],
    cells: publishers,
    sentence: "The addresses of logos have the port 0, since none is set.",
    ...inList("publishers", (publisher) => {
      if (typeof publisher.logo === "string")
        publisher.logo = publisher.logo.replace(/^(https?:\/\/[^/]+)/, "$1:0");
    }),
  },
  {
    name: "titles-in-a-column-of-forty",
    breaks: requirement,
    also: ["consistency."],
    cells: { surface: "aggregator" },
    sentence: "Titles are cut off after 40 characters, which is what a column has room for.",
    ...inArticles((article) => {
      article.title = String(article.title).slice(0, 40);
    }),
    witness: { endpoint: "/search" },
  },
  {
    name: "languages-printed-as-constants",
    breaks: requirement,
    also: ["parameter.", "consistency."],
    cells: publishers,
    sentence: "The languages of publishers are printed as a program calls them: Language.EN.",
    ...inList("publishers", (publisher) => {
      publisher.language = `Language.${String(publisher.language).toUpperCase()}`;
    }),
  },
  {
    name: "topics-called-like-other-topics",
    breaks: "plan.lists-agree",
    cells: { ...topics, version: withMetadata, auth: "bearer" },
    sentence:
      "Clients with a bearer key are told the names of topics in another order than their ids.",
    ...inSuccess((body) => {
      const all = objectsAt(body, "topics");
      const names = all.map(({ name }) => name).toReversed();
      for (const [index, topic] of all.entries()) topic.name = names[index];
    }),
  },
  {
    name: "names-in-the-language-of-another-client",
    breaks: "plan.lists-agree",
    cells: { ...countries, version: withMetadata },
    sentence:
      "Countries have German names for every second client, whatever language is asked for.",
    ...inSuccess((body, { memory }) => {
      const turn = Number(memory.get("turn") ?? 0);
      memory.set("turn", turn + 1);
      const german = new Intl.DisplayNames(["de"], { type: "region" });
      for (const country of turn % 2 === 1 ? objectsAt(body, "countries") : [])
        country.name = german.of(String(country.code));
    }),
    witness: { before: [{}] },
  },
];
