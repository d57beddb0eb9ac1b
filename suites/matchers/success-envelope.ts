import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { isObject, type JsonObject, pointerToken } from "../../contracts/json.ts";
import type { Found } from "../check.ts";
import { entries, member } from "./json.ts";

/** The envelope members that tell the three aggregator versions apart (Versioning, table). */
const signatures = {
  "the current envelope": ["metadata", "parameters", "news_articles"],
  "the envelope of 2024-01-01": ["success", "totalHits", "articles"],
  "the envelope of 2022-01-01": ["success", "total", "data"],
} as const;

/**
 * The members that the legacy envelopes list, but for `page` and `size`: where the pagination of the
 * current version stands is not shown, so that these may be part of it.
 */
const legacyMembers = [
  "success",
  "data",
  "total",
  "articles",
  "totalHits",
  "pageSize",
  "totalPages",
] as const;

/** Every member that the current aggregator envelopes list. */
const currentMembers = [
  "metadata",
  "parameters",
  "news_articles",
  "navigation_links",
  "related_topics",
  "related_publications",
  "subtopic_links",
] as const;

type EnvelopeName = keyof typeof signatures;

/** The envelopes whose telling members a body has all of. */
export function envelopesOf(body: unknown): readonly EnvelopeName[] {
  const names = Object.keys(signatures) as EnvelopeName[];
  return names.filter((name) => signatures[name].every((m) => member(body, m) !== undefined));
}

/** The envelope that an aggregator operation owes. */
export function envelopeOwed(operation: Operation): EnvelopeName {
  if (operation.successEnvelope === "current") return "the current envelope";
  return operation.requiredMembers.includes("articles")
    ? "the envelope of 2024-01-01"
    : "the envelope of 2022-01-01";
}

/** Top-level members that belong to another version's envelope. */
export function foreignMembers(body: unknown, operation: Operation): readonly Found[] {
  if (!isObject(body)) return [];
  const foreign: readonly string[] =
    operation.successEnvelope === "current"
      ? legacyMembers
      : [...currentMembers, ...legacyMembers].filter(
          (name) => !operation.requiredMembers.includes(name),
        );
  return foreign
    .filter((name) => Object.hasOwn(body, name))
    .map((name) => ({
      path: pointerToken(name),
      expected: `no member of another version's envelope at ${operation.version}`,
      actual: describeValue(body[name]),
    }));
}

/** The items of a success body; none where the contract shows no list or the list is no array. */
export function itemsOf(body: unknown, operation: Operation): readonly unknown[] {
  return operation.list === null ? [] : entries(member(body, operation.list));
}

/** The items that are objects of type `article`, with their places in the list. */
export function articlesOf(
  body: unknown,
  operation: Operation,
): readonly { readonly index: number; readonly article: JsonObject }[] {
  const current = operation.successEnvelope === "current";
  return itemsOf(body, operation).flatMap((item, index) =>
    isObject(item) && (!current || item.type === "article") ? [{ index, article: item }] : [],
  );
}
