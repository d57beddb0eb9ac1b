import { describe, expect, test } from "vitest";
import {
  expectMinutes,
  expectPingTimestampNow,
  expectPublicationTime,
  expectRfc3339,
  expectTimestampWithinADay,
  expectTimestampWithinFiveMinutes,
  mustDiffer,
} from "../../../suites/matchers/times.ts";
import { madeUpExchange } from "../sources.ts";
import { ending } from "./ending.ts";

const noon = Date.parse("2026-05-25T12:00:00Z");
const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const spec = {
  surface: "aggregator",
  endpoint: "/search",
  version: "default",
  credential: { kind: "none" },
  query: [],
} as const;

/** An answer that was asked for ten minutes before noon and was complete at noon. */
function atNoon(headers: Record<string, string> = {}) {
  const exchange = madeUpExchange(spec, { status: 200, body: "{}", headers });
  return { ...exchange, sentAt: noon - 10 * minute, receivedAt: noon };
}
const stamped = (epochMs: number) => ({ metadata: { timestamp: new Date(epochMs).toISOString() } });

describe("the minutes of the dates in a list", () => {
  const judge = (dates: readonly unknown[], names: readonly unknown[]) =>
    expectMinutes(
      dates.map((date, index) => ({ date, source: { name: names[index % names.length] } })),
      "/articles/*/date",
    );
  const hours = (month: string, minutes: string, count: number) =>
    Array.from({ length: count }, (_, hour) => `2026-${month}-03T1${hour}:${minutes}:00Z`);
  const ofTwoMonths = [...hours("04", "04", 3), ...hours("05", "05", 2)];
  const several = ["A", "B", "C"];

  test("are not all the number of the month", () => {
    expect(judge(ofTwoMonths, ["A"])).toEqual([
      {
        path: "/articles/*/date",
        expected: "the minutes of publication",
        actual: "2026-04-03T10:04, with the month for its minutes, as in all 5 dates",
      },
    ]);
    expect(judge(hours("11", "11", 5), several)).toHaveLength(1);
  });

  test.each([
    ["of one month by one source", hours("11", "11", 9), ["A"]],
    ["of one month by sources without names", hours("11", "11", 9), [null]],
    ["of four articles", ofTwoMonths.slice(1), several],
    ["of one time", Array(9).fill(ofTwoMonths[0]), several],
    ["of which one differs", [...ofTwoMonths, ...hours("06", "07", 1)], several],
    ["without a time", Array(9).fill("2026-04-04"), several],
    ["that are no texts", Array(9).fill(4), several],
  ])("say nothing in dates %s", (_, dates, names) => {
    expect(judge(dates, names)).toEqual([]);
  });
});

describe("a time of publication", () => {
  test.each([
    ["1605-07-01T00:00:00Z", true],
    ["1969-12-31T23:59:59Z", true],
    ["1970-01-01T00:00:01Z", true],
    ["1970-01-01T00:00:00+01:00", true],
    ["2027-05-25T12:00:00Z", true],
    ["0001-01-01T00:00:00Z", false],
    ["1599-12-31T23:59:59Z", false],
    ["1970-01-01T00:00:00Z", false],
    ["1970-01-01T01:00:00+01:00", false],
    ["2027-05-25T12:00:01Z", false],
    ["9999-12-31T23:59:59Z", false],
    ["yesterday", true],
    [0, true],
    [undefined, true],
  ])("may be %j, or is not judged: %s", (value, good) => {
    expect(expectPublicationTime(value, "/a", noon).map(({ path }) => path)).toEqual(
      good ? [] : ["/a"],
    );
  });
});

describe("RFC 3339", () => {
  test.each([
    ["2026-05-25T10:00:00Z", true],
    ["2026-05-25T10:00:00+02:00", true],
    ["2026-05-25T10:00:00", false],
    [7, true],
  ])("%j follows it, or is not judged: %s", (value, good) => {
    const findings = good
      ? []
      : [
          {
            path: "/a",
            expected: "RFC 3339 with seconds and a time zone",
            actual: `string ${JSON.stringify(value)}`,
          },
        ];
    expect(expectRfc3339(value, "/a")).toEqual(findings);
  });
});

describe("within a day", () => {
  test.each([
    [0, 0],
    [day, 0],
    [-day, 0],
    [day + 1, 1],
    [-day - 1, 1],
  ])("%i ms off the clock", (off, findings) => {
    expect(expectTimestampWithinADay(atNoon(), stamped(noon + off))).toHaveLength(findings);
  });

  test("says what was expected", () => {
    expect(
      expectTimestampWithinADay(atNoon(), { metadata: { timestamp: "2020-01-01T00:00Z" } }),
    ).toEqual([
      {
        path: "/metadata/timestamp",
        expected: "the time of the response, within a day",
        actual: "2020-01-01T00:00Z",
      },
    ]);
  });
});

