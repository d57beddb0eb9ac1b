import { describeValue } from "../../contracts/describe-value.ts";
import { parseDateTime } from "../../contracts/formats.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { role } from "../requests/ordinary-requests.ts";
import { isServed, successBody } from "./answer.ts";
import { member } from "./json.ts";
import { articlesOf } from "./success-envelope.ts";

const day = 86_400_000;

/** The dates of a request; undefined where one was not sent. */
function datesOf({ spec: { query } }: Exchange, context: CheckContext) {
  const [from, to] = ["from", "to"].map((meaning) => {
    const known = role(context, "search", meaning);
    return query.find(([name]) => name === known)?.[1];
  });
  return { from, to };
}

/** Every article with a date lies in the range, give or take a day for time zones. */
export function expectDates(filtered: Exchange, context: CheckContext): readonly Found[] {
  const list = operationOf(context).list ?? "";
  const { from, to } = datesOf(filtered, context);
  const earliest = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from) - day;
  const latest = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to) + 2 * day;
  return articlesOf(successBody(filtered), operationOf(context)).flatMap(
    ({ article: { date }, index }): readonly Found[] => {
      const parsed = typeof date === "string" ? parseDateTime(date) : null;
      if (parsed === null || (parsed.epochMs >= earliest && parsed.epochMs < latest)) return [];
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

/**
 * A range of days finds something if the same request without dates found an article in it. One of the first or
 * the last day does not count, because of time zones.
 * @param others requests of which some may be the same without dates
 */
export function expectRangeFinds(
  filtered: readonly Exchange[],
  others: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const operation = operationOf(context);
  const isDate = new Set(["from", "to"].map((meaning) => role(context, "search", meaning)));
  const apartFromDates = ({ spec: { query } }: Exchange) =>
    JSON.stringify(query.filter(([name]) => !isDate.has(name)));
  return filtered.flatMap((ranged): readonly Found[] => {
    const { from, to } = datesOf(ranged, context);
    if (from === undefined || to === undefined || !isServed(ranged)) return [];
    // Other requirements judge a list that is missing.
    const list = member(successBody(ranged), operation.list ?? "");
    if (!Array.isArray(list) || list.length > 0) return [];
    const inside = (exchange: Exchange) =>
      articlesOf(successBody(exchange), operation).find(({ article: { date } }) => {
        const time = typeof date === "string" ? parseDateTime(date)?.epochMs : undefined;
        return time !== undefined && time >= Date.parse(from) + day && time < Date.parse(to);
      });
    const whole = others.find(
      (other) =>
        isServed(other) &&
        Object.values(datesOf(other, context)).every((date) => date === undefined) &&
        apartFromDates(other) === apartFromDates(ranged) &&
        inside(other) !== undefined,
    );
    if (whole === undefined) return [];
    return [
      {
        path: `/${operation.list}`,
        expected: `an article from ${from} to ${to}, such as that of ${describeValue(inside(whole)?.article.date)} without the dates`,
        actual: "no items",
        exchange: ranged.id,
        beside: whole.id,
      },
    ];
  });
}
