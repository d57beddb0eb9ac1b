import { isObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { successBody } from "./answer.ts";
import { coveringTotal, mayHaveArrived, totalOf } from "./counts.ts";
import { entries, member } from "./json.ts";
import { articlesIn, expectLargelySame, isTelling } from "./same-articles.ts";
import { itemsOf } from "./success-envelope.ts";

/** One thing about two responses, and whether it agrees. */
interface Compared {
  readonly path: string;
  readonly values: readonly [string, string];
  readonly agrees: boolean;
}

/** Lists of what is related at the moment, of which there may be more or less from one time to the next. */
const changing: ReadonlySet<string> = new Set(["related_topics", "related_publications"]);

/** @param name of the list */
function numberOfEntries(name: string, one: number, other: number): Compared {
  const isEmptied = (one === 0) !== (other === 0);
  // It may have fewer than another one of the same list, but not half as many.
  const isHalved =
    !changing.has(name) &&
    Math.max(one, other) > 4 &&
    2 * Math.min(one, other) <= Math.max(one, other);
  const values = [`${one} entries`, `${other} entries`] as const;
  return { path: `/${name}`, values, agrees: !isEmptied && !isHalved };
}

/** The lists of a response, such as its links, of which some entries may change. */
function listsOf(first: unknown, second: unknown): readonly Compared[] {
  if (!isObject(first) || !isObject(second)) return [];
  return Object.keys(first)
    .filter((name) => [first, second].every((one) => Array.isArray(one[name])))
    .map((name) => {
      const [one = 0, other = 0] = [first, second].map(
        (body) => entries(member(body, name)).length,
      );
      return numberOfEntries(name, one, other);
    });
}

/** The names of the other pages to which a response leads. */
function namesOfLinks(body: unknown): readonly unknown[] {
  return ["navigation_links", "subtopic_links"].flatMap((list) =>
    entries(member(body, list)).map((link) => member(link, "name")),
  );
}

/** The title of a page. It may be in other words each time, but not be blank once, nor be that of another page. */
function titlesOf(one: unknown, other: unknown): readonly Compared[] {
  const [title, otherTitle] = [one, other].map((body) => member(body, "title"));
  if (typeof title !== "string" || typeof otherTitle !== "string" || title === otherTitle)
    return [];
  const names = new Set([one, other].flatMap(namesOfLinks));
  const isBlankOnce = (title.trim() === "") !== (otherTitle.trim() === "");
  if (!isBlankOnce && !(names.has(title) && names.has(otherTitle))) return [];
  const values = [JSON.stringify(title), JSON.stringify(otherTitle)] as const;
  return [{ path: "/title", values, agrees: false }];
}

/** Whether the articles of a response can be told apart. */
function isTold(exchange: Exchange, context: CheckContext): boolean {
  const articles = articlesIn(exchange, context);
  return articles.length > 0 && articles.every(isTelling);
}

/**
 * Expects that two responses to the same request have found about as much: as many hits, about as many items, and
 * links in both or in none. Returns the first difference.
 */
export function expectAsMuch(
  first: Exchange,
  second: Exchange,
  context: CheckContext,
): readonly Found[] {
  const operation = operationOf(context);
  const [one, other] = [successBody(first), successBody(second)];
  // Other requirements judge what is wrong in itself.
  const [total, otherTotal] = [one, other].map((body) =>
    coveringTotal(body, operation) === null ? null : totalOf(body, operation),
  );
  const totals: readonly Compared[] =
    total && otherTotal
      ? [
          {
            path: total.path,
            values: [String(total.value), String(otherTotal.value)],
            agrees: mayHaveArrived(
              Math.abs(total.value - otherTotal.value),
              Math.max(total.value, otherTotal.value),
            ),
          },
        ]
      : [];
  const differing = [
    numberOfEntries(
      String(operation.list),
      itemsOf(one, operation).length,
      itemsOf(other, operation).length,
    ),
    ...totals,
    ...listsOf(one, other),
    ...titlesOf(one, other),
  ].find(({ agrees }) => !agrees);
  if (differing === undefined) return [];
  const [expected, actual] = differing.values;
  return [
    {
      path: differing.path,
      expected: `about ${expected}, as in another response to the same request`,
      actual,
      exchange: second.id,
      beside: first.id,
    },
  ];
}

/** Expects that two responses to the same request have largely the same items, as far as these can be told apart. */
export function expectSameItems(
  first: Exchange,
  second: Exchange,
  context: CheckContext,
): readonly Found[] {
  const areTold = [first, second].every((one) => isTold(one, context));
  return areTold ? expectLargelySame(second, first, context) : [];
}
