import { describe, expect, test } from "vitest";
import type { Operation } from "../../contracts/catalogue.ts";
import { pointerToken } from "../../contracts/json.ts";
import { loadCatalogue } from "../../contracts/load.ts";
import { expectJsonMediaType, expectRefused } from "../../suites/matchers/answer.ts";
import { expectTotalCoversItems } from "../../suites/matchers/counts.ts";
import {
  echoesLetters,
  echoesPlace,
  echoesText,
  echoesValue,
  isPlainText,
} from "../../suites/matchers/echo.ts";
import { errorEnvelopesOf, errorEnvelopeToJudge } from "../../suites/matchers/error-envelope.ts";
import { leaves } from "../../suites/matchers/json.ts";
import {
  articlesOf,
  expectNoForeignMembers,
  generationsOf,
} from "../../suites/matchers/success-envelope.ts";
import { expectPingTimestampNow, expectTimestampWithinADay } from "../../suites/matchers/times.ts";
import { madeUpExchange } from "./sources.ts";

function operation(endpoint: string, version: string): Operation {
  const found = loadCatalogue().operation("aggregator", endpoint, version);
  if (found === null) throw new Error(`no ${endpoint} at ${version}`);
  return found;
}
const current = operation("/search", "2026-05-25");
const v2 = operation("/search", "2024-01-01");
const v1 = operation("/search", "2022-01-01");

function answered(status: number, body: string, headers: Record<string, string> = {}) {
  const spec = {
    surface: "aggregator",
    endpoint: "/search",
    version: "default",
    credential: { kind: "none" },
    query: [],
  } as const;
  return madeUpExchange(spec, { status, headers, body });
}

describe("media type", () => {
  test.each([
    ["application/json", true],
    ["Application/JSON; charset=UTF-8", true],
    ["application/json ;charset=utf-8", true],
    ['application/json; profile="a;b, \\"c\\"", application/json', true],
    ['application/json; profile="a", text/html', false],
    ['"application/json"', false],
    ["application/problem+json", false],
    ["text/html", false],
    ["text/json", false],
  ])("%s", (value, good) => {
    const findings = expectJsonMediaType(answered(200, "{}", { "content-type": value }));
    expect(findings.length === 0).toBe(good);
  });

  test("absent", () => {
    expect(expectJsonMediaType(answered(200, "{}"))[0]?.actual).toBe("absent");
  });
});

test.each([
  [400, true],
  [499, true],
  [200, false],
  [302, false],
  [500, false],
])("a refusal: %i", (status, good) => {
  expect(expectRefused(answered(status, "{}")).length === 0).toBe(good);
});

describe("envelopes", () => {
  const bodies = {
    current: { metadata: {}, parameters: {}, news_articles: [] },
    v2: { success: true, totalHits: 0, articles: [] },
    v1: { success: true, total: 0, data: [] },
  };

  test.each([
    [bodies.current, ["metadata-and-errors"]],
    [bodies.v2, ["2024"]],
    [bodies.v1, ["2022"]],
    [{ ...bodies.v1, ...bodies.v2 }, ["2024", "2022"]],
    [{ success: true }, []],
    [[], []],
    [null, []],
  ])("%j is %j", (body, names) => {
    expect(generationsOf(body)).toEqual(names);
  });

  test.each([
    ["success in a current body", { ...bodies.current, success: true }, current, ["/success"]],
    ["an unknown member", { ...bodies.current, extra: 1 }, current, []],
    ["totalHits in a 2022 body", { ...bodies.v1, totalHits: 1 }, v1, ["/totalHits"]],
    ["metadata in a 2024 body", { ...bodies.v2, metadata: {} }, v2, ["/metadata"]],
    ["total in a 2024 body", { ...bodies.v2, total: 3 }, v2, ["/total"]],
    ["its own members", bodies.v2, v2, []],
  ])("foreign members: %s", (_, body, where, paths) => {
    expect(expectNoForeignMembers(body, where, loadCatalogue()).map(({ path }) => path)).toEqual(
      paths,
    );
  });

  test("articles are the items of type article, all items at the old versions", () => {
    const items = [{ type: "story" }, { type: "article" }, null];
    expect(articlesOf({ news_articles: items }, current).map(({ index }) => index)).toEqual([1]);
    expect(articlesOf({ articles: items }, v2).map(({ index }) => index)).toEqual([0, 1]);
  });
});

