import { describe, expect, test } from "vitest";
import { loadRegister } from "../../contracts/load.ts";
import { wholePlan } from "../../run/whole-plan.ts";
import { type Pin, type Pins, pinsOf, pinsText, readPins } from "../../tools/pins.ts";
import { releasedLog, updatedLog } from "../../tools/requirements-log.ts";

const search: Pin = {
  id: "auth.one",
  level: "must",
  statement: "0a1b2c3d",
  clause: "Authentication 1",
  cells: new Map([
    ["aggregator default", "/search[bearer]"],
    ["aggregator 2026-05-25", "/search[*] /topics[*]"],
  ]),
};
const ping: Pin = {
  id: "ping.two",
  level: "should",
  statement: "11112222",
  clause: "Ping response; News GET /ping",
  cells: new Map([["news default", "/ping"]]),
};
const silent: Pin = { ...ping, id: "ping.three", level: "not-tested", cells: new Map() };
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
    ["the clause", { ...search, clause: "Authentication 2" }],
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
      "The first release: 2 requirements are tested, 1 of them `must` and 1 `should`; 1 can't be observed.",
    );
  });

  test("says where nothing has changed, the auth styles of the cells left aside", () => {
    const otherStyle = new Map([...search.cells, ["aggregator default", "/search[api-key]"]]);
    expect(entries(all, all)).toBe("Nothing is judged otherwise.");
    expect(entries(all, [{ ...search, cells: otherStyle }, ping, silent])).toBe(
      "Nothing is judged otherwise.",
    );
  });

  test.each<[Pins, string]>([
    [[search, ping], "- `ping.three` is gone."],
    [[search, { ...ping, level: "must" }, silent], "- `ping.two` is must, was should."],
    [
      [search, ping, { ...silent, level: "should", statement: "99998888" }],
      "- `ping.three` is should, was not-tested; is stated in other words.",
    ],
    [
      [{ ...search, clause: "Authentication 4" }, ping, silent],
      "- `auth.one` rests on Authentication 4, before on Authentication 1.",
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
        "  - aggregator default: no more at /search\n" +
        "  - aggregator 2026-05-25: now at /geolocation\n" +
        "  - aggregator 2026-05-25: no more at /topics\n" +
        "  - aggregator 2027-01-01: now at /search",
    ],
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
    expect(next).toContain("- `ping.three` is gone.");
    expect(next).toContain("The first release: 2 requirements");
    expect(updatedLog(next, all, [search, ping])).toBe(next);
  });
});
