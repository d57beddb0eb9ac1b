import { cutPage, defaultPageSize, readPaging } from "../page.ts";
import { renderArticle, renderPagedMetadata, renderPublisher } from "../render/current.ts";
import { renderList2022 } from "../render/legacy-2022.ts";
import { renderArticle2024, renderPage2024 } from "../render/legacy-2024.ts";
import { renderMetadata } from "../render/metadata.ts";
import { anyItem, findItems, findPublishers } from "../search.ts";
import { contestedTopicsVersion, isLegacy, surfaceVersions } from "../versions.ts";
import type { Endpoint, EndpointRequest } from "./endpoint.ts";
import { pingEndpoint } from "./ping.ts";

const versions = surfaceVersions.news;

/** The specification shows no shape for this one; it looks like the aggregator's search. */
function articles(request: EndpointRequest): unknown {
  const { query, version, startedAt, library } = request;
  const legacy = isLegacy(version);
  const words = query.text("query");
  const hits = findItems(library, {
    ...anyItem,
    articlesOnly: true,
    query: words === null || words.trim() === "" ? null : words,
    country: query.country("country"),
    language: query.language("language"),
    domain: query.text("domain", 1),
    from: query.date("published_from"),
    to: query.date("published_to"),
  });
  const page = cutPage(hits, readPaging(query, legacy ? "pageSize" : "hits_per_page"));
  if (legacy) return renderPage2024(page, "articles", renderArticle2024);
  return {
    metadata: renderPagedMetadata(startedAt, page),
    parameters: query.echo,
    articles: page.entries.map(renderArticle),
  };
}

function publishers({ query, version, startedAt, library }: EndpointRequest): unknown {
  const filter = {
    query: query.text("query", 1),
    category: query.text("category"),
    country: query.country("country"),
    language: query.language("language"),
    sort: query.text("sort"),
  };
  const limit = query.integer("limit", 1, 100) ?? defaultPageSize;
  const page = cutPage(findPublishers(library, filter), { number: 1, size: limit });
  if (isLegacy(version)) return renderPage2024(page, "publishers", renderPublisher);
  return {
    metadata: renderMetadata(startedAt),
    parameters: query.echo,
    publishers: page.entries.map(renderPublisher),
  };
}

/** A whole list without parameters; `name` is the member that holds it. */
function wholeList<T>(
  { query, version, startedAt }: EndpointRequest,
  name: string,
  entries: readonly T[],
): unknown {
  if (version === contestedTopicsVersion) {
    return renderList2022(entries.length, entries, (entry) => entry);
  }
  if (isLegacy(version)) return { success: true, total: entries.length, [name]: entries };
  return { metadata: renderMetadata(startedAt), parameters: query.echo, [name]: entries };
}

export const newsEndpoints: readonly Endpoint[] = [
  { path: "/search/articles", versions, public: false, answer: articles },
  { path: "/search/publishers", versions, public: false, answer: publishers },
  {
    path: "/info/countries",
    versions,
    public: false,
    answer: (request) => wholeList(request, "countries", request.library.corpus.countries),
  },
  {
    path: "/info/topics",
    versions: [...versions, contestedTopicsVersion],
    public: false,
    answer: (request) => wholeList(request, "topics", request.library.corpus.topics),
  },
  pingEndpoint(versions),
];
