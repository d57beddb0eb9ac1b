import { isObject } from "../../contracts/json.ts";

/** Whether a body looks like one of this service, from any surface and version. */
export function looksLikeService(body: unknown): boolean {
  if (!isObject(body)) return false;
  if (body.message === "pong") return true;
  const has = (...names: readonly string[]) => names.every((name) => Object.hasOwn(body, name));
  return (
    has("metadata", "parameters") ||
    has("metadata", "errors") ||
    has("success", "totalHits") ||
    has("success", "total", "data") ||
    has("success", "code", "message")
  );
}
