import { describe, expect, test } from "vitest";
import { swappedName } from "../../../suites/matchers/swapped-names.ts";

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
    expect(swappedName(topics("World Sport Arts"), topics("Sport World Arts"))).toEqual({
      name: "Sport",
      before: "World",
    });
    expect(swappedName(country("French Dutch"), country("Dutch French"))).toEqual({
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