describe("error envelopes", () => {
  test.each([
    [{ metadata: {}, errors: [] }, ["metadata-and-errors"]],
    [{ errors: [] }, ["metadata-and-errors"]],
    [{ success: false }, ["legacy"]],
    [{ code: 400, message: "" }, ["legacy"]],
    [{ code: 400 }, []],
    [{ error: "no" }, []],
    [undefined, []],
    [{ success: false, errors: [] }, ["metadata-and-errors", "legacy"]],
  ] as const)("%j looks like %j", (body, names) => {
    expect([...errorEnvelopesOf(body)]).toEqual(names);
  });

  test("a body with members of both is held against the one that is owed", () => {
    const both = { success: false, errors: [] };
    expect(errorEnvelopeToJudge(both, "legacy")).toBe("legacy");
    expect(errorEnvelopeToJudge(both, "metadata-and-errors")).toBe("metadata-and-errors");
    expect(errorEnvelopeToJudge({ success: false }, "metadata-and-errors")).toBe("legacy");
    expect(errorEnvelopeToJudge({}, "metadata-and-errors")).toBeNull();
  });

  test.each<[string, readonly string[], string]>([
    ["complete in the other one only", ["legacy"], "legacy"],
    ["complete in both", ["legacy", "metadata-and-errors"], "metadata-and-errors"],
    ["complete in neither", [], "metadata-and-errors"],
  ])("where either will do, a body that is %s", (_, complete, judged) => {
    const both = { success: false, errors: [] };
    const isComplete = (one: string) => complete.includes(one);
    expect(errorEnvelopeToJudge(both, "metadata-and-errors", isComplete)).toBe(judged);
    expect(errorEnvelopeToJudge({ errors: [] }, "metadata-and-errors", isComplete)).toBe(
      "metadata-and-errors",
    );
  });
});

describe("counts", () => {
  test.each([
    [
      "fewer than the items",
      { metadata: { total_hits: 1 }, news_articles: [{ title: "a" }, { title: "b" }] },
      current,
      1,
    ],
    [
      "that of an item shown twice",
      { metadata: { total_hits: 1 }, news_articles: [{ title: "a" }, { title: "a" }] },
      current,
      0,
    ],
    ["as many", { metadata: { total_hits: 2 }, news_articles: [{}, {}] }, current, 0],
    ["legacy, fewer", { total: 0, data: [{}] }, v1, 1],
    ["2024, more", { totalHits: 9, articles: [{}] }, v2, 0],
    ["absent", { articles: [{}] }, v2, 0],
  ])("the total is %s", (_, body, where, findings) => {
    expect(expectTotalCoversItems(body, where)).toHaveLength(findings);
  });
});

