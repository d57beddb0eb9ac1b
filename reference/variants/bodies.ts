import {
  articles,
  editableAt,
  isEditable,
  movedTime,
  newsItems,
  objectsAt,
  succeeded,
} from "../faults/edit.ts";
import { legacy, withMetadata } from "../versions.ts";
import { listedMembers } from "./listed-members.ts";
import { everywhere, type Variant } from "./variant.ts";

/** Adds a member to every object of a body, at every depth. */
function addEverywhere(value: unknown): void {
  if (Array.isArray(value)) for (const entry of value) addEverywhere(entry);
  else if (isEditable(value)) {
    for (const inner of Object.values(value)) addEverywhere(inner);
    value.x_vendor = { note: "not in the specification" };
  }
}

function keepOnly(entry: Record<string, unknown>, names: readonly string[]): void {
  for (const name of Object.keys(entry)) if (!names.includes(name)) delete entry[name];
}

/** The name of a country or a language in a language. */
function nameIn(language: string, type: "region" | "language", code: string): string {
  const usual = type === "region" ? code.toUpperCase() : code;
  return new Intl.DisplayNames([language], { type }).of(usual) ?? code;
}

/** Freedoms in the content of success bodies. */
export const bodyVariants: readonly Variant[] = [
  everywhere(
    "additional-members",
    "Every object has members that the specification does not list.",
    {
      response: ({ body }) => addEverywhere(body),
    },
  ),
  everywhere(
    "identifying-members-only",
    "Articles and publishers have only their identifying members.",
    {
      response({ body }, request) {
        const required = listedMembers("required", request);
        for (const entry of [...articles(body), ...objectsAt(body, "publishers")]) {
          keepOnly(entry, required);
        }
      },
    },
  ),
  {
    name: "locations-without-metadata-members",
    sentence:
      "At /geolocation the metadata has none of the listed members, which are shown elsewhere.",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    ends: "conformant",
    response(answer) {
      const metadata = succeeded(answer) ? editableAt(answer.body, "metadata") : undefined;
      for (const name of ["id", "timestamp", "took_ms", "total_hits"]) delete metadata?.[name];
    },
  },
  everywhere(
    "urls-through-a-redirector",
    "The URLs of articles point to a redirecting host of the server, and not every source has a url.",
    {
      response({ body }) {
        for (const [index, article] of articles(body).entries()) {
          article.url = `https://go.example.net/${Buffer.from(String(article.url)).toString("base64url")}`;
          if (index % 3 === 1) delete editableAt(article, "source")?.url;
        }
      },
    },
  ),
  everywhere("every-other-member-missing", "Each article lacks a different optional member.", {
    response({ body }, request) {
      const optional = listedMembers("optional", request);
      for (const [index, article] of articles(body).entries()) {
        delete article[optional[index % optional.length] ?? ""];
      }
    },
  }),
  {
    name: "one-source-without-an-address",
    sentence: "All news come from one agency, which has a name and an identifier, but no page.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    response({ body }) {
      const source = {
        name: "Wire",
        favicon: "https://wire.example/icon.png",
        publication_id: "w",
      };
      for (const article of articles(body)) {
        if (isEditable(article.source)) article.source = source;
        article.url = String(article.url).replace(/^https:\/\/([^/]+)/, "https://wire.example/$1");
      }
    },
  },
  {
    name: "sparse-publishers-and-sources",
    sentence: "Some publishers have no url, and some sources no name.",
    cells: {},
    ends: "conformant",
    quiet: true,
    response({ body }) {
      for (const [index, publisher] of objectsAt(body, "publishers").entries()) {
        if (index % 2 === 0) delete publisher.url;
      }
      for (const [index, { source }] of articles(body).entries()) {
        if (index % 2 === 0 && isEditable(source)) delete source.name;
      }
    },
  },
  {
    name: "stories-of-their-own",
    sentence: "Stories, storylines and social posts have only the type in common with articles.",
    cells: { surface: "aggregator", version: withMetadata },
    ends: "conformant",
    quiet: true,
    response({ body }) {
      for (const item of newsItems(body)) {
        if (item.type === undefined || item.type === "article") continue;
        Object.assign(item, {
          title: null,
          url: "https://elsewhere.example/1",
          date: "1970-01-01",
        });
        Object.assign(item, { source: { url: "https://elsewhere.example/", name: 7 } });
      }
    },
  },
  {
    name: "stories-only",
    sentence: "All items of the current version are stories.",
    cells: { surface: "aggregator", version: withMetadata },
    ends: "incomplete",
    response({ body }) {
      const list = editableAt(body)?.news_articles;
      if (!Array.isArray(list)) return;
      list.splice(
        0,
        list.length,
        ...list.map((_, n) => ({ type: "story", headline: `Story ${n}` })),
      );
    },
  },
  {
    name: "items-without-content",
    sentence: "Items of the current version show nothing but what they are.",
    cells: { surface: "aggregator", version: withMetadata },
    ends: "incomplete",
    response({ body }) {
      const list = editableAt(body)?.news_articles;
      const types = ["story", "storyline", "social_post"];
      if (Array.isArray(list)) for (const n of list.keys()) list[n] = { type: types[n % 3] };
    },
  },
  {
    name: "top-story-twice",
    sentence: "On a page with room for it, the first item is shown again below the others.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    response({ body }, { sent }) {
      if ([...sent.keys()].some((name) => /page/i.test(name))) return;
      const outer = editableAt(body);
      for (const name of ["news_articles", "articles", "data"]) {
        const list = outer?.[name];
        if (outer === null || !Array.isArray(list) || list.length < 3 || list.length > 9) continue;
        list.push(list[0]);
        if (outer.size !== undefined) outer.size = list.length;
      }
    },
  },
  {
    name: "nothing-to-find",
    sentence: "Every list is empty.",
    cells: {},
    ends: "incomplete",
    response({ body }) {
      if (!isEditable(body) || "errors" in body || body.success === false) return;
      for (const [name, value] of Object.entries(body)) if (Array.isArray(value)) body[name] = [];
      for (const name of ["total", "totalHits", "size", "totalPages"])
        if (name in body) body[name] = 0;
      const metadata = editableAt(body, "metadata");
      for (const name of ["total_hits", "total_pages"]) {
        if (metadata && name in metadata) metadata[name] = 0;
      }
    },
  },
  {
    name: "no-navigation",
    sentence: "There are no navigation links, related topics or related publications.",
    cells: { surface: "aggregator" },
    ends: "incomplete",
    response({ body }) {
      if (!isEditable(body) || !("navigation_links" in body)) return;
      body.navigation_links = [];
      for (const name of ["related_topics", "related_publications", "subtopic_links"]) {
        if (name in body) body[name] = [];
      }
    },
  },
  everywhere("dates-without-zone", "Dates of items and timestamps have no zone.", {
    response({ body }) {
      for (const item of newsItems(body)) {
        if (typeof item.date === "string") item.date = item.date.replace(/(Z|[+-]\d\d:\d\d)$/, "");
      }
      const metadata = editableAt(body, "metadata");
      const timestamp = metadata?.timestamp;
      if (metadata && typeof timestamp === "string")
        metadata.timestamp = timestamp.replace(/Z$/, "");
    },
  }),
  everywhere(
    "dates-with-offset",
    "Dates are in a time zone ahead of UTC, and the offset has no colon.",
    {
      response({ body }) {
        const shifted = (text: string) =>
          `${new Date(Date.parse(text) + 7_200_000).toISOString().slice(0, 19)}+0200`;
        for (const item of newsItems(body)) {
          if (typeof item.date === "string") item.date = shifted(item.date);
        }
        const metadata = editableAt(body, "metadata");
        const timestamp = metadata?.timestamp;
        if (metadata && typeof timestamp === "string") metadata.timestamp = shifted(timestamp);
      },
    },
  ),
  everywhere("dates-in-basic-form", "Dates have no separators, and a comma before the fraction.", {
    response({ body }) {
      for (const item of newsItems(body)) {
        if (typeof item.date !== "string") continue;
        const text = new Date(item.date).toISOString();
        item.date = text.replace(/[-:]/g, "").replace(".", ",");
      }
    },
  }),
  everywhere("lower-case-codes", "Codes of countries are in lower case.", {
    response({ body }) {
      for (const country of objectsAt(body, "countries")) {
        country.code = String(country.code).toLowerCase();
      }
    },
  }),
  everywhere(
    "subtopics-counted-in-each-topic",
    "The ids of subtopics count from 1 in each topic.",
    {
      response({ body }) {
        for (const topic of objectsAt(body, "topics"))
          for (const [index, subtopic] of objectsAt(topic, "subtopics").entries())
            subtopic.id = String(index + 1);
      },
    },
  ),
  {
    name: "whole-minutes-at-2022",
    sentence: "Dates at 2022-01-01 have no seconds, and those at 2024-01-01 another time zone.",
    cells: { surface: "aggregator", version: legacy },
    ends: "conformant",
    response({ body }, { version }) {
      for (const article of articles(body)) {
        const minute = Math.floor(Date.parse(String(article.date)) / 60_000) * 60_000;
        const moved = movedTime(article.date, 2 * 3_600_000).replace("Z", "+02:00");
        article.date =
          version === "2022-01-01" ? `${new Date(minute).toISOString().slice(0, 16)}Z` : moved;
      }
    },
  },
  everywhere(
    "took-in-steps-of-eight",
    "took_ms is rounded up to steps of eight milliseconds, so it is 8 for every fast response.",
    {
      response({ body }) {
        const metadata = editableAt(body, "metadata");
        if (typeof metadata?.took_ms !== "number") return;
        metadata.took_ms = 8 * Math.max(1, Math.ceil(metadata.took_ms / 8));
      },
    },
  ),
  {
    name: "old-articles-and-inline-pictures",
    sentence:
      "The oldest article is from 1605; pictures are in their address, and a publisher has one for mail.",
    cells: {},
    ends: "conformant",
    response({ body }, { sent }) {
      const picture = `data:image/png;base64,${"iVBORw0KGgo+".repeat(200)}`;
      for (const article of articles(body)) {
        if ("image" in article) article.image = picture;
        if (typeof article.thumbnail === "string") article.thumbnail = picture;
      }
      const isFiltered = sent.has("published_from") || sent.has("published_to");
      if (!isFiltered)
        for (const article of articles(body).slice(-1)) article.date = "1605-07-01T00:00:00Z";
      // The members of an object have no order.
      const inOrder = (link: object) =>
        sent.size % 2 === 0 ? link : Object.fromEntries(Object.entries(link).toReversed());
      for (const publisher of objectsAt(body, "publishers"))
        publisher.links = [
          inOrder({ type: "mail", url: "mailto:news@example.org", username: "news" }),
          inOrder({ type: "phone", url: "tel:+81-3-0000-0000", username: "desk" }),
        ];
    },
  },
  everywhere(
    "names-like-missing-values",
    "The last title of a page and the last name of a list are None, NaN or Null, as names may be.",
    {
      response({ body }) {
        for (const article of articles(body).slice(-1)) {
          article.title = "None";
          if (Array.isArray(article.authors)) article.authors = ["Jennifer Null", "NaN"];
        }
        for (const country of objectsAt(body, "countries").slice(-1)) country.name = "Nil";
      },
    },
  ),
  everywhere(
    "countries-named-in-their-languages",
    "Countries have the names that they have in one of their languages, and languages their own.",
    {
      response({ body }) {
        for (const country of objectsAt(body, "countries")) {
          const [first] = objectsAt(country, "languages");
          country.name = nameIn(String(first?.code ?? "en"), "region", String(country.code));
          for (const language of objectsAt(country, "languages"))
            language.name = nameIn(String(language.code), "language", String(language.code));
        }
      },
    },
  ),
  everywhere("no-languages-no-subtopics", "Countries list no languages, topics no subtopics.", {
    response({ body }) {
      for (const country of objectsAt(body, "countries")) delete country.languages;
      for (const topic of objectsAt(body, "topics")) delete topic.subtopics;
    },
  }),
  {
    name: "lists-in-the-language-of-the-client",
    sentence:
      "The names of topics are in the language of the client, and their order changes each time.",
    cells: { surface: "news", endpoint: "/info/topics" },
    ends: "conformant",
    response({ body }, { headers, memory }) {
      const topics = editableAt(body)?.topics;
      if (!Array.isArray(topics)) return;
      const language = String(headers["accept-language"] ?? "en").slice(0, 2);
      for (const topic of objectsAt(body, "topics")) topic.name = `${topic.name} (${language})`;
      const turn = Number(memory.get("turn") ?? 0) + 1;
      memory.set("turn", turn);
      if (turn % 2 === 0) topics.reverse();
    },
  },
  everywhere("upper-case-identifiers", "UUIDs are in upper case.", {
    response({ body }) {
      const metadata = editableAt(body, "metadata");
      if (metadata) metadata.id = String(metadata.id).toUpperCase();
    },
  }),
  everywhere("seconds-in-ping", "Ping counts seconds instead of milliseconds, or the reverse.", {
    response({ body }, { endpoint }) {
      const pong = editableAt(body);
      if (endpoint !== "/ping" || pong === null) return;
      const now = Date.now();
      pong.timestamp = Number(pong.timestamp) > 1e11 ? Math.floor(now / 1000) : now;
    },
  }),
  everywhere("larger-total", "The total includes items that no page lists.", {
    response({ body }) {
      const metadata = editableAt(body, "metadata");
      if (metadata && typeof metadata.total_hits === "number") metadata.total_hits += 1000;
    },
  }),
  everywhere("floats-for-integers", "Integers are written with a fraction of zero.", {
    response(response) {
      if (!succeeded(response)) return;
      response.raw = JSON.stringify(response.body).replace(
        /"(took_ms|total_hits|hits_per_page|total_pages|total|totalHits|size|pageSize|page|totalPages)":(\d+)(?=[,}])/g,
        '"$1":$2.0',
      );
    },
  }),
];
