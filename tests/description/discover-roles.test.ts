import { describe, expect, test } from "vitest";
import type { Surface } from "../../contracts/vocabulary.ts";
import { discoverRoles } from "../../description/discover-roles.ts";
import { type DescribedSurface, describedSurface } from "../../description/operations.ts";
import { roleSigns } from "../../description/role-signs.ts";
import { loadFirstContracts } from "../contracts/folder.ts";
import { describedWith, referenceDocument } from "./documents.ts";

const { operations } = loadFirstContracts();
const of = (surface: Surface) => operations.filter((one) => one.surface === surface);

/** The names that are found, by role; by version where they differ. */
function found(
  described: DescribedSurface,
  surface: Surface,
  configured: Readonly<Record<string, string | null>> = {},
) {
  const roles = discoverRoles(
    described,
    "",
    of(surface),
    (group, role) => configured[`${group}.${role}`],
  );
  return Object.fromEntries(
    roles.map(({ group, role, version, name }) => [
      `${group}.${role}${version === null ? "" : `@${version}`}`,
      name,
    ]),
  );
}

const publishers = (...parameters: Parameters<typeof describedWith>[1]) =>
  found(describedWith("/search/publishers", parameters), "news");
const search = (...parameters: Parameters<typeof describedWith>[1]) =>
  found(describedWith("/search", parameters), "aggregator");

test("there are signs for every role of the contracts", () => {
  const roles = operations.flatMap(({ roleGroup, roles: own }) =>
    own.map(({ role }) => `${roleGroup}.${role}`),
  );
  const known = roleSigns.map(({ group, role }) => `${group}.${role}`);
  expect([...new Set(roles)].sort()).toEqual(known.sort());
});

test("the description of the reference server tells all of its names", () => {
  expect(found(describedSurface(referenceDocument("news")), "news")).toEqual({
    "publishers.query": "query",
    "publishers.category": "category",
    "publishers.country": "country",
    "publishers.language": "language",
    "publishers.limit": "limit",
    "publishers.sort": "sort",
  });
  expect(found(describedSurface(referenceDocument("aggregator")), "aggregator")).toEqual({
    "search.domain": "domain",
    "search.from": "published_from",
    "search.to": "published_to",
    "search.page": "page",
    "search.pageSize@2026-05-25": "hits_per_page",
    "search.pageSize@2024-01-01": "pageSize",
    "search.pageSize@2022-01-01": "pageSize",
    "topics.topic": "topic_id",
    "topics.subtopic": "subtopic_id",
  });
});

describe("constraints tell first", () => {
  const oneToHundred = { type: "integer", minimum: 1, maximum: 100 };

  test("the only integer from 1 to 100 is the number of results, whatever it is called", () => {
    expect(publishers({ name: "x", schema: oneToHundred }, { name: "limit" })).toEqual({
      "publishers.limit": "x",
    });
    const exclusive = { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 101 };
    expect(publishers({ name: "x", schema: exclusive })).toEqual({ "publishers.limit": "x" });
  });
  test("of two such integers the name tells", () => {
    const more = { name: "offset", schema: oneToHundred };
    expect(publishers({ name: "max_results", schema: oneToHundred }, more)).toEqual({
      "publishers.limit": "max_results",
    });
  });
  test("the only text of at least one character is the search text", () => {
    const schema = { type: "string", minLength: 1 };
    expect(publishers({ name: "x", schema }, { name: "y" })).toEqual({ "publishers.query": "x" });
  });
  test("but not where another is called or described like the role", () => {
    const bounded = { name: "popularidade", schema: { type: "integer", minimum: 1, maximum: 100 } };
    const unbounded = { type: "integer" };
    expect(publishers(bounded, { name: "limit", schema: unbounded })).toEqual({
      "publishers.limit": "limit",
    });
    const described = { name: "limite", schema: unbounded, description: "How many" };
    expect(publishers(bounded, described)).toEqual({});
    const text = { name: "sessao", schema: { type: "string", minLength: 1 } };
    expect(publishers(text, { name: "search", schema: { type: "string" } })).toEqual({
      "publishers.query": "search",
    });
    // But where it is the bounded one itself, others may be described alike.
    const both = { ...bounded, description: "How many to return" };
    expect(publishers(both, described)).toEqual({ "publishers.limit": "popularidade" });
  });

  test("but not beside another number that may be meant", () => {
    const trust = {
      name: "trust",
      schema: oneToHundred,
      description: "Only those with this trust",
    };
    const number = {
      name: "anzahl",
      schema: { type: "integer" },
      description: "Anzahl der Treffer",
    };
    expect(publishers(trust, number)).toEqual({});
    expect(publishers(trust)).toEqual({ "publishers.limit": "trust" });
    // A name of one letter does not decide between two.
    expect(publishers({ ...trust, name: "n" }, { name: "l", schema: oneToHundred })).toEqual({});
    expect(publishers({ name: "n", schema: oneToHundred })).toEqual({ "publishers.limit": "n" });
  });

  test("but not one that is called otherwise", () => {
    const schema = { type: "string", minLength: 1 };
    expect(publishers({ name: "country_code", schema })).toEqual({
      "publishers.country": "country_code",
    });
    expect(publishers({ name: "category", schema }, { name: "q" })).toEqual({
      "publishers.category": "category",
      "publishers.query": "q",
    });
    expect(
      publishers(
        { name: "page", schema: oneToHundred },
        { name: "limit", schema: { type: "integer" } },
      ),
    ).toEqual({
      "publishers.limit": "limit",
    });
  });
});

