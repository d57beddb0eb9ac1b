import { describeValue } from "../../contracts/describe-value.ts";
import { parseDateTime } from "../../contracts/formats.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { sentValue } from "../../harness/requests/sent-parameters.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { successBody } from "./answer.ts";
import type { Filter, FilteredAndWhole } from "./filter-finds.ts";
import { articlesOf } from "./success-envelope.ts";

const day = 86_400_000;

/** The dates of a request; undefined where one was not sent. */
function datesOf({ spec }: Exchange, context: CheckContext) {
  const [from, to] = ["from", "to"].map((meaning) => {
    const known = parameterName(context, "search", meaning);
    return sentValue(spec, known);
  });
  return { from, to };
}

/** Whether an article lies outside the dates of a request, by more than a day for time zones. */
function isOutsideDates(filtered: Exchange, context: CheckContext): (date: unknown) => boolean {
  const { from, to } = datesOf(filtered, context);
  const earliest = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from) - day;
  const latest = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to) + 2 * day;
  return (date) => {
    const time = timeOf(date);
    return time !== null && (time < earliest || time >= latest);
  };
}

/** Shows that the dates of a search exclude an article. */
export function excludesByDate(filtered: Exchange, context: CheckContext) {
  const isOutside = isOutsideDates(filtered, context);
  return ({ date }: JsonObject): boolean => isOutside(date);
}

/** Every article with a date lies in the range, give or take a day for time zones. */
export function expectDates(filtered: Exchange, context: CheckContext): readonly Found[] {
  const { list } = operationOf(context);
  const { from, to } = datesOf(filtered, context);
  const isOutside = isOutsideDates(filtered, context);
  return articlesOf(successBody(filtered), operationOf(context)).flatMap(
    ({ article: { date }, index }): readonly Found[] => {
      if (!isOutside(date)) return [];
      return [
        {
          path: `/${list}/${index}/date`,
          expected: [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(" "),
          actual: describeValue(date),
        },
      ];
    },
  );
}

/** The time of an article, in milliseconds since 1970; null if it has none that can be read. */
function timeOf(date: unknown): number | null {
  return typeof date === "string" ? (parseDateTime(date)?.epochMs ?? null) : null;
}

/**
 * Shows that an article lies in the range of days, or since or until a day. Articles of the first day and of the last
 * two do not count: the last one may be excluded, and a day depends on the time zone.
 */
function showsDate({ filtered }: FilteredAndWhole, context: CheckContext) {
  const { from, to } = datesOf(filtered, context);
  return ({ date }: JsonObject): string | null => {
    const time = timeOf(date) ?? Number.NaN;
    const isInside =
      (from === undefined || time >= Date.parse(from) + day) &&
      (to === undefined || time < Date.parse(to) - day);
    return isInside ? `the article with the date ${describeValue(date)}` : null;
  };
}

/** The dates of a search as a filter. */
export function datesAsFilter(context: CheckContext): Filter {
  return {
    names: ["from", "to"].map((meaning) => parameterName(context, "search", meaning)),
    shows: showsDate,
  };
}
