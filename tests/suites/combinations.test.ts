import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isObject, listAt, objectAt } from "../../contracts/json.ts";
import { loadCatalogue, loadCatalogueFrom } from "../../contracts/load.ts";
import { parseYaml } from "../../contracts/yaml.ts";
import {
  alternativesOf,
  type CheckContext,
  type NamedExchanges,
} from "../../suites/model/check.ts";
import { inSeveralWords } from "../../suites/model/free-text.ts";
import { parameterName } from "../../suites/model/parameter-names.ts";
import {
  combinations,
  combinationsIn,
  mostCombinations,
} from "../../suites/requests/combinations.ts";
import { request } from "../../suites/requests/ordinary-requests.ts";
import {
  arePartsServed,
  mayBeRefused,
  partsOfCombinations,
} from "../../suites/requests/parts-of-combinations.ts";
import { pageOfSize } from "../../suites/requests/sized-pages.ts";
import { textWithoutHits } from "../../suites/requests/texts-without-hits.ts";
import { copyOfContracts, writeYaml } from "../contracts/folder.ts";
import { madeUpExchange } from "./sources.ts";
import { completeTarget } from "./target.ts";

const contracts = loadCatalogue();
const target = completeTarget();

function contextAt(
  surface: "aggregator" | "news",
  endpoint: string,
  version: string,
): CheckContext {
  return { cell: { surface, endpoint, version, auth: "bearer" }, target, contracts };
}

const answer = (body: unknown) => ({ status: 200, body: JSON.stringify(body) });
const item = {
  type: "article",
  title: "a",
  url: "https://daily.example/a",
  date: "2026-03-04T05:06:07Z",
};

/** What is known of a server before its parameters are combined. */
function knownAt(context: CheckContext): NamedExchanges {
  const { surface, endpoint, version } = context.cell;
  const spec = {
    surface,
    endpoint,
    version,
    query: [[version === "2026-05-25" ? "query" : "q", "climate"]] as const,
    credential: { kind: "none" } as const,
  };
  const list = { news_articles: [item], articles: [item], data: [item] };
  const codes = ["US", "GB", "JP"].map((code) => ({
    code,
    allowed: true,
    languages: [{ code: code === "JP" ? "ja" : "en", allowed: true }],
  }));
  return {
    ordinary: madeUpExchange(
      { ...spec, query: endpoint === "/search" ? spec.query : [] },
      answer(list),
    ),
    publishers: madeUpExchange(
      spec,
      answer({
        publishers: [
          { name: "The Daily Harbor", category: "General" },
          { name: "Field Notes", category: "Science" },
          { name: "The Post", category: "General" },
        ],
      }),
    ),
    countries: madeUpExchange(spec, answer({ countries: codes })),
  };
}

const places = [
  [
    "aggregator",
    "/search",
    "2026-05-25",
    ["query", "country", "language", "site", "since", "until", "page"],
  ],
  [
    "aggregator",
    "/search",
    "2022-01-01",
    ["q", "country", "language", "site", "since", "until", "page"],
  ],
  ["aggregator", "/geolocation", "2024-01-01", ["location", "country", "language"]],
  ["news", "/search/publishers", "2026-08-01", ["term", "cat", "cc", "lang", "n", "order"]],
] as const;

describe("the parameters of a contract and of the roles are combined under their names", () => {
  test.each(places)("%s %s at %s", (surface, endpoint, version, names) => {
    const context = contextAt(surface, endpoint, version);
    const known = knownAt(context);
    const together = Object.values(combinations(context, known));
    const parts = Object.values(partsOfCombinations(context, known));
    const sent = new Set(together.flatMap(({ query }) => query.map(([name]) => name)));
    expect([...sent].sort()).toEqual([...names].sort());
    const pairs = new Set(
      together.flatMap(({ query }) =>
        query.flatMap(([one]) => query.map(([other]) => `${one} ${other}`)),
      ),
    );
    for (const one of names) for (const other of names) expect(pairs).toContain(`${one} ${other}`);
    expect(together.length + parts.length).toBeLessThanOrEqual(mostCombinations);
    for (const { query } of [...together, ...parts]) {
      expect(new Set(query.map(([name]) => name)).size).toBe(query.length);
      if (endpoint === "/geolocation") expect(query[0]?.[0]).toBe("location");
    }
  });
});

