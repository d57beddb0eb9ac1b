import { describe, expect, test } from "vitest";
import { expectDescribedAlike } from "../../../suites/matchers/described-alike.ts";
import type { AtVersion } from "../../../suites/matchers/found-at-versions.ts";
import type { CheckContext } from "../../../suites/model/check.ts";
import { operationOf } from "../../../suites/model/operation.ts";
import { type Article, answered, at, found, publishers, v2 } from "./searches.ts";

const topics = at("2024-01-01", "aggregator", "/topics");
const places = at("2024-01-01", "aggregator", "/geolocation");
const source = { name: "A", publication_id: "1" };
const usual = { title: "T U", date: "2026-01-02T10:00:00Z", source };

/** The response to a search for a text, with an article for each of these, at one URL after the other. */
function shown(
  context: CheckContext,
  text: string,
  ...articles: readonly Article[]
): AtVersion & { readonly id: string } {
  const list = articles.map((article, index) => ({
    url: `https://a.example/${index}`,
    ...usual,
    ...article,
  }));
  const exchange = found(context, { query: text }, list);
  return { exchange, operation: operationOf(context), id: exchange.id };
}

const three = [{}, {}, {}] as const;
const each = (article: Article) => [article, article, article] as const;
const paths = (own: readonly AtVersion[], others: readonly AtVersion[] = []) =>
  expectDescribedAlike(own, others).map(({ path }) => path);

describe("a response states what most others of its endpoint state", () => {
  const [first, second] = [shown(v2, "a", ...three), shown(v2, "b", ...three)];

  test("the finding names both responses", () => {
    const odd = shown(v2, "c", {}, { title: "V" }, { title: "V" });
    expect(expectDescribedAlike([first, second, odd], [])).toEqual([
      {
        path: "/articles/1/title",
        expected: 'string "T U", as for the same entry in another response',
        actual: 'string "V"',
        exchange: odd.id,
        beside: first.id,
      },
    ]);
  });

  test.each<readonly [string, Article, readonly string[]]>([
    ["nothing else", {}, []],
    ["a mark in the title", { title: "T <b>U</b>" }, []],
    ["a title in capitals with other signs", { title: "t &mdash; U!" }, []],
    ["the beginning of the title", { title: "T …" }, []],
    ["another title", { title: "X" }, ["/articles/0/title"]],
    ["no title", { title: "" }, ["/articles/0/title"]],
    ["the same time in another zone", { date: "2026-01-02T11:00:30+01:00" }, []],
    ["a date without a zone", { date: "2026-01-02T11:00:00" }, []],
    ["another minute", { date: "2026-01-02T10:01:00Z" }, ["/articles/0/date"]],
    [
      "another name of the source",
      { source: { ...source, name: "B" } },
      ["/articles/0/source/name"],
    ],
    ["an empty name", { source: { ...source, name: " " } }, []],
    [
      "another identifier of the source",
      { source: { ...source, publication_id: "2" } },
      ["/articles/0/source/publication_id"],
    ],
    ["no source", { source: null }, []],
    ["another URL", { url: "https://b.example", title: "X" }, []],
  ])("%s", (_, article, expected) => {
    expect(paths([first, second, shown(v2, "c", ...each(article))])).toEqual(expected);
  });

  test("nothing is concluded from half of the entries, or from two", () => {
    const half = [{ title: "X" }, { title: "X" }, {}, {}];
    expect(paths([shown(v2, "a", ...half), shown(v2, "b", ...three, {})])).toEqual([]);
    const two = [{ title: "X" }, { title: "X" }];
    expect(paths([shown(v2, "a", ...two), shown(v2, "b", {}, {})])).toEqual([]);
  });

  test("titles are not compared where a language is sent", () => {
    const list = ["0", "1", "2"].map((url) => ({ ...usual, url: `https://a.example/${url}` }));
    const translated = list.map((article) => ({ ...article, title: "X" }));
    const exchange = found(v2, { query: "c", language: "fr" }, translated);
    expect(paths([first, second, { exchange, operation: operationOf(v2) }])).toEqual([]);
  });

  test("a single response and none say nothing", () => {
    expect(paths([first])).toEqual([]);
    expect(paths([], [first])).toEqual([]);
  });
});

describe("an endpoint states what others state", () => {
  const own = shown(v2, "a", ...each({ title: "X" }));
  const [topic, place] = [shown(topics, "a", ...three), shown(places, "a", ...three)];

  test("it breaks the rule if it differs from each of them", () => {
    expect(paths([own], [topic])).toEqual(["/articles/0/title"]);
    expect(paths([own], [topic, place])).toHaveLength(2);
    expect(paths([own], [])).toEqual([]);
  });

  test("if it agrees with one of them, another one is wrong", () => {
    const same = shown(places, "a", ...each({ title: "X" }));
    expect(paths([own], [topic, same])).toEqual([]);
    expect(paths([own], [topic, shown(places, "a", { title: "X" })])).toHaveLength(1);
  });
});

