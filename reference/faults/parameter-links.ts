import { withMetadata } from "../versions.ts";
import { ignore, inSuccess, moveOn, objectsAt, refuse } from "./edit.ts";
import type { Fault } from "./fault.ts";

const topics = { surface: "aggregator", endpoint: "/topics" } as const;

/** Each link has the identifier of the next one. */
function movedOn(list: string, name: string): Pick<Fault, "response"> {
  return inSuccess((body) => moveOn(objectsAt(body, list), name));
}

/** A member of all links is that of the first one. */
function allAlike(list: string, name: string): Pick<Fault, "response"> {
  return inSuccess((body) => {
    const [first, ...others] = objectsAt(body, list);
    for (const link of others) link[name] = first?.[name];
  });
}

/** Links of some responses have ids that are not found. */
function brokenLinks(
  list: "navigation_links" | "subtopic_links",
  name: "topic_id" | "subtopic_id",
  areBroken: (sent: URLSearchParams) => boolean,
): Pick<Fault, "request" | "response"> {
  const mark = "-broken";
  return {
    request(request) {
      if (request.sent.get(name)?.endsWith(mark)) refuse(request);
    },
    ...inSuccess((body, { sent }) => {
      if (areBroken(sent)) for (const link of objectsAt(body, list)) link[name] += mark;
    }),
  };
}

