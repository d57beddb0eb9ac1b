import { hasMetadata } from "../../contracts/generations.ts";
import { anyItem, findItems, type ItemFilter, sameTopic } from "../corpus/search.ts";
import type { NewsItem, Topic } from "../corpus/types.ts";
import { cutPage, type Page, readPaging } from "../http/page.ts";
import {
  renderItem,
  renderPagedMetadata,
  renderRelatedPublications,
  renderRelatedTopics,
  renderTopicLinks,
} from "../render/current.ts";
import { renderItem2022, renderList2022 } from "../render/legacy-2022.ts";
import { renderArticle2024, renderPage2024 } from "../render/legacy-2024.ts";
import { versionsOf } from "../versions.ts";
import type { Endpoint, EndpointRequest } from "./endpoint.ts";
import { pingEndpoint } from "./ping.ts";

interface Found {
  readonly hits: readonly NewsItem[];
  readonly page: Page<NewsItem>;
}

function find(request: EndpointRequest, filter: Omit<ItemFilter, "articlesOnly">): Found {
  const legacy = !hasMetadata(request);
  const paging = readPaging(request.query, legacy ? "pageSize" : "hits_per_page");
  const hits = findItems(request.library, { ...filter, articlesOnly: legacy });
  return { hits, page: cutPage(hits, paging) };
}

/** The body in the envelope of the version; `extra` has the members next to the items if it has metadata. */
function render(
  { version, generation, query, startedAt }: EndpointRequest,
  page: Page<NewsItem>,
  extra: () => Readonly<Record<string, unknown>>,
): unknown {
  if (generation === "2022") return renderList2022(page.total, page.entries, renderItem2022);
  if (generation === "2024") return renderPage2024(page, "articles", renderArticle2024);
  return {
    metadata: renderPagedMetadata(startedAt, page),
    parameters: query.echo,
    news_articles: page.entries.map((item) => renderItem(item, { surface: "aggregator", version })),
    ...extra(),
  };
}

function search(request: EndpointRequest): unknown {
  const { query, library } = request;
  const words = query.text("query") ?? (hasMetadata(request) ? null : query.text("q"));
  const { hits, page } = find(request, {
    ...anyItem,
    query: words === null || words.trim() === "" ? null : words,
    country: query.country("country"),
    language: query.language("language"),
    domain: query.text("domain", 1),
    from: query.date("published_from"),
    to: query.date("published_to"),
  });
  return render(request, page, () => ({
    navigation_links: renderTopicLinks(library.corpus.topics),
    related_topics: renderRelatedTopics(hits),
    related_publications: renderRelatedPublications(hits),
  }));
}

/** The result of a topics request; an unknown id gives an empty page. */
function place(
  topics: readonly Topic[],
  topicId: string | null,
  subtopicId: string | null,
): { readonly title: string; readonly topic: Topic | null; readonly known: boolean } {
  if (topicId === null && subtopicId === null) {
    return { title: "Headlines", topic: null, known: true };
  }
  const topic =
    topics.find(
      ({ id, subtopics }) =>
        (topicId === null || sameTopic(id, topicId)) &&
        (subtopicId === null || subtopics.some((subtopic) => subtopic.id === subtopicId)),
    ) ?? null;
  const subtopic = topic?.subtopics.find(({ id }) => id === subtopicId);
  return { title: subtopic?.name ?? topic?.name ?? "", topic, known: topic !== null };
}

function topics(request: EndpointRequest): unknown {
  const { query, library } = request;
  const topicId = query.text("topic_id", 1);
  const subtopicId = query.text("subtopic_id", 1);
  const { page } = find(request, { ...anyItem, topic: topicId, subtopic: subtopicId });
  return render(request, page, () => {
    const { title, topic, known } = place(library.corpus.topics, topicId, subtopicId);
    return {
      title,
      navigation_links: known ? renderTopicLinks(library.corpus.topics) : [],
      subtopic_links: (topic?.subtopics ?? []).map(({ id, name }) => ({
        name,
        subtopic_id: id,
      })),
    };
  });
}

function geolocation(request: EndpointRequest): unknown {
  const { query } = request;
  const location = query.requiredText("location");
  const country = query.country("country") ?? "US";
  const language = query.language("language") ?? "en";
  query.echoDefault("country", country);
  query.echoDefault("language", language);
  const { page } = find(request, { ...anyItem, location, country, language });
  return render(request, page, () => ({}));
}

const endpoint = (path: string, answer: Endpoint["answer"]): Endpoint => ({
  path,
  versions: versionsOf("aggregator", path),
  public: false,
  answer,
});

export const aggregatorEndpoints: readonly Endpoint[] = [
  endpoint("/search", search),
  endpoint("/topics", topics),
  endpoint("/geolocation", geolocation),
  pingEndpoint("aggregator"),
];
