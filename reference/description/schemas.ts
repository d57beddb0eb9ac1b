import type { Surface } from "../../contracts/vocabulary.ts";
import { addedMembers } from "../corpus/added-members.ts";

/** JSON Schemas of this server's bodies in its OpenAPI 3.1 description. */
type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: "string" };
const integer: Schema = { type: "integer" };
const flag: Schema = { type: "boolean" };
const dateTime: Schema = { type: "string", format: "date-time" };

/** An object whose members are required, except the given ones. */
function object(properties: Readonly<Record<string, Schema>>, ...optional: readonly string[]) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", ...(required.length === 0 ? {} : { required }), properties };
}

function list(items: Schema): Schema {
  return { type: "array", items };
}

function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

const metadata = {
  id: { type: "string", format: "uuid" },
  timestamp: dateTime,
  took_ms: integer,
};
const pagedMetadata = object({
  ...metadata,
  total_hits: integer,
  hits_per_page: integer,
  total_pages: integer,
});
const source = { name: text, url: text, favicon: text };

/** The member with the entries of a page of 2024-01-01 depends on the endpoint. */
function page2024(member: string, entries: Schema): Schema {
  return object({
    success: flag,
    totalHits: integer,
    size: integer,
    pageSize: integer,
    page: integer,
    totalPages: integer,
    [member]: list(entries),
  });
}

const errors = {
  CurrentError: object({
    metadata: object({ id: text, took_ms: integer, timestamp: dateTime }),
    errors: list(object({ code: text, message: text, details: { type: "object" } })),
  }),
  LegacyError: object(
    {
      success: { type: "boolean", const: false },
      code: { type: "number" },
      message: text,
      fields: list(object({ name: text, type: text, description: text })),
    },
    "fields",
  ),
};

const ping = object({
  id: text,
  message: { type: "string", const: "pong" },
  version: text,
  timestamp: integer,
});

/** An article; members that later versions added are optional, since one schema describes all versions. */
const articleOf = (surface: Surface) => {
  const own = addedMembers.filter((added) => added.surface === surface);
  const added = Object.fromEntries(own.map(({ name, schema }) => [name, schema]));
  return object(
    { ...articleMembers, ...added },
    ...["image", "authors"],
    ...own.map(({ name }) => name),
  );
};

const articleMembers = {
  type: { type: "string", const: "article" },
  title: text,
  url: text,
  date: dateTime,
  image: text,
  source: object({ ...source, publication_id: text }, "favicon", "publication_id"),
  authors: list(text),
};

const article2024 = object(
  {
    title: text,
    url: text,
    date: dateTime,
    thumbnail: { type: ["string", "null"] },
    description: text,
    authors: list(text),
    source: object({ ...source, publication_id: { type: ["string", "null"] } }, "favicon"),
    keywords: list(text),
  },
  "description",
);

/** A kind of item whose members the specification does not show. */
function kind(type: string, members: Readonly<Record<string, Schema>>): Schema {
  return object({ type: { type: "string", const: type }, url: text, ...members });
}

const envelope = { metadata: pagedMetadata, parameters: { type: "object" } };
const items = list(ref("Item"));
const navigation_links = list(object({ name: text, topic_id: text }));

export const aggregatorSchemas = {
  ...errors,
  Ping: ping,
  Article: articleOf("aggregator"),
  Item: { oneOf: [ref("Article"), ref("Story"), ref("Storyline"), ref("SocialPost")] },
  Story: kind("story", {
    title: text,
    date: dateTime,
    summary: text,
    coverage: list(object({ name: text, url: text })),
  }),
  Storyline: kind("storyline", {
    title: text,
    updated: dateTime,
    topic: object({ name: text, topic_id: text }),
  }),
  SocialPost: kind("social_post", {
    text,
    date: dateTime,
    account: object({ name: text, network: text }),
  }),
  Search: object({
    ...envelope,
    news_articles: items,
    navigation_links,
    related_topics: list(object({ name: text, topic_id: text })),
    related_publications: list(object({ name: text, publication_id: text, favicon: text })),
  }),
  Topics: object({
    ...envelope,
    news_articles: items,
    navigation_links,
    title: text,
    subtopic_links: list(object({ name: text, subtopic_id: text })),
  }),
  Location: object({ ...envelope, news_articles: items }),
  Page2024: page2024("articles", ref("Article2024")),
  Article2024: article2024,
  List2022: object({
    success: flag,
    total: integer,
    data: list(object({ title: text, url: text, date: dateTime })),
  }),
};

const listed = { metadata: object(metadata), parameters: { type: "object" } };

export const newsSchemas = {
  ...errors,
  Ping: ping,
  Article: articleOf("news"),
  Articles: object({ ...envelope, articles: list(ref("Article")) }),
  Articles2024: page2024("articles", ref("Article2024")),
  Article2024: article2024,
  Publisher: object(
    {
      title: text,
      name: text,
      url: text,
      language: text,
      category: text,
      description: text,
      logo: text,
      favicon: text,
      links: list(object({ type: text, url: text, username: text }, "username")),
    },
    "description",
    "logo",
  ),
  Publishers: object({ ...listed, publishers: list(ref("Publisher")) }),
  Publishers2024: page2024("publishers", ref("Publisher")),
  Country: object({
    name: text,
    code: { type: "string", pattern: "^[A-Z]{2}$" },
    allowed: flag,
    languages: list(object({ name: text, code: text, allowed: flag })),
  }),
  Countries: object({ ...listed, countries: list(ref("Country")) }),
  Countries2024: object({ success: flag, total: integer, countries: list(ref("Country")) }),
  Topic: object({
    id: text,
    name: text,
    allowed: flag,
    subtopics: list(object({ id: text, name: text, allowed: flag })),
  }),
  Topics: object({ ...listed, topics: list(ref("Topic")) }),
  Topics2024: object({ success: flag, total: integer, topics: list(ref("Topic")) }),
  Topics2022: object({ success: flag, total: integer, data: list(ref("Topic")) }),
};
