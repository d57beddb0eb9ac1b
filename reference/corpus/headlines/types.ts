/** The headlines of a subtopic. */
export interface SubtopicNews {
  readonly name: string;
  readonly allowed?: false;
  /** Clauses without a place, with a lower-case first letter. */
  readonly clauses: readonly [string, ...string[]];
}

export interface TopicNews {
  /** The id of a named topic; null if it has an opaque one. */
  readonly named: string | null;
  readonly name: string;
  readonly allowed?: false;
  /** Keywords of every item of the topic. */
  readonly keywords: readonly string[];
  readonly subtopics: readonly SubtopicNews[];
}
