import { articles, editableAt, succeeded } from "../faults/edit.ts";
import type { FaultRequest } from "../faults/fault.ts";
import type { Variant } from "./variant.ts";

/** Numbers from 0 to 1 that look random: others for each request. */
function numbers({ memory }: FaultRequest): () => number {
  let state = (Number(memory.get("orders") ?? 0) * 2_654_435_761) % 4_294_967_296;
  memory.set("orders", Number(memory.get("orders") ?? 0) + 1);
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function shuffled<Item>(items: readonly Item[], next: () => number): Item[] {
  return items
    .map((item) => ({ item, place: next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Changes the items of a success body. */
function change(body: unknown, items: (all: readonly unknown[]) => readonly unknown[]): void {
  const outer = editableAt(body);
  for (const name of ["news_articles", "articles", "data", "publishers"]) {
    const list = outer?.[name];
    if (outer !== null && Array.isArray(list)) outer[name] = items(list);
  }
}

/** Makes the articles of a body others than those of any other response. */
function asOthers(body: unknown, next: () => number): void {
  for (const article of articles(body)) {
    article.title = `Bulletin ${next()}`;
    article.url = `${article.url}-${Math.floor(next() * 1e9)}`;
  }
}

/** Removes the newest articles of a search that has further pages. */
function removeNewest(body: unknown, removed: number): void {
  const outer = editableAt(body);
  const metadata = editableAt(body, "metadata");
  const items = articles(body).length;
  const total = Number(metadata?.total_hits ?? outer?.totalHits ?? outer?.total);
  if (outer === null || items < 6 || total < items + removed) return;
  change(body, (all) => all.slice(removed));
  const pagesOf = (size: unknown) => Math.ceil((total - removed) / Number(size));
  if (metadata !== null) {
    metadata.total_hits = total - removed;
    metadata.total_pages = pagesOf(metadata.hits_per_page);
  } else if ("totalHits" in outer) {
    outer.totalHits = total - removed;
    outer.size = items - removed;
    outer.totalPages = pagesOf(outer.pageSize);
  } else {
    outer.total = total - removed;
  }
}

const isKnownLanguage = (code: string | null) => /^(en|de|fr|es)$/i.test(code ?? "");

const languageOf = (publisher: unknown) => editableAt(publisher)?.language;

/** The same publisher with another language. */
function inSecondLanguage(publisher: unknown): unknown {
  return {
    ...editableAt(publisher),
    language: languageOf(publisher) === "en" ? "es" : "en",
  };
}

/** The largest number of results. */
const most = "100";

/** Freedoms in the order of items, which is not stated, and in which of many are returned. */
export const orderVariants: readonly Variant[] = [
  {
    name: "items-in-another-order-each-time",
    sentence: "The items of a page are in a different order in each response.",
    cells: {},
    ends: "conformant",
    quiet: true,
    response({ body }, request) {
      const next = numbers(request);
      change(body, (all) => shuffled(all, next));
    },
  },
  {
    name: "news-arrives-before-later-pages",
    sentence: "Two more articles have arrived when a page is requested by its number.",
    cells: { surface: "aggregator", endpoint: "/search" },
    ends: "conformant",
    quiet: true,
    response(response, { sent }) {
      if (succeeded(response) && !sent.has("page")) removeNewest(response.body, 2);
    },
  },
  {
    name: "other-publishers-each-time",
    sentence: "Publisher search without a text, an order or a number lists any ten of those found.",
    cells: { surface: "news", endpoint: "/search/publishers" },
    ends: "conformant",
    quiet: true,
    request({ query, sent }) {
      if (!["limit", "sort", "query"].some((name) => sent.has(name))) query.set("limit", most);
    },
    response(response, request) {
      const { sent } = request;
      if (!succeeded(response) || ["limit", "sort", "query"].some((name) => sent.has(name))) return;
      const next = numbers(request);
      change(response.body, (all) => shuffled(all, next).slice(0, 10));
      delete editableAt(response.body, "parameters")?.limit;
    },
  },
  {
    name: "publishers-once-per-language",
    sentence: "Publisher search lists each publisher twice: it publishes in two languages.",
    cells: { surface: "news", endpoint: "/search/publishers" },
    ends: "conformant",
    quiet: true,
    request({ query, sent }) {
      if (!sent.has("limit")) query.set("limit", most);
      if (isKnownLanguage(sent.get("language"))) query.delete("language");
    },
    response(response, { sent }) {
      if (!succeeded(response)) return;
      const number = sent.has("limit") ? Number(sent.get("limit")) : 10;
      const asked = sent.get("language");
      change(response.body, (all) =>
        [...all, ...all.map(inSecondLanguage)]
          .filter((one) => asked === null || languageOf(one) === asked.toLowerCase())
          .slice(0, number),
      );
      const echoed = editableAt(response.body, "parameters");
      if (echoed === null) return;
      if (!sent.has("limit")) delete echoed.limit;
      if (asked !== null) echoed.language = asked;
    },
  },
  {
    name: "some-hits-of-a-page",
    sentence:
      "A search with a text returns about two thirds of each page, a different choice each time.",
    cells: { surface: "aggregator", endpoint: "/search" },
    ends: "conformant",
    quiet: true,
    response(response, request) {
      const { sent } = request;
      if (!succeeded(response) || !(sent.has("query") || sent.has("q"))) return;
      const next = numbers(request);
      change(response.body, (all) =>
        all.length > 4 ? shuffled(all, next).slice(0, Math.ceil(all.length * 0.7)) : all,
      );
      const outer = editableAt(response.body);
      if (outer !== null && "size" in outer && Array.isArray(outer.articles))
        outer.size = outer.articles.length;
    },
  },
  {
    name: "headlines-that-roll",
    sentence: "Without a text each response has different headlines.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    quiet: true,
    response(response, request) {
      const { sent } = request;
      if (!succeeded(response) || ["query", "q", "page"].some((name) => sent.has(name))) return;
      asOthers(response.body, numbers(request));
    },
  },
  {
    name: "other-articles-each-time",
    sentence: "Article search finds other articles for the same text in each response.",
    cells: { surface: "news", endpoint: "/search/articles" },
    ends: "conformant",
    quiet: true,
    response(response, request) {
      if (succeeded(response)) asOthers(response.body, numbers(request));
    },
  },
  {
    name: "articles-by-letter-case",
    sentence: "Article search finds a text in lower case only.",
    cells: { surface: "news", endpoint: "/search/articles" },
    ends: "conformant",
    quiet: true,
    response(response, { sent }) {
      const text = sent.get("query") ?? "";
      if (succeeded(response) && text !== text.toLowerCase()) change(response.body, () => []);
    },
  },
  {
    name: "top-story-listed-twice",
    sentence:
      "The first item of a page is shown above the others, and again in its place among them.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    quiet: true,
    response({ body }) {
      change(body, (all) => {
        const [first, ...others] = all;
        return others.length < 4 ? all : [first, ...others.slice(0, 2), first, ...others.slice(3)];
      });
    },
  },
];