/** Topics and subtopics that are refused, or all return the same items. */
export const linkFaults: readonly Fault[] = [
  {
    name: "navigation-links-lead-nowhere",
    breaks: "parameter.navigation-link-opens",
    also: ["parameter.related-topic-opens"],
    seenAt: ["/search"],
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Opaque topic ids from navigation links are not found at /topics.",
    request(request) {
      const { key, keys, query } = request;
      const isLink = query.get("topic_id")?.startsWith("CAAq") === true;
      if (isLink && key === keys.aggregator.own) request.path = "/topics/unknown";
    },
    witness: { query: { topic_id: "CAAqAAAA" } },
  },

  {
    name: "opaque-topics-by-version-only",
    breaks: "parameter.navigation-link-opens",
    also: ["parameter.related-topic-opens", "parameter.subtopic-without-topic"],
    seenAt: ["/search"],
    cells: { ...topics, version: withMetadata },
    sentence: "Without the version header, topics and subtopics with an opaque id are refused.",
    request(request) {
      const { sent, version } = request;
      const ids = [sent.get("topic_id"), sent.get("subtopic_id")];
      if (version === "default" && ids.some((id) => id?.startsWith("CAAq"))) refuse(request);
    },
    witness: { query: { topic_id: "CAAqAAAA" }, version: "default" },
  },
  {
    name: "opaque-topics-are-new",
    breaks: "parameter.navigation-link-opens",
    cells: { ...topics, version: "2022-01-01" },
    sentence: "Topics at 2022-01-01 refuse opaque ids and accept only the named topics.",
    request(request) {
      if (request.sent.get("topic_id")?.startsWith("CAAq") === true) refuse(request);
    },
    witness: { query: { topic_id: "CAAqAAAA" } },
  },
  {
    name: "named-topics-are-gone",
    breaks: "parameter.topic-accepted",
    also: ["transport.success-status"],
    cells: { ...topics, version: "2024-01-01" },
    sentence: "Topics at 2024-01-01 refuse named topics such as TECHNOLOGY.",
    request(request) {
      if (/^[A-Z]+$/.test(request.sent.get("topic_id") ?? "")) refuse(request);
    },
    witness: { query: { topic_id: "TECHNOLOGY" } },
  },
  {
    name: "business-unknown-at-2022",
    breaks: "parameter.topic-accepted",
    cells: { ...topics, version: "2022-01-01" },
    sentence: "Topics at 2022-01-01 support TECHNOLOGY, but not BUSINESS.",
    request(request) {
      if (request.sent.get("topic_id") === "BUSINESS") refuse(request);
    },
    witness: { query: { topic_id: "BUSINESS" } },
  },
  {
    name: "topic-ignored-at-2022",
    breaks: "parameter.topic-changes-result",
    also: ["consistency.versions-find-the-same"],
    cells: { ...topics, version: "2022-01-01" },
    sentence: "Topics at 2022-01-01 list the latest items, regardless of the topic.",
    ...ignore("topic_id"),
    witness: { query: { topic_id: "TECHNOLOGY" } },
  },
  {
    name: "one-topic-for-all",
    breaks: "parameter.topic-changes-result",
    also: ["parameter."],
    cells: { ...topics, version: withMetadata },
    sentence: "Every named topic returns the news of TECHNOLOGY.",
    request({ query }) {
      if (/^[A-Z]+$/.test(query.get("topic_id") ?? "")) query.set("topic_id", "TECHNOLOGY");
    },
    witness: { query: { topic_id: "BUSINESS" } },
  },
  {
    name: "subtopics-not-found",
    breaks: "parameter.subtopic-link-opens",
    also: ["parameter.subtopic-without-topic"],
    cells: { ...topics, version: withMetadata },
    sentence: "Subtopics are refused, although there are links to them.",
    request(request) {
      if (request.sent.has("subtopic_id")) refuse(request);
    },
    witness: { query: { topic_id: "TECHNOLOGY", subtopic_id: "CAAqAAAA" } },
  },
  {
    name: "subtopics-of-business-not-found",
    breaks: "parameter.subtopic-link-opens",
    also: ["parameter.subtopic-without-topic"],
    cells: topics,
    sentence: "The subtopic links of BUSINESS have ids that are refused.",
    ...brokenLinks("subtopic_links", "subtopic_id", (sent) => sent.get("topic_id") === "BUSINESS"),
    witness: { query: { topic_id: "BUSINESS" } },
  },
  {
    name: "links-without-a-topic-not-found",
    breaks: "parameter.navigation-link-opens",
    cells: topics,
    sentence: "Without a topic, the navigation links have ids that are refused.",
    ...brokenLinks("navigation_links", "topic_id", (sent) => !sent.has("topic_id")),
    witness: { query: {} },
  },
  {
    name: "subtopic-demands-its-topic",
    breaks: "parameter.subtopic-without-topic",
    cells: { ...topics, version: withMetadata },
    sentence: "A subtopic without its topic is refused, although both are optional.",
    request(request) {
      if (request.sent.has("subtopic_id") && !request.sent.has("topic_id")) refuse(request);
    },
    witness: { query: { subtopic_id: "CAAqAAAA" } },
  },
  {
    name: "subtopic-ignored",
    breaks: "parameter.subtopic-changes-result",
    also: ["parameter.others-echoed"],
    cells: { ...topics, version: withMetadata },
    sentence: "A subtopic returns the news of its whole topic.",
    request({ query }) {
      if (!query.has("subtopic_id")) return;
      query.delete("subtopic_id");
      query.set("topic_id", "TECHNOLOGY");
    },
    witness: { query: { topic_id: "TECHNOLOGY", subtopic_id: "CAAqAAAA" } },
  },
  {
    name: "subtopic-not-known",
    breaks: "parameter.subtopic-changes-result",
    also: ["parameter.others-echoed"],
    cells: { ...topics, version: withMetadata },
    sentence: "The subtopic parameter is ignored.",
    request({ query }) {
      query.delete("subtopic_id");
    },
    witness: { query: { topic_id: "TECHNOLOGY", subtopic_id: "CAAqAAAA" } },
  },
  {
    name: "every-link-shows-all-news",
    breaks: "parameter.navigation-link-changes-result",
    also: ["consistency.versions-find-the-same", "parameter.others-echoed"],
    seenAt: ["/search"],
    cells: { ...topics, version: withMetadata },
    sentence: "Every opaque topic id returns the news of all topics.",
    request({ query }) {
      if (/^CAAq/.test(query.get("topic_id") ?? "")) query.delete("topic_id");
    },
    witness: { query: { topic_id: "CAAqAAAA" } },
  },
  {
    name: "navigation-links-to-empty-topics",
    breaks: "parameter.navigation-link-changes-result",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The navigation links of a search have ids that open empty topics.",
    ...inSuccess((body) => {
      for (const link of objectsAt(body, "navigation_links")) link.topic_id += "-old";
    }),
  },
  {
    name: "subtopics-without-news",
    breaks: "parameter.subtopic-changes-result",
    cells: { ...topics, version: "2024-01-01" },
    sentence: "At 2024-01-01 no subtopic has any news.",
    request({ query }) {
      const subtopic = query.get("subtopic_id");
      if (subtopic !== null) query.set("subtopic_id", `${subtopic}-old`);
    },
    witness: { query: { subtopic_id: "CAAqR4biCkKN9VuH2Wju_4SQxp" } },
  },
  {
    name: "identifiers-of-the-next-link",
    breaks: "parameter.links-open-what-they-name",
    cells: { surface: "aggregator", endpoint: ["/search", "/topics"], version: withMetadata },
    sentence: "A navigation link has the identifier of the next one.",
    ...movedOn("navigation_links", "topic_id"),
    witness: { endpoint: "/search" },
  },
  {
    name: "identifiers-of-the-next-subtopic",
    breaks: "parameter.links-open-what-they-name",
    cells: { ...topics, version: withMetadata },
    sentence: "A subtopic link has the identifier of the next one.",
    ...movedOn("subtopic_links", "subtopic_id"),
    witness: { query: { topic_id: "TECHNOLOGY" } },
  },
  {
    name: "every-link-leads-to-the-first-topic",
    breaks: "parameter.links-differ",
    cells: { surface: "aggregator", endpoint: ["/search", "/topics"], version: withMetadata },
    sentence: "Every navigation link has the identifier of the first one.",
    ...allAlike("navigation_links", "topic_id"),
    witness: { endpoint: "/search" },
  },
  {
    name: "one-identifier-for-related-publications",
    breaks: "parameter.links-differ",
    also: ["consistency.entries-described-alike"],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Every related publication has the identifier of the first one.",
    ...allAlike("related_publications", "publication_id"),
  },
  {
    name: "subtopics-of-the-first-topic",
    breaks: "parameter.topic-has-own-subtopics",
    cells: { ...topics, version: withMetadata },
    sentence: "Every topic has the subtopic links of the topic that was first asked for.",
    ...inSuccess((body, { memory }) => {
      if (objectsAt(body, "subtopic_links").length === 0) return;
      if (!memory.has("subtopics")) memory.set("subtopics", body.subtopic_links);
      body.subtopic_links = structuredClone(memory.get("subtopics"));
    }),
    witness: { query: { topic_id: "BUSINESS" }, before: [{ query: { topic_id: "TECHNOLOGY" } }] },
  },
  {
    name: "subtopic-links-without-names",
    breaks: "parameter.links-differ",
    also: ["item.texts-filled"],
    cells: { ...topics, version: withMetadata },
    sentence: "The name of every subtopic link is empty.",
    ...inSuccess((body) => {
      for (const link of objectsAt(body, "subtopic_links")) link.name = "";
    }),
    witness: { query: { topic_id: "TECHNOLOGY" } },
  },
  {
    name: "subtopic-ids-in-small-letters",
    breaks: "parameter.link-ids-in-form",
    cells: topics,
    sentence: "The ids of subtopic links are in small letters, which /topics accepts.",
    request({ query, memory }) {
      const id = memory.get(query.get("subtopic_id") ?? "");
      if (typeof id === "string") query.set("subtopic_id", id);
    },
    ...inSuccess((body, { memory }) => {
      for (const link of objectsAt(body, "subtopic_links")) {
        const id = String(link.subtopic_id);
        link.subtopic_id = id.toLowerCase();
        memory.set(id.toLowerCase(), id);
      }
    }),
    witness: { query: { topic_id: "TECHNOLOGY" } },
  },
  {
    name: "subtopic-ids-without-their-beginning",
    breaks: "parameter.link-ids-in-form",
    cells: { ...topics, version: "default" },
    sentence: "Without the version header, the ids of subtopic links lack their first letters.",
    ...inSuccess((body) => {
      for (const link of objectsAt(body, "subtopic_links"))
        link.subtopic_id = String(link.subtopic_id).replace(/^CAAq/, "");
    }),
    witness: { query: { topic_id: "TECHNOLOGY" } },
  },
  {
    name: "one-title-for-all-topics",
    breaks: "parameter.topic-titles-differ",
    also: ["parameter."],
    cells: { ...topics, version: withMetadata },
    sentence: "The page of every topic has the title Top stories.",
    ...inSuccess((body) => {
      body.title = "Top stories";
    }),
  },
];
