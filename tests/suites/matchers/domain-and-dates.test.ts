import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import { datesAsFilter, expectDates } from "../../../suites/matchers/dates-in-range.ts";
import {
  domainAsFilter,
  expectDomain,
  needPublisher,
} from "../../../suites/matchers/publisher-domain.ts";
import type { CheckContext } from "../../../suites/model/check.ts";
import { createTarget } from "../../../suites/model/target.ts";
import { domainsToTry, namesOfSite } from "../../../suites/requests/filtered-searches.ts";
import { sampleDates } from "../../../suites/requests/sample-dates.ts";
import { completeConfiguration, completeKeys } from "../target.ts";
import { ending } from "./ending.ts";
import { type Article, found, type Query, v1, v2 } from "./searches.ts";

const at = (host: string, more: Article = {}): Article => ({ url: `https://${host}/1`, ...more });
const from = (source: string, host: string) => at(host, { source: { url: `https://${source}` } });

describe("every article is of the domain", () => {
  const paths = (query: Query, ...articles: readonly Article[]) =>
    expectDomain(found(v2, query, articles), v2).map(({ path }) => path);
  const wanted = { q: "x", site: "a.example" };

  test.each<readonly [string, Article]>([
    ["by its source", from("a.example", "other.example")],
    ["by its source with www", from("www.a.example", "other.example")],
    ["by a part of the site", from("news.a.example", "other.example")],
    ["by its own URL", from("other.example", "a.example")],
    ["by its own URL, without a source", at("news.a.example")],
  ])("%s", (_, article) => {
    expect(paths(wanted, article)).toEqual([]);
    expect(paths({ site: "www.a.example" }, article)).toEqual([]);
  });

  test("another source is reported, and the place of its article", () => {
    const articles = [from("a.example", "a.example"), from("xa.example", "b.example")];
    expect(expectDomain(found(v2, wanted, articles), v2)).toEqual([
      { path: "/articles/1/url", expected: "the host a.example", actual: 'string "xa.example"' },
    ]);
  });

  test("a request without a domain asks for none", () => {
    expect(expectDomain(found(v2, { q: "x" }, [from("a.example", "a.example")]), v2)).toMatchObject(
      [{ expected: "the host " }],
    );
  });

  test.each<readonly [string, readonly string[], number]>([
    ["three sites", ["x.example", "y.example", "z.example"], 3],
    ["three sites beside the domain", ["x.example", "a.example", "y.example", "z.example"], 3],
    ["two sites", ["x.example", "y.example", "y.example"], 0],
    ["the caches of one operator", ["c1.x.example", "c2.x.example", "c3.x.example"], 0],
    ["three of which one is the domain", ["x.example", "y.example", "a.example"], 0],
    ["three with one ending", ["x.co.example", "x.com.example", "x.org.example"], 3],
  ])("articles without a source on %s", (_, hosts, count) => {
    expect(paths(wanted, ...hosts.map((host) => at(host)))).toHaveLength(count);
  });

  test("sources are no sites of articles without one, and what has no URL is on none", () => {
    expect(paths(wanted, at("x.example"), at("y.example"), from("s.example", "z.example"))).toEqual(
      ["/articles/2/url"],
    );
    expect(paths(wanted, at("x.example"), at("y.example"), { title: "z" })).toEqual([]);
    expect(
      paths(wanted, at("x.example"), at("y.example"), at("z.example"), { title: "z" }),
    ).toHaveLength(3);
  });
});

describe("an article shows its publisher", () => {
  const target = createTarget(
    {
      ...completeConfiguration,
      surfaces: {
        ...completeConfiguration.surfaces,
        aggregator: {
          ...completeConfiguration.surfaces.aggregator,
          samples: { ...v2.target.samples("aggregator"), domain: "a.example" },
        },
      },
    } as typeof completeConfiguration,
    completeKeys,
    loadCatalogue(),
  );
  const configured: CheckContext = { ...v2, target };
  const shown = (context: CheckContext, article: Article, ...others: readonly Article[]) =>
    domainAsFilter(context).shows(
      {
        filtered: found(context, { site: "a.example" }, []),
        whole: found(context, {}, [article, ...others]),
      },
      context,
    )({ ...article });
  const other = from("other.example", "q.example");

  test("by its source, if its own URL says nothing else", () => {
    const article = { source: { url: "https://a.example" } };
    expect(shown(v2, article, other)).toBe('the article with the URL string "https://a.example"');
    expect(shown(v2, from("a.example", "p.example"), other)).toBeNull();
  });

  test("by its own URL alone, if the domain is configured", () => {
    expect(shown(configured, at("a.example"), at("b.example"))).toBe(
      'the article with the URL string "https://a.example/1"',
    );
    expect(shown(v2, at("a.example"), at("b.example"))).toBeNull();
  });
});

