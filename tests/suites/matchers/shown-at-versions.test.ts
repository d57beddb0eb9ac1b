import { describe, expect, test } from "vitest";
import type { AtVersion } from "../../../suites/matchers/found-at-versions.ts";
import { expectShownAsAt } from "../../../suites/matchers/shown-at-versions.ts";
import type { CheckContext } from "../../../suites/model/check.ts";
import { operationOf } from "../../../suites/model/operation.ts";
import { type Article, current, found, v1, v2 } from "./searches.ts";

const usual = { title: "T U", date: "2026-01-02T10:00:00Z" };

/** A search at a version, with an article for each of these, at one URL after the other. */
function shown(context: CheckContext, ...articles: readonly Article[]): AtVersion {
  const list = articles.map((article, index) => ({
    url: `https://a.example/${index}`,
    ...usual,
    ...article,
  }));
  return { exchange: found(context, { query: "x" }, list), operation: operationOf(context) };
}

const three = [{}, {}, {}] as const;
const others = [[shown(v2, ...three)], [shown(current, ...three)]] as const;
const judge = (...own: readonly AtVersion[]) => expectShownAsAt(own, others);
const everywhere = (article: Article) => shown(v1, article, article, article);

describe("an article has the same title and date at every version", () => {
  test("the finding names both responses", () => {
    const own = shown(v1, { title: 7 }, { title: "t" }, {}, {});
    const all = [[shown(v2, ...three, {})], [shown(current, ...three, {})]] as const;
    expect(expectShownAsAt([own], all)).toEqual([]);
    const worse = shown(v1, {}, { title: "t" }, { title: "t" });
    expect(judge(worse)).toEqual([
      {
        path: "/data/1/title",
        expected: 'string "T U", as for the same article at other versions',
        actual: 'string "t"',
        exchange: worse.exchange.id,
        beside: others[0][0].exchange.id,
      },
    ]);
  });

  test.each<readonly [string, Article, readonly string[]]>([
    ["another title", { title: "T" }, ["/data/0/title"]],
    ["another title that is cut off", { title: "U…" }, ["/data/0/title"]],
    ["the beginning of the title, cut off", { title: "T…" }, []],
    ["the same with dots", { title: "T ..." }, []],
    ["other blanks in the title", { title: " T \t U\n" }, []],
    ["no blanks in the title", { title: "TU" }, ["/data/0/title"]],
    ["another hour", { date: "2026-01-02T11:00:00Z" }, ["/data/0/date"]],
    ["the same time in another zone", { date: "2026-01-02T11:00:00+01:00" }, []],
    ["other seconds", { date: "2026-01-02T10:00:59Z" }, []],
    ["another minute", { date: "2026-01-02T10:01:00Z" }, ["/data/0/date"]],
    ["no zone", { date: "2026-01-02T11:00:00" }, []],
    ["a date that can't be read", { date: "soon" }, []],
    ["no text", { title: null, date: 7 }, []],
    ["both", { title: "t", date: "2026-01-03T10:00:00Z" }, ["/data/0/title", "/data/0/date"]],
  ])("%s", (_, article, paths) => {
    expect(judge(everywhere(article)).map(({ path }) => path)).toEqual(paths);
  });

  test.each([
    ["one of two articles differs", [{ title: "t" }, { title: "t" }]],
    ["half of four differ", [{ title: "t" }, { title: "t" }, {}, {}]],
  ])("nothing is concluded where %s", (_, articles) => {
    const four = [{}, {}, {}, {}];
    const all = [[shown(v2, ...four)], [shown(current, ...four)]];
    expect(expectShownAsAt([shown(v1, ...articles)], all)).toEqual([]);
  });

  test("nor from one other version, nor where two others differ", () => {
    const own = everywhere({ title: "t" });
    expect(expectShownAsAt([own], [others[0]])).toEqual([]);
    expect(expectShownAsAt([own], [others[0], [everywhere({ title: "u" })]])).toEqual([]);
    expect(expectShownAsAt([own], [others[0], [shown(current, {}, {})]])).toEqual([]);
    expect(expectShownAsAt([own], [...others, [everywhere({ title: "u" })]])).toEqual([]);
  });

  test("an article counts where it was seen first, and without a URL it is not known", () => {
    const second = shown(v1, ...three);
    expect(judge(everywhere({ title: "t" }), second)).toHaveLength(1);
    expect(judge(second, everywhere({ title: "t" }))).toEqual([]);
    expect(judge(everywhere({ title: "t", url: 7 }))).toEqual([]);
  });
});
