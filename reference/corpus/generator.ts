import { makeCountries } from "./countries.ts";
import { topicNews } from "./headlines/index.ts";
import { makeItems } from "./items.ts";
import { makePublishers } from "./publishers.ts";
import { seededRandom } from "./random.ts";
import { makeTopics } from "./topics.ts";
import type { Corpus } from "./types.ts";

const seed = 20_260_525;

/** The whole content of the reference server; every call makes an equal corpus. */
export function generateCorpus(): Corpus {
  const topics = makeTopics(topicNews);
  const publishers = makePublishers();
  return {
    items: makeItems(seededRandom(seed), topicNews, topics, publishers),
    publishers,
    countries: makeCountries(),
    topics,
  };
}
