import { describe, expect, test } from "vitest";
import type { Operation } from "../../contracts/catalogue.ts";
import { anything, type MemberShape, type Shape } from "../../contracts/shape.ts";
import { defaultIsLatest } from "../../suites/checks/version-default.ts";
import {
  comparable,
  membersTelling,
  occurs,
  type TellingMember,
} from "../../suites/matchers/version-members.ts";
import { loadFirstContracts } from "../contracts/folder.ts";
import { madeUpExchange } from "./sources.ts";
import { completeTarget } from "./target.ts";

const contracts = loadFirstContracts();

function operation(surface: "aggregator" | "news", endpoint: string, version: string): Operation {
  const found = contracts.operation(surface, endpoint, version);
  if (found === null) throw new Error(`no ${endpoint} at ${version}`);
  return found;
}

/** The newest search, and one that has one article member less and stands for the version before. */
const newest = operation("aggregator", "/search", "2026-05-25");
const before = without(newest, "image");

function without(from: Operation, name: string): Operation {
  const { entries } = from;
  if (entries === null) throw new Error("no entries");
  const members = new Map([...entries.shape.members].filter(([known]) => known !== name));
  const shape: Shape = { ...entries.shape, members };
  return { ...from, version: "2025-01-01", entries: { ...entries, shape } };
}

describe("members that tell one version from another", () => {
  const named = (version: Operation, from: Operation) =>
    membersTelling(version, from).map(({ of, names }) => `${of} ${names.join(".")}`);

  test("of another generation: the whole envelope", () => {
    expect(named(newest, operation("aggregator", "/search", "2024-01-01"))).toEqual([
      "body metadata",
      "body parameters",
      "body news_articles",
      "body navigation_links",
      "body related_topics",
      "body related_publications",
    ]);
  });

  test("of a version whose body is not shown: all but the list", () => {
    const [countries, old] = ["2026-08-01", "2024-01-01"].map((version) =>
      operation("news", "/info/countries", version),
    );
    if (countries === undefined || old === undefined) throw new Error("no countries");
    expect(named(countries, old)).toEqual(["body metadata", "body parameters"]);
  });

  test("of the same generation: the member of an entry", () => {
    expect(named(newest, before)).toEqual(["entries image"]);
    expect(named(before, newest)).toEqual([]);
    expect(named(newest, newest)).toEqual([]);
  });

  test("inside an object that both have", () => {
    const metadata: Shape = {
      ...anything,
      members: new Map([["id", { presence: "required", shape: anything }]]),
    };
    const members = new Map([
      ...newest.successShape.members,
      ["metadata", { presence: "required", shape: metadata }] as const,
    ]);
    const smaller = { ...newest, successShape: { ...newest.successShape, members } };
    expect(named(newest, smaller)).toEqual([
      "body metadata.timestamp",
      "body metadata.took_ms",
      "body metadata.total_hits",
    ]);
  });
});

describe("members of made-up shapes", () => {
  type Members = Readonly<Record<string, MemberShape["presence"] | Shape>>;
  const shape = (members: Members): Shape => ({
    ...anything,
    members: new Map(
      Object.entries(members).map(([name, one]) => [
        name,
        typeof one === "string"
          ? { presence: one, shape: anything }
          : { presence: "required", shape: one },
      ]),
    ),
  });
  const told = (own: Members, other: Members) => {
    const at = (members: Members) => ({ ...newest, successShape: shape(members), entries: null });
    return membersTelling(at(own), at(other)).map(({ names, isRequired }) => [
      names.join("."),
      isRequired,
    ]);
  };

  test.each<readonly [string, Members, Members, readonly (readonly [string, boolean])[]]>([
    ["a required one", { a: "required", b: "required" }, { a: "required" }, [["b", true]]],
    ["an optional one", { a: "required", b: "optional" }, { a: "required" }, [["b", false]]],
    ["one that the other forbids", { a: "optional" }, { a: "forbidden" }, [["a", false]]],
    ["none that both have", { a: "required" }, { a: "optional" }, []],
    ["none that it forbids itself", { a: "required", b: "forbidden" }, { a: "required" }, []],
    [
      "those inside a required member",
      { a: shape({ b: "required", c: "optional" }) },
      { a: shape({}) },
      [
        ["a.b", true],
        ["a.c", false],
      ],
    ],
  ])("%s", (_, own, other, expected) => {
    expect(told(own, other)).toEqual(expected);
  });

  test("a required member of an optional one is optional", () => {
    const within = (presence: "required" | "optional", inner: Shape): Operation => ({
      ...newest,
      entries: null,
      successShape: { ...anything, members: new Map([["a", { presence, shape: inner }]]) },
    });
    const isRequired = (presence: "required" | "optional") =>
      membersTelling(within(presence, shape({ b: "required" })), within(presence, shape({}))).map(
        (one) => one.isRequired,
      );
    expect(isRequired("optional")).toEqual([false]);
    expect(isRequired("required")).toEqual([true]);
  });

  test("of entries are told only if both versions show them", () => {
    const unshown = { ...newest, entries: null };
    expect(membersTelling(unshown, newest)).toEqual([]);
    expect(membersTelling(newest, unshown)).toEqual([]);
  });
});

