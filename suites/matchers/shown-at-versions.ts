import { describeValue } from "../../contracts/describe-value.ts";
import { parseDateTime } from "../../contracts/formats.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Found } from "../model/check.ts";
import { bodyServed } from "./answer.ts";
import type { AtVersion } from "./found-at-versions.ts";
import { articlesOf } from "./success-envelope.ts";

/** An article with the place where it was seen. */
interface Shown {
  readonly article: JsonObject;
  readonly path: string;
  readonly exchange: string;
}

/** The articles of some responses by their URLs, each where it was seen first. */
function shownIn(responses: readonly AtVersion[]): ReadonlyMap<string, Shown> {
  const shown = new Map<string, Shown>();
  for (const { exchange, operation } of responses) {
    for (const { article, index } of articlesOf(bodyServed(exchange), operation)) {
      const { url } = article;
      if (typeof url !== "string" || shown.has(url)) continue;
      shown.set(url, { article, path: `/${operation.list}/${index}`, exchange: exchange.id });
    }
  }
  return shown;
}

/**
 * The members of an article that all versions have, in a form to compare. A version may leave out the seconds of a
 * date; a date without a time zone is not compared.
 */
const compared: Readonly<Record<string, (value: string) => string | null>> = {
  title: (value) => value.replace(/\s+/g, " ").trim(),
  date: (value) => {
    const parsed = parseDateTime(value);
    return parsed?.hasZone ? String(Math.floor(parsed.epochMs / 60_000)) : null;
  },
};

/** Whether a text is the beginning of another one, and says so. */
function isCutOff(text: string | null, whole: string | null): boolean {
  const ellipsis = ["…", "..."].find((one) => text?.endsWith(one));
  if (text === null || ellipsis === undefined) return false;
  return whole?.startsWith(text.slice(0, -ellipsis.length).trimEnd()) === true;
}

/** Fewer articles may have been changed between two requests. */
const enough = 3;

/** That letters became question marks is no change of a title, however few titles have such letters. */
const enoughDamaged = 2;

function hasLostLetters(text: string | null, usual: string | null): boolean {
  return text !== usual && text === usual?.replace(/[\u0080-\uffff]/g, "?");
}

/**
 * Expects that the articles of one version have the titles and dates that all versions of other generations agree on, of
 * which there are at least two: with one it is not known which is wrong.
 * @param others the responses of each of these versions
 */
export function expectShownAsAt(
  own: readonly AtVersion[],
  others: readonly (readonly AtVersion[])[],
): readonly Found[] {
  if (others.length < 2) return [];
  const ownArticles = shownIn(own);
  const [first, ...rest] = others.map(shownIn);
  return Object.entries(compared).flatMap(([name, normal]) => {
    const textOf = (shown: Shown | undefined): string | null => {
      const value = shown?.article[name];
      return typeof value === "string" ? normal(value) : null;
    };
    const agreed = [...ownArticles].flatMap(([url, shown]) => {
      const usual = first?.get(url);
      const text = textOf(usual);
      const isAgreed = text !== null && rest.every((other) => textOf(other.get(url)) === text);
      return isAgreed && usual !== undefined && textOf(shown) !== null
        ? [{ shown, usual, isSame: textOf(shown) === text || isCutOff(textOf(shown), text) }]
        : [];
    });
    const differing = agreed.filter(({ isSame }) => !isSame);
    const damaged = differing.filter(({ shown, usual }) =>
      hasLostLetters(textOf(shown), textOf(usual)),
    );
    const [example] = [...damaged, ...differing];
    const isMost = agreed.length >= enough && 2 * differing.length > agreed.length;
    if (example === undefined || (!isMost && damaged.length < enoughDamaged)) return [];
    const { shown, usual } = example;
    return [
      {
        path: `${shown.path}/${name}`,
        expected: `${describeValue(usual.article[name])}, as for the same article at other versions`,
        actual: describeValue(shown.article[name]),
        exchange: shown.exchange,
        beside: usual.exchange,
      },
    ];
  });
}
