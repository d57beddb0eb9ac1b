import type { Samples } from "../../harness/settings/types.ts";
import { entries, member } from "../matchers/json.ts";
import type { PlaceCodes } from "../model/target.ts";
import { type Capital, capitals, citiesOfDefaultCountry } from "./capitals.ts";
import { geolocationDefaults } from "./ordinary-requests.ts";
import { namedTopics } from "./pages-with-links.ts";
import { sameCode } from "./same-code.ts";

/** A replacement for a sample without hits. */
export interface Candidate {
  readonly samples: Partial<Samples>;
  /** Sent with the location; absent for the documented defaults. */
  readonly codes?: PlaceCodes;
  /** In words, such as `found in a title`. */
  readonly from: string;
}

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** Scripts in which words are short. */
const dense =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,20}$/u;
/** Letters only, and longer than a conjunction or an article. */
const telling = /^\p{L}[\p{L}\p{M}]{4,39}$/u;

/** Words of titles that are worth searching for: the longest of each of the first titles. */
export function queriesIn(titles: readonly string[], most: number): readonly Candidate[] {
  const words = titles.slice(0, 20).flatMap((title) => {
    const all = [...segmenter.segment(title.slice(0, 500))].map(({ segment }) => segment);
    const fit = all.filter((word) => telling.test(word) || dense.test(word));
    const [longest] = fit.sort((one, other) => other.length - one.length);
    return longest === undefined ? [] : [longest.toLowerCase()];
  });
  return [...new Set(words)]
    .slice(0, most)
    .map((query) => ({ samples: { query }, from: "found in a title" }));
}

/** A country that the caller's plan allows, with an allowed language of it. */
export interface AllowedCountry {
  readonly country: string;
  readonly language: string;
}

// The requirements on the list report values that are not codes; they are not sent.
const isCountryCode = (code: unknown): code is string =>
  typeof code === "string" && /^[a-z]{2}$/i.test(code);
const isLanguageCode = (code: unknown): code is string =>
  typeof code === "string" && /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(code);

/** The allowed countries of a body of `/info/countries`, codes as the server writes them. */
export function allowedCountries(body: unknown): readonly AllowedCountry[] {
  return entries(member(body, "countries")).flatMap((entry) => {
    if (member(entry, "allowed") !== true) return [];
    const country = member(entry, "code");
    const language = entries(member(entry, "languages"))
      .filter((one) => member(one, "allowed") === true)
      .map((one) => member(one, "code"))
      .find(isLanguageCode);
    return isCountryCode(country) && language !== undefined ? [{ country, language }] : [];
  });
}

/**
 * Codes in place of the sample codes if the plan does not allow both together: the sample country with a language of it,
 * or the first country that it allows. null if it allows both, or if that is not known.
 */
export function codesInPlaceOfSamples(
  { country, language }: Pick<Samples, "country" | "language">,
  body: unknown,
): Candidate | null {
  const allowed = allowedCountries(body);
  const own = allowed.find((one) => sameCode(one.country, country));
  const samples = own ?? allowed[0];
  if (samples === undefined) return null;
  const languages = entries(member(body, "countries"))
    .filter((one) => member(one, "allowed") === true && sameCode(member(one, "code"), country))
    .flatMap((one) => entries(member(one, "languages")));
  const hasBoth = languages.some(
    (one) => member(one, "allowed") === true && sameCode(member(one, "code"), language),
  );
  return hasBoth ? null : { samples, from: "allowed by /info/countries" };
}

/** Countries to try if it is not known which are allowed. */
const commonest = ["GB", "FR", "DE", "ES"];

/**
 * Places that may have news: the configured place with the configured codes, if these are not the defaults; places from
 * titles and a large city with the default country and language; then the configured place in its own country, and
 * capitals of allowed countries.
 */
export function placesToTry(
  { location: configured, country, language }: Pick<Samples, "location" | "country" | "language">,
  titles: readonly string[],
  allowed: readonly AllowedCountry[],
): readonly Candidate[] {
  const known = [...citiesOfDefaultCountry, ...capitals.map(({ name }) => name)];
  const text = titles.slice(0, 100).join("\n");
  const inTitles = known.filter((name) => text.includes(name));
  const abroad = (
    allowed.length > 0 ? allowed : commonest.flatMap((code) => capitalOf(code) ?? [])
  ).flatMap(({ country, language }): readonly Capital[] => {
    const capital = capitalOf(country);
    return capital === undefined ? [] : [{ ...capital, language }];
  });
  const own = capitals.find(({ name }) => sameName(name, configured));
  const isUsual =
    sameCode(country, geolocationDefaults.country) &&
    sameCode(language, geolocationDefaults.language);
  const candidates: readonly Candidate[] = [
    ...(isUsual ? [] : [inItsCountry({ name: configured, country, language })]),
    ...inTitles
      .slice(0, 2)
      .map((location) => ({ samples: { location }, from: "found in a title" })),
    { samples: { location: citiesOfDefaultCountry[0] ?? "" }, from: "a large city" },
    ...(own === undefined ? [] : [inItsCountry({ ...own, name: configured })]),
    ...abroad.slice(0, 4).map(inItsCountry),
  ];
  const seen = new Set([JSON.stringify([configured, undefined])]);
  return candidates.filter(({ samples, codes }) => {
    const key = JSON.stringify([samples.location, codes]);
    return seen.size < seen.add(key).size;
  });
}

function capitalOf(code: string): Capital | undefined {
  return capitals.find(({ country }) => country === code.toUpperCase());
}

function sameName(one: string, other: string): boolean {
  return one.localeCompare(other, "en", { sensitivity: "base" }) === 0;
}

function inItsCountry({ name, country, language }: Capital): Candidate {
  const codes = { country: country.toUpperCase(), language: language.toLowerCase() };
  const from = `with country ${codes.country} and language ${codes.language}`;
  return { samples: { location: name }, codes, from };
}

/** Topics that may have news and subtopics: the named ones, those of navigation links, an allowed one. */
export function topicsToTry(
  configured: string,
  navigation: readonly unknown[],
  listed: unknown,
): readonly Candidate[] {
  const links = navigation
    .map((link) => member(link, "topic_id"))
    .filter((id) => typeof id === "string" && !namedTopics.includes(id))
    .slice(0, 2);
  const allowed = entries(member(listed, "topics"))
    .filter((topic) => member(topic, "allowed") === true)
    .map((topic) => member(topic, "id"))
    .slice(0, 1);
  const ids: readonly (readonly [unknown, string])[] = [
    ...namedTopics.map((id) => [id, "a named topic"] as const),
    ...links.map((id) => [id, "found in a navigation link"] as const),
    ...allowed.map((id) => [id, "allowed by /info/topics"] as const),
  ];
  const seen = new Set<unknown>([configured]);
  return ids.flatMap(([id, from]) =>
    typeof id === "string" && id !== "" && seen.size < seen.add(id).size
      ? [{ samples: { topic: id }, from }]
      : [],
  );
}
