import { describeValue } from "../contracts/describe-value.ts";
import { parseDateTime } from "../contracts/formats.ts";
import type { Exchange } from "../harness/exchange.ts";
import {
  ask,
  at,
  elsewhere,
  missingRole,
  needRole,
  ordinary,
  role,
  searchAsk,
  textWithoutHits,
  withoutParameters,
} from "./asks.ts";
import { type CellFilter, cellsOf } from "./cells.ts";
import {
  type Check,
  type CheckContext,
  type Exchanges,
  type Found,
  skip,
  type TogetherCheck,
} from "./check.ts";
import { filteredSearches, hostOf } from "./filtered-searches.ts";
import { isServedWithKey, successBody } from "./matchers/answer.ts";
import { count, totalOf } from "./matchers/counts.ts";
import { entries, member } from "./matchers/json.ts";
import { itemsOf } from "./matchers/success-envelope.ts";
import { isServedLikePlain, operationOf, secondPage } from "./success.ts";

const day = 86_400_000;

const searches: CellFilter = { endpoints: ["/search"], default: "without" };
const publishers: CellFilter = { endpoints: ["/search/publishers"], default: "without" };

/** What tells one result from another: its total and its items, without what changes at every request. */
function resultOf(exchange: Exchange, context: CheckContext): string {
  const operation = operationOf(context);
  const body = successBody(exchange);
  if (operation.list !== null && !Array.isArray(member(body, operation.list))) {
    skip(`there is no ${operation.list} to compare`);
  }
  return JSON.stringify([totalOf(body, operation)?.value, itemsOf(body, operation)]);
}

/** A finding where two unlike requests have the same result. */
export function differs(
  first: Exchange | undefined,
  second: Exchange | undefined,
  context: CheckContext,
): readonly Found[] {
  if (first === undefined || second === undefined) return [];
  if (resultOf(first, context) !== resultOf(second, context)) return [];
  if (itemsOf(successBody(first), operationOf(context)).length === 0) {
    skip("neither request found anything to compare");
  }
  const asked = JSON.stringify(Object.fromEntries(second.ask.query));
  return [
    {
      path: `/${operationOf(context).list ?? ""}`,
      expected: `another result for ${asked}`,
      actual: `the same as for ${JSON.stringify(Object.fromEntries(first.ask.query))}`,
    },
  ];
}

/** A search by one of the filters; its role is needed, and a value for it. */
function filterCheck(
  requirement: string,
  filter: "domain" | "dates",
  roles: readonly string[],
  judge: (filtered: Exchange, context: CheckContext) => readonly Found[],
): TogetherCheck {
  return {
    kind: "together",
    requirement,
    cells: (subject, contracts) => cellsOf(subject, contracts, searches, "turns"),
    plain: withoutParameters,
    asks: (context) => {
      for (const name of roles) needRole(context, "search", name);
      return { ordinary: ordinary(context) };
    },
    follow: (exchanges, context) => {
      const from = exchanges.ordinary;
      const found = from && filteredSearches(from, context)[filter];
      return found ? { filtered: found } : skip(`no item to take a ${filter} from: set samples`);
    },
    judge: ({ filtered }, context) => (filtered === undefined ? [] : judge(filtered, context)),
  };
}

function itemsToSample(exchange: Exchange, context: CheckContext): readonly unknown[] {
  const items = itemsOf(successBody(exchange), operationOf(context));
  return items.length > 0 ? items : skip("no items in the answer to sample");
}

/** Every item whose publisher is known is of the domain that was asked for. */
function domainHolds(filtered: Exchange, context: CheckContext): readonly Found[] {
  const list = operationOf(context).list ?? "";
  const domain = filtered.ask.query[0]?.[1] ?? "";
  const wanted = hostOf(`https://${domain}`) ?? domain;
  return itemsToSample(filtered, context).flatMap((item, index): readonly Found[] => {
    const hosts = [member(member(item, "source"), "url"), member(item, "url")]
      .map(hostOf)
      .filter((host) => host !== null);
    if (hosts.length === 0) return [];
    if (hosts.some((host) => host === wanted || host.endsWith(`.${wanted}`))) return [];
    return [
      {
        path: `/${list}/${index}/url`,
        expected: `a URL at ${wanted}`,
        actual: describeValue(hosts[0]),
      },
    ];
  });
}

