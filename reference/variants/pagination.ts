import { editableAt, inSuccess, isEditable } from "../faults/edit.ts";
import { withMetadata } from "../versions.ts";
import { everywhere, type Variant } from "./variant.ts";

function moveHitsPerPage(
  to: (body: Record<string, unknown>, fields: object) => void,
): NonNullable<Variant["response"]> {
  return ({ body }) => {
    const metadata = editableAt(body, "metadata");
    if (metadata === null || !isEditable(body)) return;
    const { hits_per_page, total_pages } = metadata;
    if (hits_per_page === undefined) return;
    delete metadata.hits_per_page;
    delete metadata.total_pages;
    to(body, { hits_per_page, total_pages });
  };
}

/** Freedoms in what a response says of its pages, and where. */
export const paginationVariants: readonly Variant[] = [
  {
    name: "one-page-without-hits",
    sentence: "A search without hits has one page, which is empty.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    quiet: true,
    response({ body }) {
      const metadata = editableAt(body, "metadata");
      if (metadata?.total_pages === 0) metadata.total_pages = 1;
      if (isEditable(body) && body.totalPages === 0) body.totalPages = 1;
    },
  },
  everywhere("pagination-at-the-top", "hits_per_page and total_pages are at the top level.", {
    response: moveHitsPerPage((body, fields) => Object.assign(body, fields)),
  }),
  everywhere("pagination-in-an-object", "hits_per_page and total_pages are in an object.", {
    response: moveHitsPerPage((body, fields) => Object.assign(body, { pagination: fields })),
  }),
  everywhere("pagination-nowhere", "There are no hits_per_page and total_pages.", {
    response: moveHitsPerPage(() => {}),
  }),
  everywhere(
    "pagination-in-metadata-paging",
    "hits_per_page and total_pages are in an object in metadata.",
    {
      response: moveHitsPerPage((body, fields) =>
        Object.assign(editableAt(body, "metadata") ?? {}, { page_info: fields }),
      ),
    },
  ),
  {
    ...everywhere("pagination-deeper", "hits_per_page and total_pages are in an object in meta.", {
      response: moveHitsPerPage((body, fields) =>
        Object.assign(body, { meta: { pagination: fields } }),
      ),
    }),
    quiet: true,
  },
  {
    name: "names-of-other-matters",
    sentence: "Members of other objects or of another type have names that the specification uses.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    quiet: true,
    response({ body }) {
      if (!isEditable(body) || !("news_articles" in body)) return;
      const metadata = editableAt(body, "metadata");
      Object.assign(body, {
        facets: [{ name: "layout", hits_per_page: "many", total_pages: null }],
        data: { source: "archive" },
        total: { value: 7, relation: "eq" },
        articles: "see news_articles",
        success: "complete",
        totalHits: null,
        pageSize: "ten",
      });
      if (metadata) metadata.engine = { hits_per_page: 1.5, total_pages: -1 };
    },
  },
  {
    name: "first-pages-only",
    sentence: "There are always two pages, or one page if there are no hits.",
    cells: { surface: "aggregator", version: withMetadata },
    ends: "conformant",
    response({ body }) {
      const metadata = editableAt(body, "metadata");
      if (metadata === null || typeof metadata.total_pages !== "number") return;
      metadata.total_pages = Math.min(2, Math.max(1, metadata.total_pages));
    },
  },
  {
    name: "last-page-for-every-later-one",
    sentence: "A search at 2022-01-01 has two pages, and the second is shown for every later one.",
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    ends: "conformant",
    request({ query }) {
      if (Number(query.get("page")) > 2 && !query.has("pageSize")) query.set("page", "2");
    },
    ...inSuccess((body) => {
      body.total = Math.min(20, Number(body.total));
    }),
  },
  {
    name: "last-page-with-its-own-number",
    sentence: "A search at 2024-01-01 shows the last page for every later one, and says so.",
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    ends: "conformant",
    quiet: true,
    response(response, request) {
      const body = editableAt(response.body);
      if (body === null || !Array.isArray(body.articles) || body.articles.length > 0) return;
      const { totalHits, totalPages } = body;
      if (!request.sent.has("page") || !Number(totalHits)) return;
      body.page = totalPages;
    },
  },
];
