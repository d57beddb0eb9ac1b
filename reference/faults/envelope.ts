import { legacy, withMetadata } from "../versions.ts";
import { editableAt, inList, inSuccess, newsItems, objectsAt, succeeded } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Wrong members of the envelope. */
export const envelopeFaults: readonly Fault[] = [
  {
    name: "related-topics-missing",
    breaks: "envelope.members-present",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Search results lack related_topics.",
    response(response) {
      if (succeeded(response)) delete editableAt(response.body)?.related_topics;
    },
  },
  {
    name: "crash-on-a-phrase",
    breaks: "envelope.lists-when-empty",
    also: ["error.never-5xx"],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "A search text in quotation marks results in status 500.",
    response(response, { sent }) {
      const texts = [sent.get("query"), sent.get("q")];
      if (texts.some((text) => text !== null && /^"\w+ \w+"$/.test(text))) response.status = 500;
    },
    witness: { query: { query: '"zqxv kjwp"' } },
  },
  {
    name: "null-when-nothing-is-found",
    breaks: "envelope.lists-when-empty",
    also: ["envelope.member-types"],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "A search that finds nothing has null instead of an empty list.",
    response({ body }) {
      const envelope = editableAt(body);
      if (Array.isArray(envelope?.news_articles) && envelope.news_articles.length === 0) {
        envelope.news_articles = null;
      }
    },
    witness: { query: { query: "zxqvwkj" } },
  },
  {
    name: "parameters-only-where-some-were-sent",
    breaks: "envelope.members-present",
    cells: { surface: "news", endpoint: "/info/topics", version: withMetadata },
    sentence: "parameters is omitted if none were sent.",
    ...inSuccess((body) => {
      if (Object.keys(editableAt(body.parameters) ?? {}).length === 0) delete body.parameters;
    }),
  },
  {
    name: "empty-object-as-empty-list",
    breaks: "envelope.member-types",
    cells: { surface: "news", endpoint: "/info/countries", version: withMetadata },
    sentence: "parameters is [] if it is empty, as PHP writes an empty array.",
    ...inSuccess((body) => {
      if (Object.keys(editableAt(body.parameters) ?? {}).length === 0) body.parameters = [];
    }),
  },
  {
    name: "title-only-for-topics",
    breaks: "envelope.members-present",
    also: ["parameter.subtopic-without-topic"],
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "Topics without a topic have no title.",
    ...inSuccess((body, { sent }) => {
      if (!sent.has("topic_id")) delete body.title;
    }),
    witness: { query: {} },
  },
  {
    name: "success-left-out",
    breaks: "envelope.members-present",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "Success bodies of search at 2024-01-01 have no success.",
    ...inSuccess((body) => {
      delete body.success;
    }),
  },
  {
    name: "null-navigation",
    breaks: "envelope.member-types",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata, auth: "x-api-key" },
    sentence: "navigation_links is null for clients with x-api-key.",
    ...inSuccess((body) => {
      body.navigation_links = null;
    }),
  },
  {
    name: "list-as-object",
    breaks: "envelope.member-types",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "news_articles is an object with the keys 0, 1, 2, as PHP writes a filtered array.",
    ...inSuccess((body) => {
      body.news_articles = { ...objectsAt(body, "news_articles") };
    }),
  },
  {
    name: "success-as-number",
    breaks: "envelope.member-types",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2022-01-01" },
    sentence: "success is 1 instead of true.",
    ...inSuccess((body) => {
      body.success = 1;
    }),
  },
  {
    name: "encoded-twice",
    breaks: "envelope.member-types",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2022-01-01" },
    sentence: "Topics at 2022-01-01 are a JSON document inside a JSON string.",
    response(response) {
      if (succeeded(response)) response.body = JSON.stringify(response.body);
    },
  },
  {
    name: "nothing-found-is-not-found",
    breaks: "envelope.lists-when-empty",
    cells: { surface: "aggregator", endpoint: "/search", version: legacy },
    sentence: "A search at the old versions that finds nothing is answered with 404.",
    ...inSuccess((body, _, response) => {
      if (newsItems(body).length > 0) return;
      response.status = 404;
      response.body = { success: false, code: 404, message: "Nothing was found." };
    }),
    witness: { query: { q: "zxqvwkj" } },
  },
  {
    name: "no-publishers-no-list",
    breaks: "envelope.lists-when-empty",
    also: [
      "envelope.members-present",
      "limit.one-character-accepted",
      "robustness.control-characters",
      "robustness.free-text",
      "robustness.long-text",
      "robustness.unexpected-values",
    ],
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "publishers is omitted if no publisher matches.",
    ...inSuccess((body) => {
      if (objectsAt(body, "publishers").length === 0) delete body.publishers;
    }),
    witness: { query: { query: "zxqvwkj" } },
  },
  {
    name: "empty-list-as-object",
    breaks: "envelope.lists-when-empty",
    also: ["envelope.member-types"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "articles is {} instead of [] if there are none.",
    ...inSuccess((body) => {
      if (newsItems(body).length === 0) body.articles = {};
    }),
    witness: { query: { location: "zxqvwkj" } },
  },
  {
    name: "success-denied",
    breaks: "envelope.success-is-true",
    cells: { surface: "aggregator", endpoint: "/topics", version: legacy },
    sentence: "Success bodies have success: false.",
    ...inSuccess((body) => {
      body.success = false;
    }),
  },
  {
    name: "last-link-without-topic",
    breaks: "envelope.navigation-links",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The last navigation link has no topic_id.",
    ...inList("navigation_links", (link) => delete link.topic_id, "last"),
  },
  {
    name: "related-topic-without-id",
    breaks: "envelope.related-topics",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The topic_id of the last related topic is null.",
    ...inList(
      "related_topics",
      (topic) => {
        topic.topic_id = null;
      },
      "last",
    ),
  },
  {
    name: "publications-without-picture",
    breaks: "envelope.related-publications",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "A related publication has no favicon.",
    ...inList("related_publications", (publication) => delete publication.favicon, "last"),
  },
  {
    name: "subtopic-link-without-name",
    breaks: "envelope.subtopic-links",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The name of a subtopic link is missing if it has no translation.",
    ...inList("subtopic_links", (link) => delete link.name, "last"),
    witness: { query: { topic_id: "TECHNOLOGY" } },
  },
];
