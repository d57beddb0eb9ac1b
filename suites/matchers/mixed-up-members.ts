import type { Operation } from "../../contracts/catalogue.ts";
import { quoteValue } from "../../contracts/describe-value.ts";
import type { Found } from "../model/check.ts";
import { textsInSuccess } from "./listed-texts.ts";

const identifiers: readonly string[] = ["id", "topic_id", "subtopic_id"];

/** Pairs of members of one object of which the first says something else than the second. */
const unlike: readonly (readonly [string, string])[] = [
  ...["name", "title", "description", "username"].map((one) => [one, "url"] as const),
  ...["image", "thumbnail", "logo", "favicon"].map((one) => [one, "url"] as const),
  ...["code", ...identifiers].map((other) => ["name", other] as const),
];

/** An identifier that is not for people (Topics, "topic id"); a named topic may be called like its identifier. */
const opaque = /^CAAq/;

const compared: ReadonlySet<string> = new Set(unlike.flat());

/** Of fewer different texts, all may agree by chance. */
const fewest = 3;

/** The texts of an object by the names of its members. */
type Texts = Map<string, string>;

/**
 * Expects that two members which mean something different do not have the same text in every entry of a list, as where
 * a server fills one of them from the wrong column.
 */
export function expectMembersApart(body: unknown, operation: Operation): readonly Found[] {
  const lists = new Map<string, Map<string, Texts>>();
  for (const { path, text } of textsInSuccess(body, operation, (_, { name }) =>
    compared.has(name),
  )) {
    const end = path.lastIndexOf("/");
    const entry = path.slice(0, end);
    const list = entry.replace(/\/\d+/g, "/*");
    const entries = lists.get(list) ?? new Map<string, Texts>();
    lists.set(list, entries);
    const texts = entries.get(entry) ?? new Map();
    entries.set(entry, texts.set(path.slice(end + 1), text));
  }
  return [...lists.values()].flatMap(mixedUpIn);
}

function mixedUpIn(entries: ReadonlyMap<string, Texts>): readonly Found[] {
  return unlike.flatMap(([one, other]) => {
    const both = [...entries].flatMap(([path, texts]) => {
      const [text, otherText] = [texts.get(one), texts.get(other)];
      const isCompared =
        text && otherText && (!identifiers.includes(other) || opaque.test(otherText));
      return isCompared ? [{ path, text, isSame: text === otherText }] : [];
    });
    const [first] = both;
    const isEnough = new Set(both.map(({ text }) => text)).size >= fewest;
    if (first === undefined || !isEnough || !both.every(({ isSame }) => isSame)) return [];
    const expected = `a text other than that of /${other}, which it repeats in every entry`;
    return [{ path: `${first.path}/${one}`, expected, actual: quoteValue(first.text) }];
  });
}