describe("a member occurs", () => {
  const compared = { body: { a: { b: null } }, entries: [{ c: 1 }, {}, "noise"] };
  test.each<readonly [TellingMember["of"], readonly string[], boolean]>([
    ["body", ["a"], true],
    ["body", ["a", "b"], true],
    ["body", ["a", "c"], false],
    ["body", ["c"], false],
    ["entries", ["c"], true],
    ["entries", ["a"], false],
  ])("in the %s as %j: %s", (of, names, expected) => {
    expect(occurs({ of, names, isRequired: true }, compared)).toBe(expected);
  });
});

test("entries without an identity are not compared", () => {
  const articles = [
    { type: "article", url: 7, name: "a" },
    { type: "article", url: 7, title: "b" },
  ];
  const body = { news_articles: articles };
  expect(comparable([body, body], newest).map(({ entries }) => entries)).toEqual([
    articles.slice(0, 1),
    articles.slice(0, 1),
  ]);
});

test("entries are compared where both answers list them", () => {
  const article = (url: string) => ({ type: "article", url });
  const [first, second] = comparable(
    [
      { news_articles: [article("a"), article("b"), { type: "story", url: "c" }] },
      { news_articles: [article("b"), article("d"), { type: "story", url: "c" }, "noise"] },
    ],
    newest,
  );
  expect([first?.entries, second?.entries]).toEqual([[article("b")], [article("b")]]);
});

describe("an answer without the header", () => {
  const cell = {
    surface: "aggregator",
    endpoint: "/search",
    version: "default",
    auth: "bearer",
  } as const;
  const withOlder = { ...contracts, operations: [newest, before] };
  const context = { cell, target: completeTarget(), contracts: withOlder };
  const article = (url: string, more: object = {}) => ({ type: "article", url, ...more });
  const body = (...news_articles: readonly object[]) => ({
    metadata: {},
    parameters: {},
    news_articles,
  });
  const exchange = (version: string, made: object, status = 200) =>
    madeUpExchange(
      { ...cell, version, query: [], credential: { kind: "none" } },
      { status, body: JSON.stringify(made) },
    );
  const judged = (implicit: object, explicit: object, status = 200) =>
    defaultIsLatest.expect(
      {
        implicit: exchange("default", implicit),
        explicit: exchange(newest.version, explicit, status),
      },
      context,
    );
  const image = { image: "https://images.example/1" };

  test("without the member that the same item has with the header is an older version's", () => {
    expect(judged(body(article("a")), body(article("a", image)))).toMatchObject([
      {
        path: "/news_articles/*/image",
        expected: "a member of 2026-05-25, the latest version",
        actual: "absent",
      },
    ]);
  });

  test.each([
    ["has it in one item of several", [article("a", image), article("b")]],
    ["lists other items, which may lack it", [article("c"), article("d")]],
    ["lists nothing", []],
  ])("is not accused where it %s", (_, items) => {
    expect(judged(body(...items), body(article("a", image), article("b", image)))).toEqual([]);
  });

  test("does not fail if the response with the header lacks it too, or is refused", () => {
    expect(judged(body(article("a")), body(article("a")))).toEqual([]);
    expect(judged(body(article("a")), body(article("a", image)), 400)).toEqual([]);
  });

  test("is told from another generation also where the version in the header is refused", () => {
    const legacy = { success: true, totalHits: 0, articles: [] };
    const found = defaultIsLatest.expect(
      { implicit: exchange("default", legacy), explicit: exchange("2026-05-25", {}, 400) },
      { ...context, contracts },
    );
    expect(found).toContainEqual(expect.objectContaining({ path: "/metadata" }));
  });
});
