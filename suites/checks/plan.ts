import { isDeepStrictEqual } from "node:util";
import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue, quoteValue } from "../../contracts/describe-value.ts";
import { textOfValue } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { isServed, successBody } from "../matchers/answer.ts";
import { expectNamesOfCodes } from "../matchers/code-names.ts";
import { entries, member } from "../matchers/json.ts";
import { likelyLists } from "../matchers/likely-lists.ts";
import { namesComparedWith } from "../matchers/names-of-entries.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { cells } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type EachCheck,
  type Found,
  type Judgement,
  notOwed,
  skip,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { ordinary } from "../requests/ordinary-requests.ts";
import { schemaCheck } from "./schema-checks.ts";
import { successCheck } from "./success-check.ts";

/** A country is allowed if and only if one of its languages is; judged if all flags are booleans. */
function expectFlagAgrees(country: unknown, path: string): readonly Found[] {
  const allowed = member(country, "allowed");
  const languages = entries(member(country, "languages"));
  if (typeof allowed !== "boolean" || !Array.isArray(member(country, "languages"))) return [];
  const flags = languages.map((language) => member(language, "allowed"));
  if (flags.some((flag) => typeof flag !== "boolean")) return [];
  const some = flags.includes(true);
  if (allowed === some) return [];
  const because = some ? "a language is allowed" : "no language is allowed";
  return [
    {
      path: `${path}/allowed`,
      expected: `${some}, because ${because}`,
      actual: String(allowed),
    },
  ];
}

function expectFlagsAgree(countries: readonly unknown[], path: string): readonly Found[] {
  return countries.flatMap((one, index) => expectFlagAgrees(one, `${path}/${index}`));
}

/** Entries with the code or the id of one before them, ignoring case. */
function expectOwnMarks(
  all: readonly unknown[],
  mark: "code" | "id",
  path: string,
): readonly Found[] {
  const known = new Map<string, number>();
  return all.flatMap((entry, index): readonly Found[] => {
    const value = member(entry, mark);
    if (typeof value !== "string") return [];
    const text = value.toLowerCase();
    const first = known.get(text);
    if (first === undefined) {
      known.set(text, index);
      return [];
    }
    const expected = `not the ${mark} of entry ${first}`;
    return [{ path: `${path}/${index}/${mark}`, expected, actual: describeValue(value) }];
  });
}

/** Fewer entries may have one name. */
const fewest = 3;

function expectNames(all: readonly unknown[], path: string): readonly Found[] {
  const names = new Set(all.map((entry) => member(entry, "name")));
  const [name] = names;
  if (all.length < fewest || names.size > 1 || typeof name !== "string") return [];
  const actual = `${describeValue(name)} in all ${all.length} entries`;
  return [{ path: `${path}/*/name`, expected: "names that differ", actual }];
}

/** Ids may count from one in each topic, so those of subtopics are compared within their topic. */
function expectListedOnce(all: readonly unknown[], operation: Operation): readonly Found[] {
  if (operation.list === "countries") return expectOwnMarks(all, "code", "/countries");
  const subtopics = all.flatMap((topic, index) =>
    expectOwnMarks(entries(member(topic, "subtopics")), "id", `/topics/${index}/subtopics`),
  );
  return [...expectOwnMarks(all, "id", "/topics"), ...subtopics];
}

function expectDifferentNames(all: readonly unknown[], operation: Operation): readonly Found[] {
  const own = expectNames(all, `/${operation.list}`);
  if (operation.list === "countries")
    return [...own, ...expectNames(differentLanguages(all), "/countries/*/languages")];
  const subtopics = all.flatMap((topic, index) =>
    expectNames(entries(member(topic, "subtopics")), `/topics/${index}/subtopics`),
  );
  return [...own, ...subtopics];
}

