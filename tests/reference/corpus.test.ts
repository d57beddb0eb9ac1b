import { describe, expect, it } from "vitest";
import { generateCorpus } from "../../reference/corpus/generator.ts";
import { sharedLibrary } from "../../reference/corpus/library.ts";
import { anyItem, findItems } from "../../reference/corpus/search.ts";
import { referenceSamples } from "../../reference/description/reference-configuration.ts";

const corpus = generateCorpus();

describe("the corpus", () => {
  it("is the same every time it is generated", () => {
    expect(generateCorpus()).toEqual(corpus);
  });

  it("does not depend on the clock: its first and last items stay where they are", () => {
    const { items } = corpus;
    expect(items.at(0)?.date).toMatch(/^2026-05-01T/);
    expect(items.at(-1)?.date).toMatch(/^2026-03-0\dT/);
    expect(items.map(({ date }) => date)).toEqual(
      items
        .map(({ date }) => date)
        .toSorted()
        .reverse(),
    );
  });

  it("is large and varied enough to be a mock", () => {
    const { items, publishers, countries, topics } = corpus;
    expect(items.length).toBeGreaterThanOrEqual(400);
    expect(new Set(items.map(({ title }) => title)).size).toBe(items.length);
    expect(new Set(items.map(({ url }) => url)).size).toBe(items.length);
    expect(publishers.length).toBe(60);
    expect(new Set(publishers.map(({ domain }) => domain)).size).toBe(60);
    expect(countries.length).toBeGreaterThanOrEqual(20);
    expect(topics.length).toBe(12);
    const kinds = items.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["article", "story", "storyline", "social_post"]));
    expect(kinds.filter((kind) => kind === "article").length).toBeGreaterThan(items.length * 0.7);
  });

  it("has named and opaque topic ids, opaque subtopic ids, all distinct", () => {
    const ids = corpus.topics.map(({ id }) => id);
    const subtopicIds = corpus.topics.flatMap(({ subtopics }) => subtopics.map(({ id }) => id));
    expect(ids).toContain("TECHNOLOGY");
    expect(ids).toContain("BUSINESS");
    expect(ids.filter((id) => id.startsWith("CAAq")).length).toBeGreaterThan(2);
    expect(subtopicIds.filter((id) => !id.startsWith("CAAq"))).toEqual([]);
    expect(new Set([...ids, ...subtopicIds]).size).toBe(ids.length + subtopicIds.length);
  });

  it("has news in every topic and subtopic", () => {
    const empty = corpus.topics.flatMap((topic) =>
      topic.subtopics.filter(
        (subtopic) => corpus.items.filter((item) => item.subtopic === subtopic).length < 6,
      ),
    );
    expect(empty).toEqual([]);
  });

  it("allows a country exactly when one of its languages is allowed", () => {
    for (const { allowed, languages } of corpus.countries) {
      expect(allowed).toBe(languages.some((language) => language.allowed));
    }
    expect(new Set(corpus.countries.map(({ allowed }) => allowed)).size).toBe(2);
  });

  it("is sparse here and there, and never throughout", () => {
    for (const of of ["description", "image", "authors"] as const) {
      const missing = corpus.items.filter((item) => item[of] === null).length;
      expect(missing, of).toBeGreaterThan(10);
      expect(missing, of).toBeLessThan(corpus.items.length / 4);
    }
    expect(corpus.items.some(({ showsPublicationId }) => !showsPublicationId)).toBe(true);
    expect(corpus.publishers.some(({ logo }) => logo === null)).toBe(true);
    expect(corpus.publishers.some(({ category }) => category === "General")).toBe(true);
  });

  it("answers each sample with well more than five articles", () => {
    const { query, location, country, language, topic, domain } = referenceSamples.aggregator;
    const searches = [
      { query },
      { query, country, language },
      { location, country, language },
      { country },
      { language },
      { topic },
      { domain },
    ];
    for (const search of searches) {
      const found = findItems(sharedLibrary(), { ...anyItem, articlesOnly: true, ...search });
      expect(found.length, JSON.stringify(search)).toBeGreaterThan(9);
    }
    expect(findItems(sharedLibrary(), { ...anyItem, query, domain }).length).toBeGreaterThan(0);
  });
});
