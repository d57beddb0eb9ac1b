import { expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { firstOf } from "../../suites/planning.ts";
import { samplesWithHits } from "../../suites/samples.ts";
import { smokeNeeds } from "../../suites/smoke.ts";
import { madeUpExchange, madeUpSource } from "./sources.ts";
import { completeSubject } from "./subject.ts";

const contracts = loadCatalogue();
const subject = completeSubject();

function body(titles: readonly string[], topics: readonly string[] = []): string {
  return JSON.stringify({
    metadata: {},
    parameters: {},
    news_articles: titles.map((title) => ({ type: "article", title })),
    navigation_links: topics.map((topic_id) => ({ name: "x", topic_id })),
  });
}

function smokeWith(text: string) {
  const { keyed } = smokeNeeds("aggregator", subject, contracts);
  return keyed.map((need) => madeUpExchange(firstOf(need), { status: 200, body: text }));
}

test("where the search has hits nothing is changed and nothing is sent", async () => {
  const source = madeUpSource(() => {
    throw new Error("nothing should be sent");
  });
  const smoke = smokeWith(body(["Climate talks"]));
  expect(await samplesWithHits("aggregator", smoke, subject, contracts, source)).toEqual({});
});

test("where it has none, a headline and a navigation link give better samples", async () => {
  const source = madeUpSource(({ endpoint, query }) => {
    const listed = endpoint === "/search" && query.length === 0;
    return { status: 200, body: listed ? body(["Two of Élysée's men"], ["CAAqX"]) : body([]) };
  });
  expect(
    await samplesWithHits("aggregator", smokeWith(body([])), subject, contracts, source),
  ).toEqual({
    query: "élysée",
    topic: "CAAqX",
  });
});

test("where nothing is listed at all the configured samples stay", async () => {
  const source = madeUpSource(() => ({ status: 200, body: body([]) }));
  const smoke = smokeWith(body([]));
  expect(await samplesWithHits("aggregator", smoke, subject, contracts, source)).toEqual({});
});
