import { describe, expect, test } from "vitest";
import {
  allowedCountries,
  codesInPlaceOfSamples,
  placesToTry,
  queriesIn,
  topicsToTry,
} from "../../suites/requests/sample-candidates.ts";

describe("words to search for", () => {
  test.each([
    [
      "the longest of each title",
      ["Prices rise again", "A storm over Élysée"],
      ["prices", "élysée"],
    ],
    ["none of the short words", ["It is up to us"], []],
    ["no numbers and no signs", ["2026: 100% #economy2 bk_secret"], []],
    ["each once", ["Economy", "ECONOMY", "economy"], ["economy"]],
    ["words of a script without spaces", ["日本経済新聞は発表した"], ["日本"]],
    ["words in another alphabet", ["Экономика растёт"], ["экономика"]],
    ["words with marks", ["अर्थव्यवस्था में सुधार"], ["अर्थव्यवस्था"]],
    ["nothing without titles", [], []],
    ["no word without an end", ["a".repeat(5000)], []],
  ])("%s", (_, titles, wanted) => {
    const found = queriesIn(titles, 3).map(({ samples }) => samples.query);
    expect(found).toEqual(wanted);
  });

  test("are no more than asked for", () => {
    expect(queriesIn(["first one", "second one", "third one"], 2)).toHaveLength(2);
  });
});

const language = (code: string, allowed: boolean) => ({ name: code, code, allowed });
const country = (code: string, ...languages: readonly object[]) => ({
  name: code,
  code,
  allowed: languages.length > 0,
  languages,
});
const plan = {
  countries: [
    country("AQ"),
    { ...country("FR", language("en", false), language("fr", true)) },
    { ...country("GB", language("en", true)), allowed: false },
    country("de", language("de", true)),
  ],
};

describe("what the plan allows", () => {
  test("is a country that is allowed, with a language of it that is", () => {
    expect(allowedCountries(plan)).toEqual([
      { country: "FR", language: "fr" },
      { country: "de", language: "de" },
    ]);
  });

  test.each([
    ["nothing", undefined],
    ["no list", { countries: "all" }],
    [
      "codes that are none",
      { countries: [country("USA", language("en", true)), country("fr", language("", true))] },
    ],
    ["strange entries", { countries: [null, 1, { allowed: true }, { allowed: true, code: 2 }] }],
  ])("is nothing in %s", (_, body) => {
    expect(allowedCountries(body)).toEqual([]);
    expect(codesInPlaceOfSamples({ country: "us", language: "en" }, body)).toBeNull();
  });

  test.each([
    ["us", "en", { country: "FR", language: "fr" }],
    ["fr", "es", { country: "FR", language: "fr" }],
    ["fr", "FR", null],
    ["DE", "fr", { country: "de", language: "de" }],
    ["de", "DE", null],
    ["gb", "de", { country: "FR", language: "fr" }],
  ])("takes the place of %s and %s where it has to", (one, other, samples) => {
    const candidate = codesInPlaceOfSamples({ country: one, language: other }, plan);
    expect(candidate?.samples ?? null).toEqual(samples);
  });
});

describe("places to ask for", () => {
  type Input = Parameters<typeof placesToTry>;
  const shown = (
    location: string,
    titles: Input[1],
    allowed: Input[2],
    codes = { country: "us", language: "en" },
  ) =>
    placesToTry({ location, ...codes }, titles, allowed).map(({ samples, codes }) =>
      codes === undefined
        ? samples.location
        : `${samples.location} ${codes.country} ${codes.language}`,
    );

  test("are known ones in titles, a large city, and capitals", () => {
    const titles = ["Chicago votes", "Rain in Paris", "Berlin waits"];
    expect(shown("London", titles, [])).toEqual([
      "Chicago",
      "Berlin",
      "New York",
      "London GB en",
      "Paris FR fr",
      "Berlin DE de",
      "Madrid ES es",
    ]);
  });

  test("begin with the configured one and its codes, if these are not the defaults", () => {
    const [first] = shown("東京", ["Chicago votes"], [], { country: "jp", language: "ja" });
    expect(first).toBe("東京 JP ja");
    expect(shown("東京", [], [])[0]).toBe("New York");
    expect(shown("Paris", [], [], { country: "fr", language: "fr" })).toEqual([
      "Paris FR fr",
      ...shown("Paris", [], []).filter((one) => one !== "Paris FR fr"),
    ]);
  });

  test("are those of the allowed countries, where these are known", () => {
    const allowed = allowedCountries(plan);
    expect(shown("Springfield", [], allowed)).toEqual(["New York", "Paris FR fr", "Berlin DE de"]);
  });

  test("are none twice, and not the configured one as it was", () => {
    expect(
      shown("New York", ["New York", "New York"], [{ country: "XX", language: "xx" }]),
    ).toEqual([]);
  });
});

describe("topics to ask for", () => {
  const shown = (...input: Parameters<typeof topicsToTry>) =>
    topicsToTry(...input).map(({ samples }) => samples.topic);

  test("are the other named one, two links and an allowed one", () => {
    const links = ["BUSINESS", "CAAqA", "CAAqB", "CAAqC"].map((topic_id) => ({ topic_id }));
    const listed = {
      topics: [
        { id: "no", allowed: false },
        { id: "yes", allowed: true },
      ],
    };
    expect(shown("TECHNOLOGY", links, listed)).toEqual(["BUSINESS", "CAAqA", "CAAqB", "yes"]);
  });

  test("are both named ones where the configured one is neither", () => {
    expect(shown("SPORTS", [null, { topic_id: 1 }], undefined)).toEqual(["TECHNOLOGY", "BUSINESS"]);
  });
});
