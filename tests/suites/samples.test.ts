import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { canonicalRequest, type RequestSpec } from "../../harness/requests/request-spec.ts";
import type { Samples } from "../../harness/settings/types.ts";
import { findSamples } from "../../suites/engine/samples.ts";
import { withSamples } from "../../suites/model/target.ts";
import { type MadeUpAnswer, madeUpExchange } from "./sources.ts";
import { completeTarget } from "./target.ts";

const contracts = loadCatalogue();

interface Listed {
  readonly titles?: readonly string[];
  readonly topics?: readonly string[];
  readonly subtopics?: readonly string[];
}

function body({ titles = [], topics = [], subtopics = [] }: Listed): MadeUpAnswer {
  const source = { name: "x", url: "https://www.news.example/" };
  const text = JSON.stringify({
    metadata: {},
    parameters: {},
    news_articles: titles.map((title) => ({ type: "article", title, source })),
    navigation_links: topics.map((topic_id) => ({ name: "x", topic_id })),
    subtopic_links: subtopics.map((subtopic_id) => ({ name: "x", subtopic_id })),
  });
  return { status: 200, body: text };
}

const nothing = body({});
const something = body({ titles: ["Economy grows"], subtopics: ["CAAqs"] });
const refused: MadeUpAnswer = { status: 404, body: "{}" };

type Server = (endpoint: string, sent: Readonly<Record<string, string>>) => MadeUpAnswer;

async function found(
  server: Server,
  endpoints?: readonly string[],
  configured: Partial<Samples> = {},
) {
  const asked: RequestSpec[] = [];
  const target = withSamples(completeTarget(), "aggregator", { samples: configured });
  const result = await findSamples({
    target,
    contracts,
    source: {
      exchange: async (spec) => {
        if (!asked.some((one) => canonicalRequest(one) === canonicalRequest(spec)))
          asked.push(spec);
        return madeUpExchange(spec, server(spec.endpoint, Object.fromEntries(spec.query)));
      },
    },
    wants: (_, endpoint) => endpoints?.includes(endpoint) ?? true,
  });
  const { samples, placeCodes } = result.target;
  return {
    ...result,
    asked,
    changed: result.target !== target,
    samples: samples("aggregator"),
    codes: placeCodes("aggregator"),
  };
}

/** What each sample is taken from; those with hits are left out. */
const notes = (result: Awaited<ReturnType<typeof found>>) =>
  result.found.map(({ sample, lacks, taken, from }) => `${sample}: ${lacks}: ${taken} (${from})`);

test("where every sample has hits nothing is changed, and little is asked", async () => {
  const result = await found(() => something);
  expect([result.changed, result.found]).toEqual([false, []]);
  // Search, location, topic and the list of countries, which are part of every plan.
  expect(result.asked.length).toBe(4);
});

test("where nothing is judged nothing is asked", async () => {
  const result = await found(() => nothing, []);
  expect([result.changed, result.asked]).toEqual([false, []]);
});

test("where the server lists nothing at all the configured samples stay, and it is said", async () => {
  const result = await found(() => nothing);
  expect(result.changed).toBe(false);
  expect(notes(result)).toEqual([
    "query: hits: null (null)",
    "location: hits: null (null)",
    "topic: hits: null (null)",
  ]);
  expect(result.asked.length).toBeLessThanOrEqual(4 + 17);
});

test("where requests are refused or fail, what is wrong is for the checks to say", async () => {
  const result = await found(() => ({ status: 500, body: "{}" }));
  expect([result.changed, result.found]).toEqual([false, []]);
});

