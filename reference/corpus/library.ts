import MiniSearch from "minisearch";
import { generateCorpus } from "./generator.ts";
import type { Corpus } from "./types.ts";

/** The corpus with its full-text indices; documents are positions in the corpus. */
export interface Library {
  readonly corpus: Corpus;
  readonly itemIndex: MiniSearch;
  readonly publisherIndex: MiniSearch;
}

/** Ignores letter case and accents: `sao` finds `São`. */
function normalTerm(term: string): string {
  return term.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function buildLibrary(): Library {
  const corpus = generateCorpus();
  const options = { processTerm: normalTerm, storeFields: [] };
  const itemIndex = new MiniSearch({
    ...options,
    fields: ["title", "keywords", "description", "topic"],
    searchOptions: { boost: { title: 3, keywords: 2 } },
  });
  itemIndex.addAll(
    corpus.items.map((item, id) => ({
      id,
      title: item.title,
      keywords: item.keywords.join(" "),
      description: item.description ?? "",
      topic: `${item.topic.name} ${item.subtopic.name}`,
    })),
  );
  const publisherIndex = new MiniSearch({
    ...options,
    fields: ["name", "title", "description", "domain"],
    searchOptions: { boost: { name: 3 } },
  });
  publisherIndex.addAll(
    corpus.publishers.map(({ name, title, description, domain }, id) => ({
      id,
      name,
      title,
      description: description ?? "",
      domain,
    })),
  );
  return { corpus, itemIndex, publisherIndex };
}

let shared: Library | null = null;

/** Built on the first call and shared by all servers of the process, since it is immutable. */
export function sharedLibrary(): Library {
  shared ??= buildLibrary();
  return shared;
}