/** Every item that has a date lies in the range, with a day's slack for zones. */
function datesHold(filtered: Exchange, context: CheckContext): readonly Found[] {
  const list = operationOf(context).list ?? "";
  const [from, to] = filtered.ask.query.map(([, value]) => value);
  if (from === undefined || to === undefined) return [];
  const earliest = Date.parse(from) - day;
  const latest = Date.parse(to) + 2 * day;
  return itemsToSample(filtered, context).flatMap((item, index): readonly Found[] => {
    const date = member(item, "date");
    const parsed = typeof date === "string" ? parseDateTime(date) : null;
    if (parsed === null || (parsed.epochMs >= earliest && parsed.epochMs < latest)) return [];
    return [
      {
        path: `/${list}/${index}/date`,
        expected: `from ${from} to ${to}`,
        actual: describeValue(date),
      },
    ];
  });
}

/** The sample code, unless the server lists it as not allowed: then the first that it allows. */
function allowedCode(sample: string, listed: readonly unknown[]): string {
  const entryOf = (code: string) =>
    listed.find((entry) => String(member(entry, "code")).toLowerCase() === code);
  const wanted = sample.toLowerCase();
  if (member(entryOf(wanted), "allowed") !== false) return wanted;
  const allowed = listed.find((entry) => member(entry, "allowed") === true);
  const code = member(allowed, "code");
  return typeof code === "string" ? code.toLowerCase() : wanted;
}

/** What publisher search is asked for, by role, and where the value comes from. */
function publisherFilter(
  context: CheckContext,
  name: "category" | "country" | "language",
  { publishers: known, countries: plan }: Exchanges,
) {
  const samples = context.subject.samples(context.cell.surface);
  const bodyOf = (exchange: Exchange | undefined) => exchange && successBody(exchange);
  const first = entries(member(bodyOf(known), "publishers"))[0];
  const countries = entries(member(bodyOf(plan), "countries"));
  const languages = countries.flatMap((country) => entries(member(country, "languages")));
  const category = member(first, "category");
  const values = {
    category: typeof category === "string" && category !== "" ? category : "General",
    country: allowedCode(samples.country, countries),
    language: allowedCode(samples.language, languages),
  };
  return ask(context, [[needRole(context, "publishers", name), values[name]]]);
}

function publisherCheck(
  requirement: string,
  name: "category" | "country" | "language",
  filter: CellFilter,
  judge: (filtered: Exchange, context: CheckContext) => readonly Found[],
): TogetherCheck {
  return {
    kind: "together",
    requirement,
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, { ...publishers, ...filter }, "turns"),
    plain: withoutParameters,
    asks: (context) => {
      needRole(context, "publishers", name);
      const cell = { ...context.cell, version: "default" };
      const latest = { ...context, cell };
      return { publishers: ordinary(latest), countries: ordinary(at(latest, "/info/countries")) };
    },
    follow: (known, context) => ({ filtered: publisherFilter(context, name, known) }),
    judge: ({ filtered }, context) => (filtered === undefined ? [] : judge(filtered, context)),
  };
}

function publishersHold(
  memberName: "category" | "language",
  matches: (actual: string, wanted: string) => boolean,
) {
  return (filtered: Exchange, context: CheckContext): readonly Found[] => {
    const wanted = filtered.ask.query[0]?.[1] ?? "";
    return itemsToSample(filtered, context).flatMap((publisher, index): readonly Found[] => {
      const actual = member(publisher, memberName);
      if (typeof actual !== "string" || matches(actual.toLowerCase(), wanted.toLowerCase()))
        return [];
      return [
        {
          path: `/publishers/${index}/${memberName}`,
          expected: wanted,
          actual: describeValue(actual),
        },
      ];
    });
  };
}

/** `en`, `en-GB` and `en_GB` are English; a name that is no code is not compared. */
function sameLanguage(actual: string, wanted: string): boolean {
  if (!/^[a-z]{2,3}([-_].*)?$/.test(actual)) return true;
  return actual.split(/[-_]/)[0] === wanted.split(/[-_]/)[0];
}