describe("words in a name do not decide against what is written of another", () => {
  const day = { type: "string", format: "date" };
  test.each([
    [
      "a related topic",
      { name: "related_topic", description: "A topic that ranks first" },
      { name: "id", description: "Topic" },
    ],
    [
      "a related topic without a text",
      { name: "related_topic" },
      { name: "id", description: "Topic" },
    ],
  ])("%s", (_, other, own) => {
    expect(found(describedWith("/topics", [other, own]), "aggregator")).toEqual({});
  });
  test("another date", () => {
    const own = { name: "date.gte", schema: day, description: "Published on or after this day" };
    const other = { name: "crawled_since", schema: day, description: "For partners only" };
    expect(search(own, other)).toEqual({});
    expect(search(own)).toEqual({ "search.from": "date.gte" });
    expect(search({ ...own, name: "published_since" }, { name: "x", schema: day })).toEqual({
      "search.from": "published_since",
    });
  });
  test("unless that is called like another role", () => {
    const limit = { name: "limit", schema: { type: "integer", minimum: 1, maximum: 100 } };
    const sort = { name: "sort", description: "Sort by category or country" };
    expect(publishers(limit, sort, { name: "news_category" })).toEqual({
      "publishers.limit": "limit",
      "publishers.sort": "sort",
      "publishers.category": "news_category",
    });
  });
});