describe("what most responses have is missing from one", () => {
  type Members = Readonly<Record<string, unknown>>;
  const five = (text: string, lacking: readonly number[], article: Members): AtVersion => {
    const articles = [0, 1, 2, 3, 4].map((number) => ({
      url: `https://${number}.example`,
      title: `Title ${number}`,
      source,
      authors: ["A"],
      ...(lacking.includes(number) && article),
    }));
    return shown(v2, text, ...articles);
  };
  const all = [0, 1, 2, 3, 4];
  const others = [five("a", [], {}), five("b", [], {})];

  test.each<readonly [string, Members, readonly string[]]>([
    ["a member", { source: undefined }, ["/articles/0/source"]],
    ["a value", { title: "" }, ["/articles/0/title"]],
    ["the entries of a list", { authors: [] }, ["/articles/0/authors"]],
    ["a member of an object", { source: { ...source, name: null } }, ["/articles/0/source/name"]],
    ["what the specification does not list", { score: 1 }, []],
  ])("%s", (_, article, expected) => {
    expect(paths([...others, five("c", all, article)])).toEqual(expected);
  });

  test("one entry that has it is enough: a server may leave out what it does not know", () => {
    expect(paths([...others, five("c", [1, 2, 3, 4], { authors: [] })])).toEqual([]);
  });

  test("nothing is concluded if most responses lack it", () => {
    const without = ["c", "d", "e"].map((text) => five(text, all, { authors: [] }));
    expect(paths([...others, ...without])).toEqual([]);
  });
});

describe("publishers", () => {
  const list = (text: string, publisher: Readonly<Record<string, unknown>>): AtVersion => {
    const all = ["a", "b", "c"].map((name) => ({
      name,
      url: `https://${name}.example`,
      category: "Sports",
      language: "en",
      ...publisher,
    }));
    return {
      exchange: answered(publishers, { term: text }, { publishers: all }),
      operation: operationOf(publishers),
    };
  };
  const [first, second] = [list("a", {}), list("b", {})];

  test.each<readonly [string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ["another category", { category: "General" }, ["/publishers/0/category"]],
    ["another language", { language: "fr" }, ["/publishers/0/language"]],
    ["a region of the language", { language: "en-GB" }, []],
    ["another letter case", { category: "SPORTS", language: "EN" }, []],
    ["an empty category", { category: "" }, []],
    ["another URL", { url: "https://x.example", category: "General" }, ["/publishers/0/url"]],
    ["no URL", { url: undefined, category: "General" }, []],
    ["no name", { name: undefined, category: "General" }, []],
  ])("%s", (_, publisher, expected) => {
    expect(paths([first, second, list("c", publisher)])).toEqual(expected);
  });

  test("nothing is concluded from a publisher that one response lists in two languages", () => {
    const names = ["a", "b", "c"];
    const twice = [...names, ...names].map((name, index) => ({
      name,
      url: `https://${name}.example`,
      category: "Sports",
      language: index < 3 ? "en" : "fr",
    }));
    const both: AtVersion = {
      exchange: answered(publishers, { term: "c" }, { publishers: twice }),
      operation: operationOf(publishers),
    };
    const french = list("d", { language: "fr" });
    expect(paths([first, second, both, french])).toEqual([]);
    expect(paths([first, second, french])).toHaveLength(1);
  });
});

describe("pictures and descriptions may vary, but are not those of other entries", () => {
  const pictures = (...names: readonly string[]) =>
    names.map((name) => ({ image: `https://i.example/${name}.jpg` }));
  const search = at("2026-05-25");
  const seen = (...all: readonly (readonly string[])[]) =>
    paths(all.map((names, index) => shown(search, String(index), ...pictures(...names))));

  test("those of the next entries in one response", () => {
    expect(seen(["a", "b", "c"], ["a", "b", "c"], ["b", "c", "a"])).toEqual([
      "/news_articles/0/image",
    ]);
  });

  test("others in each response, and those of few entries", () => {
    expect(seen(["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"])).toEqual([]);
    expect(seen(["a", "b", "c", "d"], ["a", "b", "c", "d"], ["b", "a", "c", "d"])).toEqual([]);
  });

  test("one picture for several entries of a response", () => {
    expect(seen(["a", "a", "b"], ["a", "a", "b"], ["b", "b", "a"])).toEqual([]);
    expect(seen(["a", "b", "c"], ["a", "b", "c"], ["b", "c", "c"])).toEqual([]);
  });
});