/** A rule on the entries of the lists of countries and topics. */
function listCheck(
  requirement: string,
  expect: (all: readonly unknown[], operation: Operation) => Judgement,
  isOf: (list: Operation["list"]) => boolean = (list) => list === "countries" || list === "topics",
): EachCheck {
  return successCheck(requirement, {
    operations: ({ list }) => isOf(list),
    expect: (body, { operation }) => {
      const all = itemsOf(body, operation);
      if (all.length === 0) skip(`the response has no ${operation.list} to judge`);
      return expect(all, operation);
    },
  });
}

/** An identifier that counts the subtopics of a topic, as each topic may. */
const number = /^\d+$/;

/**
 * Not all topics have the same subtopics. Topics with fewer than three show nothing: each may have one of the latest news
 * and one of the most read.
 */
function expectDifferentSubtopics(topics: readonly unknown[]): Judgement {
  const all = topics
    .map((topic, index) => ({ index, listed: entries(member(topic, "subtopics")) }))
    .filter(({ listed }) => listed.length >= fewest)
    .filter(({ listed }) => !listed.every((one) => number.test(textOfValue(member(one, "id")))))
    .map(({ index, listed }) => ({
      index,
      marks: listed.map((one) => JSON.stringify([member(one, "id"), member(one, "name")])).sort(),
    }));
  const [first, second] = all;
  if (first === undefined || second === undefined || all.length < fewest)
    return notOwed("fewer than three of the topics have several subtopics");
  if (!all.every(({ marks }) => isDeepStrictEqual(marks, first.marks))) return [];
  return [
    {
      path: `/topics/${second.index}/subtopics`,
      expected: "the subtopics of this topic",
      actual: `the same ${first.marks.length} as in all other topics that have several`,
    },
  ];
}

/** One entry for each language of the countries; those of a language's regions may have one name. */
function differentLanguages(countries: readonly unknown[]): readonly unknown[] {
  const all = countries.flatMap((country) => entries(member(country, "languages")));
  const withoutRegion = (code: unknown) => textOfValue(code).toLowerCase().split(/[-_]/)[0];
  return [...new Map(all.map((one) => [withoutRegion(member(one, "code")), one])).values()];
}

/** The codes or ids of all entries, with their flags: names may be in the language of the client. */
function flagsOf(exchange: Exchange, context: CheckContext): readonly unknown[] {
  return itemsOf(successBody(exchange), operationOf(context)).map(flagOf).sort();
}

/** As text, since sorting and comparing long lists of texts takes the least time. */
function flagOf(entry: unknown): string {
  const code = asText(member(entry, "code"));
  const own = `${code}\0${asText(member(entry, "id"))}\0${asText(member(entry, "allowed"))}`;
  const parts = [...entries(member(entry, "languages")), ...entries(member(entry, "subtopics"))];
  return parts.length === 0 ? own : `${own}(${parts.map(flagOf).sort().join("\0")})`;
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  // Most other values are flags, or absent.
  return typeof value === "boolean" ? String(value) : (JSON.stringify(value) ?? "");
}

function asksForLanguage({ spec: { negotiation } }: Exchange): boolean {
  return negotiation?.acceptLanguage !== undefined;
}

