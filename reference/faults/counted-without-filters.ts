import { sharedLibrary } from "../corpus/library.ts";
import { findItems, type ItemFilter } from "../corpus/search.ts";
import { legacy, withMetadata } from "../versions.ts";
import { editableAt, inSuccess } from "./edit.ts";
import { setTotal } from "./empty-results.ts";
import type { Deviation, Fault } from "./fault.ts";
import { filterOf } from "./search-again.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;

/** Counts the hits of requests with a parameter as if it had not been sent; the page itself is right. */
function countWithout(parameter: string, left: Partial<ItemFilter>): Pick<Deviation, "response"> {
  return inSuccess((body, request) => {
    if (!request.sent.has(parameter)) return;
    const metadata = editableAt(body, "metadata");
    const filter = { ...filterOf(request, metadata === null), ...left };
    const total = findItems(sharedLibrary(), filter).length;
    setTotal(body, total);
    const size = metadata?.hits_per_page ?? body.pageSize;
    if (typeof size !== "number") return;
    const pages = Math.ceil(total / size);
    if (metadata !== null) metadata.total_pages = pages;
    else body.totalPages = pages;
  });
}

/** Totals of searches with a filter that count what it leaves out. */
export const countedWithoutFilterFaults: readonly Fault[] = [
  {
    name: "total-before-the-first-date",
    breaks: "consistency.total-follows-filters",
    also: ["envelope.short-page-has-all-items", "envelope.total-zero-without-items"],
    cells: { ...search, version: withMetadata },
    sentence: "The total counts the articles before the published-from date.",
    ...countWithout("published_from", { from: null }),
    witness: { query: { query: "climate", published_from: "2026-04-14" } },
  },
  {
    name: "total-after-the-last-date",
    breaks: "consistency.total-follows-filters",
    also: ["envelope.short-page-has-all-items", "envelope.total-zero-without-items"],
    cells: { ...search, version: legacy },
    sentence: "At the old versions the total counts the articles after the published-to date.",
    ...countWithout("published_to", { to: null }),
    witness: { query: { q: "climate", published_to: "2026-04-14" } },
  },
  {
    name: "total-of-all-publishers",
    breaks: "consistency.total-follows-filters",
    also: ["envelope.total-zero-without-items", "consistency.versions-find-the-same"],
    cells: { ...search, version: withMetadata },
    sentence: "The total counts the articles of all publishers, whatever domain is requested.",
    ...countWithout("domain", { domain: null }),
    witness: { query: { query: "climate", domain: "harborpost.example" } },
  },
];
