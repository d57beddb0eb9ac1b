import type { Catalogue, Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { type Generation, generations } from "../../contracts/generations.ts";
import { isObject, type JsonObject, pointerToken } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { entries, hasMember, member } from "./json.ts";
import { looksLike } from "./looks-like.ts";

/** The members that distinguish the aggregator's envelopes (Versioning, table). */
const signatures: Readonly<Record<Generation, readonly string[]>> = {
  "metadata-and-errors": ["metadata", "parameters", "news_articles"],
  "2024": ["success", "totalHits", "articles"],
  "2022": ["success", "total", "data"],
};

/**
 * Members that do not distinguish envelopes, although an envelope lists them. The specification does not
 * show where the pagination is in versions with `metadata`, so `page` and `size` may be part of it; any body may
 * have a title.
 */
const commonMembers: ReadonlySet<string> = new Set(["page", "size", "title"]);

/** The generations whose distinguishing members a body has in full. */
export function generationsOf(body: unknown): readonly Generation[] {
  return generations.filter((generation) =>
    signatures[generation].every((name) => hasMember(body, name)),
  );
}

/** The aggregator's envelope of a generation in words. */
export function envelopeText(generation: Generation): string {
  return `the envelope with ${signatures[generation].join(", ")}`;
}

/** Top-level members that belong, by name and type, to the envelope of another generation. */
export function expectNoForeignMembers(
  body: unknown,
  operation: Operation,
  { operations }: Pick<Catalogue, "operations">,
): readonly Found[] {
  if (!isObject(body)) return [];
  const others = operations.filter(
    ({ surface, list, generation }) =>
      surface === operation.surface && list !== null && generation !== operation.generation,
  );
  const isForeign = (name: string, value: unknown): boolean =>
    others.some(({ requiredMembers, successShape }) => {
      const listed = successShape.members.get(name);
      return (
        requiredMembers.includes(name) && listed !== undefined && looksLike(value, listed.shape)
      );
    });
  return Object.entries(body)
    .filter(([name]) => !commonMembers.has(name) && !operation.successShape.members.has(name))
    .filter(([name, value]) => isForeign(name, value))
    .map(([name, value]) => ({
      path: pointerToken(name),
      expected: `no member of another version's envelope at ${operation.version}`,
      actual: describeValue(value),
    }));
}

/** The items of a success body; empty if the contract shows no list or the list is not an array. */
export function itemsOf(body: unknown, operation: Operation): readonly unknown[] {
  return operation.list === null ? [] : entries(member(body, operation.list));
}

/** An article, with its place in the list. */
export interface PlacedArticle {
  readonly index: number;
  readonly article: JsonObject;
}

/** The items that are objects, and of type `article` where items have types, with their places in the list. */
export function articlesOf(body: unknown, operation: Operation): readonly PlacedArticle[] {
  const hasTypes = operation.entries?.polymorphic ?? false;
  const found: PlacedArticle[] = [];
  for (const [index, item] of itemsOf(body, operation).entries()) {
    if (!isObject(item) || (hasTypes && item.type !== "article")) continue;
    found.push({ index, article: item });
  }
  return found;
}

/** The articles of a response that may have been refused; empty if it has no list. */
export function articlesShown(exchange: Exchange, context: CheckContext): readonly JsonObject[] {
  const { answer } = exchange;
  if (answer === null || !answer.json.ok) return [];
  return articlesOf(answer.json.value, operationOf(context)).map(({ article }) => article);
}