test("values are taken from the server's own results, and codes from its own list", () => {
  const valuesAt = (...place: Parameters<typeof contextAt>) => {
    const context = contextAt(...place);
    const all = Object.values(combinations(context, knownAt(context))).flatMap(
      ({ query }) => query,
    );
    return [...new Set(all.map((pair) => pair.join("=")))].sort();
  };
  expect(valuesAt("aggregator", "/search", "2024-01-01")).toEqual([
    "country=gb",
    "country=us",
    "language=en",
    "language=fr",
    "page=1",
    "q=climate",
    "q=climate climate",
    `q=${textWithoutHits}`,
    "since=2026-03-03",
    "site=daily.example",
    "until=2026-03-04",
  ]);
  expect(valuesAt("news", "/search/publishers", "2026-08-01")).toEqual([
    "cat=Science",
    "cc=JP",
    "cc=US",
    "lang=en",
    "lang=ja",
    "n=1",
    "n=3",
    "order=name",
    "term=Harbor",
    `term=${textWithoutHits}`,
  ]);
});

test("nothing is combined where the matrix leaves combinations out", () => {
  const context = contextAt("aggregator", "/search", "2026-05-25");
  expect(combinations({ ...context, combines: false }, knownAt(context))).toEqual({});
});

test("a combination is judged only where each of its parts is served", () => {
  const context = contextAt("aggregator", "/geolocation", "2024-01-01");
  const known = knownAt(context);
  const served = (refused: string): NamedExchanges =>
    Object.fromEntries(
      Object.entries({
        ...partsOfCombinations(context, known),
        ...combinations(context, known),
      }).map(([name, spec]) => {
        const isRefused =
          spec.query.length < 3 && spec.query.some(([, value]) => value === refused);
        const made = { status: isRefused ? 400 : 200, body: "{}" };
        return [name, madeUpExchange(spec, made)];
      }),
    );
  const judged = (refused: string) => {
    const exchanges = served(refused);
    return combinationsIn(exchanges)
      .filter((one) => arePartsServed(one, exchanges))
      .map(({ spec }) =>
        spec.query
          .slice(1)
          .map(([, value]) => value)
          .join(" "),
      );
  };
  expect(judged("none").sort()).toEqual([
    "",
    "FR",
    "FR en",
    "FR fr",
    "US",
    "US en",
    "US fr",
    "en",
    "fr",
  ]);
  expect(judged("FR").sort()).toEqual(["", "US", "US en", "US fr", "en", "fr"]);
});

describe("a combination with the first page", () => {
  const context = contextAt("aggregator", "/search", "2024-01-01");
  const known = knownAt(context);
  const articles = (...names: readonly string[]) => ({
    articles: names.map((name) => ({ title: name, url: `https://daily.example/${name}` })),
  });
  const isExcused = (paged: unknown, query: readonly (readonly [string, string])[]) => {
    const parts = Object.fromEntries(
      Object.entries(partsOfCombinations(context, known)).map(([name, spec]) => {
        const hasPage = spec.query.some(([sent]) => sent === "page");
        return [name, madeUpExchange(spec, answer(hasPage ? paged : articles("a", "b", "c")))];
      }),
    );
    const refused = madeUpExchange(request(context, query), { status: 400, body: "{}" });
    return mayBeRefused(refused, context, { ...known, ...parts });
  };
  const query = [
    ["country", "us"],
    ["page", "1"],
  ] as const;

  test("may be refused if page 1 is the second one, or may be", () => {
    expect(isExcused(articles("d", "e", "f"), query)).toBe(true);
    expect(isExcused(articles(), query)).toBe(true);
  });

  test("may not be refused if page 1 is the first one, nor without a page", () => {
    expect(isExcused(articles("a", "b", "c"), query)).toBe(false);
    expect(isExcused(articles("x", "a", "b"), query)).toBe(false);
    expect(isExcused(articles("d", "e", "f"), query.slice(0, 1))).toBe(false);
  });
});

