import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { isObject, type JsonObject } from "../../contracts/json.ts";
import type { Shape } from "../../contracts/shape.ts";
import { isAbsolute, isAddress, relativeAddresses } from "../matchers/addresses.ts";
import { successBody } from "../matchers/answer.ts";
import { expectPartsApart } from "../matchers/borrowed-parts.ts";
import { expectOwnValues } from "../matchers/copied-entries.ts";
import { expectUndamaged } from "../matchers/damaged-texts.ts";
import { mayBeMissing, saysNothing, textsThatSayNothing } from "../matchers/filled-texts.ts";
import { entries as entriesIn, member } from "../matchers/json.ts";
import { lackingContent } from "../matchers/lacking-content.ts";
import { textsInSuccess } from "../matchers/listed-texts.ts";
import { expectMembersApart } from "../matchers/mixed-up-members.ts";
import { isNoCategory } from "../matchers/publishers-hold.ts";
import { articlesOf, itemsOf } from "../matchers/success-envelope.ts";
import { expectMinutes, expectPublicationTime, expectRfc3339 } from "../matchers/times.ts";
import { expectOwnDescriptions, expectVaried } from "../matchers/varied-articles.ts";
import { cells } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type EachCheck,
  type Found,
  notOwed,
  skip,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { sampleWith, sampleWithHits } from "../model/remedies.ts";
import { numbered } from "../requests/numbered.ts";
import { successRequests } from "../requests/success-requests.ts";
import { schemaCheck } from "./schema-checks.ts";
import { successCheck } from "./success-check.ts";

/** In a dotted path: every entry of a list. */
const everyEntry = "*";

/**
 * Members that an entry may lack, or that every entry has, as dotted paths, including members of nested objects and of
 * the entries of nested lists.
 */
function membersOf({ members }: Shape, presence: "optional" | "required"): readonly string[] {
  return [...members].flatMap(([name, member]) => {
    if (member.presence === "forbidden") return [];
    const { items } = member.shape;
    return [
      ...(member.presence === presence ? [name] : []),
      ...membersOf(member.shape, presence).map((path) => `${name}.${path}`),
      ...(items === null ? [] : membersOf(items, presence)).map(
        (path) => `${name}.${everyEntry}.${path}`,
      ),
    ];
  });
}

/** With fewer distinct entries than this, a missing sparse member shows nothing. */
const enoughEntries = 5;

function entriesOf(body: unknown, operation: Operation): readonly JsonObject[] {
  return articlesOf(body, operation).map(({ article }) => article);
}

/**
 * Whether a member is filled in. A list of objects may be empty in every entry, since there may be nothing to list; a
 * list of texts that is always empty is one that the server never fills in.
 */
function isFilled(value: unknown, isListOfObjects: boolean): boolean {
  if (Array.isArray(value))
    return isListOfObjects || value.some((one) => isFilled(one, isListOfObjects));
  return typeof value === "string" ? !mayBeMissing(value) : value !== undefined;
}

/** The number of different entries, at most `most`: comparing them takes most of the time. */
function countDistinct(all: readonly JsonObject[], most: number): number {
  const distinct = new Set<string>();
  for (const entry of all) {
    if (distinct.size >= most) break;
    distinct.add(JSON.stringify(entry));
  }
  return distinct.size;
}

/** Whether some value at a path is the one looked for. There are as many as the lists on the path have entries. */
function hasAt(
  value: unknown,
  path: readonly string[],
  isWanted: (value: unknown) => boolean,
): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return isWanted(value);
  if (name !== everyEntry) return hasAt(member(value, name), rest, isWanted);
  return entriesIn(value).some((one) => hasAt(one, rest, isWanted));
}

/** The shape of a member; null if the contract does not show it. */
function shapeAt(shape: Shape, path: string): Shape | null {
  return path
    .split(".")
    .reduce<Shape | null>(
      (outer, name) =>
        (name === everyEntry ? outer?.items : outer?.members.get(name)?.shape) ?? null,
      shape,
    );
}

