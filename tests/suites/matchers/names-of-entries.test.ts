import { describe, expect, test } from "vitest";
import { namesComparedWith } from "../../../suites/matchers/names-of-entries.ts";

const swappedName = (before: readonly unknown[], list: readonly unknown[]) =>
  namesComparedWith(before)(list).swapped;
const renamed = (before: readonly unknown[], list: readonly unknown[]) =>
  namesComparedWith(before)(list).renamed;

/** Topics with the names of a text, by the letters of `abcd`. */
const topics = (names: string) =>
  names.split(" ").map((name, index) => ({ id: "abcd"[index], name, subtopics: [] }));
/** One country with such languages. */
const country = (names: string) => [
  {
    code: "xx",
    name: "Land",
    languages: topics(names).map(({ id, name }) => ({ code: id, name })),
  },
];

describe("names of the entries of two responses", () => {
  test("are not exchanged", () => {
    expect(swappedName(topics("World Sport Arts"), topics("Sport World Arts"))).toMatchObject({
      name: "Sport",
      before: "World",
    });
    expect(swappedName(country("French Dutch"), country("Dutch French"))).toMatchObject({
      name: "Dutch",
      before: "French",
    });
  });

  test.each([
    ["equal", "World Sport Arts", "World Sport Arts"],
    ["in another language", "World Sport Arts", "Welt Sport Kunst"],
    ["one that another one has in its language", "Football Soccer", "Futbol Football"],
    ["of other entries", "World Sport", "World Sport Arts Music"],
  ])("may be %s", (_, before, now) => {
    expect(swappedName(topics(before), topics(now))).toBeNull();
  });

  test("are compared in one place each: every topic may have a subtopic of one name", () => {
    const news = (first: string, second: string) =>
      [first, second].map((name, index) => ({
        id: String(index),
        name: String(index),
        subtopics: [{ id: "latest", name }],
      }));
    expect(swappedName(news("Latest", "Newest"), news("Newest", "Newest"))).toBeNull();
  });
});

test("most languages are renamed, within countries that are not", () => {
  const before = country("French Dutch Irish");
  expect(renamed(before, country("Deutsch Niederl Irisch"))).toMatchObject({ before: "French" });
  expect(renamed(before, country("French Dutch Irisch"))).toBeNull();
});

test.each([
  ["equal names", "World Sport Arts", "World Sport Arts", false],
  ["another language", "World Sport Arts", "Welt Sports Kunst", true],
  ["a new name", "World Sport Arts Law", "World Sport Culture Law", false],
  ["new names of half of them", "A B C D", "A X Y D", false],
  ["only two entries", "World Sport", "Welt Sports", false],
])("%s: most entries are renamed", (_, before, now, isRenamed) => {
  expect(renamed(topics(before), topics(now)) !== null).toBe(isRenamed);
});