describe("every article lies in the range of dates, give or take a day", () => {
  const judged = (query: Query, date: unknown) =>
    expectDates(found(v2, query, [{ title: "first" }, { date }]), v2);

  test.each<readonly [Query, unknown, boolean]>([
    [{ since: "2026-02-10" }, "2026-02-09T00:00:00Z", true],
    [{ since: "2026-02-10" }, "2026-02-08T23:59:59Z", false],
    [{ since: "2026-02-10" }, "2030-01-01T00:00:00Z", true],
    [{ until: "2026-02-10" }, "2026-02-11T23:59:59Z", true],
    [{ until: "2026-02-10" }, "2026-02-12T00:00:00Z", false],
    [{ until: "2026-02-10" }, "1960-01-01T00:00:00Z", true],
    [{ since: "2026-02-01", until: "2026-02-10" }, "2026-02-05T12:00:00Z", true],
    [{ since: "2026-02-01", until: "2026-02-10" }, "2026-01-05T12:00:00Z", false],
    [{ since: "2026-02-01", until: "2026-02-10" }, "2026-03-05T12:00:00Z", false],
    [{ since: "2026-02-10" }, ["2020-01-01T00:00:00Z"], true],
    [{ since: "2026-02-10" }, "yesterday", true],
    [{}, "2020-01-01T00:00:00Z", true],
  ])("%j has %j: %s", (query, date, good) => {
    expect(judged(query, date).length === 0).toBe(good);
  });

  test("the finding names the range and the article", () => {
    const date = "2026-03-05T12:00:00Z";
    const path = "/articles/1/date";
    const actual = `string "${date}"`;
    expect(judged({ since: "2026-02-01", until: "2026-02-10" }, date)).toEqual([
      { path, expected: "from 2026-02-01 to 2026-02-10", actual },
    ]);
    expect(judged({ until: "2026-02-10" }, date)).toEqual([
      { path, expected: "to 2026-02-10", actual },
    ]);
    expect(judged({ since: "2026-04-10" }, date)).toEqual([
      { path, expected: "from 2026-04-10", actual },
    ]);
  });
});

describe("an article shows that it lies between dates", () => {
  const shown = (query: Query, date: unknown) =>
    datesAsFilter(v2).shows(
      { filtered: found(v2, query, []), whole: found(v2, {}, []) },
      v2,
    )({ date });

  test.each<readonly [Query, unknown, boolean]>([
    [{ since: "2026-02-09" }, "2026-02-10T00:00:00Z", true],
    [{ since: "2026-02-09" }, "2026-02-09T23:59:59Z", false],
    [{ until: "2026-02-10" }, "2026-02-08T23:59:59Z", true],
    [{ until: "2026-02-10" }, "2026-02-09T00:00:00Z", false],
    [{ since: "2026-02-09" }, "soon", false],
    [{ since: "2026-02-09" }, ["2026-02-12T00:00:00Z"], false],
    [{ since: "2026-02-09" }, undefined, false],
  ])("%j has %j: %s", (query, date, expected) => {
    expect(shown(query, date)).toBe(expected ? `the article with the date string "${date}"` : null);
  });
});