export const planChecks: readonly Check[] = [
  // must · Country, rows "name", "code", "allowed"; What the service does, item 2
  // Every country has a name, a code and an allowed flag.
  schemaCheck("plan.country-members"),
  // must · Country, table
  // The name and the code of a country are strings, and its languages are an array of objects.
  schemaCheck("plan.country-types"),
  // must · Country, row "code"
  // The code of a country is an alpha-2 code.
  schemaCheck("plan.country-code-alpha2"),
  // must · Country, row "languages"
  // Every language of a country has a name, a code and an allowed flag.
  schemaCheck("plan.country-languages"),
  // must · Topic, rows "id", "name", "allowed"
  // Every topic has an id, a name and an allowed flag.
  schemaCheck("plan.topic-members"),
  // must · Topic, table
  // The id and the name of a topic are strings, and its subtopics are an array of objects.
  schemaCheck("plan.topic-types"),
  // must · Topic, row "subtopics"
  // Every subtopic has an id, a name and an allowed flag.
  schemaCheck("plan.subtopics"),
  // must · Country, rows "allowed", "languages"; Topic, rows "allowed", "subtopics"; Limits, item 1
  // The allowed flag of countries, languages, topics and subtopics is a boolean.
  schemaCheck("plan.allowed-flag"),
  // must · Country, row "allowed"
  // A country is allowed if and only if at least one of its languages is allowed.
  listCheck(
    "plan.country-allowed-iff-language",
    (countries) => expectFlagsAgree(countries, "/countries"),
    (list) => list === "countries",
  ),
  // should · Country, row "allowed"
  // At 2024-01-01 too, a country is allowed if and only if at least one of its languages is
  // allowed.
  successCheck("plan.country-allowed-iff-language-2024", {
    operations: ({ endpoint, list }) => endpoint === "/info/countries" && list === null,
    expect: (body, { context }) =>
      likelyLists(body, context).flatMap(([path, countries]) => expectFlagsAgree(countries, path)),
  }),
  // should · What the service does, item 2; News GET /info/countries, "No query parameters"; News
  // GET /info/topics, "No query parameters"
  // Every response of /info/countries and of /info/topics to the same caller has the same entries
  // with the same flags, and none of them under the name of another.
  answersTogether("plan.lists-agree", {
    where: cells(
      {
        endpoints: ["/info/countries", "/info/topics"],
        generation: ["metadata-and-errors"],
        // The latest version is compared with the responses without the header too.
        default: "without",
      },
      "none",
    ),
    send: (context) => ({ first: ordinary(context) }),
    others: isServed,
    expect: ({ first, ...others }, context) => {
      if (first === undefined) return [];
      const operation = operationOf(context);
      const listIn = (exchange: Exchange) => itemsOf(successBody(exchange), operation);
      const listed = flagsOf(first, context);
      const compareNames = namesComparedWith(listIn(first));
      return Object.values(others).flatMap((other): readonly Found[] => {
        const both = { path: `/${operation.list}`, exchange: other.id, beside: first.id };
        if (!isDeepStrictEqual(flagsOf(other, context), listed)) {
          const expected = "the entries of another response, with the same flags";
          return [{ ...both, expected, actual: "other entries or flags" }];
        }
        const { swapped, renamed } = compareNames(listIn(other));
        const hasLanguage = [first, other].some(asksForLanguage);
        const found = swapped ?? (hasLanguage ? null : renamed);
        if (found === null) return [];
        const what = swapped === null ? "though no language was asked for" : "the name of another";
        const expected = `${quoteValue(found.before)}, as in another response`;
        return [{ ...both, expected, actual: `${quoteValue(found.name)}, ${what}` }];
      });
    },
  }),
  // should · What the service does, item 2
  // The lists of supported countries and topics are not empty.
  successCheck("plan.lists-something", {
    operations: ({ list }) => list === "countries" || list === "topics",
    expect: (body, { operation }) => {
      const { list } = operation;
      const listed = list === null ? null : member(body, list);
      if (!Array.isArray(listed)) skip(`the response has no ${list} to judge`);
      if (listed.length > 0) return [];
      return [{ path: `/${list}`, expected: `the supported ${list}`, actual: "no entries" }];
    },
  }),
  // should · Country, rows "name", "code", "languages"
  // Countries and languages are not listed under the names of other listed codes.
  listCheck("plan.names-of-codes", expectNamesOfCodes, (list) => list === "countries"),
  // should · What the service does, item 2; Topic, row "id"; Country, row "code"
  // A country, a topic, and a subtopic of a topic are listed once, with one flag.
  listCheck("plan.listed-once", expectListedOnce),
  // should · Topic, row "name"; Country, rows "name", "languages"; Topic, row "subtopics"
  // Countries, languages, topics, and the subtopics of a topic do not all have the same name.
  listCheck("plan.names-differ", expectDifferentNames),
  // should · Topic, row "subtopics"
  // Different topics do not all have the same subtopics.
  listCheck(
    "plan.topics-have-own-subtopics",
    expectDifferentSubtopics,
    (list) => list === "topics",
  ),
];
