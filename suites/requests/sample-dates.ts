import { parseDateTime } from "../../contracts/formats.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { articlesShown } from "../matchers/success-envelope.ts";
import type { CheckContext } from "../model/check.ts";
import { columnOf } from "../model/rotation.ts";

interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** Several checks ask for the range of one response. */
const sampled = new WeakMap<Exchange, DateRange>();

/**
 * The range of UTC days to filter by: of few days at every other version, so that a filter which begins too late or
 * ends too early finds nothing, and elsewhere of the middle half of the articles; the last week if no article has a
 * date. A range reaches towards the articles that it excludes as far as time zones allow, so that a filter that is days
 * too wide shows.
 *
 * It has at least two days, since the last one may be excluded, and none of them is in the future anywhere: a server may
 * refuse such ranges.
 */
export function sampleDates(ordinary: Exchange, context: CheckContext): DateRange {
  const known = sampled.get(ordinary) ?? rangeOfArticles(ordinary, context);
  sampled.set(ordinary, known);
  return known;
}

function rangeOfArticles(ordinary: Exchange, context: CheckContext): DateRange {
  const times = articlesShown(ordinary, context)
    .flatMap(({ date }) => (typeof date === "string" ? (parseDateTime(date)?.epochMs ?? []) : []))
    .sort((a, b) => a - b);
  const latest = ordinary.sentAt - behindUtc;
  const isNarrow = columnOf(context.contracts, context.cell) % 2 === 0;
  const narrow = isNarrow ? narrowRange(times, latest) : null;
  return narrow ?? middleHalf(times, latest);
}

/**
 * The shortest range that certainly has articles and excludes others on both sides, whatever the time zone, and
 * whether or not the last day is excluded. Of several the latest, since other searches list its articles too. null if
 * there is none.
 */
function narrowRange(times: readonly number[], latest: number): DateRange | null {
  const days = [...new Set(times.map((time) => Math.floor(time / day)))];
  const begins = days
    .filter((one, index) => isApart(days[index - 1], one - daysBefore))
    .map((one) => one - daysBefore);
  const ends = days
    .filter((one, index) => isApart(one + daysAfter, days[index + 1]))
    .map((one) => one + daysAfter)
    .filter((one) => one * day <= latest);
  const ranges = begins.flatMap((from) => {
    const to = ends.find((one) => one >= from + daysBefore + daysAfter);
    return to === undefined ? [] : [{ from, to, length: to - from }];
  });
  const [shortest] = ranges.toSorted(
    (one, other) => one.length - other.length || other.from - one.from,
  );
  return shortest === undefined ? null : rangeOf(shortest.from * day, shortest.to * day);
}

/** The numbers of days of a range before its first article and after its last one. */
const daysBefore = 1;
const daysAfter = 2;

/** Whether a range excludes an article that is close to it. */
function isApart(earlier: number | undefined, later: number | undefined): boolean {
  return earlier !== undefined && later !== undefined && later - earlier >= distance;
}

function middleHalf(times: readonly number[], latest: number): DateRange {
  // Of three articles or fewer, the day of one, so that the others are excluded.
  const first = Math.min(Math.ceil((times.length - 1) / 4), Math.floor(times.length / 2));
  const last = Math.max(Math.floor(((times.length - 1) * 3) / 4), first);
  const [from, to] = [times[first], times[last]];
  if (from === undefined || to === undefined) return rangeOf(latest - week, latest - day);
  const [earlier = from, later = to] = [times[first - 1], times[last + 1]];
  const end = Math.min(Math.max(to, later - distance * day), latest);
  return rangeOf(Math.min(from, earlier + distance * day, end), end);
}

/** The range from the UTC day of one time to that of another, in milliseconds, or from the day before. */
function rangeOf(first: number, last: number): DateRange {
  const [from, to] = [dayOf(first), dayOf(last)];
  return { from: from === to ? dayOf(last - day) : from, to };
}

const day = 86_400_000;
const week = 7 * day;
/** How far the clocks of the last time zone are behind UTC. */
const behindUtc = day / 2;

/**
 * The number of days between a day of the range and that of an article outside: one of them may be counted as inside,
 * because of time zones.
 */
const distance = 2;

/** The UTC day of a time in milliseconds, as `YYYY-MM-DD`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