describe("a refused domain", () => {
  const one = found(v2, { q: "x" }, [at("r.example"), at("r.example")]);
  const several = found(v2, { q: "x" }, [at("a.example"), at("b.example")]);
  const answered = (status: number) => {
    const exchange = found(v2, { site: "r.example" }, []);
    const { answer } = exchange;
    return answer === null ? exchange : { ...exchange, answer: { ...answer, status } };
  };
  const end = (status: number, ordinary: typeof one) =>
    ending(() => needPublisher(answered(status), ordinary, v2)).split(":")[0];

  test.each<readonly [string, number, typeof one, string]>([
    ["of the only host shows nothing", 404, one, "skip"],
    ["of one of several hosts is judged", 404, several, "judged"],
    ["for the key is judged", 401, one, "judged"],
    ["with a server error is judged", 500, one, "judged"],
    ["that was served is judged", 200, one, "judged"],
  ])("%s", (_, status, ordinary, expected) => {
    expect(end(status, ordinary)).toBe(expected);
  });

  test("is asked for by the names of its site", () => {
    expect(namesOfSite("localhost")).toEqual(["localhost"]);
    expect(namesOfSite("news.example")).toEqual(["news.example"]);
    expect(namesOfSite("a.b.c.news.example")).toEqual([
      "a.b.c.news.example",
      "b.c.news.example",
      "c.news.example",
    ]);
    expect(domainsToTry(found(v2, { q: "x" }, [at("m.r.example")]), v2)).toEqual([
      "m.r.example",
      "r.example",
    ]);
    expect(domainsToTry(found(v2, { q: "x" }, []), v2)).toEqual([]);
  });

  test("is asked for as URLs write it, after the name of its site", () => {
    const tried = (...urls: readonly string[]) => {
      const articles = urls.map((url) => ({ source: { url } }));
      return domainsToTry(found(v2, { q: "x" }, articles), v2);
    };
    expect(tried("https://www.r.example/a")).toEqual(["r.example", "www.r.example"]);
    expect(tried("https://瓦版.example/")).toEqual(["xn--i1xt9c.example", "瓦版.example"]);
    expect(tried("HTTPS://News.R.Example:8443")).toEqual(["news.r.example", "r.example"]);
  });
});

describe("the dates of a range that is asked for", () => {
  const sent = Date.parse("2026-11-26T05:00:00Z");
  const rangeAt = (context: CheckContext, dates: readonly string[]) => {
    const articles = dates.map((date) => ({ date }));
    return sampleDates({ ...found(context, { q: "x" }, articles), sentAt: sent }, context);
  };
  const rangeOf = (...dates: readonly string[]) => rangeAt(v2, dates);

  test("are two days at least, since the last one may be excluded", () => {
    expect(rangeOf("2026-03-05T12:00:00Z", "2026-03-05T13:00:00Z")).toEqual({
      from: "2026-03-04",
      to: "2026-03-05",
    });
  });

  test("are not in the future in any time zone", () => {
    expect(rangeOf("2026-11-26T04:00:00Z", "2026-11-26T03:00:00Z")).toEqual({
      from: "2026-11-24",
      to: "2026-11-25",
    });
    expect(rangeOf("2027-11-26T04:00:00Z", "2026-11-20T03:00:00Z").to).toBe("2026-11-25");
  });

  describe("are few at every other version", () => {
    const narrow = (...days: readonly number[]) => {
      const dates = days.map((day) => `2026-03-${String(day).padStart(2, "0")}T12:00:00Z`);
      const { from, to } = rangeAt(v1, dates);
      return [from, to].map((date) => Number(date.slice(-2)));
    };

    test("around articles beside which there are none for days", () => {
      expect(narrow(1, 2, 3, 10, 20, 21, 22)).toEqual([9, 12]);
      expect(narrow(22, 10, 2, 20, 1, 3, 21)).toEqual([9, 12]);
      expect(narrow(1, 4, 5, 9)).toEqual([3, 7]);
      expect(narrow(1, 4, 5, 6, 10, 11, 13, 18)).toEqual([3, 8]);
    });

    test("of several, those of the latest", () => {
      expect(narrow(1, 6, 11, 16, 21)).toEqual([15, 18]);
      expect(narrow(1, 6, 11, 16, 19)).toEqual([10, 13]);
    });

    test("of the middle half, where articles are closer", () => {
      const days = [1, 3, 5, 7, 9, 11];
      const dates = days.map((day) => `2026-03-${String(day).padStart(2, "0")}T12:00:00Z`);
      expect(rangeAt(v1, dates)).toEqual(rangeAt(v2, dates));
      expect(rangeAt(v1, [])).toEqual(rangeAt(v2, []));
    });

    test("and not in the future", () => {
      const soon = ["2026-11-01", "2026-11-24", "2026-11-30"].map((date) => `${date}T12:00:00Z`);
      expect(rangeAt(v1, soon)).toEqual(rangeAt(v2, soon));
    });
  });

  test("are those of the last week if no article has one", () => {
    expect(rangeOf()).toEqual({ from: "2026-11-18", to: "2026-11-24" });
    expect(rangeOf("soon")).toEqual({ from: "2026-11-18", to: "2026-11-24" });
  });
});
