import { describe, expect, test } from "vitest";
import { expectTotalsFollow } from "../../../suites/matchers/totals-follow-filters.ts";
import { type Article, current, found, type Query, v1, v2 } from "./searches.ts";

const article = (host: string, date: string | null, source = host): Article => ({
  title: `${host} ${date}`,
  url: `https://${host}/${date}`,
  source: { url: `https://${source}` },
  date,
});
const days = ["01", "02", "03", "20"].map((day) =>
  article("a.example", `2026-02-${day}T12:00:00Z`),
);
const hosts = ["a", "b", "c", "d"].map((name) => article(`${name}.example`, null));
const text: Query = { query: "x" };

interface Answer {
  readonly query: Query;
  readonly articles: readonly Article[];
  readonly total: number;
}

function judge(whole: Answer, filtered: Answer) {
  const served = [whole, filtered].map(({ query, articles, total }) =>
    found(v2, query, articles, { totalHits: total }),
  );
  return expectTotalsFollow(served, v2);
}

describe("a total counts nothing that a filter excludes", () => {
  const since = { ...text, since: "2026-02-10" };
  const late = days.slice(3);
  const domain = { ...text, site: "a.example" };
  const own = hosts.slice(0, 1);

  test.each<readonly [string, Answer, Answer, number]>([
    [
      "three articles before the first date",
      { query: text, articles: days, total: 42 },
      { query: since, articles: late, total: 42 },
      1,
    ],
    [
      "three articles after the last date, beside the first",
      { query: { ...text, since: "2026-01-01" }, articles: days, total: 42 },
      { query: { ...text, since: "2026-01-01", until: "2026-01-20" }, articles: [], total: 42 },
      1,
    ],
    [
      "three articles of other domains",
      { query: text, articles: hosts, total: 42 },
      { query: domain, articles: own, total: 42 },
      1,
    ],
    [
      "other copies of the same stories",
      { query: text, articles: days, total: 42 },
      {
        query: since,
        articles: days.map((one) => ({ ...one, date: "2026-02-20T12:00:00Z" })),
        total: 42,
      },
      0,
    ],
    [
      "another total",
      { query: text, articles: days, total: 42 },
      { query: since, articles: late, total: 41 },
      0,
    ],
    [
      "a round number, where a server may have stopped counting",
      { query: text, articles: days, total: 1000 },
      { query: since, articles: late, total: 1000 },
      0,
    ],
    [
      "two articles, which may have been removed meanwhile",
      { query: text, articles: days.slice(1), total: 42 },
      { query: since, articles: late, total: 42 },
      0,
    ],
    [
      "days next to the range",
      { query: text, articles: days.slice(0, 3), total: 42 },
      { query: { ...text, since: "2026-02-03" }, articles: [], total: 42 },
      0,
    ],
    [
      "articles without a date",
      { query: text, articles: hosts, total: 42 },
      { query: since, articles: hosts, total: 42 },
      0,
    ],
    [
      "a domain that the articles do not show",
      { query: text, articles: hosts, total: 42 },
      { query: { ...text, site: "z.example" }, articles: own, total: 42 },
      0,
    ],
    [
      "another text",
      { query: { query: "y" }, articles: days, total: 42 },
      { query: since, articles: late, total: 42 },
      0,
    ],
    [
      "the whole with a filter of its own",
      { query: { ...text, site: "a.example" }, articles: days, total: 42 },
      { query: since, articles: late, total: 42 },
      0,
    ],
    [
      "a later page",
      { query: { ...text, page: "2" }, articles: days, total: 42 },
      { query: { ...since, page: "2" }, articles: late, total: 42 },
      0,
    ],
  ])("%s", (_, whole, filtered, findings) => {
    expect(judge(whole, filtered)).toHaveLength(findings);
    expect(judge(filtered, whole)).toHaveLength(findings);
  });

  test.each([
    [current, { metadata: { total_hits: 42 } }, "/metadata/total_hits"],
    [v2, { totalHits: 42 }, "/totalHits"],
    [v1, { total: 42 }, "/total"],
  ] as const)(
    "at each version, and the finding names both requests: %#",
    (context, total, path) => {
      const whole = found(context, text, days, total);
      const filtered = found(context, since, late, total);
      expect(expectTotalsFollow([whole, filtered], context)).toEqual([
        {
          path,
          expected:
            "less than 42, the total without the filter, which counts 3 articles or more that the filter excludes",
          actual: "42",
          exchange: filtered.id,
          beside: whole.id,
        },
      ]);
    },
  );
});
