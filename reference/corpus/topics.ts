import type { TopicNews } from "./headlines/types.ts";
import { opaqueId } from "./opaque-id.ts";
import type { Topic } from "./types.ts";

/**
 * The topics with their ids: named ones keep their name, and all others and the subtopics get opaque ids
 * beginning with CAAq, so that both forms occur (GET /topics).
 */
export function makeTopics(news: readonly TopicNews[]): readonly Topic[] {
  return news.map((topic) => ({
    id: topic.named ?? opaqueId("CAAq", `topic ${topic.name}`),
    name: topic.name,
    allowed: topic.allowed ?? true,
    subtopics: topic.subtopics.map((subtopic) => ({
      id: opaqueId("CAAq", `subtopic ${topic.name} ${subtopic.name}`),
      name: subtopic.name,
      allowed: subtopic.allowed ?? true,
    })),
  }));
}
