import { makeCountries } from "./countries.ts";
import { topicNews } from "./headlines/index.ts";
import { makeItems } from "./items.ts";
import { makePublishers } from "./publishers.ts";
import { seededRandom } from "./random.ts";
import { makeTopics } from "./topics.ts";
import type { Corpus } from "./types.ts";

const seed = 20_260_525;

/** Everything that the reference server knows; two calls make equal corpora. */
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