/**
 * The members that no entry fills in. Other requirements report that a required member is absent, and that no publisher
 * has a category. Where a nested list is always empty, there is nothing to fill in.
 */
function unseenIn(all: readonly JsonObject[], { entries }: Operation): readonly string[] {
  if (entries === null) return [];
  const { shape } = entries;
  const required = membersOf(shape, "required").filter((path) => path !== "category");
  const isAnyAt = (path: string, isWanted: (value: unknown) => boolean) => {
    const names = path.split(".");
    return all.some((entry) => hasAt(entry, names, isWanted));
  };
  const isUnseen = (path: string) => {
    const isListOfObjects = shapeAt(shape, path)?.items?.kinds.has("object") ?? false;
    // Nearly every member is filled in by one of the first entries.
    return !isAnyAt(path, (value) => isFilled(value, isListOfObjects)) && isAnyAt(path, () => true);
  };
  return [
    ...membersOf(shape, "optional").filter(isUnseen),
    ...required.filter((path) => isUnseen(path) && !isAnyAt(path, (value) => value === undefined)),
  ];
}

/** Of fewer sources, none may have what the others lack. */
const enoughHolders = 3;

/** Whether a member is one of the entries themselves, or one of an object of which the entries have several. */
function isOfSeveral(path: string, all: readonly JsonObject[]): boolean {
  const [holder = "", ...names] = path.split(".");
  if (names.length === 0 || names[0] === everyEntry) return true;
  const held = all.flatMap((entry) => {
    const value = member(entry, holder);
    return isObject(value) ? [value] : [];
  });
  const isEmpty = held.every((one) => Object.keys(one).length === 0);
  return isEmpty || countDistinct(held, enoughHolders) >= enoughHolders;
}

const dated = (operation: Operation): boolean =>
  operation.entries?.shape.members.has("date") ?? false;
/** Concludes nothing from a body; another sample may have what it lacks. */
function skipWithout(
  what: string,
  body: unknown,
  operation: Operation,
  context: CheckContext,
): never {
  const remedy = sampleWith(lackingContent(body, operation), context);
  return skip(`the response has no ${what} to judge`, remedy);
}

/** The articles of a body; if there are none, nothing is concluded. */
function datedArticles(body: unknown, operation: Operation, context: CheckContext) {
  const articles = articlesOf(body, operation);
  return articles.length > 0 ? articles : skipWithout("articles", body, operation, context);
}

/** What a publisher has whose category is unknown (Publisher, row "category"). */
const defaultCategory = "General";

const publishers = (operation: Operation): boolean => operation.list === "publishers";

/** A rule on the category of each publisher. */
function categoryCheck(
  requirement: string,
  expected: string,
  isWrong: (category: string) => boolean,
): EachCheck {
  return successCheck(requirement, {
    operations: publishers,
    expect: (body, { operation }) => {
      const found = itemsOf(body, operation);
      if (found.length === 0) skip("the response has no publishers to judge");
      return found.flatMap((publisher, index): readonly Found[] => {
        const category = member(publisher, "category");
        if (typeof category !== "string" || !isWrong(category)) return [];
        const path = `/publishers/${index}/category`;
        return [{ path, expected, actual: describeValue(category) }];
      });
    },
  });
}

