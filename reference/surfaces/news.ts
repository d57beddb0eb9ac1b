import { hasMetadata } from "../../contracts/generations.ts";
import { anyItem, findItems, findPublishers } from "../corpus/search.ts";
import { cutPage, defaultPageSize, readPaging } from "../http/page.ts";
import { renderArticle, renderPagedMetadata, renderPublisher } from "../render/current.ts";
import { renderList2022 } from "../render/legacy-2022.ts";
import { renderArticle2024, renderPage2024 } from "../render/legacy-2024.ts";
import { renderMetadata } from "../render/metadata.ts";
import { versionsOf } from "../versions.ts";
import type { Endpoint, EndpointRequest } from "./endpoint.ts";
import { pingEndpoint } from "./ping.ts";

/** The specification shows no shape for this body; it has the form of the aggregator's search. */
function articles(request: EndpointRequest): unknown {
  const { query, version, startedAt, library } = request;
  const legacy = !hasMetadata(request);
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
    articles: page.entries.map((item) => renderArticle(item, { surface: "news", version })),
  };
}

function publishers({ query, generation, startedAt, library }: EndpointRequest): unknown {
  const filter = {
    query: query.text("query", 1),
    category: query.text("category"),
    country: query.country("country"),
    language: query.language("language"),
    sort: query.text("sort"),
  };
  const limit = query.integer("limit", 1, 100) ?? defaultPageSize;
  const page = cutPage(findPublishers(library, filter), { number: 1, size: limit });
  if (!hasMetadata({ generation })) return renderPage2024(page, "publishers", renderPublisher);
  return {
    metadata: renderMetadata(startedAt),
    parameters: query.echo,
    publishers: page.entries.map(renderPublisher),
  };
}

/** A complete list without parameters; `name` is its member. */
function wholeList<T>(
  { query, generation, startedAt }: EndpointRequest,
  name: string,
  entries: readonly T[],
): unknown {
  if (generation === "2022") return renderList2022(entries.length, entries, (entry) => entry);
  if (generation === "2024") return { success: true, total: entries.length, [name]: entries };
  return { metadata: renderMetadata(startedAt), parameters: query.echo, [name]: entries };
}

const endpoint = (path: string, answer: Endpoint["answer"]): Endpoint => ({
  path,
  versions: versionsOf("news", path),
  public: false,
  answer,
});

export const newsEndpoints: readonly Endpoint[] = [
  endpoint("/search/articles", articles),
  endpoint("/search/publishers", publishers),
  endpoint("/info/countries", (request) =>
    wholeList(request, "countries", request.library.corpus.countries),
  ),
  endpoint("/info/topics", (request) =>
    wholeList(request, "topics", request.library.corpus.topics),
  ),
  pingEndpoint("news"),
];
