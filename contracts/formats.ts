import { DateTime } from "luxon";

/** A point in time that a text expresses. */
export interface ParsedDateTime {
  /** Milliseconds since 1970 in UTC, rounded down; a text without a zone is read as UTC. */
  readonly epochMs: number;
  readonly hasZone: boolean;
}

const zone = String.raw`([Zz]|[+\-\u2212]\d\d(?::?\d\d)?)?`;
/** The extended forms, with separators; only the zone may lack its colon, as in the output of `strftime`. */
const extended = new RegExp(
  String.raw`^((?:[+-]\d{6}|\d{4})-\d\d-\d\d|\d{4}-W\d\d-\d|\d{4}-\d{3})[Tt](\d\d(?::\d\d(?::\d\d)?)?)(?:[.,](\d+))?${zone}$`,
);
/** The basic forms, without separators. */
const basic = new RegExp(
  String.raw`^((?:[+-]\d{6}|\d{4})\d{4}|\d{4}W\d{3}|\d{7})[Tt](\d\d(?:\d\d(?:\d\d)?)?)(?:[.,](\d+))?${zone}$`,
);

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const units = [hour, minute, second];

/** Milliseconds since midnight; null for an impossible time. 24:00 is the end of the day. */
function timeOfDay(digits: string, fraction: string | undefined): number | null {
  const [h = 0, m = 0, s = 0] = (digits.match(/\d\d/g) ?? []).map(Number);
  // The fraction belongs to the last unit given: hours, minutes or seconds.
  const last = units[digits.replaceAll(":", "").length / 2 - 1] ?? second;
  const rest = fraction === undefined ? 0 : Number(`0.${fraction}`) * last;
  const total = h * hour + m * minute + s * second + rest;
  // A leap second is second 60.
  return m <= 59 && s <= 60 && (h <= 23 || total === 24 * hour) ? total : null;
}

/** Milliseconds that a zone is ahead of UTC; null if the zone is invalid. */
function offsetOf(text: string): number | null {
  const [h = 0, m = 0] = (text.match(/\d\d/g) ?? []).map(Number);
  if (h > 23 || m > 59) return null;
  return (h * hour + m * minute) * (text.startsWith("+") ? 1 : -1);
}

/**
 * Reads an ISO 8601 date-time: a complete date (calendar, week or ordinal) and a time of any precision
 * joined by `T`, in the extended or the basic form, with or without a zone.
 *
 * @returns null for any other text, including a date alone or an impossible date
 */
export function parseDateTime(text: string): ParsedDateTime | null {
  if (text.length > longestDateTime) return null;
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size >= mostParsed) parsed.clear();
  const result = parse(text);
  parsed.set(text, result);
  return result;
}

/** Longer texts are no dates that anybody writes, and are not worth keeping. */
const longestDateTime = 100;

/** Cached, since the same dates occur in every style and version. */
const parsed = new Map<string, ParsedDateTime | null>();
const mostParsed = 10_000;

function parse(text: string): ParsedDateTime | null {
  const match = extended.exec(text) ?? basic.exec(text);
  const [, day, digits, fraction, zoneText] = match ?? [];
  if (day === undefined || digits === undefined) return null;
  const date = DateTime.fromISO(day, { zone: "utc", locale: "en" });
  const time = timeOfDay(digits, fraction);
  const offset = zoneText === undefined ? 0 : offsetOf(zoneText);
  if (!date.isValid || time === null || offset === null) return null;
  return {
    epochMs: Math.floor(date.toMillis() + time - offset),
    hasZone: zoneText !== undefined,
  };
}

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Whether a text is an RFC 3339 date-time: the stricter profile of ISO 8601, with seconds and a zone. */
export function isRfc3339(text: string): boolean {
  return rfc3339.test(text) && parseDateTime(text) !== null;
}