describe("then names and what is written", () => {
  test.each([
    ["sortBy", "publishers.sort"],
    ["sort-order", "publishers.sort"],
    ["lang", "publishers.language"],
    ["country_code", "publishers.country"],
    ["publisherCategory", "publishers.category"],
    ["search_text", "publishers.query"],
  ])("%s is %s", (name, role) => {
    expect(publishers({ name })).toEqual({ [role]: name });
  });
  test.each([
    ["Which publishers come first: order of the list.", "publishers.sort"],
    ["ISO 639-1 code.", "publishers.language"],
    ["ISO 3166 code of the place.", "publishers.country"],
    ["Free text to look for.", "publishers.query"],
  ])("%s", (description, role) => {
    expect(publishers({ name: "x", description })).toEqual({ [role]: "x" });
  });
  test.each([
    ["exclude_category", "", {}],
    ["category", "Excludes publishers of this category.", {}],
    ["searchMode", "How the search text is read.", {}],
    ["language_format", "", {}],
    ["sort_type", "", { "publishers.sort": "sort_type" }],
  ])("%s, with the text %j", (name, description, expected) => {
    expect(publishers({ name, description })).toEqual(expected);
  });
  test.each([
    ["since_id", ""],
    ["before_cursor", ""],
    ["after", "Cursor of the last item of the page before."],
    ["max_age", "Hours."],
    ["edition", "Articles from this edition."],
    ["excluded-domains", "Domains."],
    ["sources", "Leaves out these domains."],
  ])("%s is no filter of searches, with the text %j", (name, description) => {
    expect(search({ name, description })).toEqual({});
  });
  test("what is about a role leaves it to another parameter", () => {
    expect(
      found(
        describedWith("/topics", [
          { name: "topic_format", schema: { type: "string", enum: ["short", "long"] } },
          { name: "t", description: "A topic: its name or its id." },
        ]),
        "aggregator",
      ),
    ).toEqual({ "topics.topic": "t" });
    expect(search({ name: "von", description: "Published from this day." })).toEqual({
      "search.from": "von",
    });
  });
  test("a complete name before one of its words", () => {
    expect(publishers({ name: "order_by" }, { name: "sort_direction" })).toEqual({
      "publishers.sort": "order_by",
    });
  });
  test("dates by their format, and which is which by name or text", () => {
    const schema = { type: "string", format: "date" };
    const expected = { "search.from": "since", "search.to": "until" };
    expect(search({ name: "since", schema }, { name: "until", schema })).toEqual(expected);
    expect(
      search(
        { name: "x", schema, description: "The latest day of publication." },
        { name: "y", schema, description: "The earliest day of publication." },
      ),
    ).toEqual({ "search.from": "y", "search.to": "x" });
    // A text that is called so is no date where there are dates.
    expect(search({ name: "from" }, { name: "published_after", schema })).toEqual({
      "search.from": "published_after",
    });
  });
  test("the dates in the words of the specification", () => {
    expect(
      search(
        { name: "x", description: "Published-from date, YYYY-MM-DD." },
        { name: "y", description: "Published-to date, YYYY-MM-DD." },
      ),
    ).toEqual({ "search.from": "x", "search.to": "y" });
    expect(search({ name: "x", description: "Keep the list up to date." })).toEqual({});
  });
  test.each([
    ["Search query string", "publishers.query"],
    ["Publisher category", "publishers.category"],
    ["Country code", "publishers.country"],
    ["Language code", "publishers.language"],
    ["Sort order", "publishers.sort"],
  ])("a parameter of publisher search described as %s", (description, role) => {
    expect(publishers({ name: "x", description })).toEqual({ [role]: "x" });
  });
  test("topic and subtopic are told apart though one speaks of the other", () => {
    const described = describedWith("/topics", [
      { name: "a", description: "Id of a subtopic of the topic." },
      { name: "b", description: "A topic." },
    ]);
    expect(found(described, "aggregator")).toEqual({ "topics.topic": "b", "topics.subtopic": "a" });
  });
  test("a name of some versions is one of those versions", () => {
    const schema = { type: "integer" };
    expect(
      search(
        { name: "n", schema, description: "Items per page at version 2026-05-25." },
        { name: "m", schema, description: "Items per page, before that version: 2024-01-01." },
      ),
    ).toEqual({ "search.pageSize@2026-05-25": "n", "search.pageSize@2024-01-01": "m" });
  });
});

describe("what is not sure is not found", () => {
  test("two that could be it", () => {
    expect(publishers({ name: "sort" }, { name: "order" })).toEqual({});
    expect(
      publishers({ name: "x", description: "Sorted." }, { name: "y", description: "Order." }),
    ).toEqual({});
  });
  test("one that could be two", () => {
    expect(publishers({ name: "x", description: "Order by language." })).toEqual({});
  });
  test("a parameter of another type, in another place, or whose name the specification shows", () => {
    expect(publishers({ name: "limit", schema: { type: "boolean" } })).toEqual({});
    expect(publishers({ name: "sort", in: "header" })).toEqual({});
    expect(search({ name: "query", description: "The domain of the publisher." })).toEqual({});
  });
  test("anything for a role whose name is configured, and its parameter for any other role", () => {
    const described = describedWith("/search/publishers", [
      { name: "sort" },
      { name: "x", description: "Order." },
    ]);
    expect(found(described, "news", { "publishers.sort": "sort" })).toEqual({});
    expect(found(described, "news", { "publishers.sort": null })).toEqual({});
    expect(found(described, "news", { "publishers.query": "sort" })).toEqual({
      "publishers.sort": "x",
    });
  });
});

