import type { Operation } from "../../contracts/catalogue.ts";
import type { SampleContent } from "../model/remedies.ts";
import { articlesOf, itemsOf } from "./success-envelope.ts";

/**
 * What a sample needs for its items to be judged, after a response that has nothing to judge: articles if all items are
 * stories, otherwise other hits.
 */
export function lackingContent(body: unknown, operation: Operation): SampleContent {
  const hasOnlyStories =
    itemsOf(body, operation).length > 0 && articlesOf(body, operation).length === 0;
  return hasOnlyStories ? "articles" : "hits";
}
