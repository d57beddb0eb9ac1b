import type { Operation } from "../../contracts/catalogue.ts";
import { quoteValue } from "../../contracts/describe-value.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Found } from "../model/check.ts";
import { member } from "./json.ts";
import { articlesOf } from "./success-envelope.ts";

/** A part of an entry, as the names on the way to it, with a member of the entry that says something else. */
type Pair = readonly [part: readonly string[], other: string];

const ofArticles: readonly Pair[] = [
  [["source", "url"], "url"],
  ...["image", "thumbnail", "url"].map((other): Pair => [["source", "favicon"], other]),
  ...["authors", "keywords"].flatMap((list) =>
    ["title", "url"].map((other): Pair => [[list], other]),
  ),
];
const ofPublishers: readonly Pair[] = [[["language"], "category"]];

/** Of fewer different texts, all may agree by chance. */
const fewest = 3;

/** The text of a part, of a list the only one in it; null if there is none to compare. */
function textOf(entry: JsonObject, names: readonly string[]): string | null {
  const value = names.reduce<unknown>(member, entry);
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof only === "string" && only !== "" ? only : null;
}

/**
 * Expects that a part of an entry, such as its source or its authors, does not repeat what the entry says of itself in
 * every entry of a list, as where a server fills it from the wrong column.
 */
export function expectPartsApart(body: unknown, operation: Operation): readonly Found[] {
  const all = articlesOf(body, operation);
  return (operation.list === "publishers" ? ofPublishers : ofArticles).flatMap(
    ([names, other]): readonly Found[] => {
      const both = all.flatMap(({ article, index }) => {
        const [part, own] = [textOf(article, names), textOf(article, [other])];
        return part === null || own === null ? [] : [{ part, own, index }];
      });
      const [first] = both;
      const different = new Set(both.map(({ own }) => own)).size;
      if (first === undefined || different < fewest || both.some(({ part, own }) => part !== own))
        return [];
      return [
        {
          path: `/${operation.list}/${first.index}/${names.join("/")}`,
          expected: `something other than /${other}, which it repeats in every entry`,
          actual: quoteValue(first.part),
        },
      ];
    },
  );
}