describe("within five minutes", () => {
  test.each([
    ["of the end", 5 * minute, 0],
    ["past the end", 5 * minute + 1, 1],
    ["of the start", -15 * minute, 0],
    ["before the start", -15 * minute - 1, 1],
  ])("%s", (_, off, findings) => {
    expect(expectTimestampWithinFiveMinutes(atNoon(), stamped(noon + off))).toHaveLength(findings);
  });

  test("the server's own clock is good enough", () => {
    const served = atNoon({ date: "Mon, 25 May 2026 15:00:00 GMT" });
    const at = (text: string) =>
      expectTimestampWithinFiveMinutes(served, { metadata: { timestamp: text } });
    expect(at("2026-05-25T15:04:00Z")).toEqual([]);
    expect(at("2026-05-25T15:06:00Z")).toEqual([
      {
        path: "/metadata/timestamp",
        expected: "the time of the response, within five minutes",
        actual: "2026-05-25T15:06:00Z",
      },
    ]);
  });

  test("a time without a zone can't be compared", () => {
    const zoneless = { metadata: { timestamp: "2026-05-25T12:00:00" } };
    expect(ending(() => expectTimestampWithinFiveMinutes(atNoon(), zoneless))).toBe(
      "skip: metadata.timestamp has no time zone",
    );
  });
});

test.each([expectTimestampWithinADay, expectTimestampWithinFiveMinutes])(
  "%o is skipped without a time",
  (judge) => {
    expect(ending(() => judge(atNoon(), { metadata: { timestamp: 7 } }))).toBe(
      "skip: metadata.timestamp is not a string",
    );
    expect(ending(() => judge(atNoon(), { metadata: { timestamp: "today" } }))).toBe(
      "skip: metadata.timestamp is not an ISO 8601 date-time",
    );
  },
);

describe("ping's timestamp", () => {
  test.each([
    ["milliseconds", noon, 0],
    ["a day later", noon + day, 0],
    ["more than a day later", noon + day + 1, 1],
    ["seconds", (noon - day) / 1000, 0],
    ["seconds of the day before yesterday", (noon - 2 * day) / 1000, 1],
  ])("%s", (_, timestamp, findings) => {
    expect(expectPingTimestampNow(atNoon(), { timestamp })).toHaveLength(findings);
  });

  test("says what was expected", () => {
    expect(expectPingTimestampNow(atNoon(), { timestamp: 5 })).toEqual([
      {
        path: "/timestamp",
        expected: "now, in seconds or milliseconds since 1970",
        actual: "number 5",
      },
    ]);
    expect(ending(() => expectPingTimestampNow(atNoon(), { timestamp: "5" }))).toBe(
      "skip: timestamp is not a number",
    );
  });
});

describe("a clock has moved between two responses", () => {
  const seconds = ["2026-05-25T12:00:00Z", "2026-05-25T12:00:00Z"];
  /** Two responses: the earlier one complete at noon, the later one requested some time after. */
  const judged = (ms: number, dates: readonly string[] = [], texts = seconds) => {
    const [earlier, later] = [0, 1].map((index) =>
      atNoon(dates[index] === undefined ? {} : { date: dates[index] }),
    );
    if (earlier === undefined || later === undefined) throw new Error("not two");
    return mustDiffer(earlier, { ...later, sentAt: noon + ms, receivedAt: noon + day }, texts);
  };
  const date = (time: string) => `Mon, 25 May 2026 ${time} GMT`;

  test.each([
    ["by our clock", 2001, [], true],
    ["by our clock, not enough", 2000, [], false],
    ["by the server's dates", 0, [date("12:00:00"), date("12:00:03")], true],
    ["by the server's dates, not enough", 9000, [date("12:00:00"), date("12:00:02")], false],
    ["by our clock, since one date is absent", 2001, [date("12:00:00")], true],
    ["by our clock, since one date is invalid", 2001, [date("12:00:00"), "soon"], true],
    ["not at all, although one date is old", 0, [date("11:00:00")], false],
  ])("%s", (_, ms, dates, expected) => {
    expect(judged(ms, dates)).toBe(expected);
  });

  test.each([
    [["2026-05-25T12:00:00Z", "20260525T120000Z"], true],
    [["2026-05-25T12:00:00Z", "2026-05-25T12:00Z"], false],
    [["2026-05-25", "2026-05-25T12:00:00Z"], false],
    [["2026-05-25T12:00:00Z", "2026-05-25T1200:00Z"], true],
  ])("%j tell seconds: %s", (texts, expected) => {
    expect(judged(2001, [], texts)).toBe(expected);
  });

  test("without a response only our clock is left", () => {
    const closed = { ...madeUpExchange(spec, null), sentAt: noon + 2001, receivedAt: noon };
    expect(mustDiffer(closed, closed, seconds)).toBe(true);
  });
});
