/** The kinds of news items at the current version. */
export type ItemKind = "article" | "story" | "storyline" | "social_post";

export interface GazetteerPlace {
  readonly name: string;
  /** Lower-case alpha-2 code. */
  readonly country: string;
  /** Other names of the place, in lower case. */
  readonly aliases: readonly string[];
}

export interface Subtopic {
  readonly id: string;
  readonly name: string;
  readonly allowed: boolean;
}

export interface Topic {
  readonly id: string;
  readonly name: string;
  readonly allowed: boolean;
  readonly subtopics: readonly Subtopic[];
}

export interface PublisherLink {
  readonly type: string;
  readonly url: string;
  readonly username?: string;
}

export interface Publisher {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  /** Without `www.`. */
  readonly domain: string;
  readonly url: string;
  readonly favicon: string;
  readonly logo: string | null;
  readonly description: string | null;
  readonly category: string;
  /** Lower-case codes. */
  readonly country: string;
  readonly language: string;
  readonly links: readonly PublisherLink[];
}

export interface CountryLanguage {
  readonly name: string;
  readonly code: string;
  readonly allowed: boolean;
}

export interface Country {
  readonly name: string;
  readonly code: string;
  readonly allowed: boolean;
  readonly languages: readonly CountryLanguage[];
}

/** One news item, independent of the version. null means that it has no value. */
export interface NewsItem {
  readonly kind: ItemKind;
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** RFC 3339, UTC. */
  readonly date: string;
  readonly description: string | null;
  readonly image: string | null;
  readonly authors: readonly string[] | null;
  readonly keywords: readonly string[];
  readonly publisher: Publisher;
  /** Not every item has these members of its source. */
  readonly showsFavicon: boolean;
  readonly showsPublicationId: boolean;
  readonly topic: Topic;
  readonly subtopic: Subtopic;
  readonly place: GazetteerPlace;
}

export interface Corpus {
  /** Newest first. */
  readonly items: readonly NewsItem[];
  readonly publishers: readonly Publisher[];
  readonly countries: readonly Country[];
  readonly topics: readonly Topic[];
}
