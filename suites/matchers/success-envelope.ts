import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { type Generation, generations } from "../../contracts/generations.ts";
import { isObject, type JsonObject, pointerToken } from "../../contracts/json.ts";
import type { Found } from "../check.ts";
import { entries, member } from "./json.ts";

/** The members that tell the aggregator's envelopes apart (Versioning, table). */
const signatures: Readonly<Record<Generation, readonly string[]>> = {
  "metadata-and-errors": ["metadata", "parameters", "news_articles"],
  "2024": ["success", "totalHits", "articles"],
  "2022": ["success", "total", "data"],
};

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

/** The generations of whose envelopes a body has all telling members. */
export function generationsOf(body: unknown): readonly Generation[] {
  return generations.filter((generation) =>
    signatures[generation].every((name) => member(body, name) !== undefined),
  );
}

/** The aggregator's envelope of a generation, for people. */
export function envelopeText(generation: Generation): string {
  return `the envelope with ${signatures[generation].join(", ")}`;
}

/** Top-level members that belong to another version's envelope. */
export function foreignMembers(body: unknown, operation: Operation): readonly Found[] {
  if (!isObject(body)) return [];
  const foreign: readonly string[] =
    operation.generation === "metadata-and-errors"
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
  const hasTypes = operation.entries?.polymorphic ?? false;
  return itemsOf(body, operation).flatMap((item, index) =>
    isObject(item) && (!hasTypes || item.type === "article") ? [{ index, article: item }] : [],
  );
}