export const itemChecks: readonly Check[] = [
  // must · News item, "Each item has a type"; Versioning, second table, row "Item type
  // discriminator"
  // Every item of the current version has a type, which is article, story, storyline or
  // social_post.
  schemaCheck("item.discriminator"),
  // must · News item, rows "type", "title", "url", "date"
  // Every article has a type, a title, a url and a date.
  schemaCheck("item.article-identifying"),
  // must · News item, table
  // The members of an article have the listed types and are never null.
  schemaCheck("item.article-types"),
  // must · News item, row "source"
  // The source of an article is an object whose members are strings.
  schemaCheck("item.source-shape"),
  // must · News item, row "date"; Legacy article, row "date"
  // The date of an article is an ISO 8601 date-time.
  schemaCheck("item.date-iso8601"),
  // should · News item, row "date"; Legacy article, row "date"
  // The date of an article follows RFC 3339, with a time zone.
  successCheck("item.date-rfc3339", {
    operations: dated,
    expect: (body, { operation, context }) =>
      datedArticles(body, operation, context).flatMap(({ index, article }) =>
        expectRfc3339(article.date, `/${operation.list}/${index}/date`),
      ),
  }),
  // should · News item, row "date"; Legacy article, row "date"
  // The date of an article is a time at which it may have been published.
  successCheck("item.date-plausible", {
    operations: dated,
    expect: (body, { operation, exchange, context }) => {
      const all = datedArticles(body, operation, context);
      const { list } = operation;
      return [
        ...all.flatMap(({ index, article }) =>
          expectPublicationTime(article.date, `/${list}/${index}/date`, exchange.receivedAt),
        ),
        ...expectMinutes(
          all.map(({ article }) => article),
          `/${list}/*/date`,
        ),
      ];
    },
  }),
  // must · Legacy response envelopes, row "2022-01-01"; Legacy article, rows "title", "url", "date"
  // Every item of versions 2022-01-01 and 2024-01-01 has a title, a url and a date.
  schemaCheck("item.legacy-identifying"),
  // must · Legacy article, table
  // The members of a legacy article have the listed types; only thumbnail may be null.
  schemaCheck("item.legacy-types"),
  // must · Legacy article, row "source"
  // The source of a legacy article is an object whose members are strings; only publication_id may
  // be null.
  schemaCheck("item.legacy-source-shape"),
  // must · Versioning, second table, row "Item type discriminator"
  // Items of versions 2022-01-01 and 2024-01-01 have no type discriminator.
  schemaCheck("item.no-type-before-2026"),
  // should · News item, table; Legacy article, table; Publisher, table; Country, table; Topic,
  // table; Versioning, "Changes v1 to v2"
  // Every member that the specification lists for an entry occurs in at least one entry, and is not
  // empty there.
  answersTogether("item.listed-members-seen", {
    where: cells({ default: "without", operation: ({ entries }) => entries !== null }, "rotated"),
    send: (context) => numbered(successRequests(context)),
    expect: (exchanges, context) => {
      const operation = operationOf(context);
      const all = Object.values(exchanges).flatMap((one) => entriesOf(successBody(one), operation));
      const missing = unseenIn(all, operation);
      const distinct = countDistinct(all, missing.length === 0 ? enoughEntries : all.length);
      if (distinct < enoughEntries) {
        const reason = `too few distinct entries to call a member missing (${distinct})`;
        const remedy = sampleWithHits(context);
        if (remedy === null) return notOwed(reason);
        skip(reason, remedy);
      }
      return missing
        .filter((path) => isOfSeveral(path, all))
        .map(
          (path): Found => ({
            path: `/${operation.list}/*/${path.replaceAll(".", "/")}`,
            expected: "present and filled in at least one entry",
            actual: `absent or empty in all ${distinct} entries`,
          }),
        );
    },
  }),
  // should · News item, table; Legacy article, table; Publisher, table; Country, table; Topic,
  // table; Navigation link, rows "navigation_links item", "related_topics item",
  // "related_publications item"
  // Required texts and texts in lists are not blank, and no text stands for a missing value.
  successCheck("item.texts-filled", {
    operations: ({ entries }) => entries !== null,
    expect: (body, { operation }) =>
      textsThatSayNothing(textsInSuccess(body, operation, saysNothing)),
  }),
  // should · News item, table; Legacy article, table; Publisher, table; Country, table; Topic,
  // table; Navigation link, rows "navigation_links item", "related_topics item"
  // A name, a title, an address of a picture or the type of a link does not repeat the address or
  // the identifier of its entry throughout a list.
  successCheck("item.members-not-mixed-up", {
    operations: ({ entries }) => entries !== null,
    expect: (body, { operation }) => expectMembersApart(body, operation),
  }),
  // should
  // parts
  // should · News item, table; Legacy article, table; Publisher, table
  // The source, the authors and the keywords of an article do not repeat its own title or addresses
  // throughout a list, nor does the language of a publisher repeat its category.
  successCheck("item.parts-not-mixed-up", {
    operations: ({ list }) => list !== null,
    expect: (body, { operation }) => expectPartsApart(body, operation),
  }),
  // should
  // values
  // should · News item, table; Legacy article, table; Publisher, table; Country, table; Topic,
  // table
  // The lists within the entries of a page do not all have each of their values several times, nor
  // all values of the entry before.
  successCheck("item.values-listed-once", {
    operations: ({ list }) => list !== null,
    expect: (body, { operation }) => expectOwnValues(body, operation),
  }),
  // should · News item, table; Legacy article, table
  // Different articles of a list do not all have one title, one description, one time of
  // publication or one publication.
  successCheck("item.articles-vary", {
    operations: dated,
    expect: (body, { operation, exchange }) => expectVaried(body, operation, exchange.spec),
  }),
  // should · Introduction, "Both surfaces return JSON over HTTP"; News item, table; Legacy article,
  // table; Publisher, table; Country, table; Topic, table; Navigation link, rows "navigation_links
  // item", "related_topics item", "related_publications item"
  // The texts and addresses of a list are not damaged by their way through programs.
  successCheck("item.texts-undamaged", {
    operations: ({ entries }) => entries !== null,
    expect: (body, { operation }) => expectUndamaged(body, operation),
  }),
  // should · News item, rows "url", "image", "source"; Legacy article, rows "url", "thumbnail",
  // "source"; Publisher, rows "url", "logo", "favicon", "links"; Navigation link, row
  // "related_publications item"
  // Addresses of pages and pictures are absolute URLs.
  successCheck("item.addresses-absolute", {
    operations: ({ entries }) => entries?.shape.members.has("url") ?? false,
    expect: (body, { operation, context }) => {
      let isAny = false;
      const relative = textsInSuccess(body, operation, (text, place) => {
        if (!isAddress(text, place)) return false;
        isAny = true;
        return !isAbsolute(text);
      });
      if (isAny) return relativeAddresses(relative);
      if (itemsOf(body, operation).length > 0) return notOwed("no entry has an address");
      return skipWithout("entries", body, operation, context);
    },
  }),
  // must · Publisher, rows "name", "category"
  // Every publisher has a name and a category, which is General when unknown.
  schemaCheck("item.publisher-identifying"),
  // must · Publisher, table
  // The members of a publisher are strings, and links is an array.
  schemaCheck("item.publisher-types"),
  // must · Publisher, row "links"
  // Each link of a publisher is an object whose type, url and username are strings.
  schemaCheck("item.publisher-links"),
  // must · Publisher, row "category"
  // A publisher whose category is unknown has the category General, not a blank text or a
  // placeholder such as unknown.
  categoryCheck("item.category-not-blank", "a category (General if unknown)", isNoCategory),
  // should · Publisher, row "category"
  // The category of publishers whose category is unknown is spelled General.
  categoryCheck(
    "item.default-category-spelled",
    `"${defaultCategory}"`,
    (category) =>
      category !== defaultCategory &&
      category.trim().toLowerCase() === defaultCategory.toLowerCase(),
  ),
  // should · Publisher, row "description"
  // Different publishers of a list do not all have one description.
  successCheck("item.publishers-vary", {
    operations: publishers,
    expect: (body, { operation }) => expectOwnDescriptions(body, operation),
  }),
];
