import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { describeSurface } from "../../reference/description/document.ts";
import { namesUsed } from "../../suites/engine/names-used.ts";
import { createTarget } from "../../suites/model/target.ts";
import { keyed } from "../../suites/requests/ordinary-requests.ts";
import { madeUpSource } from "./sources.ts";
import { completeConfiguration, completeKeys, completeTarget } from "./target.ts";

const contracts = loadCatalogue();
const at = (endpoint: string, version = "default") =>
  ({
    surface: contracts.operations.find((one) => one.endpoint === endpoint)?.surface ?? "news",
    endpoint,
    version,
    credential: keyed("bearer"),
  }) as const;

/** The exchange of a request with this query, whose answer has this body. */
function asked(
  place: ReturnType<typeof at>,
  query: readonly (readonly [string, string])[],
  body: string,
): Promise<Exchange> {
  const source = madeUpSource(() => ({ status: 200, headers: {}, body }));
  return source.exchange({ ...place, query });
}

const publishers = at("/search/publishers");
const limit = "surfaces.news.parameters.publishers.limit";

describe("the names that a request rests on", () => {
  test.each<[string, Parameters<typeof asked>, readonly string[]]>([
    ["none", [publishers, [], "{}"], []],
    ["one that nobody knows", [publishers, [["zzz", "1"]], '{"parameters":{}}'], []],
    ["one of the configuration", [publishers, [["n", "5"]], "{}"], [`n ${limit}`]],
    ["echoed", [publishers, [["n", "5"]], '{"parameters":{"n":5}}'], [`n ${limit}`]],
    [
      "echoed in another form",
      [publishers, [["n", "5"]], '{"parameters":{"n":null,"more":[]}}'],
      [`n ${limit}`],
    ],
    [
      "echoed under another name",
      [publishers, [["n", "5"]], '{"parameters":{"number_of_results":"5"}}'],
      [`n ${limit}`],
    ],
    ["missed by an echo", [publishers, [["n", "5"]], '{"parameters":{}}'], [`n ${limit} missed`]],
    [
      "missed by an echo of others",
      [
        publishers,
        [
          ["n", "5"],
          ["term", "a"],
        ],
        '{"parameters":{"term":"a"}}',
      ],
      [`term surfaces.news.parameters.publishers.query`, `n ${limit} missed`],
    ],
    ["where the answer is no JSON", [publishers, [["n", "5"]], "<html>"], [`n ${limit}`]],
    ["where the echo is none", [publishers, [["n", "5"]], '{"parameters":[]}'], [`n ${limit}`]],
    [
      "at another endpoint that has no such role",
      [at("/info/topics"), [["n", "5"]], '{"parameters":{}}'],
      [],
    ],
    [
      "of the other surface",
      [at("/topics"), [["tid", "TECHNOLOGY"]], '{"parameters":{"tid":"TECHNOLOGY"}}'],
      ["tid surfaces.aggregator.parameters.topics.topic"],
    ],
    [
      "beside what the specification calls so",
      [
        at("/search"),
        [
          ["query", "a"],
          ["page", "2"],
        ],
        '{"parameters":{"query":"a","page":2}}',
      ],
      ["page surfaces.aggregator.parameters.search.page"],
    ],
  ])("%s", async (_, request, wanted) => {
    const target = completeTarget();
    const found = namesUsed([await asked(...request)], { target, contracts });
    expect(
      found.map(({ name, from, missed }) => `${name} ${from}${missed ? " missed" : ""}`),
    ).toEqual(wanted);
    expect(new Set(found.map(({ source }) => source))).toEqual(
      new Set(wanted.length > 0 ? ["configuration"] : []),
    );
  });

  test("of several requests each is said once, and missed where one misses it", async () => {
    const one = await asked(publishers, [["n", "5"]], '{"parameters":{"n":5}}');
    const other = await asked(publishers, [["n", "7"]], '{"parameters":{}}');
    const found = namesUsed([one, other], { target: completeTarget(), contracts });
    expect(found).toEqual([{ name: "n", from: limit, source: "configuration", missed: true }]);
  });

  test("a name that a description tells is from there", async () => {
    const { news } = completeConfiguration.surfaces;
    if (news === undefined) throw new Error("no news surface");
    const source = "http://127.0.0.1:1/news/openapi.json";
    const document = describeSurface("news", "/news");
    const description = { source, document, problem: null, violations: [] };
    const surfaces = { news: { ...news, parameters: {}, description } };
    const target = createTarget({ surfaces }, completeKeys, contracts);
    const exchange = await asked(publishers, [["limit", "5"]], '{"parameters":{}}');
    expect(namesUsed([exchange], { target, contracts })).toEqual([
      { name: "limit", from: source, source: "description", missed: true },
    ]);
  });
});
