import { describe, expect, test } from "vitest";
import { loadRegister } from "../../contracts/load.ts";
import { wholePlan } from "../../run/whole-plan.ts";
import { type Pin, type Pins, pinsOf, pinsText, readPins } from "../../tools/pins.ts";
import { releasedLog, updatedLog } from "../../tools/requirements-log.ts";

const search: Pin = {
  id: "auth.one",
  level: "must",
  statement: "0a1b2c3d",
  clause: "Authentication, item 1",
  cells: new Map([
    ["aggregator default", "/search[bearer]"],
    ["aggregator 2026-05-25", "/search[*] /topics[*]"],
  ]),
};
const ping: Pin = {
  id: "ping.two",
  level: "should",
  statement: "11112222",
  clause: 'Ping response, table; News GET /ping, "Public"',
  cells: new Map([["news default", "/ping"]]),
};
const silent: Pin = { ...ping, id: "ping.three", level: "not-tested", cells: new Map() };
const reworded = (pin: Pin): Pin => ({ ...pin, statement: "ffff0000" });
const all: Pins = [search, ping, silent];

describe("the pins", () => {
  test("come back from their text", () => {
    expect(readPins(pinsText(all))).toEqual(all);
    const real = pinsOf(loadRegister(), wholePlan());
    expect(readPins(pinsText(real))).toEqual(real);
  });

  test("are nothing else", () => {
    expect(() => readPins("auth.one must\n")).toThrow("no pin: auth.one must");
  });

  test.each<[string, Pin]>([
    ["the level", { ...search, level: "should" }],
    ["the statement", { ...search, statement: "ffff0000" }],
    ["the clause", { ...search, clause: "Authentication, item 2" }],
    ["a cell", { ...search, cells: new Map([...search.cells, ["aggregator default", "/topics"]]) }],
  ])("show a change of %s in one line", (_, changed) => {
    const lines = pinsText([search, ping]).split("\n");
    const others = pinsText([changed, ping]).split("\n");
    expect(others).toHaveLength(lines.length);
    expect(others.filter((line, index) => line !== lines[index])).toHaveLength(1);
  });

  test("show a further version as a line more", () => {
    const cells = new Map([...search.cells, ["aggregator 2027-01-01", "/search[*]"]]);
    const lines = pinsText(all).split("\n");
    const more = pinsText([{ ...search, cells }, ping, silent]).split("\n");
    expect(more.filter((line) => !lines.includes(line))).toEqual([
      "  aggregator 2027-01-01: /search[*]",
    ]);
    expect(more).toHaveLength(lines.length + 1);
  });
});

/** The entries of the first section. */
function entries(released: Pins | null, pins: Pins): string {
  const [, section = ""] = updatedLog("", released, pins).split("## Unreleased\n\n");
  return section.trim();
}

describe("the log", () => {
  test("counts the requirements of the first release", () => {
    expect(entries(null, all)).toBe(
      "The first release with this log: 2 requirements are tested, 1 of them `must` and 1 `should`; 1 cannot be tested. " +
        "The [changelog](../CHANGELOG.md) says what it judges differently from the versions before.",
    );
  });

  test("says where nothing has changed, the auth styles of the cells left aside", () => {
    const otherStyle = new Map([...search.cells, ["aggregator default", "/search[api-key]"]]);
    expect(entries(all, all)).toBe("Nothing has changed.");
    expect(entries(all, [{ ...search, cells: otherStyle }, ping, silent])).toBe(
      "Nothing has changed.",
    );
  });

  test.each<[Pins, string]>([
    [[search, ping], "- `ping.three` was removed."],
    [[search, { ...ping, level: "must" }, silent], "- `ping.two` is now must, was should."],
    [
      [search, ping, { ...silent, level: "should", statement: "99998888" }],
      "- `ping.three` is now should, was not-tested.\n- Reworded: `ping.three`.",
    ],
    [
      [{ ...search, clause: "Authentication, item 4" }, ping, silent],
      "- `auth.one` cites Authentication, item 4 instead of Authentication, item 1.",
    ],
    [
      [
        {
          ...search,
          cells: new Map([
            ["aggregator 2026-05-25", "/search[*] /geolocation[*]"],
            ["aggregator 2027-01-01", "/search[*]"],
          ]),
        },
        ping,
        silent,
      ],
      "- `auth.one` is judged in other cells:\n" +
        "  - aggregator default: no longer at /search\n" +
        "  - aggregator 2026-05-25: now at /geolocation\n" +
        "  - aggregator 2026-05-25: no longer at /topics\n" +
        "  - aggregator 2027-01-01: now at /search",
    ],
    [[reworded(search), reworded(ping), reworded(silent)], "- Reworded: `auth.one`, `ping.*`."],
    [
      [search, ping, silent, { ...ping, id: "ping.four" }],
      "- `ping.four` is new (should):\n  - news default: now at /ping",
    ],
  ])("%#", (pins, expected) => {
    expect(entries(all, pins)).toBe(expected);
  });

  test("keeps the sections of earlier releases", () => {
    const first = releasedLog(updatedLog("", null, all), "1.0.0", "2027-01-31");
    const next = updatedLog(first, all, [search, ping]);
    expect(next.match(/^## .*$/gm)).toEqual(["## Unreleased", "## 1.0.0, 2027-01-31"]);
    expect(next).toContain("- `ping.three` was removed.");
    expect(next).toContain("The first release with this log: 2 requirements");
    expect(updatedLog(next, all, [search, ping])).toBe(next);
  });
});