describe("echo", () => {
  test.each([
    [{ query: " Climate " }, "climate", true],
    [{ filters: [{ q: "CLIMATE" }] }, "climate", true],
    [{ query: "climate change" }, "climate", false],
    [{ terms: ["Climate", "change"] }, "climate change", true],
    [{ raw: "lang=en&query=climate+change" }, "climate change", true],
    [{ raw: "query=climate%20change" }, "climate", false],
    [{ raw: "climate change" }, "climate", false],
    [{ terms: ["change", "climate"] }, "climate change", false],
    [{}, "climate", false],
    [null, "climate", false],
  ])("%j echoes the text %s: %s", (parameters, text, good) => {
    expect(echoesText(parameters, text)).toBe(good);
  });

  test.each([
    [{ location: " LONDON " }, "London", true],
    [{ place: { name: "London, England, GB" } }, "London", true],
    [{ location: "New York (US)" }, "New York", true],
    [{ location: "New York" }, "New", false],
    [{ location: "New+York" }, "New York", false],
    [{ location: "Greater London" }, "London", false],
    [{ location: "Londonderry, GB" }, "London", false],
    [{}, "London", false],
  ])("%j echoes the place %s: %s", (parameters, text, good) => {
    expect(echoesPlace(parameters, text)).toBe(good);
  });

  test.each([
    [{ country: "US" }, "us", true],
    [{ from: "2026-05-01T00:00:00Z" }, "2026-05-01", true],
    [{ from: 1777593600 }, "2026-05-01", true],
    [{ from: 1777593600000 }, "2026-05-01", true],
    [{ from: "2026-05-04" }, "2026-05-01", false],
    [{ n: 10 }, "10", true],
    [{ n: "010" }, "10", true],
    [{ site: "https://www.bbc.co.uk/" }, "bbc.co.uk", true],
    [{ site: "cnn.com" }, "bbc.co.uk", false],
    [{ lang: "en-US" }, "en", true],
    [{ lang: "en_gb" }, "en", true],
    [{ lang: "eng" }, "en", false],
    [{ lang: "fr-US" }, "en", false],
    [{ n: "" }, "0", false],
  ])("%j echoes the value %s: %s", (parameters, value, good) => {
    expect(echoesValue(parameters, value)).toBe(good);
  });
});

describe("echo of odd signs", () => {
  test.each([
    ["climate change", true],
    ["климат", true],
    ["気候", true],
    ["0", true],
    ["São Paulo", false],
    ["AC/DC", false],
    ["two  spaces", false],
    ["", false],
  ])("%j is plain: %s", (text, plain) => {
    expect(isPlainText(text)).toBe(plain);
  });

  test.each([
    [{ query: "São Paulo's" }, true],
    [{ query: "sao paulo s" }, true],
    [{ query: "SAO PAULOS" }, true],
    [{ terms: ["sao", "paulo", "s"] }, true],
    [{ filters: [{ words: ["São", "Paulo's"] }] }, true],
    [{ query: "S%C3%A3o Paulo's" }, false],
    [{ query: "São Paulo&#39;s" }, false],
    [{ query: "S\\u00e3o Paulo's" }, false],
    [{ query: "São" }, false],
    [{}, false],
  ])("%j echoes the letters of São Paulo's: %s", (parameters, good) => {
    expect(echoesLetters(parameters, "São Paulo's")).toBe(good);
  });

  test("a text without letters is not compared", () => {
    expect(echoesLetters({}, "🙂")).toBe(true);
  });
});

describe("times", () => {
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();

  test.each([
    [0, 0],
    [-23, 0],
    [23, 0],
    [-25, 1],
    [48, 1],
  ])("metadata.timestamp %i hours from now", (ahead, findings) => {
    const body = { metadata: { timestamp: hours(ahead) } };
    expect(expectTimestampWithinADay(answered(200, "{}"), body)).toHaveLength(findings);
  });

  test.each([
    ["milliseconds", 1, 0],
    ["seconds", 1 / 1000, 0],
    ["microseconds", 1000, 1],
    ["nothing", 0, 1],
  ])("ping's timestamp in %s", (_, factor, findings) => {
    const body = { timestamp: Math.floor(Date.now() * factor) };
    expect(expectPingTimestampNow(answered(200, "{}"), body)).toHaveLength(findings);
  });
});

describe("JSON", () => {
  test("a pointer's token is escaped", () => {
    expect(pointerToken("a/b~c")).toBe("/a~1b~0c");
  });

  test("leaves are found at every depth, falsy ones too", () => {
    expect([...leaves({ a: [0, { b: false }], c: "", d: null })].sort()).toEqual(["", 0, false]);
  });
});
