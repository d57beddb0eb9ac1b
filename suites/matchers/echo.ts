import { parseDateTime } from "../../contracts/formats.ts";
import { isObject, type JsonObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { skip } from "../model/check.ts";
import { successBody } from "./answer.ts";
import { entries, leaves, member } from "./json.ts";
import { isOpaqueId } from "./opaque-ids.ts";

/** Compatible characters are one: a server may read fullwidth digits as digits. */
function normal(value: string | number | boolean): string {
  return String(value).normalize("NFKC").trim().toLowerCase();
}

/**
 * Whether a value inside `parameters`, or a list of the words, is this text, ignoring case and
 * surrounding white space.
 */
export function echoesText(parameters: unknown, text: string): boolean {
  return texts(parameters).some((one) => normal(one) === normal(text));
}

/**
 * Whether a value inside `parameters` is this text, or has it at its beginning, before a comma or a bracket: a place may be
 * echoed as the one that was found, such as `London, England` for `London`.
 */
export function echoesPlace(parameters: unknown, text: string): boolean {
  const wanted = normal(text);
  return texts(parameters).some((one) => {
    const found = normal(one);
    return (
      found === wanted || (found.startsWith(wanted) && /^ ?[,(]/.test(found.slice(wanted.length)))
    );
  });
}

/** Whether a text consists of words of unaccented letters and digits, separated by single spaces. */
export function isPlainText(text: string): boolean {
  return /^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u.test(text.normalize("NFD"));
}

/**
 * Whether a text with unusual characters is echoed by a value or by a list of its words. Accents may be
 * folded; other characters may be left out or end a word. An escape sequence adds letters or digits and
 * so differs. A text without a letter or digit is not compared.
 */
export function echoesLetters(parameters: unknown, text: string): boolean {
  const wanted = lettersOf(text);
  if (wanted === "") return true;
  return texts(parameters).some((one) => lettersOf(String(one)) === wanted);
}

/** Capitals first, since some small letters have two of them (`ß`). */
function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Every scalar inside a value, the scalars of each list in it joined to one text, and the values of each query string in
 * it: `query=climate` is an echo too.
 */
function texts(value: unknown): readonly (string | number | boolean)[] {
  const lists = listsIn(value).map((list) => list.filter(isScalar).join(" "));
  return [...values(value), ...lists];
}

/** The scalars inside a value, and the values of those that are a query string. */
function values(value: unknown): readonly (string | number | boolean)[] {
  const all = leaves(value);
  return [...all, ...all.flatMap(valuesOfQuery)];
}

function valuesOfQuery(leaf: string | number | boolean): readonly string[] {
  if (typeof leaf !== "string" || !leaf.includes("=")) return [];
  return [...new URLSearchParams(leaf).values()];
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

function listsIn(value: unknown): readonly (readonly unknown[])[] {
  const inner = isObject(value) ? Object.values(value) : entries(value);
  return [...(Array.isArray(value) ? [value] : []), ...inner.flatMap(listsIn)];
}

/**
 * Whether a value inside `parameters` is this one in any normal form: another case, a number for its
 * digits, a date-time for a date, a host with or without `www.`, a language with its region. An opaque identifier has
 * no other form.
 */
export function echoesValue(parameters: unknown, value: string): boolean {
  // In other letters, it is another identifier.
  if (isOpaqueId(value))
    return values(parameters).some((leaf) => String(leaf).trim() === value.trim());
  const wanted = normal(value);
  return values(parameters).some((leaf) => {
    const text = normal(leaf);
    if (stripHost(text) === stripHost(wanted)) return true;
    if (/^\d+$/.test(wanted)) return text !== "" && Number(text) === Number(wanted);
    if (isRegionalForm(text, wanted)) return true;
    if (!/^\d{4}-\d{2}-\d{2}$/.test(wanted)) return false;
    return text.startsWith(wanted) || sameDay(leaf, wanted);
  });
}

/** `en-US` and `en_GB` are forms of `en`. */
export function isRegionalForm(text: string, language: string): boolean {
  return /^[a-z]{2,3}$/i.test(language) && new RegExp(`^${language}[-_]\\w`, "i").test(text.trim());
}

function stripHost(text: string): string {
  return text
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/$/, "");
}

/**
 * A date may be echoed as a date-time, as seconds or as milliseconds: as any time of its day, which begins up to 14 hours
 * earlier in other time zones.
 */
function sameDay(leaf: string | number | boolean, date: string): boolean {
  const wanted = Date.parse(date);
  const hour = 3_600_000;
  const times =
    typeof leaf === "number"
      ? [leaf * 1000, leaf]
      : [parseDateTime(String(leaf))?.epochMs ?? Number.NaN];
  return times.some((time) => time - wanted >= -14 * hour && time - wanted <= 24 * hour);
}

/** What a success response says of the parameters; skips the check if it is no object. */
export function echoIn(exchange: Exchange): JsonObject {
  const parameters = member(successBody(exchange), "parameters");
  return isObject(parameters) ? parameters : skip("parameters is not an object");
}
