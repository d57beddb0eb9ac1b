import type { Surface, Version } from "../../contracts/vocabulary.ts";
import { legacy, versionsOf } from "../versions.ts";

/** Has the form of the configuration's `parameters`: group, role, name (by version if it differs). */
export type ReferenceParameters = Readonly<
  Record<
    Surface,
    Readonly<
      Record<string, Readonly<Record<string, string | null | Readonly<Record<Version, string>>>>>
    >
  >
>;

/** The reference server's names of the roles. */
export const referenceParameters: ReferenceParameters = {
  aggregator: {
    search: {
      domain: "domain",
      from: "published_from",
      to: "published_to",
      page: "page",
      pageSize: Object.fromEntries(
        versionsOf("aggregator", "/search").map((version) => [
          version,
          legacy.includes(version) ? "pageSize" : "hits_per_page",
        ]),
      ),
    },
    topics: { topic: "topic_id", subtopic: "subtopic_id" },
  },
  news: {
    publishers: {
      query: "query",
      category: "category",
      country: "country",
      language: "language",
      limit: "limit",
      sort: "sort",
    },
  },
};

/** Values with many matches in the corpus. */
export interface ReferenceSamples {
  readonly query: string;
  readonly location: string;
  readonly country: string;
  readonly language: string;
  readonly topic: string;
  readonly domain: string;
}

const samples: ReferenceSamples = {
  query: "climate",
  location: "London",
  country: "us",
  language: "en",
  topic: "TECHNOLOGY",
  domain: "greatlakesherald.example",
};

export const referenceSamples: Readonly<Record<Surface, ReferenceSamples>> = {
  aggregator: samples,
  news: samples,
};
