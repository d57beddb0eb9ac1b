import { editableAt, inSuccess, succeeded } from "../faults/edit.ts";
import { legacy } from "../versions.ts";
import type { Variant } from "./variant.ts";

/** Success bodies whose shape the specification does not show. */
export const notShownVariants: readonly Variant[] = [
  {
    name: "other-bodies-at-the-old-news-version",
    sentence: "The news surface responds to 2024-01-01 with a bare list.",
    cells: { surface: "news", version: legacy },
    ends: "conformant",
    response(response, { endpoint }) {
      if (succeeded(response) && endpoint !== "/ping") response.body = ["one", "two"].slice(0, 1);
    },
  },
  ...([null, "two", 3, true] as const).map(
    (body): Variant => ({
      name: `${JSON.stringify(body).replaceAll('"', "")}-at-the-old-news-version`,
      sentence: `The news surface responds to 2024-01-01 with ${JSON.stringify(body)}.`,
      cells: { surface: "news", version: legacy },
      ends: "conformant",
      response(response, { endpoint }) {
        if (succeeded(response) && endpoint !== "/ping") response.body = body;
      },
    }),
  ),
  {
    name: "facets-at-the-old-news-version",
    sentence: "Publisher search at 2024-01-01 also counts the publishers of three categories.",
    cells: { surface: "news", endpoint: "/search/publishers", version: legacy },
    ends: "conformant",
    quiet: true,
    ...inSuccess((body) => {
      body.facets = ["Sports", "General", "Science"].map((name) => ({ name, count: 40 }));
    }),
  },
  {
    name: "article-search-of-its-own",
    sentence: "Article search has its own shape apart from its parameters.",
    cells: { surface: "news", endpoint: "/search/articles" },
    ends: "conformant",
    response(response) {
      const parameters = editableAt(response.body, "parameters");
      if (succeeded(response) && parameters) response.body = { parameters, hits: { a1: "x" } };
    },
  },
];
