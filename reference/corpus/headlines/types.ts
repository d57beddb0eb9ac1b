/** What there is to report about a subtopic. */
export interface SubtopicNews {
  readonly name: string;
  readonly allowed?: false;
  /** Whole clauses without a place, first letter as inside a sentence. */
  readonly clauses: readonly [string, ...string[]];
}

export interface TopicNews {
  /** The id of a named topic; null where it has an opaque one. */
  readonly named: string | null;
  readonly name: string;
  readonly allowed?: false;
  /** Terms that every item of the topic carries. */
  readonly keywords: readonly string[];
  readonly subtopics: readonly SubtopicNews[];
}
