import { articles, editableAt } from "../faults/edit.ts";
import type { Variant } from "./variant.ts";

/** Freedoms in how a server words what it found. */
export const wordingVariants: readonly Variant[] = [
  {
    name: "found-words-marked-in-titles",
    sentence: "Search words are marked in titles; without a search text, titles are cut off.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    quiet: true,
    response({ body }, { sent }) {
      const word = sent.get("query") ?? sent.get("q");
      for (const article of articles(body)) {
        const title = String(article.title);
        const at = word === null ? -1 : title.toLowerCase().indexOf(word.toLowerCase());
        const end = at + (word ?? "").length;
        const marked = `${title.slice(0, at)}<em>${title.slice(at, end)}</em>${title.slice(end)}`;
        if (word === null) article.title = `${title.slice(0, 40).trim()}…`;
        else if (at >= 0 && word !== "") article.title = marked;
      }
    },
  },
  {
    name: "long-titles-cut-off-at-2024",
    sentence: "At 2024-01-01 titles end after 30 characters, with an ellipsis.",
    cells: { surface: "aggregator", version: "2024-01-01" },
    ends: "conformant",
    quiet: true,
    response({ body }) {
      for (const article of articles(body)) {
        const title = String(article.title);
        if (title.length > 30) article.title = `${title.slice(0, 29).trim()}…`;
      }
    },
  },
  {
    name: "authors-in-the-language-of-the-request",
    sentence: "Authors, keywords and names of sources are in the language that is requested.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    response({ body }, { sent }) {
      const language = sent.get("language");
      if (language === null) return;
      const translated = (text: unknown) => `${text} [${language}]`;
      for (const article of articles(body)) {
        for (const name of ["authors", "keywords"])
          if (Array.isArray(article[name])) article[name] = article[name].map(translated);
        const source = editableAt(article, "source");
        if (source !== null) source.name = translated(source.name);
      }
    },
  },
];
