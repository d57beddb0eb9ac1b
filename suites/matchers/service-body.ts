import { isObject } from "../../contracts/json.ts";

/** Whether a body looks like one of this service, from any surface and version. */
export function looksLikeService(body: unknown): boolean {
  return (
    isServiceError(body) ||
    hasAll(body, "metadata", "parameters") ||
    hasAll(body, "success", "totalHits") ||
    hasAll(body, "success", "total", "data") ||
    (isObject(body) && body.message === "pong")
  );
}

/** Whether a body is in one of this service's error envelopes, and not in that of a gateway. */
export function isServiceError(body: unknown): boolean {
  return hasAll(body, "metadata", "errors") || hasAll(body, "success", "code", "message");
}

function hasAll(body: unknown, ...names: readonly string[]): boolean {
  return isObject(body) && names.every((name) => Object.hasOwn(body, name));
}
