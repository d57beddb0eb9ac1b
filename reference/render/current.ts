import type { Surface, Version } from "../../contracts/vocabulary.ts";
import { addedMembers } from "../corpus/added-members.ts";
import type { NewsItem, Publisher, Topic } from "../corpus/types.ts";
import type { Page } from "../http/page.ts";
import { type Metadata, renderMetadata } from "./metadata.ts";

type Body = Readonly<Record<string, unknown>>;

/** Source of an article; an unknown member is omitted, never null. */
function renderSource(item: NewsItem): Body {
  const { name, url, favicon, id } = item.publisher;
  return {
    name,
    url,
    ...(item.showsFavicon ? { favicon } : {}),
    ...(item.showsPublicationId ? { publication_id: id } : {}),
  };
}

/** The surface and version for which an item is rendered. */
export interface RenderPlace {
  readonly surface: Surface;
  readonly version: Version;
}

/** The members that versions up to this one added to an article; an unknown member is omitted. */
function renderAdded(item: NewsItem, { surface, version }: RenderPlace): Body {
  return Object.fromEntries(
    addedMembers
      .filter((added) => added.surface === surface && added.since <= version)
      .map((added) => [added.name, added.of(item)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** An article of a version with metadata (News item). */
export function renderArticle(item: NewsItem, place: RenderPlace): Body {
  return {
    type: "article",
    title: item.title,
    url: item.url,
    date: item.date,
    ...(item.image === null ? {} : { image: item.image }),
    source: renderSource(item),
    ...(item.authors === null ? {} : { authors: item.authors }),
    ...renderAdded(item, place),
  };
}

/**
 * An item of any kind; the shapes of the kinds other than article are our own, since the specification
 * shows none.
 */
export function renderItem(item: NewsItem, place: RenderPlace): Body {
  switch (item.kind) {
    case "article":
      return renderArticle(item, place);
    case "story":
      return {
        type: "story",
        title: item.title,
        url: item.url,
        date: item.date,
        summary: item.description ?? item.title,
        coverage: [{ name: item.publisher.name, url: item.publisher.url }],
      };
    case "storyline":
      return {
        type: "storyline",
        title: item.title,
        url: item.url,
        updated: item.date,
        topic: { name: item.topic.name, topic_id: item.topic.id },
      };
    case "social_post":
      return {
        type: "social_post",
        text: item.title,
        url: item.url,
        date: item.date,
        account: { name: item.publisher.name, network: "chirper" },
      };
  }
}

/** Metadata of a paged list, with hits_per_page and total_pages next to total_hits. */
export function renderPagedMetadata(
  startedAt: number,
  page: Page<unknown>,
): Metadata & Readonly<Record<"total_hits" | "hits_per_page" | "total_pages", number>> {
  return {
    ...renderMetadata(startedAt),
    total_hits: page.total,
    hits_per_page: page.size,
    total_pages: page.pages,
  };
}

export function renderTopicLinks(topics: readonly Topic[]): readonly Body[] {
  return topics.map(({ id, name }) => ({ name, topic_id: id }));
}

function firstDistinct<T>(values: Iterable<T>, most: number): readonly T[] {
  return [...new Set(values)].slice(0, most);
}

/** The first topics among the hits, at most five. */
export function renderRelatedTopics(hits: readonly NewsItem[]): readonly Body[] {
  return renderTopicLinks(
    firstDistinct(
      hits.map(({ topic }) => topic),
      5,
    ),
  );
}

export function renderRelatedPublications(hits: readonly NewsItem[]): readonly Body[] {
  return firstDistinct(
    hits.map(({ publisher }) => publisher),
    5,
  ).map(({ name, id, favicon }) => ({ name, publication_id: id, favicon }));
}

/** A publisher; logo and description are omitted if there are none. */
export function renderPublisher(publisher: Publisher): Body {
  const { title, name, url, language, category, description, logo, favicon, links } = publisher;
  return {
    title,
    name,
    url,
    language,
    category,
    ...(description === null ? {} : { description }),
    ...(logo === null ? {} : { logo }),
    favicon,
    links,
  };
}
