import { topicNews } from "../corpus/headlines/index.ts";
import { makeTopics } from "../corpus/topics.ts";
import { editableAt, isEditable, objectsAt, succeeded } from "../faults/edit.ts";
import { findOnly } from "../faults/empty-results.ts";
import type { FaultRequest, FaultResponse } from "../faults/fault.ts";
import type { Variant } from "./variant.ts";

const aggregator = { surface: "aggregator" } as const;

const hub = "CAAqAllOfThem";

/** Adds a last link, which opens what the first link of some does. */
function lastLikeFirst(isSome: (id: string) => boolean): Pick<Variant, "request" | "response"> {
  return {
    request(request) {
      const { query, memory } = request;
      if (query.get("topic_id") === hub) query.set("topic_id", String(memory.get("hub")));
    },
    response({ body }, { sent, memory }) {
      const links = editableAt(body)?.navigation_links;
      if (Array.isArray(links) && links.length > 0) {
        const ids = objectsAt(body, "navigation_links").map(({ topic_id }) => String(topic_id));
        memory.set("hub", ids.find(isSome));
        links.push({ name: "All", topic_id: hub });
      }
      const echoed = editableAt(body, "parameters");
      if (echoed !== null && sent.get("topic_id") === hub) echoed.topic_id = hub;
    },
  };
}

/** Turns a page of a topic into a refusal with 403, in the error envelope of its version. */
function putOutsidePlan(response: FaultResponse): void {
  const { body } = response;
  response.status = 403;
  const message = "not on your plan";
  response.body =
    isEditable(body) && "metadata" in body
      ? {
          metadata: body.metadata,
          errors: [{ code: "NOT_ON_PLAN", message, details: {} }],
        }
      : { success: false, code: 403, message };
}

/** Refuses a topic or subtopic that is outside the caller's plan. */
function premium(name: "topic_id" | "subtopic_id", list: string): Pick<Variant, "response"> {
  /** The first and the last link of every list so far. */
  const premiumIn = ({ memory }: FaultRequest): Set<unknown> => {
    const known = memory.get(list);
    const ids = known instanceof Set ? known : new Set<unknown>();
    memory.set(list, ids);
    return ids;
  };
  return {
    response(response, request) {
      const { body } = response;
      const ids = objectsAt(body, list).map((link) => link[name]);
      const known = premiumIn(request);
      if (ids.length > 2) known.add(ids[0]).add(ids.at(-1));
      if (!succeeded(response) || !known.has(request.sent.get(name))) return;
      putOutsidePlan(response);
    },
  };
}

const firstSubtopics = new Map(
  makeTopics(topicNews).map(({ id, subtopics }) => [id, subtopics[0]?.id]),
);

/** Freedoms in what the links of a response lead to. */
export const linkVariants: readonly Variant[] = [
  {
    name: "last-link-opens-what-the-first-does",
    sentence: "The last navigation link is called All, and has the news of the first.",
    cells: aggregator,
    ends: "conformant",
    quiet: true,
    ...lastLikeFirst(() => true),
  },
  {
    name: "last-link-opens-what-the-first-opaque-one-does",
    sentence: "The last navigation link is called All, and has the news of the first opaque one.",
    cells: aggregator,
    ends: "conformant",
    quiet: true,
    ...lastLikeFirst((id) => id.startsWith("CAAq")),
  },
  {
    name: "topics-outside-the-plan",
    sentence: "The topics of the first and the last navigation link are refused with 403.",
    cells: aggregator,
    ends: "conformant",
    quiet: true,
    ...premium("topic_id", "navigation_links"),
  },
  {
    name: "named-topic-outside-the-plan",
    sentence: "BUSINESS is refused with 403, also with a subtopic.",
    cells: { surface: "aggregator", endpoint: "/topics" },
    ends: "conformant",
    quiet: true,
    response(response, { sent }) {
      if (succeeded(response) && sent.get("topic_id") === "BUSINESS") putOutsidePlan(response);
    },
  },
  {
    name: "subtopics-outside-the-plan",
    sentence: "The first and the last subtopic of a topic are refused with 403.",
    cells: aggregator,
    ends: "conformant",
    quiet: true,
    ...premium("subtopic_id", "subtopic_links"),
  },
  {
    name: "few-articles-of-one-subtopic",
    sentence: "A topic has one subtopic and no more than the four items of that.",
    cells: { surface: "aggregator", endpoint: "/topics" },
    ends: "conformant",
    quiet: true,
    request({ query, sent }) {
      const first = firstSubtopics.get(sent.get("topic_id") ?? "");
      if (first !== undefined && !sent.has("subtopic_id")) query.set("subtopic_id", first);
    },
    response(response, { sent }) {
      const { body } = response;
      if (!succeeded(response) || !isEditable(body) || sent.size === 0) return;
      findOnly(body, 4);
      if (Array.isArray(body.subtopic_links)) body.subtopic_links.splice(1);
      const echoed = editableAt(body, "parameters");
      if (echoed !== null && !sent.has("subtopic_id")) delete echoed.subtopic_id;
    },
  },
  {
    name: "links-on-pages-of-technology-only",
    sentence:
      "Pages of BUSINESS have no subtopic links, and those without a topic no navigation links.",
    cells: aggregator,
    ends: "conformant",
    quiet: true,
    response({ body }, { endpoint, sent }) {
      const found = endpoint === "/topics" ? editableAt(body) : null;
      if (found === null) return;
      if ("subtopic_links" in found && sent.get("topic_id") === "BUSINESS")
        found.subtopic_links = [];
      if ("navigation_links" in found && !sent.has("topic_id")) found.navigation_links = [];
    },
  },
  {
    name: "navigation-in-two-menus",
    sentence: "Navigation links are listed twice, for the head and the foot of a page.",
    cells: aggregator,
    ends: "conformant",
    quiet: true,
    response({ body }) {
      const links = editableAt(body)?.navigation_links;
      if (Array.isArray(links)) links.push(...links);
    },
  },
  {
    name: "nothing-related",
    sentence: "No search has related topics or related publications.",
    cells: { surface: "aggregator", endpoint: "/search" },
    ends: "conformant",
    response({ body }) {
      if (!isEditable(body)) return;
      for (const name of ["related_topics", "related_publications"])
        if (name in body) body[name] = [];
    },
  },
  {
    name: "one-topic-on-the-plan",
    sentence: "The caller's plan has one topic, BUSINESS; all others are answered with 403.",
    cells: { ...aggregator, endpoint: "/topics" },
    ends: "conformant",
    response(response, { sent }) {
      const topic = sent.get("topic_id");
      if (succeeded(response) && topic !== null && topic !== "BUSINESS") putOutsidePlan(response);
    },
  },
];
