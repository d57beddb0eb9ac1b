import { isObject } from "../../contracts/json.ts";

/** Members of an entry whose values are read by what they mean. */
const known = new Set([
  ...["request.url", "request.headers", "request.cookies", "request.queryString"],
  ...["response.headers", "response.cookies", "response.redirectURL", "response.statusText"],
  ...["request.postData.text", "request.postData.params", "response.content.text"],
  ...["comment", "request.comment", "response.comment", "startedDateTime"],
]);
/** A HAR file has no more levels. */
const deepest = 1_000;

/**
 * The texts of an entry that have no known place, with their names: what browsers and proxies add, such as
 * `_initiator`, `_webSocketMessages` and `headersText`.
 */
export function* otherTexts(
  entry: unknown,
  name = "",
  path = "",
  depth = 0,
): Iterable<{ readonly name: string; readonly text: string }> {
  if (typeof entry === "string") yield { name, text: entry };
  if (depth > deepest) return;
  if (Array.isArray(entry)) {
    for (const one of entry) yield* otherTexts(one, name, `${path}[]`.slice(0, 200), depth + 1);
    return;
  }
  if (!isObject(entry)) return;
  for (const [member, value] of Object.entries(entry)) {
    const place = path === "" ? member : `${path}.${member}`.slice(0, 200);
    if (!known.has(place)) yield* otherTexts(value, member, place, depth + 1);
  }
}
