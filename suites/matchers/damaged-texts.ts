import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue, quoteValue } from "../../contracts/describe-value.ts";
import { group } from "../../contracts/group.ts";
import type { Found } from "../model/check.ts";
import { createCutOffSearch } from "./cut-off-texts.ts";
import { type Damage, damageOf, isName, withoutReferences } from "./damages.ts";
import { type ListedText, type TextPlace, visitTexts } from "./listed-texts.ts";
import { articlesOf } from "./success-envelope.ts";

/** Fewer of a kind may be what a publisher wrote: a title may be about an HTML character. */
const fewest = 3;

const tag = /<\/?[a-z]/i;

interface Damaged extends ListedText {
  readonly place: TextPlace;
  readonly damage: Damage;
}

/** The lists of texts of an article (Legacy article, rows "authors", "keywords"). */
const listsOfTexts: readonly string[] = ["authors", "keywords"];

/** Shorter lists may consist of initials. */
const fewestLetters = 4;

/** A letter of a script in which no word is a single letter throughout a list, unlike in Chinese. */
const letter = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;

/** What is wrong with a list of texts; null if nothing certainly is. */
function damageOfList(list: readonly unknown[]): string | null {
  const texts = list.filter((one) => typeof one === "string");
  const letters = texts.filter((one) => letter.test(one)).length;
  if (letters >= fewestLetters && texts.every((one) => [...one].length <= 1))
    return "of whole texts, not of their letters";
  return texts.some((one) => /^\s*\[\s*(?:'[^']*'|"[^"]*")/.test(one))
    ? "of texts, none of which is a list in quotation marks"
    : null;
}

/** Expects that the lists of texts of several articles are not damaged in the same way. */
function expectUndamagedLists(body: unknown, operation: Operation): readonly Found[] {
  const damaged = articlesOf(body, operation).flatMap(({ article, index }) =>
    listsOfTexts.flatMap((name) => {
      const list = article[name];
      const damage = Array.isArray(list) ? damageOfList(list) : null;
      return damage === null ? [] : [{ list, name, index, damage }];
    }),
  );
  return [...group(damaged, ({ name, damage }) => `${name} ${damage}`).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || same.length < fewest) return [];
    const { list, name, index, damage } = first;
    return [
      {
        path: `/${operation.list}/${index}/${name}`,
        expected: `a list ${damage} (as in ${same.length} places)`,
        actual: describeValue(list),
      },
    ];
  });
}

/** Whether so many texts of a list are damaged that it was not their publishers who wrote them so. */
function areEnough(same: readonly Damaged[], damage: Damage, countAll: () => number): boolean {
  const different = new Set(same.map(({ text }) => text)).size;
  if ((damage.countsEqual ? same.length : different) < fewest) return false;
  if (damage.least === "several") return true;
  return damage.least === "all" ? same.length === countAll() : 2 * same.length >= countAll();
}

/** Expects that several titles, names, addresses or lists of texts of one body are not damaged in the same way. */
export function expectUndamaged(body: unknown, operation: Operation): readonly Found[] {
  const damaged: Damaged[] = [];
  const cutOff = createCutOffSearch();
  // Words that were searched for may be marked in some titles: then all of them are HTML.
  let isMarkup = false;
  visitTexts(body, operation, (text, place, path) => {
    isMarkup ||= isName(place) && tag.test(text);
    const damage = damageOf(text, place);
    if (damage !== null) damaged.push({ text, path: path(), place, damage });
    cutOff.look(text, place, path);
  });
  const isRight = ({ place, damage }: Damaged) =>
    isMarkup && isName(place) && damage.expected === withoutReferences;
  const all = damaged.filter((one) => !isRight(one));
  const texts = [
    ...group(all, ({ place, damage }) => `${place.pattern} ${damage.expected}`).values(),
  ].flatMap((same): readonly Found[] => {
    const [first] = same;
    if (first === undefined) return [];
    const { text, path, damage, place } = first;
    if (!areEnough(same, damage, () => countTexts(body, operation, place))) return [];
    const expected = `a text ${damage.expected} (as in ${same.length} places)`;
    return [{ path, expected, actual: quoteValue(text) }];
  });
  return [...texts, ...expectUndamagedLists(body, operation), ...cutOff.found()];
}

/** The number of texts at one place of the entries of a body that are not empty. */
function countTexts(body: unknown, operation: Operation, { pattern }: TextPlace): number {
  let count = 0;
  visitTexts(body, operation, (text, place) => {
    if (place.pattern === pattern && text !== "") count += 1;
  });
  return count;
}