describe("a page size that is served alone", () => {
  const context = contextAt("aggregator", "/search", "2024-01-01");
  const name = parameterName(context, "search", "pageSize") ?? "";
  const queriesFor = (status: number) => {
    const known = knownAt(context);
    const [spec] = alternativesOf(pageOfSize(context));
    if (spec === undefined) throw new Error("no page size is sent");
    const sized = madeUpExchange(spec, { status, body: '{"articles":[]}' });
    return Object.values(combinations(context, { ...known, sized })).map(({ query }) => query);
  };

  test("is beside each value of each other parameter, in fewer than half of the combinations", () => {
    const all = queriesFor(200);
    const sized = all.filter((query) => query.some(([one]) => one === name));
    const values = (queries: typeof all) =>
      new Set(
        queries.flat().map(([one, value]) => `${one}=${value.split(" ").slice(0, 1).join()}`),
      );
    expect(values(sized)).toEqual(values(all));
    expect(sized.length).toBeLessThan(all.length / 2);
    expect(sized.length).toBeGreaterThan(1);
  });

  test("changes nothing else", () => {
    const others = (queries: ReturnType<typeof queriesFor>) =>
      queries.map((query) => query.filter(([one]) => one !== name));
    expect(others(queriesFor(200))).toEqual(queriesFor(400));
    expect(
      queriesFor(400)
        .flat()
        .map(([one]) => one),
    ).not.toContain(name);
  });
});

test("each date and the first page are also sent without any other parameter", () => {
  for (const version of ["2022-01-01", "2024-01-01", "2026-05-25"]) {
    const context = contextAt("aggregator", "/search", version);
    const single = Object.values(combinations(context, knownAt(context)))
      .filter(({ query }) => query.length === 1)
      .map(({ query }) => query[0]?.[0]);
    expect(single).toEqual(expect.arrayContaining(["since", "until", "page"]));
  }
});

describe("a parameter that a version adds", () => {
  const file = "aggregator/2026-05-25/openapi.yaml";

  /** What is sent together, where /search has one more parameter. */
  function combined(schema: object) {
    const folder = copyOfContracts();
    const written: unknown = parseYaml(readFileSync(join(folder, file), "utf8"));
    const document = isObject(written) ? written : {};
    const paths = objectAt(document, "paths");
    const get = objectAt(objectAt(paths, "/search"), "get");
    const added = { name: "region", in: "query", description: "Region.", schema };
    const parameters = [...listAt(get, "parameters"), added];
    writeYaml(folder, file, {
      ...document,
      paths: { ...paths, "/search": { get: { ...get, parameters } } },
    });
    const context = {
      ...contextAt("aggregator", "/search", "2026-05-25"),
      contracts: loadCatalogueFrom(folder),
    };
    return Object.values(combinations(context, knownAt(context)));
  }

  test.each([
    { type: "string", examples: ["eu"] },
    { type: "string", enum: ["eu", "us"] },
    { type: "string", default: "eu" },
  ])("is sent with each of the others, with a value of its contract: %j", (schema) => {
    const beside = new Set(
      combined(schema)
        .filter(({ query }) => query.some(([name, value]) => name === "region" && value === "eu"))
        .flatMap(({ query }) => query.map(([name]) => name)),
    );
    expect(beside).toContain("country");
    expect(beside).toContain("language");
    expect(beside).toContain("since");
  });

  test("needs an example in its contract", () => {
    expect(() => combined({ type: "string" })).toThrow(
      "the contract of aggregator /search has no example for region",
    );
  });
});

test.each([
  ["climate", "climate climate"],
  ["climate change", "climate change"],
  ["x".repeat(31), "x".repeat(31)],
])("%j is sent in several words as %j", (text, expected) => {
  expect(inSeveralWords(text)).toBe(expected);
});
