import { expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import type { CheckContext } from "../../suites/model/check.ts";
import { firstRequest } from "../../suites/model/check.ts";
import { ordinary } from "../../suites/requests/ordinary-requests.ts";
import { codesListed, wordOfName } from "../../suites/requests/publisher-values.ts";
import { madeUpExchange } from "./sources.ts";
import { completeTarget } from "./target.ts";

const context: CheckContext = {
  cell: { surface: "news", endpoint: "/search/publishers", version: "2026-08-01", auth: "bearer" },
  target: completeTarget(),
  contracts: loadCatalogue(),
};

type Listed = readonly [code: string, languages: readonly string[], isAllowed?: boolean];

/** The country and the language that are sent together, if the server lists these. */
function pairOf(...countries: readonly Listed[]): string {
  const entry = ([code, languages, allowed = true]: Listed) => ({
    code,
    allowed,
    languages: languages.map((one) => ({ code: one, allowed: true })),
  });
  const body = JSON.stringify({ countries: countries.map(entry) });
  const exchange = madeUpExchange(firstRequest(ordinary(context)), { status: 200, body });
  const { country, language } = codesListed(context, { countries: exchange });
  return `${country[0]} ${language[0]}`;
}

test.each<readonly [string, readonly Listed[], string]>([
  [
    "the samples, if the list has them together",
    [
      ["JP", ["ja"]],
      ["US", ["es", "en"]],
    ],
    "US en",
  ],
  [
    "the sample country with a language of its own",
    [
      ["IN", ["en"]],
      ["us", ["es"]],
    ],
    "us es",
  ],
  [
    "a country of the sample language",
    [
      ["JP", ["ja"]],
      ["IN", ["hi", "en"]],
    ],
    "IN en",
  ],
  [
    "the first country with a language",
    [
      ["AQ", []],
      ["JP", ["ja"]],
      ["BR", ["pt"]],
    ],
    "JP ja",
  ],
  [
    "none that is not allowed",
    [
      ["US", ["en"], false],
      ["JP", ["ja"]],
    ],
    "JP ja",
  ],
])("a country and a language that go together: %s", (_, listed, expected) => {
  expect(pairOf(...listed)).toBe(expected);
});

test.each<readonly [string, readonly unknown[], string | null]>([
  ["the longest word of the first name", ["Harbor Post", "Capital Ledger"], "Harbor"],
  ["the one that most names have", ["Harbor Post", "Shinano Post", "Harbor", "Post 24"], "Post"],
  ["none that only other names have", ["Harbor Post", "The News", "Old News"], "Harbor"],
  ["no article", ["The Harbor", "The Ledger", "The Post"], "Harbor"],
  ["a short one if there is no other", ["The Sun", "The Ledger"], "The"],
  ["no part of a long one", ["Ö".repeat(40)], "Ö".repeat(30)],
  ["none without letters", ["24 / 7"], null],
  ["none without a name", [7, "Harbor"], null],
])("the word to search for is %s", (_, names, word) => {
  const body = JSON.stringify({ publishers: names.map((name) => ({ name })) });
  const publishers = madeUpExchange(firstRequest(ordinary(context)), { status: 200, body });
  expect(wordOfName({ publishers })).toBe(word);
});
