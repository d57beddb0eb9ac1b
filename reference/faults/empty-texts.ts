import { legacy, withMetadata } from "../versions.ts";
import { inArticles, inError, inList, objectsAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Texts of the right type that say nothing, or that a program writes for a missing value. */
export const emptyTextFaults: readonly Fault[] = [
  {
    name: "blank-title-in-one-article",
    breaks: "item.texts-filled",
    // Which article it is depends on the page.
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The title of the last article is blank.",
    ...inArticles((article) => {
      article.title = " ";
    }, "last"),
  },
  {
    name: "undefined-title-in-one-article",
    breaks: "item.texts-filled",
    cells: { surface: "aggregator", endpoint: "/topics", version: legacy },
    sentence: "The title of the last article is the text undefined.",
    ...inArticles((article) => {
      article.title = "undefined";
    }, "last"),
  },
  {
    name: "author-without-a-name",
    breaks: "item.texts-filled",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "The last article has one author, whose name is empty.",
    ...inArticles((article) => {
      article.authors = [""];
    }, "last"),
  },
  {
    name: "address-of-no-object",
    breaks: "item.texts-filled",
    also: ["consistency.filters-only-narrow"],
    cells: { surface: "aggregator", endpoint: "/search", version: legacy },
    sentence: "The url of the last article is the text [object Object].",
    ...inArticles((article) => {
      article.url = "[object Object]";
    }, "last"),
  },
  {
    name: "link-without-a-topic",
    breaks: "item.texts-filled",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The last navigation link has the topic_id undefined.",
    ...inList(
      "navigation_links",
      (link) => {
        link.topic_id = "undefined";
      },
      "last",
    ),
  },
  {
    name: "publisher-without-a-name",
    breaks: "item.texts-filled",
    also: ["parameter.publisher-query-changes-result", "parameter.sort-finds-the-same"],
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The name of the last publisher is empty.",
    ...inList(
      "publishers",
      (publisher) => {
        publisher.name = "";
      },
      "last",
    ),
  },
  {
    name: "language-without-a-code",
    breaks: "item.texts-filled",
    cells: { surface: "news", endpoint: "/info/countries", version: withMetadata },
    sentence: "The code of a country's last language is empty.",
    ...inList("countries", (country) => {
      for (const language of objectsAt(country, "languages").slice(-1)) language.code = "";
    }),
  },
  {
    name: "subtopic-named-undefined",
    breaks: "item.texts-filled",
    cells: { surface: "news", endpoint: "/info/topics", version: withMetadata },
    sentence: "The last subtopic of a topic has the name undefined.",
    ...inList("topics", (topic) => {
      for (const subtopic of objectsAt(topic, "subtopics").slice(-1)) subtopic.name = "undefined";
    }),
  },
  {
    name: "message-with-the-places-of-its-values",
    breaks: "error.current-texts-filled",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The message of an error has %s where its parameter should be.",
    ...inError((body) => {
      for (const error of objectsAt(body, "errors"))
        error.message = "The value of %s is not valid: %s";
    }),
    witness: { query: { limit: "0" } },
  },
  {
    name: "message-is-empty",
    breaks: "error.current-texts-filled",
    cells: { surface: "news", endpoint: "/info/countries", version: withMetadata },
    sentence: "The message of an error is empty.",
    ...inError((body) => {
      for (const error of objectsAt(body, "errors")) error.message = "";
    }),
    witness: { key: "none" },
  },
  {
    name: "code-is-undefined",
    breaks: "error.current-texts-filled",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The code of an error is the text undefined.",
    ...inError((body) => {
      for (const error of objectsAt(body, "errors")) error.code = "undefined";
    }),
    witness: { key: "none" },
  },
  {
    name: "old-message-is-blank",
    breaks: "error.legacy-texts-filled",
    cells: { surface: "aggregator", endpoint: "/topics", version: legacy },
    sentence: "The message of an error at the old versions is blank.",
    ...inError((body) => {
      if (body.success === false) body.message = " ";
    }),
    witness: { key: "unknown" },
  },
  {
    name: "old-message-of-an-object",
    breaks: "error.legacy-texts-filled",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: legacy },
    sentence: "The message of an error is an object that was made a text.",
    ...inError((body) => {
      if (body.success === false) body.message = "[object Object]";
    }),
    witness: { key: "none" },
  },
  {
    name: "message-of-a-template",
    breaks: "error.current-texts-filled",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The message about a parameter is a template that was not filled in.",
    ...inError((body) => {
      for (const error of objectsAt(body, "errors"))
        error.message = "Parameter {{name}} must be between {{least}} and {{most}}.";
    }),
    witness: { key: "none" },
  },
  {
    name: "old-message-of-a-template",
    breaks: "error.legacy-texts-filled",
    cells: { surface: "aggregator", endpoint: "/search", version: legacy },
    sentence: "The message of an error at the old versions is a template that was not filled in.",
    ...inError((body) => {
      if (body.success === false) body.message = "Key %(key)s is not valid.";
    }),
    witness: { key: "unknown" },
  },
];
