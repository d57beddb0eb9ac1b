import { isObject, textOfValue } from "../../contracts/json.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { successBody } from "../matchers/answer.ts";
import { entries, member } from "../matchers/json.ts";
import type { CheckContext, NamedExchanges, RequestChoices } from "../model/check.ts";
import { describedSchema, textWithin } from "../model/described-values.ts";
import { withoutHeader } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { columnOf } from "../model/rotation.ts";
import { atEndpoint, ordinary, request } from "./ordinary-requests.ts";
import { sameCode } from "./same-code.ts";

/** The filters of publisher search. */
export const publisherFilters = ["category", "country", "language"] as const;
export type PublisherFilterName = (typeof publisherFilters)[number];

/** A value for each filter. */
export type PublisherValues = Readonly<Record<PublisherFilterName, string>>;

/** A member that is a text; null if it is not, or empty. */
function nonEmptyText(value: unknown, name: string): string | null {
  const found = member(value, name);
  return isText(found) ? found : null;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const hasAlpha2Code = (country: unknown): boolean =>
  /^[a-z]{2}$/i.test(textOfValue(member(country, "code")));

/** The publishers themselves and the list of countries show which filter values are possible. */
export function listsOfValues(context: CheckContext): RequestChoices {
  return {
    publishers: ordinary(withoutHeader(context)),
    countries: ordinary(withoutHeader(atEndpoint(context, "/info/countries"))),
  };
}

/** Exchanges without those of `listsOfValues`. */
export function withoutLists({
  publishers: _,
  countries: __,
  ...others
}: NamedExchanges): NamedExchanges {
  return others;
}

/** A publisher search in a sort order; null if the name of its role is not known. */
export function inSortOrder(context: CheckContext): RequestSpec | null {
  const sort = parameterName(context, "publishers", "sort");
  return sort === null ? null : request(context, [[sort, sortOrder(context)]]);
}

/** A sort order that many servers know: the specification shows none. */
function sortOrder(context: CheckContext): string {
  return textWithin(describedSchema(context, "publishers", "sort"), "name");
}

type Codes = Readonly<Record<"country" | "language", readonly string[]>>;

/** The allowed codes of a list of countries, and each allowed country with its allowed languages. */
interface AllowedCodes extends Codes {
  readonly pairs: readonly { readonly country: string; readonly languages: readonly string[] }[];
}

/** Every check of a filter asks for those of one list of countries. */
const allowedIn = new WeakMap<object, AllowedCodes>();

/** All allowed codes of a list of countries, as it writes them. */
function allowedCodes(body: unknown): AllowedCodes {
  if (!isObject(body)) return { country: [], language: [], pairs: [] };
  const known = allowedIn.get(body);
  if (known !== undefined) return known;
  const countries = entries(member(body, "countries"));
  const languages = countries.flatMap((country) => entries(member(country, "languages")));
  // plan.country-code-alpha2 reports codes that are not alpha-2 codes.
  const usable = countries.filter(hasAlpha2Code);
  const codes = {
    country: codesOf(usable),
    language: codesOf(languages),
    pairs: usable.flatMap((one) => {
      const spoken = codesOf(entries(member(one, "languages")));
      return spoken.length === 0
        ? []
        : codesOf([one]).map((country) => ({ country, languages: spoken }));
    }),
  };
  allowedIn.set(body, codes);
  return codes;
}

function codesOf(listed: readonly unknown[]): readonly string[] {
  const allowed = listed.filter((entry) => member(entry, "allowed") === true);
  return [...new Set(allowed.map((entry) => member(entry, "code")).filter(isText))];
}

/**
 * A country and a language of it, as close to the samples as the list allows, since a country may be refused with a
 * language that is not one of its own; the samples if no country has a language.
 */
function pairLike(
  samples: Readonly<Record<"country" | "language", string>>,
  { pairs }: AllowedCodes,
): Readonly<Record<"country" | "language", string>> {
  const speaks = ({ languages }: AllowedCodes["pairs"][number]) =>
    languages.find((one) => sameCode(one, samples.language));
  const own = pairs.filter(({ country }) => sameCode(country, samples.country));
  const best = own.find(speaks) ?? own[0] ?? pairs.find(speaks) ?? pairs[0];
  if (best === undefined) return samples;
  const { country, languages } = best;
  return { country, language: speaks(best) ?? languages[0] ?? samples.language };
}

/**
 * The sample if it is among the codes, otherwise the first, and then one of the others.
 * @param turn chooses it, beginning with the last
 */
function chosenCodes(sample: string, codes: readonly string[], turn: number): readonly string[] {
  const first = codes.find((code) => sameCode(code, sample)) ?? codes[0];
  const others = codes.filter((code) => code !== first);
  return [first, others.at(-1 - (turn % others.length))].filter((code) => code !== undefined);
}

/** Up to two codes of each kind that this server's list of countries shows. */
export function codesListed(context: CheckContext, known: NamedExchanges): Codes {
  const allowed = allowedCodes(known.countries && successBody(known.countries));
  const samples = pairLike(context.target.samples(context.cell.surface), allowed);
  // Codes of the middle of the list take turns from version to version.
  const turn = 3 * columnOf(context.contracts, context.cell);
  return {
    country: chosenCodes(samples.country, allowed.country, turn),
    language: chosenCodes(samples.language, allowed.language, turn),
  };
}

/** Values for each filter that this server should know: at least one, two if its list has them. */
export function valuesListed(
  context: CheckContext,
  known: NamedExchanges,
): Readonly<Record<PublisherFilterName, readonly string[]>> {
  const samples = context.target.samples(context.cell.surface);
  const listed = codesListed(context, known);
  const publishers = entries(
    member(known.publishers && successBody(known.publishers), "publishers"),
  );
  const categoryOf = (one: unknown) => nonEmptyText(one, "category");
  const first = categoryOf(publishers.find((one) => categoryOf(one) !== null));
  // Not the first publisher's, which is what a server finds first that does not filter. Without the version header one
  // that is found with the word that is searched for, so that a list of both shows something; General stands for an
  // unknown category, by which a server may find nothing.
  const others = publishers.filter((one) => ![null, first].includes(categoryOf(one)));
  const word = context.cell.version === defaultVersion ? wordOfName(known) : null;
  const other =
    others.findLast(
      (one) => word !== null && wordsIn(one).includes(word) && categoryOf(one) !== "General",
    ) ?? others.at(-1);
  const category = categoryOf(other) ?? first ?? "General";
  const orSample = (name: "country" | "language") =>
    listed[name].length > 0 ? listed[name] : [samples[name]];
  const within = (name: PublisherFilterName, values: readonly string[]) => [
    ...new Set(values.map((one) => textWithin(describedSchema(context, "publishers", name), one))),
  ];
  return {
    category: within("category", [category]),
    country: within("country", orSample("country")),
    language: within("language", orSample("language")),
  };
}

/** The most letters of a word that is searched for. */
const mostLetters = 30;
/** Shorter ones that many names have are articles, which a search may leave out. */
const fewestOfShared = 4;

/**
 * The word in the name of the first publisher that most names have, so that a number of results has an effect on what
 * it finds, and a category or a country of another publisher has to leave the first one out; of several, the longest.
 * null where there is no such word.
 */
export function wordOfName({ publishers }: NamedExchanges): string | null {
  const names = entries(member(publishers && successBody(publishers), "publishers")).map(wordsIn);
  const [first = []] = names;
  const timesIn = (word: string) =>
    word.length < fewestOfShared ? 0 : names.filter((words) => words.includes(word)).length;
  const [most = null] = first.toSorted(
    (one, other) => timesIn(other) - timesIn(one) || other.length - one.length,
  );
  return most && [...most].slice(0, mostLetters).join("");
}

function wordsIn(publisher: unknown): readonly string[] {
  return textOfValue(member(publisher, "name") ?? "").match(/\p{L}{3,}/gu) ?? [];
}

/** The first value for each filter. */
export function firstValues(context: CheckContext, known: NamedExchanges): PublisherValues {
  const { category, country, language } = valuesListed(context, known);
  return { category: category[0] ?? "", country: country[0] ?? "", language: language[0] ?? "" };
}
