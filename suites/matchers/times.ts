import { describeValue } from "../../contracts/describe-value.ts";
import { isRfc3339, parseDateTime } from "../../contracts/formats.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { type Found, skip } from "../model/check.ts";
import { member } from "./json.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Expects a date-time that follows RFC 3339; a value that is not a string is not judged. */
export function expectRfc3339(value: unknown, path: string): readonly Found[] {
  if (typeof value !== "string" || isRfc3339(value)) return [];
  return [
    { path, expected: "RFC 3339 with seconds and a time zone", actual: describeValue(value) },
  ];
}

/** The first newspapers are from the seventeenth century. */
const firstNewspapers = Date.UTC(1600, 0);
/** News may be announced, and the clock of either side may be wrong. */
const latestAhead = 365 * day;

/**
 * Expects a time at which news may have been published. Programs write the beginning of their calendar or its end for a
 * date that they do not have: the years 1 and 9999, or 1970 without a second of it. A value that is not a date-time is not
 * judged.
 * @param now milliseconds since 1970
 */
export function expectPublicationTime(value: unknown, path: string, now: number): readonly Found[] {
  const time = typeof value === "string" ? parseDateTime(value)?.epochMs : undefined;
  if (time === undefined) return [];
  if (time !== 0 && time >= firstNewspapers && time <= now + latestAhead) return [];
  return [{ path, expected: "the time of publication", actual: describeValue(value) }];
}

/** Of fewer times, all may have one minute by chance. */
const fewestTimes = 5;
/** In one month, a program of one source may publish at the same minute of every hour. */
const fewestMonths = 2;
const fewestSources = 3;
const monthAndMinute = /^\d{4}-?(\d\d)-?\d\dT\d\d:?(\d\d)/;

/**
 * Expects that the minutes of the dates in a list are not all those of their months, as where a server writes them with
 * the wrong letter of a pattern.
 * @param articles those of a list
 * @param path of their dates
 */
export function expectMinutes(articles: readonly JsonObject[], path: string): readonly Found[] {
  const dated = articles.flatMap(({ date, source }) => {
    const [text, month, minutes] = monthAndMinute.exec(typeof date === "string" ? date : "") ?? [];
    if (text === undefined) return [];
    return [{ text, month, name: member(source, "name"), isSame: month === minutes }];
  });
  const [first] = dated;
  if (first === undefined || !dated.every(({ isSame }) => isSame)) return [];
  const different = (values: readonly unknown[]) =>
    new Set(values.filter((value) => typeof value === "string")).size;
  const times = different(dated.map(({ text }) => text));
  if (times < fewestTimes) return [];
  const areOfOneMonth = different(dated.map(({ month }) => month)) < fewestMonths;
  if (areOfOneMonth && different(dated.map(({ name }) => name)) < fewestSources) return [];
  const actual = `${first.text}, with the month for its minutes, as in all ${times} dates`;
  return [{ path, expected: "the minutes of publication", actual }];
}

function timestampOf(body: unknown): { epochMs: number; hasZone: boolean; text: string } {
  const value = member(member(body, "metadata"), "timestamp");
  if (typeof value !== "string") skip("metadata.timestamp is not a string");
  const parsed = parseDateTime(value);
  if (parsed === null) skip("metadata.timestamp is not an ISO 8601 date-time");
  return { ...parsed, text: value };
}

/** Expects `metadata.timestamp` within a day of the time when the response was complete. */
export function expectTimestampWithinADay(exchange: Exchange, body: unknown): readonly Found[] {
  const { epochMs, text } = timestampOf(body);
  if (Math.abs(epochMs - exchange.receivedAt) <= day) return [];
  return [
    {
      path: "/metadata/timestamp",
      expected: "the time of the response, within a day",
      actual: text,
    },
  ];
}

/** The `Date` header of a response; NaN if it has none, or one that is not a date. */
function dateOf({ answer }: Exchange): number {
  return Date.parse(answer?.headers.date ?? "");
}

/** Expects `metadata.timestamp` within five minutes of the `Date` header or of our clock. */
export function expectTimestampWithinFiveMinutes(
  exchange: Exchange,
  body: unknown,
): readonly Found[] {
  const { epochMs, hasZone, text } = timestampOf(body);
  if (!hasZone) skip("metadata.timestamp has no time zone");
  const clocks = [dateOf(exchange), exchange.sentAt, exchange.receivedAt];
  if (clocks.some((clock) => Math.abs(epochMs - clock) <= 5 * minute)) return [];
  return [
    {
      path: "/metadata/timestamp",
      expected: "the time of the response, within five minutes",
      actual: text,
    },
  ];
}

/** Expects ping's timestamp, read as seconds or as milliseconds, within a day of now. */
export function expectPingTimestampNow(exchange: Exchange, body: unknown): readonly Found[] {
  const value = member(body, "timestamp");
  if (typeof value !== "number") skip("timestamp is not a number");
  if ([value * 1000, value].some((time) => Math.abs(time - exchange.receivedAt) <= day)) return [];
  return [
    {
      path: "/timestamp",
      expected: "now, in seconds or milliseconds since 1970",
      actual: describeValue(value),
    },
  ];
}

/** In milliseconds: a clock that is read once a second may show the same time again, but not after this. */
const twoSeconds = 2000;

/**
 * Whether the time of one answer has to differ from that of an earlier one: more than two seconds lie
 * between them by the server's own `Date`, or by ours where it sends none, and both have seconds.
 */
export function mustDiffer(
  earlier: Exchange,
  later: Exchange,
  timestamps: readonly string[],
): boolean {
  const byDates = dateOf(later) - dateOf(earlier);
  const elapsed = Number.isNaN(byDates) ? later.sentAt - earlier.receivedAt : byDates;
  return elapsed > twoSeconds && timestamps.every((text) => /T\d\d:?\d\d:?\d\d/.test(text));
}
