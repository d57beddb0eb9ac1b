import { parseDateTime } from "../../contracts/formats.ts";
import { isObject } from "../../contracts/json.ts";
import { entries, leaves } from "./json.ts";

function normal(value: string | number | boolean): string {
  return String(value).normalize("NFC").trim().toLowerCase();
}

/**
 * Whether some value inside `parameters`, or a list of the words, is this text, without regard to case and
 * outer space.
 */
export function echoesText(parameters: unknown, text: string): boolean {
  return texts(parameters).some((one) => normal(one) === normal(text));
}

/** Whether a text is words of letters and digits only, none with an accent, one space between two. */
export function isPlainText(text: string): boolean {
  return /^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u.test(text.normalize("NFD"));
}

/**
 * Whether a text with odd signs is echoed by some value, or by a list of its words: accents may be folded,
 * and other signs left out or taken for the end of a word. Escapes of any kind leave letters or digits
 * that do not belong to it. A text without a letter or digit is not compared.
 */
export function echoesLetters(parameters: unknown, text: string): boolean {
  const wanted = lettersOf(text);
  if (wanted === "") return true;
  return texts(parameters).some((one) => lettersOf(String(one)) === wanted);
}

function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Every scalar inside a value, and the scalars of every list in it as one text. */
function texts(value: unknown): readonly (string | number | boolean)[] {
  return [...leaves(value), ...listsIn(value).map((list) => list.filter(isScalar).join(" "))];
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

function listsIn(value: unknown): readonly (readonly unknown[])[] {
  const inner = isObject(value) ? Object.values(value) : entries(value);
  return [...(Array.isArray(value) ? [value] : []), ...inner.flatMap(listsIn)];
}

/**
 * Whether some value inside `parameters` is this one in any normal form: other case, a number for its
 * digits, a date-time for a date, a host with or without `www.`, a language with its region.
 */
export function echoesValue(parameters: unknown, value: string): boolean {
  const wanted = normal(value);
  return leaves(parameters).some((leaf) => {
    const text = normal(leaf);
    if (text === wanted || stripHost(text) === stripHost(wanted)) return true;
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

/** A date may be echoed as a date-time, as seconds or as milliseconds; zones cost a day at most. */
function sameDay(leaf: string | number | boolean, date: string): boolean {
  const wanted = Date.parse(date);
  const day = 86_400_000;
  const times =
    typeof leaf === "number"
      ? [leaf * 1000, leaf]
      : [parseDateTime(String(leaf))?.epochMs ?? Number.NaN];
  return times.some((time) => Math.abs(time - wanted) <= day);
}
