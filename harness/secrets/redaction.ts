import { createCutSecretFinder } from "../redaction/cut-secrets.ts";
import {
  createSecretFinder,
  type SecretFinder,
  type SecretPlace,
  unsearched,
} from "../redaction/find-secrets.ts";
import { minSecretLength, type SearchedSecret } from "../redaction/secret-forms.ts";
import { redactedHeader } from "../requests/request.ts";

export interface Secret extends SearchedSecret {
  /** Its placeholder, such as `$AGGREGATOR_API_KEY`. */
  readonly placeholder: string;
}

export interface Redact {
  (text: string): string;
  /** The same for a text of a request, which is ours: it is searched even if the time of all texts is used up. */
  readonly ofRequest?: (text: string) => string;
  /** The first characters of a text, with the placeholder of a secret that begins in them and ends later. */
  readonly beginningOf?: (text: string, length: number) => string;
  /** The placeholders of the secrets that a text contains as a whole, whatever else is in it. */
  readonly secretsIn?: (text: string) => readonly string[];
  /** How many characters the longest secret takes in a text: it may have begun before the end of what is shown. */
  readonly reach?: number;
}

/** In place of a part of a secret. */
export const partOfSecret = "[part of a secret]";
/** In place of a text that was not searched to the end. */
const notSearched = "[not shown: too much of it is encoded]";

/**
 * The time that the texts of a run may take, in milliseconds; those of an ordinary one take less than one second. Once it
 * is used up, only short texts are searched, and longer ones are not shown.
 */
export const mostSearchMs = 20_000;
const shortText = 256;

/** Whether a text may contain something that a redactor has put in place of a secret. */
export function mayHavePlaceholder(text: string): boolean {
  return (
    /\$[\w{(]|\[redacted/.test(text) || text.includes(partOfSecret) || text.includes(notSearched)
  );
}

/** The most characters that a secret takes for each of its own: 81 if it is percent-encoded four times. */
const mostPerCharacter = 96;
const shortestReach = 2 * 1024;
const longestReach = 16 * 1024;

/** The finders that were made last, by their secrets: several parts of a run hide the same ones. */
const finders = new Map<string, SecretFinder>();
const mostFinders = 4;
/** One for the passwords of a large recording takes much memory. */
const mostSecretsKept = 100;

/** @param secrets of those that are found at the same places, such as one in two letter cases, the first is named */
function finderOf(secrets: readonly Secret[]): SecretFinder {
  if (secrets.length > mostSecretsKept) return createSecretFinder(secrets);
  const key = JSON.stringify(
    secrets.map(({ value, encodings, parts, goesOn }) => [value, encodings, parts, goesOn]),
  );
  const known = finders.get(key);
  if (known !== undefined) return known;
  const made = createSecretFinder(secrets);
  if (finders.size >= mostFinders) finders.clear();
  finders.set(key, made);
  return made;
}

/**
 * A function that replaces every occurrence of every secret, in any form that a server may send it back in
 * (`secretForms`). Its time is linear in the length of the text. Text should be redacted before it is trimmed, since
 * only keys are recognised by any of their parts, and other secrets by a long beginning.
 * @param mostMs the time that all texts together may take, in milliseconds
 */
export function createRedactor(
  secrets: readonly Secret[],
  mostMs: number = Number.POSITIVE_INFINITY,
): Redact {
  const usable = secrets
    .filter(({ value }) => value.length >= minSecretLength)
    .sort((a, b) => b.value.length - a.value.length);
  if (usable.length === 0) return (text) => text;
  let find: SecretFinder | null = null;
  /** The same text is asked for several times in a row. */
  let latest: { readonly text: string; readonly places: readonly SecretPlace[] } | null = null;
  let spentMs = 0;
  const search = (text: string): readonly SecretPlace[] => {
    find ??= finderOf(usable);
    const began = performance.now();
    const places = find(text);
    spentMs += performance.now() - began;
    return places;
  };
  const searchInTime = (text: string): readonly SecretPlace[] =>
    spentMs > mostMs && text.length > shortText
      ? [{ start: 0, end: text.length, secret: unsearched, isPart: true }]
      : search(text);
  const placesIn = (text: string) => {
    if (latest?.text !== text) latest = { text, places: searchInTime(text) };
    return latest.places;
  };
  const partOf = ({ secret }: SecretPlace) => (secret === unsearched ? notSearched : partOfSecret);
  const placeholderOf = (place: SecretPlace) => usable[place.secret]?.placeholder ?? "[redacted]";
  const hidden = (text: string, places: readonly SecretPlace[], length: number) => {
    let shown = "";
    let end = 0;
    for (const place of places) {
      if (place.start >= length) break;
      shown += text.slice(end, place.start) + (place.isPart ? partOf(place) : placeholderOf(place));
      end = place.end;
    }
    return end === 0 && length >= text.length
      ? text
      : shown + text.slice(end, Math.max(end, length));
  };
  const beginningOf = (text: string, length: number) => hidden(text, placesIn(text), length);
  const withoutCut = createCutSecretFinder(
    usable.map(({ value }) => value),
    partOfSecret,
  );
  const redact = (text: string) => withoutCut(beginningOf(text, text.length));
  const ofRequest = (text: string) => hidden(text, search(text), text.length);
  const secretsIn = (text: string) => [
    ...new Set(
      placesIn(text)
        .filter(({ isPart }) => !isPart)
        .map(placeholderOf),
    ),
  ];
  const longest = mostPerCharacter * (usable[0]?.value.length ?? 0);
  const reach = Math.min(Math.max(longest, shortestReach), longestReach);
  return Object.assign(redact, { ofRequest, beginningOf, secretsIn, reach });
}

/** Headers whose values are always redacted. */
const sensitive = new Set([
  "api-key",
  "x-api-key",
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
]);

/**
 * Headers in redacted form: headers with credentials are redacted by name, all others as text, their names
 * too.
 *
 * @param configured names of the headers that the configuration adds to every request
 */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redact: Redact,
  configured: readonly string[],
): Record<string, string> {
  const ours = new Set(configured.map((name) => name.toLowerCase()));
  const shown = (name: string, value: string): string => {
    const lower = name.toLowerCase();
    if (ours.has(lower)) return redactedHeader(lower);
    return sensitive.has(lower) ? "[redacted]" : redact(value);
  };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [redact(name), shown(name, value)]),
  );
}