export const filterChecks: readonly Check[] = [
  {
    kind: "together",
    requirement: "parameter.query-changes-result",
    cells: (subject, contracts) => cellsOf(subject, contracts, searches, "turns"),
    asks: (context) => ({
      first: ordinary(context),
      second: searchAsk(context, textWithoutHits),
    }),
    follow: ({ first, second }, context) => {
      // An older version may know the search text by its other name only, and ignore this one.
      const same = differs(first, second, context).length > 0;
      const name = second?.ask.query[0]?.[0] === "q" ? "query" : "q";
      const text = context.subject.samples(context.cell.surface).query;
      return same && operationOf(context).successEnvelope === "legacy"
        ? {
            other: ask(context, [[name, text]]),
            otherwise: ask(context, [[name, textWithoutHits]]),
          }
        : {};
    },
    judge: ({ first, second, other, otherwise }, context) => {
      const known = other?.answer?.status === 200 && otherwise?.answer?.status === 200;
      const findings = differs(first, second, context);
      return known && differs(other, otherwise, context).length === 0 ? [] : findings;
    },
  },
  {
    kind: "together",
    requirement: "parameter.location-changes-result",
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, { endpoints: ["/geolocation"], default: "without" }, "turns"),
    asks: (context) => ({ first: ordinary(context), second: elsewhere(context) }),
    judge: ({ first, second }, context) => differs(first, second, context),
  },
  {
    kind: "together",
    requirement: "parameter.publisher-query-changes-result",
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, { ...publishers, age: "current" }, "turns"),
    asks: (context) => ({
      first: ordinary(context),
      second: ask(context, [[needRole(context, "publishers", "query"), textWithoutHits]]),
    }),
    judge: ({ first, second }, context) => differs(first, second, context),
  },
  filterCheck("parameter.domain-accepted", "domain", ["domain"], isServedLikePlain),
  filterCheck("parameter.dates-accepted", "dates", ["from", "to"], isServedLikePlain),
  filterCheck("parameter.domain-filter-holds", "domain", ["domain"], domainHolds),
  filterCheck("parameter.date-range-holds", "dates", ["from", "to"], datesHold),
  {
    kind: "each",
    requirement: "parameter.pagination-holds",
    cells: (subject, contracts) => cellsOf(subject, contracts, searches, "turns"),
    plain: withoutParameters,
    asks: (context) => [
      secondPage(context) ?? skip(missingRole(context.cell.surface, "search", "page")),
    ],
    judge: (exchange, context) => {
      const findings = isServedWithKey(exchange);
      if (findings.length > 0) return findings;
      const body = successBody(exchange);
      const asked = (name: string): number | null => {
        const known = role(context, "search", name);
        const value = exchange.ask.query.find(([sentName]) => sentName === known)?.[1];
        return value === undefined ? null : Number(value);
      };
      const size = asked("pageSize");
      const items = itemsOf(body, operationOf(context)).length;
      const tooMany: readonly Found[] =
        size !== null && items > size
          ? [
              {
                path: `/${operationOf(context).list}`,
                expected: `at most ${size} items`,
                actual: `${items} items`,
              },
            ]
          : [];
      const misreported = ["page", "pageSize"].flatMap((name): readonly Found[] => {
        const wanted = asked(name);
        const actual = count(body, name);
        if (wanted === null || actual === null || actual === wanted) return [];
        return [{ path: `/${name}`, expected: String(wanted), actual: String(actual) }];
      });
      return [...tooMany, ...misreported];
    },
  },
  publisherCheck(
    "parameter.publisher-category-accepted",
    "category",
    { age: "current" },
    isServedLikePlain,
  ),
  publisherCheck(
    "parameter.publisher-country-accepted",
    "country",
    { age: "current" },
    isServedLikePlain,
  ),
  publisherCheck(
    "parameter.publisher-language-accepted",
    "language",
    { age: "current" },
    isServedLikePlain,
  ),
  publisherCheck(
    "parameter.publisher-category-holds",
    "category",
    { age: "current" },
    publishersHold("category", (actual, wanted) => actual === wanted),
  ),
  publisherCheck(
    "parameter.publisher-language-holds",
    "language",
    { age: "current" },
    publishersHold("language", sameLanguage),
  ),
];
