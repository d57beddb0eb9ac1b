import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { isObject, type JsonObject } from "../../contracts/json.ts";
import type { Shape } from "../../contracts/shape.ts";
import { cells } from "../engine/cells.ts";
import { answersTogether, type Check, type Found, skip } from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { sampleWith, sampleWithHits } from "../engine/remedies.ts";
import { successBody } from "../matchers/answer.ts";
import { member } from "../matchers/json.ts";
import { lackingContent } from "../matchers/lacking-content.ts";
import { articlesOf, itemsOf } from "../matchers/success-envelope.ts";
import { expectRfc3339 } from "../matchers/times.ts";
import { successRequests } from "../requests/success-requests.ts";
import { schemaCheck } from "./schema-checks.ts";
import { successCheck } from "./success-check.ts";

/**
 * Members that an entry may lack, as dotted paths, including members of nested objects but not of nested
 * lists.
 */
function sparseMembers({ members }: Shape): readonly string[] {
  return [...members].flatMap(([name, { presence, shape }]) => {
    if (presence === "forbidden") return [];
    const inner = sparseMembers(shape).map((path) => `${name}.${path}`);
    return [...(presence === "optional" ? [name] : []), ...inner];
  });
}

const sparseIn = ({ entries }: Operation): readonly string[] =>
  entries === null ? [] : sparseMembers(entries.shape);

/** With fewer distinct entries than this, a missing sparse member shows nothing. */
const enoughEntries = 5;

function entriesOf(body: unknown, operation: Operation): readonly JsonObject[] {
  return operation.entries?.polymorphic
    ? articlesOf(body, operation).map(({ article }) => article)
    : itemsOf(body, operation).filter(isObject);
}

/** Members that every entry has, as dotted paths. */
function requiredMembers({ members }: Shape): readonly string[] {
  return [...members].flatMap(([name, { presence, shape }]) => {
    if (presence === "forbidden") return [];
    const inner = requiredMembers(shape).map((path) => `${name}.${path}`);
    return [...(presence === "required" ? [name] : []), ...inner];
  });
}

/** What a program writes for a missing text. */
const noText = /^(?:undefined|null|none|nil|nan|\[object \w+\]|)$/iu;

/**
 * Whether a member is filled in. A list of objects may be empty in every entry, since there may be nothing to list; a
 * list of texts that is always empty is one that the server never fills in.
 */
function isFilled(value: unknown, isListOfObjects: boolean): boolean {
  if (Array.isArray(value))
    return isListOfObjects || value.some((one) => isFilled(one, isListOfObjects));
  return typeof value === "string" ? !noText.test(value.trim()) : value !== undefined;
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

function valueAt(entry: JsonObject, path: string): unknown {
  return path.split(".").reduce<unknown>(member, entry);
}

/** The shape of a member; null if the contract does not show it. */
function shapeAt(shape: Shape | undefined, path: string): Shape | null {
  return path
    .split(".")
    .reduce<Shape | null>((outer, name) => outer?.members.get(name)?.shape ?? null, shape ?? null);
}

/** Whether one of the entries has something in a member, which is named by its dotted path. */
function isSeen(all: readonly JsonObject[], path: string, operation: Operation): boolean {
  const items = shapeAt(operation.entries?.shape, path)?.items;
  const isListOfObjects = items?.kinds.has("object") ?? false;
  return all.some((entry) => isFilled(valueAt(entry, path), isListOfObjects));
}

/**
 * The members that no entry fills in. Other requirements report that a required member is absent, and that no publisher
 * has a category.
 */
function unseenIn(all: readonly JsonObject[], operation: Operation): readonly string[] {
  const shape = operation.entries?.shape;
  const required = shape === undefined ? [] : requiredMembers(shape);
  const isAbsent = (path: string) => all.some((entry) => valueAt(entry, path) === undefined);
  return [
    ...sparseIn(operation),
    ...required.filter((path) => path !== "category" && !isAbsent(path)),
  ].filter((path) => !isSeen(all, path, operation));
}

const dated = (operation: Operation): boolean =>
  operation.entries?.shape.members.has("date") ?? false;
const publishers = (operation: Operation): boolean => operation.list === "publishers";

/** What a program writes where it knows no category. */
const noCategory =
  /^(?:unknown|undefined|null|none|nil|n\/a|not available|un(?:categori[sz]ed|classified)|[-–—?]|)$/iu;

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
  successCheck("item.date-rfc3339", dated, (body, operation, _, context) => {
    const articles = articlesOf(body, operation);
    if (articles.length === 0) {
      const remedy = sampleWith(lackingContent(body, operation), context);
      skip("the response has no articles to judge", remedy);
    }
    return articles.flatMap(({ index, article }) =>
      expectRfc3339(article.date, `/${operation.list}/${index}/date`),
    );
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
    where: cells(
      { default: "without", operation: (operation) => sparseIn(operation).length > 0 },
      "rotated",
    ),
    send: (context) =>
      Object.fromEntries(successRequests(context).map((need, i) => [`${i}`, need])),
    expect: (exchanges, context) => {
      const operation = operationOf(context);
      const all = Object.values(exchanges).flatMap((one) => entriesOf(successBody(one), operation));
      const missing = unseenIn(all, operation);
      const distinct = countDistinct(all, missing.length === 0 ? enoughEntries : all.length);
      if (distinct < enoughEntries) {
        const reason = `too few distinct entries to call a member missing (${distinct})`;
        skip(reason, sampleWithHits(context));
      }
      return missing.map(
        (path): Found => ({
          path: `/${operation.list}/*/${path.replaceAll(".", "/")}`,
          expected: "present and filled in at least one entry",
          actual: `absent or empty in all ${distinct} entries`,
        }),
      );
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
  successCheck("item.category-not-blank", publishers, (body, operation) => {
    const found = itemsOf(body, operation);
    if (found.length === 0) skip("the response has no publishers to judge");
    return found.flatMap((publisher, index): readonly Found[] => {
      const category = member(publisher, "category");
      if (typeof category !== "string" || !noCategory.test(category.trim())) return [];
      const path = `/publishers/${index}/category`;
      return [
        { path, expected: "a category (General if unknown)", actual: describeValue(category) },
      ];
    });
  }),
];
