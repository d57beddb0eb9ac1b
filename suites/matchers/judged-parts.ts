import { isObject } from "../../contracts/json.ts";
import type { JudgedPlace } from "../../contracts/judged-places.ts";
import { entries, member } from "./json.ts";

/** Whether a body has something at one of the places that a requirement judges. */
export function hasJudgedPart(body: unknown, places: readonly JudgedPlace[]): boolean {
  return places.some((place) => {
    const value = place.path.reduce<unknown>(member, body);
    if (!place.entries) return value !== undefined;
    const { kind } = place;
    return entries(value).some((entry) => kind === null || member(entry, "type") === kind);
  });
}

/** Whether all these places are members that their objects, which the body has, need not have. */
export function needNoneOf(body: unknown, places: readonly JudgedPlace[]): boolean {
  return places.every(
    ({ path, entries: inList, optional }) =>
      optional && !inList && isObject(path.slice(0, -1).reduce<unknown>(member, body)),
  );
}

/** The places in words, for a response that has nothing there: `entries in related_topics`. */
export function judgedPartsText(places: readonly JudgedPlace[]): string {
  const words = places.map(({ path, entries: inList, kind }) => {
    const name = path.length === 0 ? "body" : path.join(".");
    if (!inList) return name;
    return kind === null ? `entries in ${name}` : `entries of type ${kind} in ${name}`;
  });
  return [...new Set(words)].join(" or ");
}
