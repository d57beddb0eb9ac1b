import { describeValue } from "../../contracts/describe-value.ts";
import type { Found } from "../model/check.ts";
import { entries, member } from "./json.ts";

type Kind = "region" | "language";

/** Languages in which a service may list names; in most alphabets, one after the other. */
const written = "en de fr es it pt nl pl sv tr cs ru uk el ar he hi zh ja ko".split(" ");

/** Letters only, without accents: spellings differ in the rest. */
const plainName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, "");

const namers = new Map<string, Intl.DisplayNames>();

function namesIn(language: string, type: Kind): Intl.DisplayNames {
  const key = `${language} ${type}`;
  const known = namers.get(key) ?? new Intl.DisplayNames([language], { type, fallback: "none" });
  namers.set(key, known);
  return known;
}

const known = new Map<string, string | null>();

/** The name of a code in a language; null for a code that is not one. */
function nameOf(code: string, language: string, type: Kind): string | null {
  const key = `${language} ${type} ${code}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const name = isCode(code, type) ? namesIn(language, type).of(code) : undefined;
  const plain = name === undefined ? null : plainName(name);
  known.set(key, plain);
  return plain;
}

function isCode(code: string, type: Kind): boolean {
  return type === "region" ? /^[A-Z]{2}$/.test(code) : /^[a-z]{2}$/.test(code);
}

/** An entry with a name and a code, in the letter case that codes usually have. */
interface Named {
  readonly name: string;
  readonly code: string;
  readonly path: string;
}

/** With the names as they are listed. */
function namedIn(list: readonly unknown[], type: Kind, path: string): readonly Named[] {
  return list.flatMap((entry, index) => {
    const [name, code] = [member(entry, "name"), member(entry, "code")];
    if (typeof name !== "string" || typeof code !== "string") return [];
    const usual = type === "region" ? code.toUpperCase() : code.toLowerCase();
    return isCode(usual, type) ? [{ name, code: usual, path: `${path}/${index}/name` }] : [];
  });
}

/** Names may have been changed, and codes given to others, for a few. */
const enough = 3;

/**
 * Expects that names are not those of other listed codes: in none of the languages are more of them the name of another
 * code than of their own.
 */
function expectOwnNames(all: readonly Named[], type: Kind): readonly Found[] {
  const codes = new Set(all.map(({ code }) => code));
  for (const language of written) {
    const codeOf = new Map([...codes].map((code) => [nameOf(code, language, type), code]));
    const own = all.filter(({ name, code }) => name === nameOf(code, language, type));
    const others = all.filter(({ name, code }) => {
      const other = codeOf.get(name);
      return other !== undefined && other !== code && name !== nameOf(code, language, type);
    });
    const [first] = others;
    // Another requirement judges one name for all.
    const names = new Set(others.map(({ name }) => name)).size;
    if (first === undefined || names < enough || others.length <= own.length) continue;
    const named = namesIn(language, type).of(first.code);
    return [
      {
        path: first.path,
        expected: `${describeValue(named)}, or another name of ${first.code}`,
        actual: `the name of ${codeOf.get(first.name)}, as for ${others.length - 1} other codes of ${all.length}`,
      },
    ];
  }
  return [];
}

/** Those that differ in name or code, with the place of the first. */
function different(all: readonly Named[]): readonly Named[] {
  const firsts = new Map<string, Named>();
  for (const one of all) {
    const key = `${one.code} ${one.name}`;
    if (!firsts.has(key)) firsts.set(key, one);
  }
  return [...firsts.values()];
}

/** The same with plain names, which are made once for each: many countries list the same languages. */
function plainlyNamed(all: readonly Named[]): readonly Named[] {
  return different(different(all).map((one) => ({ ...one, name: plainName(one.name) })));
}

/** Expects that countries and their languages do not have the names of other listed codes. */
export function expectNamesOfCodes(countries: readonly unknown[]): readonly Found[] {
  const languages = countries.flatMap((country, index) =>
    namedIn(entries(member(country, "languages")), "language", `/countries/${index}/languages`),
  );
  return [
    ...expectOwnNames(plainlyNamed(namedIn(countries, "region", "/countries")), "region"),
    ...expectOwnNames(plainlyNamed(languages), "language"),
  ];
}