describe("what is told of a role that was found", () => {
  const tell = (described: DescribedSurface, surface: Surface) =>
    discoverRoles(described, "", of(surface), () => undefined);

  test("where it stands, and what told it", () => {
    const oneToHundred = { type: "integer", minimum: 1, maximum: 100 };
    const described = describedWith("/search/publishers", [
      { name: "sortBy" },
      { name: "category" },
      { name: "x", description: "A language." },
      { name: "n", schema: oneToHundred },
    ]);
    const at = (index: number) => ({
      group: "publishers",
      endpoint: "/search/publishers",
      version: null,
      pointer: `/paths/~1search~1publishers/get/parameters/${index}`,
    });
    // In the order of the contracts, each once although both versions have it.
    expect(tell(described, "news")).toEqual([
      { ...at(1), role: "category", name: "category", because: "by its name" },
      { ...at(2), role: "language", name: "x", because: "by its description" },
      { ...at(3), role: "limit", name: "n", because: "the only integer from 1 to 100" },
      { ...at(0), role: "sort", name: "sortBy", because: "by its name" },
    ]);
  });
  test("that words of a name, or a constraint before the name, told it", () => {
    const schema = { type: "integer", minimum: 1, maximum: 100 };
    const described = describedWith("/search/publishers", [
      { name: "publisherCategory" },
      { name: "limit", schema },
    ]);
    expect(tell(described, "news").map(({ role, because }) => [role, because])).toEqual([
      ["category", "by its name"],
      ["limit", "the only integer from 1 to 100"],
    ]);
  });
  test("of a role that a version does not have, the name at the others", () => {
    const described = describedWith("/search/publishers", [{ name: "sortBy" }]);
    const [newest, ...older] = of("news").filter(({ roleGroup }) => roleGroup !== null);
    if (newest === undefined) throw new Error("the news surface has roles");
    const without = { ...newest, roles: newest.roles.filter(({ role }) => role !== "sort") };
    expect(discoverRoles(described, "", [without, ...older], () => undefined)).toMatchObject([
      { role: "sort", name: "sortBy", version: null },
    ]);
  });
  test("of two groups, each its own", () => {
    const search = describedWith("/search", [{ name: "page", schema: { type: "integer" } }]);
    const topics = describedWith("/topics", [{ name: "topic" }]);
    const paths = { ...Object(search.document.paths), ...Object(topics.document.paths) };
    const both = describedSurface({ ...search.document, paths });
    expect(
      tell(both, "aggregator").map(({ group, role, version }) => [group, role, version]),
    ).toEqual([
      ["search", "page", null],
      ["topics", "topic", null],
    ]);
  });
  test("nothing of endpoints that have no roles, or are not described", () => {
    const sort = [{ name: "sort" }, { name: "topic" }];
    expect(tell(describedWith("/info/topics", sort), "news")).toEqual([]);
    expect(tell(describedWith("/search/publishers/", sort), "news")).toEqual([]);
    expect(tell(describedSurface({ openapi: "3.1.0", paths: {} }), "news")).toEqual([]);
  });
});

describe("details of signs", () => {
  test.each([
    ["sort__by", "publishers.sort"],
    ["_sort", "publishers.sort"],
    ["q[sort]", "publishers.sort"],
  ])("%s is %s", (name, role) => {
    expect(publishers({ name })).toEqual({ [role]: name });
  });
  test("all words of a set have to be there", () => {
    const schema = { type: "integer" };
    expect(publishers({ name: "max_price", schema })).toEqual({});
    expect(search({ name: "page_count_only", schema })).toEqual({});
    expect(search({ name: "items_per_page", schema })).toEqual({
      "search.pageSize": "items_per_page",
    });
  });
  test.each<[object, boolean]>([
    [{ type: "integer" }, true],
    [{ type: "number" }, true],
    [{ type: ["integer", "null"] }, true],
    [{}, true],
    [{ type: "string" }, false],
    [{ type: "array" }, false],
    [{ type: ["string", "null"] }, false],
  ])("a number of results in %j is found: %s", (schema, isFound) => {
    expect("publishers.limit" in publishers({ name: "limit", schema: { ...schema } })).toBe(
      isFound,
    );
  });
  test.each<[object, boolean]>([
    [{ type: "string" }, true],
    [{ type: "number" }, false],
  ])("an order in %j is found: %s", (schema, isFound) => {
    expect("publishers.sort" in publishers({ name: "sort", schema: { ...schema } })).toBe(isFound);
  });
  test("dates without their format are found where no other has it", () => {
    expect(search({ name: "from" }, { name: "until" })).toEqual({
      "search.from": "from",
      "search.to": "until",
    });
    const schema = { type: "string", format: "uri" };
    expect(search({ name: "domain", schema })).toEqual({ "search.domain": "domain" });
  });
  test("a date in a text that does not speak of versions is no version", () => {
    const description = "The first day, such as 2024-01-01.";
    const schema = { type: "string", format: "date" };
    expect(search({ name: "from", schema, description })).toEqual({ "search.from": "from" });
    const other = "In any version: the first day, such as 2019-01-01.";
    expect(search({ name: "from", schema, description: other })).toEqual({ "search.from": "from" });
  });
});
