import { articles, objectsAt } from "../faults/edit.ts";
import type { FaultRequest } from "../faults/fault.ts";
import type { Variant } from "./variant.ts";

/** A text that no other response of the server has. */
function token({ memory }: FaultRequest): string {
  const count = Number(memory.get("tokens") ?? 0) + 1;
  memory.set("tokens", count);
  return `t${count.toString(36)}`;
}

/** Changes the URL of each article; its place tells it from the others. */
function addressed(
  changed: (url: URL, once: string, index: number) => string,
): Pick<Variant, "response"> {
  return {
    response({ body }, request) {
      const once = token(request);
      for (const [index, article] of articles(body).entries()) {
        if (typeof article.url === "string")
          article.url = changed(new URL(article.url), once, index);
      }
    },
  };
}

/** Freedoms in the URLs of articles and publishers. */
export const addressVariants: readonly Variant[] = [
  {
    name: "tracking-tokens-in-urls",
    sentence: "The URL of an article has a parameter with a different value in each response.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    quiet: true,
    ...addressed((url, once) => {
      url.searchParams.set("utm_id", once);
      return url.href;
    }),
  },
  {
    name: "redirects-made-for-each-response",
    sentence: "Articles are reached through links of the server that are new in each response.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    quiet: true,
    ...addressed((_, once, index) => `https://go.example/r/${once}-${index}`),
  },
  {
    name: "articles-on-the-host-of-a-cache",
    sentence: "Every second article is linked to on the host of a cache.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    quiet: true,
    ...addressed((url, _, index) =>
      index % 2 === 0 ? url.href : `https://amp.cache.example/c/${url.host}${url.pathname}`,
    ),
  },
  {
    name: "publishers-without-a-site",
    sentence: "Publishers whose names have an even number of letters have no site.",
    cells: { surface: "news", endpoint: "/search/publishers" },
    ends: "conformant",
    response({ body }) {
      for (const publisher of objectsAt(body, "publishers"))
        if (String(publisher.name).length % 2 === 0) publisher.url = "";
    },
  },
];
