import type { RequestChoice, RequestChoices } from "../model/check.ts";

/** Requests that have no names of their own, by their place: `0`, `1` and so on. @param prefix of each name */
export function numbered(requests: readonly RequestChoice[], prefix = ""): RequestChoices {
  return Object.fromEntries(requests.map((choice, position) => [`${prefix}${position}`, choice]));
}