describe("a sample without hits", () => {
  test("of the search is replaced by a word of a title that has some", async () => {
    const result = await found((endpoint, sent) => {
      if (endpoint !== "/search") return something;
      if (sent.query === "economy") return body({ titles: ["Economy"] });
      return sent.query === undefined
        ? body({ titles: ["About nothing", "The economy"] })
        : nothing;
    });
    expect(notes(result)).toEqual(["query: hits: economy (found in a title)"]);
    expect(result.samples).toMatchObject({ query: "economy", location: "London" });
  });

  test("of the domain is replaced by that of an article", async () => {
    const result = await found(
      (endpoint, sent) =>
        endpoint === "/search" && sent.site === "nowhere.example" ? nothing : something,
      undefined,
      { domain: "nowhere.example" },
    );
    expect(notes(result)).toEqual(["domain: hits: news.example (taken from an article)"]);
  });

  test("of the topic is replaced by a topic of a link, where no named one has any", async () => {
    const result = await found((endpoint, sent) => {
      if (endpoint !== "/topics") return something;
      if (sent.tid === "CAAqX") return something;
      return body({ topics: sent.tid === undefined ? ["CAAqX"] : [] });
    });
    expect(notes(result)).toEqual(["topic: hits: CAAqX (found in a navigation link)"]);
  });

  test("of the topic lacks subtopics where another one has some", async () => {
    const result = await found((endpoint, sent) =>
      endpoint === "/topics" && sent.tid !== "BUSINESS" ? body({ titles: ["x"] }) : something,
    );
    expect(notes(result)).toEqual(["topic: subtopics: BUSINESS (a named topic)"]);
  });

  test("of the topic stays where none has subtopics", async () => {
    const result = await found((endpoint) =>
      endpoint === "/topics" ? body({ titles: ["x"] }) : something,
    );
    expect([result.changed, result.found]).toEqual([false, []]);
  });

  test("of the location is replaced by a place of a title", async () => {
    const result = await found((endpoint, sent) => {
      if (endpoint === "/search") return body({ titles: ["Storm over Chicago"] });
      return endpoint !== "/geolocation" || sent.location === "Chicago" ? something : nothing;
    });
    expect(notes(result)).toEqual(["location: hits: Chicago (found in a title)"]);
    expect(result.codes).toBeNull();
  });

  test.each([
    ["finds nothing", nothing],
    ["is refused", refused],
  ])("of the location is asked with its own country, where it %s without", async (_, without) => {
    const result = await found((endpoint, sent) =>
      endpoint !== "/geolocation" || sent.country === "GB" ? something : without,
    );
    expect(notes(result)).toEqual(["location: hits: London (with country GB and language en)"]);
    expect(result.codes).toEqual({ country: "GB", language: "en" });
  });

  test("of the location is replaced by the capital of a country on the plan", async () => {
    const countries = [
      { name: "x", code: "jp", allowed: true, languages: [{ code: "ja", allowed: true }] },
    ];
    const result = await found((endpoint, sent) => {
      if (endpoint === "/info/countries")
        return { status: 200, body: JSON.stringify({ countries }) };
      if (endpoint === "/search" && sent.country === "us") return refused;
      return endpoint !== "/geolocation" || sent.country === "JP" ? something : nothing;
    });
    expect(notes(result)).toEqual([
      "country: permission: jp (allowed by /info/countries)",
      "language: permission: ja (allowed by /info/countries)",
      "location: hits: Tokyo (with country JP and language ja)",
    ]);
    expect(result.samples).toMatchObject({ country: "jp", language: "ja", location: "Tokyo" });
  });
});

test("codes that the search serves stay, though the list of the other surface lacks them", async () => {
  const countries = [
    { name: "x", code: "jp", allowed: true, languages: [{ code: "ja", allowed: true }] },
  ];
  const result = await found((endpoint) =>
    endpoint === "/info/countries"
      ? { status: 200, body: JSON.stringify({ countries }) }
      : something,
  );
  expect([result.changed, result.found]).toEqual([false, []]);
});

describe("a host that is refused as a domain", () => {
  const at = (host: string): MadeUpAnswer => ({
    status: 200,
    body: JSON.stringify({
      news_articles: [{ type: "article", source: { url: `https://${host}/` } }],
      subtopic_links: [{ name: "x", subtopic_id: "CAAqs" }],
    }),
  });
  const server =
    (known: string): Server =>
    (endpoint, { site }) => {
      if (endpoint !== "/search" || site === undefined) return at("m.news.example");
      if (site === "nowhere.example") return nothing;
      return site === known ? something : refused;
    };
  const configured = { domain: "nowhere.example" };

  test("is asked for by its shorter name", async () => {
    const result = await found(server("news.example"), undefined, configured);
    expect(notes(result)).toEqual(["domain: hits: news.example (taken from an article)"]);
  });

  test("is not taken where no name of it is known", async () => {
    const result = await found(server("other.example"), undefined, configured);
    expect(notes(result)).toEqual(["domain: hits: null (null)"]);
    expect(result.samples).toMatchObject(configured);
  });
});

describe("no place is known", () => {
  const unknown: Server = (endpoint) => (endpoint === "/geolocation" ? refused : something);
  const lacks = async (server: Server, configured: Partial<Samples> = {}) =>
    (await found(server, undefined, configured)).target.lacksPlace("aggregator");

  test("where every one that is tried is refused", async () => {
    expect(await lacks(unknown)).toBe(true);
  });

  test.each<readonly [string, Server, Partial<Samples>]>([
    [
      "one is served",
      (endpoint, sent) => (sent.country === "GB" ? nothing : unknown(endpoint, sent)),
      {},
    ],
    [
      "one fails",
      (endpoint, sent) =>
        sent.country === "FR" ? { status: 500, body: "{}" } : unknown(endpoint, sent),
      {},
    ],
    ["the configuration names one", unknown, { location: "Oslo" }],
    [
      "the key is refused",
      (endpoint) => (endpoint === "/geolocation" ? { status: 403, body: "{}" } : something),
      {},
    ],
  ])("but not where %s", async (_, server, configured) => {
    expect(await lacks(server, configured)).toBe(false);
  });
});
