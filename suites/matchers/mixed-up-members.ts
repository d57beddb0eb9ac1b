import type { Operation } from "../../contracts/catalogue.ts";
import { quoteValue } from "../../contracts/describe-value.ts";
import type { Found } from "../model/check.ts";
import { visitTextHolders } from "./listed-texts.ts";
import { isOpaqueId } from "./opaque-ids.ts";

const identifiers: readonly string[] = ["id", "topic_id", "subtopic_id"];

/** Pairs of members of one object of which the first says something else than the second. */
const unlike: readonly (readonly [string, string])[] = [
  ...["name", "title", "description", "username"].map((one) => [one, "url"] as const),
  ...["image", "thumbnail", "logo", "favicon"].map((one) => [one, "url"] as const),
  ...["code", ...identifiers].map((other) => ["name", other] as const),
  ["description", "title"],
  ...["url", "username"].map((other) => ["type", other] as const),
];

/** Of fewer different texts, all may agree by chance. */
const fewest = 3;

/** What the entries of a list have in two members that are unlike, as long as it is the same in all of them. */
interface Repeated {
  readonly one: string;
  readonly other: string;
  /** Of the first entry that has both. */
  first: { readonly path: string; readonly text: string } | null;
  /** Different texts, as many as are needed. */
  readonly texts: Set<string>;
}

/**
 * Expects that two members which mean something different do not have the same text in every entry of a list, as where
 * a server fills one of them from the wrong column.
 */
export function expectMembersApart(body: unknown, operation: Operation): readonly Found[] {
  /** By the path of the entries. Pairs that differ somewhere are taken out: most do in the first entry. */
  const lists = new Map<string, Set<Repeated>>();
  visitTextHolders(body, operation, ({ object, pattern, texts, path }) => {
    const known = lists.get(pattern) ?? pairsIn(texts);
    lists.set(pattern, known);
    for (const pair of known) {
      const text = object[pair.one];
      const otherText = object[pair.other];
      if (!isCompared(text) || !isCompared(otherText)) continue;
      // A named topic may be called like its identifier.
      if (identifiers.includes(pair.other) && !isOpaqueId(otherText)) continue;
      if (text !== otherText) {
        known.delete(pair);
        continue;
      }
      pair.first ??= { path: path(), text };
      if (pair.texts.size < fewest) pair.texts.add(text);
    }
  });
  return [...lists.values()].flatMap((pairs) => [...pairs].flatMap(mixedUp));
}

function pairsIn(texts: ReadonlySet<string>): Set<Repeated> {
  const both = unlike.filter(([one, other]) => texts.has(one) && texts.has(other));
  return new Set(both.map(([one, other]) => ({ one, other, first: null, texts: new Set() })));
}

function isCompared(text: unknown): text is string {
  return typeof text === "string" && text !== "";
}

function mixedUp({ one, other, first, texts }: Repeated): readonly Found[] {
  if (first === null || texts.size < fewest) return [];
  const expected = `a text other than that of /${other}, which it repeats in every entry`;
  return [{ path: `${first.path}/${one}`, expected, actual: quoteValue(first.text) }];
}
