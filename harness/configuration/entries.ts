import { isObject } from "../../contracts/json.ts";
import { parseBaseUrl } from "./base-url.ts";
import { parseDescriptionLocation } from "./description-location.ts";
import { looksLikeKey } from "./key-like.ts";
import type { Known } from "./known.ts";
import type { MemberMistake, MemberPath } from "./member-path.ts";
import { suggestion } from "./nearest.ts";
import { UsageError } from "./usage-error.ts";

type Judge = (text: string) => Pick<MemberMistake, "what" | "hint"> | null;

/**
 * What the schema can't tell: names that only the contracts and the register know, days that no calendar
 * has, URLs. What has another shape than the schema wants is passed over.
 */
export function entryMistakes(content: unknown, known: Known): readonly MemberMistake[] {
  const requirement = oneOf("requirement", known.requirements);
  const endpoint = oneOf("endpoint", known.endpoints);
  const version = oneOf("version", known.versions);
  const values: readonly (readonly [pattern: string, judge: Judge])[] = [
    ["waivers.*.requirement", requirement],
    ["waivers.*.endpoint", endpoint],
    ["waivers.*.version", version],
    ["waivers.*.until", isDay],
    ["exclusions.*.requirement", requirement],
    ["exclusions.*.endpoint", endpoint],
    ["exclusions.*.version", version],
    ["surfaces.*.baseUrl", readable((text) => parseBaseUrl(text, ""))],
    ["surfaces.*.openapi", readable((text) => parseDescriptionLocation(text, "", "/"))],
  ];
  const names: readonly (readonly [pattern: string, judge: Judge])[] = [
    ["surfaces.*.parameters.*.*", version],
    ["network.headers", isFree],
  ];
  return [
    ...values.flatMap(([pattern, judge]) =>
      placesOf(content, pattern.split(".")).flatMap(({ path, value }) =>
        typeof value === "string" ? judged(path, judge(value)) : [],
      ),
    ),
    ...names.flatMap(([pattern, judge]) =>
      placesOf(content, pattern.split(".")).flatMap(({ path, value }) =>
        isObject(value)
          ? Object.keys(value).flatMap((name) => judged([...path, name], judge(name)))
          : [],
      ),
    ),
  ];
}

function judged(path: MemberPath, mistake: ReturnType<Judge>): readonly MemberMistake[] {
  return mistake === null ? [] : [{ path, ...mistake }];
}

interface Place {
  readonly path: MemberPath;
  readonly value: unknown;
}

/** Every value that a path leads to, where `*` stands for any member or entry. */
function placesOf(root: unknown, steps: readonly string[]): readonly Place[] {
  return steps.reduce<readonly Place[]>(
    (places, step) =>
      places.flatMap(({ path, value }) =>
        entriesOf(value)
          .filter(([name]) => step === "*" || step === name)
          .map(([name, inner]) => ({ path: [...path, name], value: inner })),
      ),
    [{ path: [], value: root }],
  );
}

function entriesOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : [];
}

function oneOf(what: string, candidates: readonly string[]): Judge {
  return (name) =>
    candidates.includes(name)
      ? null
      : {
          what: `: there is no ${what} ${looksLikeKey(name) ? "of this name" : JSON.stringify(name)}`,
          hint: suggestion(name, candidates),
        };
}

function isDay(text: string): ReturnType<Judge> {
  const date = new Date(`${text}T00:00:00Z`);
  const isInCalendar = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isInCalendar ? null : { what: `: no calendar has the day ${text}`, hint: null };
}

/** What a parser says that names its source first, here without that. */
function readable(parse: (text: string) => unknown): Judge {
  return (text) => {
    try {
      parse(text);
      return null;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { what: error.message, hint: error.hint };
    }
  };
}

/** With one of these on every request, no request would be without a key, or without a version. */
const tested = new Set(["api-key", "x-api-key", "api-version", "host", "content-length"]);

function isFree(header: string): ReturnType<Judge> {
  if (!tested.has(header.toLowerCase())) return null;
  return {
    what: ": the suite itself varies this header",
    hint: "Extra headers open the gate of a staging system; keys come from the environment only.",
  };
}
