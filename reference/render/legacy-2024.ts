import type { NewsItem } from "../corpus/types.ts";
import type { Page } from "../http/page.ts";

type Body = Readonly<Record<string, unknown>>;

/** An article of version 2024-01-01; thumbnail and publication_id are null if unknown. */
export function renderArticle2024(item: NewsItem): Body {
  const { name, url, favicon, id } = item.publisher;
  return {
    title: item.title,
    url: item.url,
    date: item.date,
    thumbnail: item.image,
    ...(item.description === null ? {} : { description: item.description }),
    authors: item.authors ?? [],
    source: {
      name,
      url,
      ...(item.showsFavicon ? { favicon } : {}),
      publication_id: item.showsPublicationId ? id : null,
    },
    keywords: item.keywords,
  };
}

/** The envelope of version 2024-01-01 around a page; `list` is the member with the entries. */
export function renderPage2024<T>(
  page: Page<T>,
  list: string,
  renderEntry: (entry: T) => unknown,
): Body {
  return {
    success: true,
    totalHits: page.total,
    size: page.entries.length,
    pageSize: page.size,
    page: page.number,
    totalPages: page.pages,
    [list]: page.entries.map(renderEntry),
  };
}
